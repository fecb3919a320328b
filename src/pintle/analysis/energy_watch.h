// What a run does to the energy of its system, beside what the elements can do to it.
#pragma once

#include <string>
#include <vector>

#include "pintle/base/diagnostics.h"
#include "pintle/system/system.h"

namespace pintle {

// Where no element adds energy, whatever the sum of kinetic and stored energy gains comes from the method;
// where none takes any either, also what it loses. See docs/theory/energy_watch.md.
class EnergyWatch {
 public:
  explicit EnergyWatch(const System& system);

  // Once per state that is looked at, in the order of time. `lift`: energy that the weight of the model gives
  // it over its own length.
  void sample(const Totals& totals, double lift, double time);
  // Warns where the method adds or takes more than a fraction of the energy that moves.
  void warn(Diagnostics& diagnostics, std::string_view advice) const;

  WorkDone work() const { return work_; }
  // The energy that moves: the largest kinetic one, or the swing of what is stored.
  double scale() const;
  // The most by which the energy has risen above an earlier value, or fallen below one.
  double gained() const { return largest_rise(+1.0); }
  double lost() const { return largest_rise(-1.0); }
  bool has_grown() const;
  // "3.2e-06 J added, 1.1e-04 J taken by the method, of 9.81 J that move", or why nothing is known.
  std::string summary() const;

 private:
  struct Sample {
    double time, kinetic, stored, lift;
    double energy() const { return kinetic + stored; }
  };
  double largest_rise(double sign) const;
  double time_of_rise(double sign, double size) const;

  WorkDone work_ = WorkDone::none;
  std::string adding_;  // the first element that may add energy
  std::vector<Sample> samples_;
};

}  // namespace pintle
