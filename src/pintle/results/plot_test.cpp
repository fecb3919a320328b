#include <gmock/gmock.h>

#include "pintle/results/gnuplot.h"
#include "pintle/results/plot_data.h"
#include "pintle/results/results_test_support.h"

namespace pintle {
namespace {

using testing::HasSubstr;

class PlotTest : public ResultsTest {};

TEST_F(PlotTest, vectors_are_three_curves_over_time) {
  const ResultFile file = written(moving_results(11));
  const auto data = read_plot({&file}, {{"node.bob.position", "joint.pin.force:length"}, "", {}, false});
  ASSERT_TRUE(data) << data.message();
  ASSERT_EQ(data->curves.size(), 4u);
  EXPECT_EQ(data->curves[1].name, "node.bob.position:y");
  EXPECT_EQ(data->curves[1].quantity, "position");
  EXPECT_EQ(data->curves[3].y, std::vector<double>(11, 7.0));
  EXPECT_EQ(data->curves[0].x, file.times());
}

TEST_F(PlotTest, over_another_channel) {
  const ResultFile file = written(moving_results(11));
  const auto data = read_plot({&file}, {{"node.bob.position:y"}, "node.bob.position:x", {}, false});
  ASSERT_TRUE(data);
  EXPECT_EQ(data->x_name, "node.bob.position:x");
  EXPECT_EQ(data->x_unit, "m");
  for (std::size_t i = 0; i < 11; ++i)
    EXPECT_NEAR(std::hypot(data->curves[0].x[i], data->curves[0].y[i]), 3.0, 1e-14);
  EXPECT_THAT(read_plot({&file}, {{"plate.p.stress"}, "node.bob.position", {}, false}).message(),
              HasSubstr("more than one number"));
}

// What is thinned keeps every peak, however narrow.
TEST_F(PlotTest, thinning_keeps_extremes) {
  const auto spikes = [](double t, std::size_t) {
    return t == 12345.0 ? 9.0 : t == 33333.0 ? -7.0 : std::sin(t);
  };
  const ResultFile file = written({even_times(40000, 1.0), {{"a", "m", 1, spikes}}});
  const auto data = read_plot({&file}, {{"a"}, "", {}, false});
  const PlotCurve& curve = data->curves[0];
  EXPECT_LE(curve.x.size(), 2 * kPlotBins + 2);
  EXPECT_TRUE(std::is_sorted(curve.x.begin(), curve.x.end()));
  EXPECT_EQ(*std::max_element(curve.y.begin(), curve.y.end()), 9.0);
  EXPECT_EQ(*std::min_element(curve.y.begin(), curve.y.end()), -7.0);
  EXPECT_EQ(curve.x.front(), 0.0);
  EXPECT_EQ(curve.x.back(), 39999.0);
}

// A parabola on two grids: where times differ, the chord is missed by (step/2)^2.
TEST_F(PlotTest, differences_are_taken_at_the_times_of_the_first) {
  const auto parabola = [](double t, std::size_t) { return t * t; };
  write_results(folder / "b.nc", {even_times(6, 2.0), {{"a", "m", 1, parabola}}});
  const ResultFile a = written({even_times(21, 1.0), {{"a", "m", 1, parabola}}});
  const Result<ResultFile> other = ResultFile::open(folder / "b.nc");
  ASSERT_TRUE(other);
  const ResultFile& b = *other;
  const auto data = read_plot({&a, &b}, {{"a"}, "", {}, true});
  ASSERT_TRUE(data) << data.message();
  ASSERT_EQ(data->curves[0].x.size(), 11u) << "only where both have results";
  for (std::size_t i = 0; i < 11; ++i) EXPECT_EQ(data->curves[0].y[i], i % 2 == 0 ? 0.0 : -1.0);
  EXPECT_THAT(read_plot({&a}, {{"a"}, "", {}, true}).message(), HasSubstr("takes two results"));
  EXPECT_THAT(read_plot({&a, &b}, {{"a"}, "a", {}, true}).message(), HasSubstr("takes no --x"));
}

TEST_F(PlotTest, too_many_curves_are_refused) {
  const auto zero = [](double, std::size_t) { return 0.0; };
  const ResultFile file = written({{0.0, 1.0}, {{"wide", "", kMostCurves + 1, zero}}});
  EXPECT_THAT(read_plot({&file}, {{"wide"}, "", {}, false}).message(), HasSubstr("cannot be told apart"));
  EXPECT_THAT(read_plot({&file}, {{}, "", {}, false}).message(), HasSubstr("no channel"));
}

TEST_F(PlotTest, script_has_a_panel_for_each_unit_and_quotes_names) {
  PlotData data;
  data.curves = {{"node.o'brien.position", "position", "m", 0, {0, 1}, {1, std::nan("")}},
                 {"joint.pin.force", "force", "N", 0, {0, 1}, {3, 4}},
                 {"node.o'brien.position", "position", "m", 1, {0, 1}, {5, 6}}};
  const std::string script =
      gnuplot_script(data, {"a 'title'\n`rm`", {"a.nc", "b.nc"}, std::pair{640, 480}}, "png");
  EXPECT_THAT(script, HasSubstr("pngcairo noenhanced"));
  EXPECT_THAT(script, HasSubstr("size 640,480"));
  EXPECT_THAT(script, HasSubstr(R"(title "a \047title\047\134n\140rm\140")"));
  EXPECT_THAT(script, HasSubstr(R"(set ylabel "position [m]")"));
  EXPECT_THAT(script, HasSubstr(R"(set ylabel "force [N]")"));
  EXPECT_THAT(script, HasSubstr(R"("node.o\047brien.position, b.nc")"));
  EXPECT_THAT(script, HasSubstr("NaN NaN"));
  EXPECT_THAT(script, HasSubstr("lc rgb '#0072b2' dt 2"));
}

TEST_F(PlotTest, gnuplot_draws_every_kind_of_picture) {
  const ResultFile file = written(moving_results(11));
  const auto data = read_plot({&file}, {{"node.bob.position", "joint.pin.force"}, "", {}, false});
  for (const auto& [name, magic] : {std::pair{"a.png", "\x89PNG"}, {"a.svg", "<?xml"}, {"a.pdf", "%PDF"}}) {
    ASSERT_EQ(draw_plot(*data, {"it's", {"run.nc"}, {}}, folder / name), "");
    EXPECT_EQ(contents(folder / name).substr(0, std::string(magic).size()), magic);
  }
  for (const std::string title :
       {"'x", "\"", "\\", "`touch here`", "@x {/b} a_b^c %s $x <b>", "", "\x1b[2J\n"}) {
    EXPECT_EQ(draw_plot(*data, {title, {title}, {}}, folder / "a.svg"), "") << title;
    if (title.starts_with('`')) {
      EXPECT_THAT(contents(folder / "a.svg"), HasSubstr(title));
    }
  }
  EXPECT_THAT(files(), testing::ElementsAre("a.pdf", "a.png", "a.svg", "run.nc"));
}

}  // namespace
}  // namespace pintle
