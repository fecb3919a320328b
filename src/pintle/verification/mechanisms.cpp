#include "pintle/verification/mechanisms.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace pintle {

namespace {

using std::numbers::pi;

}  // namespace

ModelDesc four_bars(int n, bool is_redundant) {
  const Vec3 inertia(1e-3, 1.0 / 12.0, 1.0 / 12.0), upright_inertia(1.0 / 12.0, 1e-3, 1.0 / 12.0);
  std::vector<Card> cards{gravity_card({0, -9.81, 0}), solver_card("spatial", 0.95),
                          dynamic_card(10.0, 1e-3)};
  for (int i = 0; i <= n; ++i) {
    const std::string bar = fmt::format("bar {}", i);
    cards.push_back(node_card(bar, {double(i), 0.5, 0}, {0.5, 0, 0}, {0, 0, -1}));
    cards.push_back(body_card(bar, 1.0, upright_inertia));
    cards.push_back(joint_card("revolute_hinge", fmt::format("pivot {}", i), ground_at({double(i), 0, 0}),
                               attachment(bar, {0, -0.5, 0})));
  }
  for (int i = 0; i < n; ++i) {
    const std::string coupler = fmt::format("coupler {}", i);
    cards.push_back(node_card(coupler, {i + 0.5, 1, 0}, {1, 0, 0}));
    cards.push_back(body_card(coupler, 1.0, inertia));
    cards.push_back(joint_card("revolute_hinge", fmt::format("near {}", i),
                               attachment(fmt::format("bar {}", i), {0, 0.5, 0}),
                               attachment(coupler, {-0.5, 0, 0})));
    cards.push_back(joint_card(is_redundant ? "revolute_hinge" : "in_line", fmt::format("far {}", i),
                               attachment(coupler, {0.5, 0, 0}),
                               attachment(fmt::format("bar {}", i + 1), {0, 0.5, 0})));
  }
  return model_of(fmt::format("{} four-bars", n), std::move(cards));
}

Vec3 top_of_first_bar(const State& state) {
  return position_of(state) + orientation_of(state) * Vec3(0, 0.5, 0);
}

namespace {

// A03. Symbols as in CASES.md and in the IVP test set; every body's node is at its centre of mass.
// NOLINTBEGIN(readability-identifier-naming): the symbols of the source
struct Squeezer {
  static constexpr double d = .028, da = .0115, e = .02, ea = .01421, rr = .007, ra = .00092, sa = .01874,
                          sb = .01043, sc = .018, sd = .02, ta = .02308, tb = .00916, u = .04, ua = .01228,
                          ub = .00449, zf = .02, zt = .04, fa = .01421;
  static constexpr std::array<double, 7> mass{.04325, .00365, .02373, .00706, .07050, .00706, .05498};
  static constexpr std::array<double, 7> inertia{2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7,
                                                 1.169e-5, 5.667e-7, 1.912e-5};
};
// NOLINTEND(readability-identifier-naming)

constexpr SqueezerCoordinates kSqueezerAtStart{
    -0.0617138900142764, 0, 0.455279819163070, 0.222668390165886, 0.487364979543843, -0.222668390165886,
    1.230547444549821};

// Angles of the seven bodies from the seven coordinates (beta, theta, gamma, phi, delta, omega, epsilon).
std::array<double, 7> body_angles(const SqueezerCoordinates& q) {
  return {q[0], q[0] + q[1], q[2], q[3] + q[4], q[4], q[5] + q[6], q[6]};
}

}  // namespace

ModelDesc squeezer() {
  using S = Squeezer;
  const std::array<double, 7> angle = body_angles(kSqueezerAtStart);
  const Vec3 a(-.06934, -.00227, 0), b(-.03635, .03273, 0), c(.014, .072, 0);
  const auto turn = [](double phi) { return Mat3(Eigen::AngleAxisd(phi, Vec3::UnitZ())); };
  const auto body = [&](std::size_t i, const Vec3& local) { return Vec3(turn(angle[i]) * local); };
  // Where bodies meet, then centres of mass.
  const Vec3 p1 = body(0, {S::rr, 0, 0}), p = p1 + body(1, {-S::d, 0, 0});
  const Vec3 end5 = a + body(4, {S::zt, 0, 0}), end7 = a + body(6, {0, -S::u, 0});
  const std::array<Vec3, 7> centre{body(0, {S::ra, 0, 0}),          p1 + body(1, {-S::da, 0, 0}),
                                   b + body(2, {S::sb, -S::sa, 0}), end5 + body(3, {0, -(S::e - S::ea), 0}),
                                   a + body(4, {S::ta, S::tb, 0}),  end7 + body(5, {S::zf - S::fa, 0, 0}),
                                   a + body(6, {-S::ub, -S::ua, 0})};
  std::vector<Card> cards;
  const auto name = [](std::size_t i) { return fmt::format("K{}", i + 1); };
  for (std::size_t i = 0; i < 7; ++i) {
    cards.push_back(node_card(name(i), centre[i]).set("orientation", rows_of(turn(angle[i]))));
    cards.push_back(body_card(name(i), S::mass[i], Vec3(1, 1, 1) * S::inertia[i]));
  }
  const auto on = [&](std::size_t i, const Vec3& point) {
    return attachment(name(i), turn(-angle[i]) * (point - centre[i]));
  };
  const auto hinge = [&](std::string label, Value first, Value second) {
    cards.push_back(joint_card("revolute_hinge", std::move(label), std::move(first), std::move(second)));
  };
  hinge("O", "ground", on(0, Vec3::Zero()));
  hinge("P1", on(0, p1), on(1, p1));
  hinge("B", ground_at(b), on(2, b));
  hinge("A5", ground_at(a), on(4, a));
  hinge("A7", ground_at(a), on(6, a));
  hinge("K4-K5", on(4, end5), on(3, end5));
  hinge("K6-K7", on(6, end7), on(5, end7));
  for (const std::size_t i : {2u, 3u, 5u})
    cards.push_back(joint_card("in_line", fmt::format("P{}", i), on(1, p), on(i, p)));
  const Vec3 spring_end = b + body(2, {S::sd, -S::sc, 0});
  cards.push_back(joint_card("spring_damper", "spring", ground_at(c), on(2, spring_end))
                      .set("stiffness", 4530.0)
                      .set("length", 0.07785));
  cards.push_back(load_card("couple", "motor").set("at", "K1").set("value", Value::list({0, 0, 0.033})));
  cards.push_back(solver_card("spatial", 0.9));
  cards.push_back(dynamic_card(0.03, 1e-6));
  return model_of("Andrews' squeezer", std::move(cards));
}

