#include "pintle/analysis/energy_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pintle {

namespace {

// Of the energy that moves: what a method may add, or take, without a word. A step that resolves the motion
// changes it by some thousandths at most.
constexpr double kTolerableGain = 0.02, kTolerableLoss = 0.1;
// Of the energy that is stored, or that weight could store: what moves less is at rest but for round-off and
// tolerances.
constexpr double kUnnoticed = 1e-9;

}  // namespace

EnergyWatch::EnergyWatch(const System& system) {
  for (std::size_t i = 0; i < system.sets().size(); ++i) {
    const ElementSet& set = *system.sets()[i];
    if (set.size() == 0) continue;
    const WorkDone work = system.work_done(i);
    work_ = std::max(work_, work);
    if (work == WorkDone::any && adding_.empty()) adding_ = describe(set, 0);
  }
  if (work_ != WorkDone::any && !system.has_constant_gravity()) {
    work_ = WorkDone::any;
    adding_ = "gravity that changes";
  }
}

void EnergyWatch::sample(const Totals& totals, double lift, double time) {
  if (!std::isfinite(totals.kinetic + totals.potential)) return;  // what came before tells of it
  samples_.push_back({time, totals.kinetic, totals.potential, lift});
}

double EnergyWatch::scale() const {
  double kinetic = 0.0, lift = 0.0, least = std::numeric_limits<double>::infinity(), most = -least;
  for (const Sample& sample : samples_) {
    kinetic = std::max(kinetic, sample.kinetic);
    lift = std::max(lift, sample.lift);
    least = std::min(least, sample.stored);
    most = std::max(most, sample.stored);
  }
  if (samples_.empty()) return 0.0;
  return std::max(
      {kinetic, most - least, kUnnoticed * std::abs(most), kUnnoticed * std::abs(least), kUnnoticed * lift});
}

double EnergyWatch::largest_rise(double sign) const {
  double largest = 0.0, lowest = std::numeric_limits<double>::infinity();
  for (const Sample& sample : samples_) {
    lowest = std::min(lowest, sign * sample.energy());
    largest = std::max(largest, sign * sample.energy() - lowest);
  }
  return largest;
}

double EnergyWatch::time_of_rise(double sign, double size) const {
  double lowest = std::numeric_limits<double>::infinity();
  for (const Sample& sample : samples_) {
    lowest = std::min(lowest, sign * sample.energy());
    if (sign * sample.energy() - lowest > size) return sample.time;
  }
  return 0.0;
}

bool EnergyWatch::has_grown() const { return work_ != WorkDone::any && gained() > kTolerableGain * scale(); }

void EnergyWatch::warn(Diagnostics& diagnostics, std::string_view advice) const {
  if (has_grown())
    diagnostics.warning(
        {},
        fmt::format("the energy grows by {:.3g} J, where {:.3g} J move and no element adds any: the "
                    "method does, first seen at t = {:.6g} s. The results are not those of the model",
                    gained(), scale(), time_of_rise(+1.0, kTolerableGain * scale())),
        std::string(advice));
  else if (work_ == WorkDone::none && lost() > kTolerableLoss * scale())
    diagnostics.warning(
        {},
        fmt::format("the energy falls by {:.3g} J, where {:.3g} J move and no element takes any: the "
                    "method does, first seen at t = {:.6g} s",
                    lost(), scale(), time_of_rise(-1.0, kTolerableLoss * scale())),
        std::string(advice));
}

std::string EnergyWatch::summary() const {
  if (work_ == WorkDone::any) return fmt::format("not watched: {} may add energy", adding_);
  if (work_ == WorkDone::taken)
    return fmt::format("{:.2g} J added by the method, of {:.3g} J that move", gained(), scale());
  return fmt::format("{:.2g} J added, {:.2g} J taken by the method, of {:.3g} J that move", gained(), lost(),
                     scale());
}

}  // namespace pintle
