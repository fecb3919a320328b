#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <httplib.h>
#include <netcdf.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>
#include <zlib.h>

#include <atomic>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "pintle/results/report_data.h"
#include "pintle/results/report_page.h"
#include "pintle/results/report_server.h"

namespace pintle {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

std::string unzipped(const std::string& bytes) {
  std::string out(1u << 22, '\0');
  z_stream stream{};
  inflateInit2(&stream, 16 + MAX_WBITS);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return out;
}

// A body on a circle, with a channel of one number and a name that would end a script.
class Report : public testing::Test {
 protected:
  static constexpr std::size_t kRecords = 1001;
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("pintle_report_" + std::to_string(::getpid()) + ".nc");

  void SetUp() override { write("pintle results 1", kRecords); }
  void TearDown() override { std::filesystem::remove(path); }

  static double angle(std::size_t record) { return 0.01 * static_cast<double>(record); }
  void write(const std::string& format, std::size_t records) {
    int file = -1, time = -1, three = -1, length = -1, t = -1, x = -1, a = -1, s = -1;
    const std::string scene =
        R"({"frames":[{"name":"ground"},{"name":"b","position":"node.b.position"}],"objects":[]})";
    nc_create(path.c_str(), NC_CLOBBER | NC_64BIT_DATA, &file);
    nc_put_att_text(file, NC_GLOBAL, "format", format.size(), format.data());
    nc_put_att_text(file, NC_GLOBAL, "title", 22, "<!--<script></script>!");
    nc_put_att_text(file, NC_GLOBAL, "step", 4, "0.01");
    nc_def_dim(file, "time", NC_UNLIMITED, &time);
    nc_def_dim(file, "components3", 3, &three);
    nc_def_dim(file, "scene_length", scene.size(), &length);
    nc_def_var(file, "time", NC_DOUBLE, 1, &time, &t);
    const int vector[2] = {time, three};
    nc_def_var(file, "joint.j.angle", NC_DOUBLE, 1, &time, &a);
    nc_def_var(file, "node.b.position", NC_DOUBLE, 2, vector, &x);
    nc_put_att_text(file, x, "units", 1, "m");
    nc_def_var(file, "scene", NC_CHAR, 1, &length, &s);
    nc_enddef(file);
    nc_put_var_text(file, s, scene.data());
    for (std::size_t r = 0; r < records; ++r) {
      const double now = angle(r), place[3] = {std::cos(now), std::sin(now), 1.0};
      const std::size_t start[2] = {r, 0}, count[2] = {1, 3};
      nc_put_vara_double(file, t, start, count, &now);
      nc_put_vara_double(file, a, start, count, &now);
      nc_put_vara_double(file, x, start, count, place);
    }
    nc_close(file);
  }
  static std::vector<float> floats(const std::string& chunk, std::size_t at, std::size_t count) {
    std::vector<float> values(count);
    std::memcpy(values.data(), chunk.data() + at, count * sizeof(float));
    return values;
  }
};

TEST_F(Report, gives_all_records_of_a_short_run) {
  const auto file = ResultFile::open(path);
  ASSERT_TRUE(file) << file.message();
  const ReportData data(*file, 1u << 20);
  const Json header = Json::parse(data.header(false, false));
  EXPECT_EQ(header["stride"], 1);
  EXPECT_EQ(header["shown"], kRecords);
  EXPECT_EQ(header["run"]["settings"], Json::parse(R"([["step", "0.01"]])"));
  const Json& position = header["channels"][0];
  ASSERT_EQ(position["name"], "node.b.position") << "what moves the scene comes first";
  const std::string chunk = unzipped(gzipped(data.read_chunk(0), 1));
  const std::vector<float> values = floats(chunk, position["at"], 3 * kRecords);
  for (std::size_t r = 0; r < kRecords; ++r) {
    EXPECT_EQ(values[3 * r], static_cast<float>(std::cos(angle(r))));
    EXPECT_EQ(values[3 * r + 2], 1.0f);
  }
}

// Every n-th record and the last one, and between them nothing exceeds what is given as extremes.
TEST_F(Report, thins_out_a_long_run_and_keeps_its_extremes) {
  const auto file = ResultFile::open(path);
  const ReportData data(*file, 1500);
  const Json header = Json::parse(data.header(false, false));
  const std::size_t stride = header["stride"], shown = header["shown"];
  ASSERT_GT(stride, 1u);
  ASSERT_EQ(shown, (kRecords - 2 + stride) / stride + 1);
  const Json& channel = header["channels"][0];
  const std::string chunk = unzipped(gzipped(data.read_chunk(0), 1));
  const std::vector<float> values = floats(chunk, channel["at"], 3 * shown);
  const Json& envelope = channel["envelope"];
  ASSERT_NE(envelope["chunk"], channel["chunk"]) << "who only draws the picture does not wait for extremes";
  const std::vector<float> extremes = floats(data.read_chunk(envelope["chunk"]), envelope["at"], 6 * shown);
  std::vector<double> times(shown);
  std::memcpy(times.data(), chunk.data(), shown * sizeof(double));
  EXPECT_EQ(times.back(), angle(kRecords - 1));
  for (std::size_t s = 0; s < shown; ++s) {
    EXPECT_EQ(values[3 * s + 1], static_cast<float>(std::sin(times[s])));
    float least = values[3 * s + 1], largest = least;
    const std::size_t end = s + 1 < shown ? std::min((s + 1) * stride, kRecords - 1) : kRecords;
    for (std::size_t r = std::min(s * stride, kRecords - 1); r < end; ++r) {
      least = std::min(least, static_cast<float>(std::sin(angle(r))));
      largest = std::max(largest, static_cast<float>(std::sin(angle(r))));
    }
    EXPECT_EQ(extremes[6 * s + 2], least) << s;
    EXPECT_EQ(extremes[6 * s + 3], largest) << s;
  }
}

TEST_F(Report, page_holds_data_that_cannot_end_its_script) {
  const auto file = ResultFile::open(path);
  const std::string page = report_page(*file, nullptr, kReportNumbers);
  EXPECT_THAT(page, HasSubstr(R"(\u003c!--\u003cscript>\u003c/script>!)"));
  EXPECT_THAT(page, HasSubstr("id=\"pintle-chunk-0\""));
  EXPECT_EQ(page.find("<!-- pintle-data -->"), std::string::npos);
  EXPECT_THAT(report_page(*file, &*file, kReportNumbers), HasSubstr("id=\"pintle-header-b\""));
}

TEST_F(Report, base64_is_that_of_rfc_4648) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

TEST_F(Report, results_of_a_newer_program_are_refused) {
  write("pintle results 2", 3);
  const auto file = ResultFile::open(path);
  ASSERT_FALSE(file);
  EXPECT_THAT(file.message(), HasSubstr("newer"));
}

// Whatever is left of a file: it is read as far as it goes, or refused.
TEST_F(Report, a_file_cut_short_is_read_or_refused) {
  const auto size = std::filesystem::file_size(path);
  for (std::uintmax_t left = 0; left < size; left += 97) {
    write("pintle results 1", kRecords);
    std::filesystem::resize_file(path, left);
    const auto file = ResultFile::open(path);
    if (file) report_page(*file, nullptr, kReportNumbers);
  }
}

class Served : public Report {
 protected:
  void SetUp() override {
    Report::SetUp();
    auto file = ResultFile::open(path);
    server.emplace(std::move(file).value(), std::nullopt);
    port = *server->bind(0);
    thread = std::thread([this] { server->serve(); });
    client.emplace("127.0.0.1", port);
    while (!client->Get("/")) std::this_thread::yield();
  }
  void TearDown() override {
    server->stop();
    thread.join();
    Report::TearDown();
  }
  std::optional<ReportServer> server;
  std::optional<httplib::Client> client;
  std::thread thread;
  int port = 0;
};

TEST_F(Served, gives_page_header_chunks_and_series) {
  EXPECT_THAT(client->Get("/")->body, HasSubstr("pintle-source"));
  const Json header = Json::parse(client->Get("/header.json")->body);
  EXPECT_EQ(header["shown"], kRecords);
  const std::string chunk = unzipped(client->Get("/chunk/0")->body);
  EXPECT_EQ(floats(chunk, header["channels"][0]["at"], 1)[0], 1.0f);
  const std::string series = client->Get("/series?channel=joint.j.angle&from=2&to=3&points=1000")->body;
  double count = 0.0, first = 0.0;
  std::memcpy(&count, series.data(), sizeof count);
  std::memcpy(&first, series.data() + sizeof(double), sizeof first);
  EXPECT_EQ(series.size(), static_cast<std::size_t>(1 + 2 * count) * sizeof(double));
  EXPECT_NEAR(first, 1.99, 1e-12);
}

// A browser says that it can unpack; packing well would take longer than the way.
TEST_F(Served, is_not_compressed_on_the_way) {
  for (const char* address : {"/", "/header.json"}) {
    const auto answer = client->Get(address, {{"Accept-Encoding", "gzip, deflate, br"}});
    EXPECT_FALSE(answer->has_header("Content-Encoding")) << address;
    EXPECT_EQ(answer->get_header_value("Content-Length"), std::to_string(answer->body.size())) << address;
  }
}

TEST_F(Served, has_nothing_else) {
  for (const char* address : {"/../etc/passwd", "/chunk/7", "/chunk/0?upto=3", "/chunk/../header.json",
                              "/%2e%2e/x", "/header.json?run=b", "/favicon.ico"})
    EXPECT_EQ(client->Get(address)->status, 404) << address;
  EXPECT_EQ(client->Post("/header.json")->status, 404);
}

TEST_F(Served, tells_browsers_to_keep_to_what_it_gives) {
  for (const char* address : {"/", "/header.json", "/nothing"}) {
    const auto answer = client->Get(address);
    EXPECT_EQ(answer->get_header_value("X-Content-Type-Options"), "nosniff") << address;
    EXPECT_EQ(answer->get_header_value("Referrer-Policy"), "no-referrer") << address;
    EXPECT_EQ(answer->get_header_value("Cross-Origin-Resource-Policy"), "same-origin") << address;
    EXPECT_EQ(answer->get_header_value("Content-Security-Policy"), "frame-ancestors 'none'") << address;
  }
}

// Half of them are silent, half send a byte now and then.
TEST_F(Served, answers_beside_many_slow_clients) {
  std::vector<int> slow;
  for (int i = 0; i < 200; ++i) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    slow.push_back(::socket(AF_INET, SOCK_STREAM, 0));
    ASSERT_EQ(::connect(slow.back(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  }
  std::atomic<bool> is_over = false;
  std::thread dripping([&] {
    for (; !is_over; std::this_thread::sleep_for(std::chrono::milliseconds(20)))
      for (std::size_t i = 0; i < slow.size(); i += 2) ::send(slow[i], "G", 1, MSG_NOSIGNAL);
  });
  client->set_read_timeout(60);
  const auto answer = client->Get("/header.json");
  is_over = true;
  dripping.join();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 200);
  for (const int socket : slow) ::close(socket);
}

TEST_F(Served, reads_no_request_without_end) {
  const auto answer = client->Get("/header.json", {{"Long", std::string(5000, 'a')}});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 200);
  httplib::Headers headers;
  for (int i = 0; i < 100; ++i) headers.emplace("Long-" + std::to_string(i), std::string(5000, 'a'));
  const auto refused = client->Get("/header.json", headers);
  EXPECT_TRUE(!refused || refused->status == 400);
  EXPECT_EQ(client->Get("/chunk/" + std::string(8000, '1'))->status, 404);
}

TEST_F(Served, refuses_pages_of_other_sites) {
  EXPECT_EQ(client->Get("/header.json", {{"Host", "example.org"}})->status, 403);
}

TEST_F(Served, says_that_a_port_is_taken) {
  auto file = ResultFile::open(path);
  ReportServer second(std::move(file).value(), std::nullopt);
  const Result<int> taken = second.bind(port);
  ASSERT_FALSE(taken);
  EXPECT_THAT(taken.message(), HasSubstr("in use"));
}

}  // namespace
}  // namespace pintle
