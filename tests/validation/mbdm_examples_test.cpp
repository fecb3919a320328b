// The files of examples/mbdm end where the closed forms of MBDM's document (and ERRATA 7) say. `pintle verify
// mbdm` compares the same mechanisms in all their quantities and by several methods.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <numbers>

#include "pintle/verification/mbdm_slider_crank.h"

namespace pintle {
namespace {

using std::numbers::pi;

State end_of(const std::string& name, double end_time) {
  Diagnostics diagnostics;
  const auto path = std::filesystem::path(PINTLE_SOURCE_DIR) / "examples/mbdm" / name;
  const std::optional<ModelDesc> model = read_model(path, diagnostics);
  if (!model) throw std::runtime_error(diagnostics.to_text());
  return run_sampled(*model, {end_time}).states[0];
}

TEST(MbdmExamples, body_on_spring_follows_equation_93) {
  const double w = std::sqrt(1e4 / 60.0);
  // The phase of rk4 is late by (wh)^4 w t / 120 = 3e-9.
  EXPECT_NEAR(end_of("body_on_spring.mbdm", 1.0).q[2], -60.0 * 9.81 / 1e4 * (1.0 - std::cos(w)), 1e-9);
}

TEST(MbdmExamples, kinematic_slider_crank_is_back_after_a_turn) {
  const State state = end_of("slider_crank_kinematic.mbdm", 1.0);
  const SliderCrankMotion exact = slider_crank_motion(pi / 4.0, 2.0 * pi);
  EXPECT_NEAR(position_of(state, 2).x(), exact.slider[0], 1e-10);
  EXPECT_LT((position_of(state, 1) - exact.rod_centre[0]).norm(), 1e-10);
}

TEST(MbdmExamples, compressor_is_where_erratum_7_says) {
  const State state = end_of("slider_crank_dynamic.mbdm", 1.0);
  // rk4 steps over the kink of the gas force.
  EXPECT_NEAR(position_of(state, 2).x(), 2.3976233, 5e-6);
  EXPECT_NEAR(state.v[5], 23.321152, 5e-5);
}

TEST(MbdmExamples, wheel_precesses_steadily) {
  const Vec3 x = position_of(end_of("gyroscopic_wheel.mbdm", 2.0));
  const double rate = 2.058624957076919, reach = 0.2 * std::sin(pi / 3.0);
  // rk4 loses (h w)^4 = 6e-6 of each radian at most; h w = 0.05.
  EXPECT_LT((x - Vec3(reach * std::cos(2.0 * rate), reach * std::sin(2.0 * rate), 0.1)).norm(), 5e-6);
}

}  // namespace
}  // namespace pintle
