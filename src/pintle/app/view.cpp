#include "pintle/app/view.h"

#include <fmt/ostream.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <ostream>

#include "pintle/app/run.h"
#include "pintle/app/run_summary.h"
#include "pintle/results/file_kind.h"
#include "pintle/results/fresh_file.h"
#include "pintle/results/report_page.h"
#include "pintle/results/report_server.h"

namespace pintle {

namespace {

std::atomic<ReportServer*> server_to_stop = nullptr;

void on_signal(int) {
  if (ReportServer* server = server_to_stop.load()) server->stop();
}

// By the desktop's own way; it returns at once.
void open_in_browser(const std::string& address, std::ostream& err) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::execlp("xdg-open", "xdg-open", address.c_str(), static_cast<char*>(nullptr));
    ::_exit(127);
  }
  int status = 0;
  if (child > 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return;
  fmt::print(err, "no browser could be started (xdg-open); open {} yourself\n", address);
}

int serve(const ViewOptions& options, ResultFile run, std::optional<ResultFile> other, std::ostream& out,
          std::ostream& err) {
  ReportServer server(std::move(run), std::move(other));
  const Result<int> port = server.bind(options.port.value_or(0));
  if (!port) {
    fmt::print(err, "{}\n", port.message());
    return kExitFailed;
  }
  const std::string address = fmt::format("http://127.0.0.1:{}/", *port);
  fmt::print(out, "  to look at           {} (this machine only; Ctrl-C ends it)\n", address);
  out.flush();
  server_to_stop = &server;
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  if (options.ends_with_parent) ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (options.is_opened) open_in_browser(address, err);
  server.serve();
  server_to_stop = nullptr;
  return kExitDone;
}

}  // namespace

int view(const ViewOptions& options, std::ostream& out, std::ostream& err) {
  Result<ResultFile> run = ResultFile::open(options.results);
  std::optional<Result<ResultFile>> other;
  if (!options.other.empty()) other.emplace(ResultFile::open(options.other));
  for (const Result<ResultFile>* file : {&run, other ? &*other : nullptr}) {
    if (!file || file->is_ok()) continue;
    fmt::print(err, "{}\n", file->message());
    return kExitBadInput;
  }
  if (run->scene().empty())
    fmt::print(err, "{}: has no scene (an older program wrote it): curves only\n", options.results.string());
  std::optional<ResultFile> second;
  if (other) second.emplace(std::move(*other).value());
  if (options.is_served) return serve(options, std::move(run).value(), std::move(second), out, err);
  if (run->records() == 0) {
    fmt::print(err, "{}: has no records; nothing was written\n", options.results.string());
    return kExitBadInput;
  }
  std::filesystem::path page = options.page;
  if (page.empty()) page = std::filesystem::path(options.results).replace_extension(".html");
  if (const std::string why =
          why_not_written({page, FileKind::page, {options.results, options.other}, options.is_forced});
      !why.empty()) {
    fmt::print(err, "{}\n", why);
    return kExitBadInput;
  }
  const std::string text = report_page(*run, second ? &*second : nullptr, kReportNumbers);
  if (const std::string error = write_fresh(page, text); !error.empty()) {
    fmt::print(err, "{}\n", error);
    return kExitFailed;
  }
  fmt::print(out, "{} ({:.1f} MB): open it in a browser\n", page.string(),
             1e-6 * static_cast<double>(text.size()));
  if (options.is_opened) open_in_browser("file://" + std::filesystem::absolute(page).string(), err);
  return kExitDone;
}

}  // namespace pintle
