#include "pintle/results/report_server.h"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <mutex>

#include "pintle/results/limited_server.h"
#include "pintle/results/report_data.h"
#include "pintle/results/report_page.h"

namespace pintle {

namespace {

constexpr const char* kLoopback = "127.0.0.1";
constexpr std::size_t kMostBody = 1024;
constexpr int kStored = 0;  // zlib's level: the way is short
// Most of it stays here: a page asks for what it draws.
constexpr std::size_t kServedNumbers = 30'000'000;

// A result file whose records change seldom is taken as complete.
bool is_growing(const ResultFile& file) {
  std::error_code error;
  const auto changed = std::filesystem::last_write_time(file.path(), error);
  constexpr auto kSilence = std::chrono::seconds(30);
  return !error && file.report().empty() &&
         std::filesystem::file_time_type::clock::now() - changed < kSilence;
}

template <class Number>
std::optional<Number> number_of(const std::string& text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return number;
}

// A page of another site must not read what is served here: its requests name its own host.
bool is_local(const std::string& host) {
  const std::string name = host.substr(0, host.rfind(':'));
  return name == kLoopback || name == "localhost";
}

}  // namespace

struct ReportServer::Implementation {
  struct Run {
    explicit Run(ResultFile results) : file(std::move(results)) {}
    ResultFile file;
    std::optional<ReportData> data = {};  // of as many records as the last header told of
  };

  LimitedServer server;
  std::mutex mutex;  // NetCDF serves one thread at a time
  std::vector<std::unique_ptr<Run>> runs;

  Run* run_of(const httplib::Request& request) {
    const bool is_second = request.get_param_value("run") == "b";
    if (is_second && runs.size() < 2) return nullptr;
    return runs[is_second ? 1 : 0].get();
  }

  void give_header(const httplib::Request& request, httplib::Response& response) {
    Run* run = run_of(request);
    if (!run) return refuse(response, "there is no second run");
    if (run->file.refresh() || !run->data) run->data.emplace(run->file, kServedNumbers);
    const bool is_compared = runs.size() > 1 && run == runs[0].get();
    send(response, run->data->header(is_growing(run->file), is_compared), "application/json");
  }

  void give_chunk(const httplib::Request& request, httplib::Response& response) {
    Run* run = run_of(request);
    const auto number = number_of<std::size_t>(request.matches[1]);
    if (!run || !run->data || !number || *number >= run->data->chunks())
      return refuse(response, "there is no such chunk");
    // The header it was asked with is out of date.
    if (request.has_param("upto") && request.get_param_value("upto") != std::to_string(run->data->records()))
      return refuse(response, "there are more records by now");
    send(response, gzipped(run->data->read_chunk(*number), kStored), "application/octet-stream");
  }

  void give_series(const httplib::Request& request, httplib::Response& response) {
    Run* run = run_of(request);
    const ResultChannel* channel = run ? run->file.find(request.get_param_value("channel")) : nullptr;
    const auto from = number_of<double>(request.get_param_value("from"));
    const auto to = number_of<double>(request.get_param_value("to"));
    const auto points = number_of<std::size_t>(request.get_param_value("points"));
    if (!channel || !from || !to || !points) return refuse(response, "there is no such series");
    send(response, series_between(run->file, *channel, *from, *to, *points), "application/octet-stream");
  }

  // As it is: the library would compress text as well as it can, which takes a second for the page.
  static void send(httplib::Response& response, std::string body, const char* type) {
    const std::size_t size = body.size();
    response.set_content_provider(
        size, type,
        [body = std::move(body)](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
          return sink.write(body.data() + offset, length);
        });
  }

  static void refuse(httplib::Response& response, const char* why) {
    response.status = 404;
    response.set_content(why, "text/plain");
  }

  void answer(const char* pattern,
              void (Implementation::*give)(const httplib::Request&, httplib::Response&)) {
    server.Get(pattern, [this, give](const httplib::Request& request, httplib::Response& response) {
      const std::lock_guard lock(mutex);
      response.set_header("Cache-Control", "no-store");
      (this->*give)(request, response);
    });
  }

  // Nothing else is served: there are no files behind these addresses.
  Implementation() {
    server.set_payload_max_length(kMostBody);  // nobody has anything to send here
    server.set_default_headers({{"X-Content-Type-Options", "nosniff"},
                                {"Referrer-Policy", "no-referrer"},
                                {"Cross-Origin-Resource-Policy", "same-origin"},
                                {"Content-Security-Policy", "frame-ancestors 'none'"}});
    server.set_pre_routing_handler([](const httplib::Request& request, httplib::Response& response) {
      if (is_local(request.get_header_value("Host"))) return httplib::Server::HandlerResponse::Unhandled;
      response.status = 403;
      response.set_content("only for this machine", "text/plain");
      return httplib::Server::HandlerResponse::Handled;
    });
    server.Get("/", [](const httplib::Request&, httplib::Response& response) {
      send(response, served_page(), "text/html; charset=utf-8");
    });
    answer("/header.json", &Implementation::give_header);
    answer(R"(/chunk/(\d{1,9}))", &Implementation::give_chunk);
    answer("/series", &Implementation::give_series);
  }
};

ReportServer::ReportServer(ResultFile run, std::optional<ResultFile> other)
    : own_(std::make_unique<Implementation>()) {
  own_->runs.push_back(std::make_unique<Implementation::Run>(std::move(run)));
  if (other) own_->runs.push_back(std::make_unique<Implementation::Run>(std::move(*other)));
}

ReportServer::~ReportServer() = default;

Result<int> ReportServer::bind(int port) {
  // The library's own choice would let a second server share the port.
  own_->server.set_socket_options([](socket_t socket) {
    const int yes = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  const int taken = port == 0                                    ? own_->server.bind_to_any_port(kLoopback)
                    : own_->server.bind_to_port(kLoopback, port) ? port
                                                                 : -1;
  if (taken > 0) {
    own_->server.let_clients_wait();
    return taken;
  }
  return Failure{fmt::format(
      "port {} is in use or not allowed; --port gives another one, --port 0 any that is free", port)};
}

void ReportServer::serve() { own_->server.listen_after_bind(); }
void ReportServer::stop() { own_->server.stop(); }

}  // namespace pintle
