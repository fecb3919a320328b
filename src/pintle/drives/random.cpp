#include "pintle/drives/random.h"

#include <cmath>
#include <memory>

#include "pintle/drives/drive_registry.h"

namespace pintle {

namespace {

// The finaliser of SplitMix64: a bijection in which every bit of the result depends on every bit given.
std::uint64_t mixed(std::uint64_t x) noexcept {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

}  // namespace

double random_number(std::uint64_t seed, std::int64_t index) noexcept {
  constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15u;
  const std::uint64_t bits = mixed(mixed(seed + kGolden) + kGolden * static_cast<std::uint64_t>(index + 1));
  return std::ldexp(static_cast<double>(bits >> 11), -52) - 1.0;
}

double RandomDrive::value_of(double argument, double step) const noexcept {
  const RandomSettings& s = settings_;
  if (argument < s.initial_time || argument > s.final_time) return s.mean;
  const double index =
      std::floor(s.interval > 0.0 ? (argument - s.initial_time) / s.interval : step / s.steps);
  return s.mean + s.amplitude * random_number(s.seed, static_cast<std::int64_t>(index));
}

namespace {

// Without a seed of their own, drives written at different places have different ones, and a drive that is
// used twice has one.
std::uint64_t seed_of(const CheckedCard& card) {
  if (card.has("seed")) return static_cast<std::uint64_t>(card.integer("seed"));
  const SourcePlace& place = card.place();
  return mixed((static_cast<std::uint64_t>(place.line) << 32) + static_cast<std::uint64_t>(place.column));
}

Drive build_random(const CheckedCard& card, DriveBuildContext& context) {
  RandomSettings settings{.amplitude = card.real("amplitude"),
                          .mean = card.real("mean"),
                          .initial_time = card.real("initial_time"),
                          .steps = card.integer("steps"),
                          .seed = seed_of(card)};
  if (card.has("final_time")) settings.final_time = card.real("final_time");
  if (card.has("interval")) settings.interval = card.real("interval");
  if (card.is_given("interval") && card.is_given("steps")) {
    context.diagnostics.error(card.place_of("interval"),
                              describe(card.card()) + ": 'interval' and 'steps' exclude each other");
  }
  return Drive(std::make_shared<const RandomDrive>(settings));
}

}  // namespace

void register_random_drive(DriveRegistry& registry) {
  registry.add(
      CardSchema("drive", "random")
          .synonyms({"noise", "white_noise"})
          .mbdyn({"random"},
                 "<amplitude>, <mean>, <initial_time>, {forever | <final_time>}, [steps, <steps>], "
                 "[seed, {time | <seed>}]")
          .summary("Uniformly distributed numbers, each held for a while.")
          .real("amplitude", "largest deviation from the mean")
          .unit("any")
          .example(1.0)
          .real("mean", "mean, and value before and after")
          .unit("any")
          .optional(0.0)
          .real("initial_time", "when it begins")
          .unit("s")
          .optional(0.0)
          .real("final_time", "when it ends; never, if left out")
          .unit("s")
          .optional()
          .integer("steps", "for how many steps a number is held")
          .at_least(1)
          .optional(1)
          .real("interval", "for how long a number is held, instead of steps")
          .unit("s")
          .positive()
          .optional()
          .integer("seed", "the same seed gives the same numbers; left out: from where it is written")
          .optional()
          .example(1),
      build_random);
}

}  // namespace pintle
