// Drives as values, the registry, and evaluation without allocation.
#include "pintle/drives/drive.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <new>
#include <stdexcept>

#include "pintle/drives/cosine.h"
#include "pintle/drives/drive_test_support.h"
#include "pintle/drives/expression.h"
#include "pintle/drives/linear.h"
#include "pintle/drives/piecewise_linear.h"
#include "pintle/drives/ramp.h"
#include "pintle/drives/sine.h"
#include "pintle/drives/step.h"
#include "pintle/drives/sum.h"
#include "pintle/drives/time.h"
#include "pintle/drives/time_function.h"

namespace {

long allocations = 0;

}  // namespace

// Counts every allocation of this test program.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace pintle {

long drive_test::allocation_count() { return allocations; }

namespace {

using namespace drive_test;

TEST(Drive, is_zero_by_default) {
  const Drive drive;
  EXPECT_EQ(at(drive, 3.0), 0.0);
  EXPECT_TRUE(drive.is_constant());
  EXPECT_TRUE(drive.depends_on_time_only());
}

TEST(Drive, constant_has_no_derivatives) {
  const Drive drive = Drive::constant(4.5);
  double rate = -1.0;
  EXPECT_EQ(drive.value_and_gradient({2.0, {}}, rate, {}), 4.5);
  EXPECT_EQ(rate, 0.0);
  expect_derivatives_match(drive, {0.0, 1.0});
}

TEST(Drive, copies_share_what_they_evaluate) {
  const Drive drive = drive_of_time(StraightLine{1.0, 2.0});
  const long before = allocation_count();
  const Drive copy = drive;
  EXPECT_EQ(allocation_count(), before);
  EXPECT_EQ(at(copy, 3.0), 7.0);
}

// A sum of drives of all types that are made of others or remember.
Drive everything_nested() {
  const Value wave = nested("sine", {{"angular_velocity", 2}, {"amplitude", 1}});
  const Value points = Value::list({Value::list({0.1, 0.2}), Value::list({0.3, 0.4})});
  const Value trigger = nested("closest_next", {{"increment", nested("step_size")}});
  const BuiltDrive built = build(
      register_sum_drive,
      Card().set(
          "drives",
          Value::list({nested("product", {{"drives", Value::list({"t", wave})}}),
                       nested("composition", {{"outer", "argument*t"}, {"inner", wave}}),
                       nested("measured", {{"quantity", "node.a.x"}, {"function", wave}}),
                       nested("periodic", {{"period", 0.7}, {"function", wave}}),
                       nested("frequency_sweep", {{"angular_velocity", wave}, {"amplitude", "node.b.y"}}),
                       nested("sample_and_hold", {{"function", "node.a.x"}, {"trigger", trigger}}),
                       nested("random", {{"amplitude", 1}, {"seed", 2}}),
                       nested("fourier_series", {{"angular_velocity", 2}, {"terms", points}})})));
  EXPECT_EQ(built.problems, "");
  EXPECT_TRUE(built.drive.has_history());
  EXPECT_EQ(built.history.size(), 3u);
  return built.drive;
}

TEST(Drive, evaluation_of_no_type_allocates) {
  const Oscillation wave{.angular_velocity = 2.0, .amplitude = 3.0, .cycles = 2};
  const std::array drives{
      Drive::constant(1.0),
      drive_of_time(TimeItself{}),
      drive_of_time(StraightLine{1.0, 2.0}),
      drive_of_time(SineWave(wave)),
      drive_of_time(CosineWave(wave)),
      drive_of_time(StepInTime{1.0, 2.0, 3.0}),
      drive_of_time(RampInTime{.slope = 2.0}),
      drive_of_time(Polyline({0.0, 1.0, 2.0}, {0.0, 5.0, 4.0})),
      build(register_expression_drive, Card().set("expression", "t^2*sin(node.a.x) - node.b.y")).drive,
      everything_nested(),
  };
  std::array<double, 8> history{};
  const std::array<double, 2> channels{0.5, 0.7};
  std::array<double, 2> by_channel{};
  const long before = allocation_count();
  double sum = 0.0;
  for (const Drive& drive : drives) {
    for (double t = -1.0; t < 4.0; t += 0.25) {
      double by_time = 0.0;
      const DriveInputs inputs{t, channels, 4.0 * t, 0.25, history};
      sum += drive.value(inputs) + drive.value_and_gradient(inputs, by_time, by_channel) + by_time;
      drive.commit(inputs, history);
      if (drive.depends_on_time_only()) sum += drive.derivatives(t).acceleration;
    }
  }
  EXPECT_EQ(allocation_count(), before);
  EXPECT_TRUE(std::isfinite(sum));
  const std::string long_text(1000, 'x');  // the counter counts
  EXPECT_GT(allocation_count(), before);
}

TEST(DriveRegistry, finds_a_type_by_name_and_alias) {
  DriveRegistry registry;
  register_piecewise_linear_drive(registry);
  register_expression_drive(registry);
  EXPECT_EQ(registry.schemas().size(), 2u);
  ASSERT_NE(registry.find("piecewise linear"), nullptr);
  EXPECT_EQ(registry.find("piecewise linear")->type(), "piecewise_linear");
  ASSERT_NE(registry.find("string"), nullptr);
  EXPECT_EQ(registry.find("string")->type(), "expression");
  EXPECT_EQ(registry.find("sine"), nullptr);
}

TEST(DriveRegistry, refuses_a_name_twice_and_cards_it_does_not_know) {
  DriveRegistry registry;
  register_sine_drive(registry);
  EXPECT_THROW(register_sine_drive(registry), std::logic_error);
  EXPECT_THROW(registry.add(CardSchema("joint", "pin"), nullptr), std::logic_error);
  Diagnostics diagnostics;
  DriveBuildContext context{diagnostics, {}, {}};
  Card card;
  card.kind = "drive";
  card.type = "cosine";
  EXPECT_THROW(registry.build(CheckedCard::in_error(card), context), std::logic_error);
}

}  // namespace
}  // namespace pintle