// Angles are followed step by step so that full turns count.
SqueezerCoordinates squeezer_at_end(const ModelDesc& model, const JobOptions& options) {
  std::array<double, 7> angle = body_angles(kSqueezerAtStart);
  run_sampled(model, {0.03}, options, [&](const System&, const State& state, const Context&) {
    for (std::size_t i = 0; i < 7; ++i) {
      const Quat turn = orientation_of(state, static_cast<int>(i));
      const double now = 2.0 * std::atan2(turn.z(), turn.w());
      angle[i] += std::remainder(now - angle[i], 2.0 * pi);
    }
  });
  return {angle[0], angle[1] - angle[0], angle[2], angle[3] - angle[4],
          angle[4], angle[5] - angle[6], angle[6]};
}

Vec3 PlaneBar::along() const { return {std::cos(angle), 0, std::sin(angle)}; }
Vec3 PlaneBar::centre_velocity() const {
  return from_velocity + 0.5 * length * rate * Vec3(-std::sin(angle), 0, std::cos(angle));
}
Vec3 PlaneBar::inertia() const {
  const double across = mass * length * length / 12.0;
  return {1e-3 * mass, across, across};
}

std::array<PlaneBar, 3> crank_rocker_bars() {
  constexpr double kCrank = 0.3, kCoupler = 1.0, kRocker = 0.6, kRate = 1.0;
  const Vec3 pin(0, 0, kCrank), between = kCrankRockerPivot - pin;
  const double apart = between.norm(),
               foot = (apart * apart + kCoupler * kCoupler - kRocker * kRocker) / (2.0 * apart);
  const Vec3 along = between / apart, above(-along.z(), 0, along.x());
  const Vec3 top = pin + foot * along + std::sqrt(kCoupler * kCoupler - foot * foot) * above;
  const Vec3 coupler = top - pin, rocker = top - kCrankRockerPivot;
  // Velocity of the top: of the pin and across the coupler = across the rocker.
  const Vec3 pin_velocity(-kCrank * kRate, 0, 0), across_coupler(-coupler.z(), 0, coupler.x()),
      across_rocker(-rocker.z(), 0, rocker.x());
  const double coupler_rate = -pin_velocity.dot(rocker) / across_coupler.dot(rocker);
  const double rocker_rate = pin_velocity.dot(coupler) / across_rocker.dot(coupler);
  const auto angle = [](const Vec3& v) { return std::atan2(v.z(), v.x()); };
  return {PlaneBar{"crank", 1.5, kCrank, Vec3::Zero(), 0.5 * pi, Vec3::Zero(), kRate},
          PlaneBar{"coupler", 5.0, kCoupler, pin, angle(coupler), pin_velocity, coupler_rate},
          PlaneBar{"rocker", 3.0, kRocker, kCrankRockerPivot, angle(rocker), Vec3::Zero(), rocker_rate}};
}

ModelDesc crank_rocker() {
  const Mat3 about_y(Eigen::AngleAxisd(-0.5 * pi, Vec3::UnitX()));  // axis 3 along y
  const std::array<PlaneBar, 3> bars = crank_rocker_bars();
  std::vector<Card> cards{gravity_card({0, 0, -9.81})};
  for (const PlaneBar& bar : bars) {
    cards.push_back(node_card(bar.name, bar.centre(), bar.centre_velocity(), {0, -bar.rate, 0})
                        .set("orientation", rows_of(Mat3(Eigen::AngleAxisd(-bar.angle, Vec3::UnitY())))));
    cards.push_back(body_card(bar.name, bar.mass, bar.inertia()));
  }
  const auto end = [&](std::size_t i, double side) {
    return attachment(bars[i].name, {0.5 * side * bars[i].length, 0, 0}, about_y);
  };
  cards.push_back(joint_card("revolute_hinge", "A", ground_at(Vec3::Zero(), about_y), end(0, -1)));
  cards.push_back(joint_card("revolute_hinge", "B", end(0, 1), end(1, -1)));
  cards.push_back(joint_card("revolute_hinge", "C", end(1, 1), end(2, 1)));
  cards.push_back(joint_card("revolute_hinge", "D", ground_at(kCrankRockerPivot, about_y), end(2, -1)));
  cards.push_back(dynamic_card(1.0, 1e-3));
  return model_of("crank-rocker", std::move(cards));
}

}  // namespace pintle
