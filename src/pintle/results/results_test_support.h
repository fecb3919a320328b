// Small result files for tests, as a run writes them.
#pragma once

#include <gtest/gtest.h>
#include <netcdf.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "pintle/results/result_file.h"

namespace pintle {

struct WrittenChannel {
  std::string name, unit;
  std::size_t size = 1;
  std::function<double(double time, std::size_t component)> value;
};

struct WrittenResults {
  std::vector<double> times;
  std::vector<WrittenChannel> channels;
  std::string scene = {}, report = {};
  int format = NC_64BIT_DATA;
};

inline std::vector<double> even_times(std::size_t records, double step) {
  std::vector<double> times(records);
  for (std::size_t i = 0; i < records; ++i) times[i] = static_cast<double>(i) * step;
  return times;
}

inline void write_results(const std::filesystem::path& path, const WrittenResults& results) {
  const auto check = [](int status) { ASSERT_EQ(status, NC_NOERR) << nc_strerror(status); };
  int file = -1, time = -1, time_id = -1;
  check(nc_create(path.c_str(), NC_CLOBBER | results.format, &file));
  const auto global = [&](const char* name, const std::string& text) {
    check(nc_put_att_text(file, NC_GLOBAL, name, text.size(), text.data()));
  };
  global("format", "pintle results 1");
  global("title", "Test");
  global("step", "0.1");
  check(nc_def_dim(file, "time", NC_UNLIMITED, &time));
  check(nc_def_var(file, "time", NC_DOUBLE, 1, &time, &time_id));
  std::vector<int> ids;
  for (const WrittenChannel& channel : results.channels) {
    int id = -1, dimension = -1;
    const std::string name = "components" + std::to_string(channel.size);
    if (nc_inq_dimid(file, name.c_str(), &dimension) != NC_NOERR)
      check(nc_def_dim(file, name.c_str(), channel.size, &dimension));
    const std::vector<int> dimensions{time, dimension};
    check(
        nc_def_var(file, channel.name.c_str(), NC_DOUBLE, channel.size > 1 ? 2 : 1, dimensions.data(), &id));
    check(nc_put_att_text(file, id, "units", channel.unit.size(), channel.unit.data()));
    check(nc_put_att_text(file, id, "long_name", 7, "meaning"));
    ids.push_back(id);
  }
  std::vector<std::pair<int, const std::string*>> texts;
  for (const auto& [name, text] : {std::pair{"scene", &results.scene}, {"run_report", &results.report}}) {
    if (text->empty()) continue;
    int length = -1, id = -1;
    check(nc_def_dim(file, (std::string(name) + "_length").c_str(), text->size(), &length));
    check(nc_def_var(file, name, NC_CHAR, 1, &length, &id));
    texts.emplace_back(id, text);
  }
  check(nc_enddef(file));
  for (const auto& [id, text] : texts) check(nc_put_var_text(file, id, text->data()));
  for (std::size_t r = 0; r < results.times.size(); ++r) {
    const std::vector<std::size_t> start{r, 0};
    check(nc_put_var1_double(file, time_id, start.data(), &results.times[r]));
    for (std::size_t c = 0; c < ids.size(); ++c) {
      std::vector<double> values(results.channels[c].size);
      for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = results.channels[c].value(results.times[r], i);
      const std::vector<std::size_t> extent{1, values.size()};
      check(nc_put_vara_double(file, ids[c], start.data(), extent.data(), values.data()));
    }
  }
  check(nc_close(file));
}

// In a folder of its own, which is removed at the end.
class ResultsTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder = std::filesystem::temp_directory_path() / (std::string("pintle_") + test->test_suite_name() +
                                                       "_" + test->name() + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    path = folder / "run.nc";
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  ResultFile written(const WrittenResults& results) {
    write_results(path, results);
    return opened();
  }
  ResultFile opened() {
    Result<ResultFile> file = ResultFile::open(path);
    EXPECT_TRUE(file) << file.message();
    return std::move(file).value();
  }
  static std::string contents(const std::filesystem::path& of) {
    std::ifstream stream(of, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
  }

  std::filesystem::path folder, path;
};

// A crank that turns about z at 2 rad/s with its axes, a bob without axes on a circle, a spring between them,
// a tip fixed on the crank, a force in the crank's axes, a curve, and a surface over all three.
inline WrittenResults moving_results(std::size_t records = 11) {
  constexpr double kSpin = 2.0;
  WrittenResults results;
  results.times = even_times(records, 0.1);
  const auto circle = [](double radius) {
    return [=](double t, std::size_t i) {
      return i == 0 ? radius * std::cos(kSpin * t) : i == 1 ? radius * std::sin(kSpin * t) : 0.5;
    };
  };
  const auto tangent = [](double radius) {
    return [=](double t, std::size_t i) {
      return i == 0   ? -kSpin * radius * std::sin(kSpin * t)
             : i == 1 ? kSpin * radius * std::cos(kSpin * t)
                      : 0.0;
    };
  };
  results.channels = {
      {"node.crank.position", "m", 3, circle(1.0)},
      {"node.crank.velocity", "m/s", 3, tangent(1.0)},
      {"node.crank.angular_velocity", "rad/s", 3, [](double, std::size_t i) { return i == 2 ? kSpin : 0.0; }},
      // Half the angle, with the sign that a conversion from a matrix may give.
      {"node.crank.quaternion", "1", 4,
       [](double t, std::size_t i) {
         const double sign = std::fmod(10.0 * t + 0.5, 2.0) < 1.0 ? 1.0 : -1.0;
         return sign * (i == 0 ? std::cos(0.5 * kSpin * t) : i == 3 ? std::sin(0.5 * kSpin * t) : 0.0);
       }},
      {"node.bob.position", "m", 3, circle(3.0)},
      {"node.bob.velocity", "m/s", 3, tangent(3.0)},
      {"joint.pin.force", "N", 3, [](double, std::size_t i) { return i == 0 ? 7.0 : 0.0; }},
      {"mooring.m.shape", "m", 9, [](double t, std::size_t i) { return t + static_cast<double>(i); }},
      {"plate.p.stress", "Pa", 1, [](double t, std::size_t) { return 100.0 * t; }}};
  results.scene = R"({"size":0.5,"up":[0,0,1],"gravity":null,"planes":[],"frames":[{"name":"ground"},
    {"name":"crank","position":"node.crank.position","quaternion":"node.crank.quaternion"},
    {"name":"bob","position":"node.bob.position"},
    {"name":"tip","on":1,"offset":[1,0,0],"axes":[0,-1,0, 1,0,0, 0,0,1]}],
   "objects":[
    {"kind":"node","type":"dynamic","name":"crank","place":"","frames":[1],"channels":[],"shapes":[
      {"shape":"axes","role":"frame","pose":{"frame":1,"at":[0,0,0]},"length":0.1},
      {"shape":"trail","role":"tracer","point":{"frame":1,"at":[1,0,0]}}]},
    {"kind":"body","type":"rigid body","name":"crank","place":"","frames":[1],"channels":[],"shapes":[
      {"shape":"box","role":"body","pose":{"frame":1,"at":[0.5,0,0]},"size":[1,0.2,0.1]},
      {"shape":"ellipsoid","role":"body","pose":{"frame":3,"at":[0,0,0]},"radii":[0.1,0.2,0.3]},
      {"shape":"something later","role":"body"}]},
    {"kind":"joint","type":"pin","name":"pin","place":"","frames":[0,1],"channels":[],"shapes":[
      {"shape":"cylinder","role":"joint","pose":{"frame":0,"at":[0,0,0]},"radius":0.1,"length":0.4},
      {"shape":"arrow","role":"force","point":{"frame":1,"at":[1,0,0]},"channel":"joint.pin.force","in":1},
      {"shape":"line","role":"spring","points":[{"frame":1,"at":[1,0,0]},{"frame":2,"at":[0,0,0]}]},
      {"shape":"line","role":"body","points":[{"frame":1,"at":[0,0,0]},{"frame":1,"at":[0,1,0]}]},
      {"shape":"points","role":"joint","points":[{"frame":2,"at":[0,0,0]}]},
      {"shape":"curve","role":"line","channel":"mooring.m.shape"},
      {"shape":"surface","role":"body","points":[{"frame":0,"at":[0,0,0]},{"frame":1,"at":[0,0,0]},{"frame":2,"at":[0,0,0]}],
       "triangles":[0,1,2],"values":["plate.p.stress","mooring.m.shape:2","plate.p.stress"]}]}]})";
  return results;
}

}  // namespace pintle
