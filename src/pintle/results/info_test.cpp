#include "pintle/results/info.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "pintle/results/results_test_support.h"

namespace pintle {
namespace {

using testing::HasSubstr;

class InfoTest : public ResultsTest {};

TEST_F(InfoTest, tells_how_the_run_went) {
  WrittenResults results = moving_results(3);
  results.report = R"({"status":"failed","summary":[["steps","12"]],"failure":"no convergence\nin step 13",
    "diagnostics":[{"severity":"warning","text":"a light body","place":"m.json:3:1"}]})";
  const ResultFile file = written(results);
  const std::string text = describe_run(file);
  EXPECT_THAT(text, HasSubstr("title                   Test\n"));
  EXPECT_THAT(text, HasSubstr("run                     failed\n    steps                 12\n"));
  EXPECT_THAT(text, HasSubstr("no convergence\n                          in step 13\n"));
  EXPECT_THAT(text, HasSubstr("warning               m.json:3:1: a light body"));
  EXPECT_THAT(text, HasSubstr("0 s to 0.2 s"));
  EXPECT_THAT(text, HasSubstr("9, with 32 numbers per record"));
}

// Anything may stand where a report should.
TEST_F(InfoTest, takes_reports_of_other_shapes) {
  for (const char* report : {"", "nonsense", "[]", R"({"summary":[1,["a"],[1,2]],"diagnostics":[3,{}]})"}) {
    WrittenResults results = moving_results(3);
    results.report = report;
    const ResultFile file = written(results);
    EXPECT_THAT(describe_run(file), HasSubstr("not known to have ended"));
    EXPECT_EQ(nlohmann::json::parse(info_json(file, {}))["run"]["status"], "unknown");
  }
}

TEST_F(InfoTest, lists_channels_by_object) {
  const ResultFile file = written(moving_results(3));
  const std::string text = describe_channels({*choose_channels(file, {"node.bob.*", "joint.*"}), {}});
  EXPECT_EQ(text,
            "  channel            size  unit  meaning\n"
            "\n"
            "  node.bob.position  3     m     meaning\n"
            "  node.bob.velocity  3     m/s   meaning\n"
            "\n"
            "  joint.pin.force    3     N     meaning\n");
}

TEST_F(InfoTest, statistics_are_those_of_all_records) {
  const auto value = [](double t, std::size_t i) { return i == 0 ? (t - 3.0) * (t - 3.0) : std::nan(""); };
  const ResultFile file = written({even_times(6, 1.0), {{"a.b", "m", 2, value}}});
  const auto choices = *choose_channels(file, {});
  const auto all = statistics_of(file, choices, {0, 1, 2, 3, 4, 5});
  ASSERT_TRUE(all);
  const Statistics& parabola = (*all)[0][0];
  EXPECT_EQ(parabola.first, 9.0);
  EXPECT_EQ(parabola.last, 4.0);
  EXPECT_EQ(parabola.least, 0.0);
  EXPECT_EQ(parabola.time_of_least, 3.0);
  EXPECT_EQ(parabola.largest, 9.0);
  EXPECT_EQ(parabola.time_of_largest, 0.0);
  const auto json = nlohmann::json::parse(info_json(file, {choices, *all}));
  EXPECT_EQ(json["channels"][0]["statistics"][0]["max"], 9.0);
  EXPECT_TRUE(json["channels"][0]["statistics"][1]["max"].is_null());
  EXPECT_THAT(describe_channels({choices, *all}),
              HasSubstr("a.b:1    m     9      4     0    3         9    0"));
}

}  // namespace
}  // namespace pintle
