// Comparison: how far two runs of one model are apart, quantity by quantity, once the change of the model is
// taken back from the results of the second.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "pintle/selfcheck/rigid_motion.h"
#include "pintle/selfcheck/trial.h"
#include "pintle/selfcheck/unit_change.h"

namespace pintle {

// What was done to the model of the second run.
struct Change {
  RigidMotion motion;
  UnitScale scale;
  std::function<std::string(std::string_view kind, const std::string& name)> new_name = {};

  bool is_turned() const { return !motion.turn.isIdentity(0.0); }
  bool is_moved() const { return !motion.shift.isZero(0.0); }
};

// Quantities of one name and unit, of all nodes and elements that have it, are one kind.
struct QuantityKind {
  std::string name, unit;
  double scale = 0.0;        // the largest that the unit comes to in the run
  double last_digits = 0.0;  // what the last digits of places come to in such a quantity within a step
  double largest_force =
      0.0;       // of accelerations and forces: what the largest force of the run comes to in them
  int rate = 0;  // 1 of velocities, 2 of accelerations and forces

  // The same after some steps: velocities walk at random, and places with them.
  double round_off(double steps) const;
};

// The largest difference of a kind at an instant, and the element that has it.
struct Difference {
  double value = 0.0;
  std::size_t group = 0;
};

class Comparison {
 public:
  // `step` is that of the run.
  Comparison(const Trial& base, const System& system, double step);

  const std::vector<QuantityKind>& kinds() const { return kinds_; }
  const Trial& base() const { return base_; }

  // By instant, then by kind. Empty when an element has gone.
  std::vector<std::vector<Difference>> with(const Trial& other, const Change& change) const;

 private:
  struct Channel {
    const ChannelInfo* info;
    Index at;
    std::size_t group, kind;
  };
  void find_scales(const System& system, double step);
  VecX brought_back(const Channel& channel, const VecX& values, Index at, const Change& change) const;

  const Trial& base_;
  std::vector<Channel> channels_;
  std::vector<QuantityKind> kinds_;
};

// Every value replaced by the largest until a twentieth of the run later: what is measured may just pass
// through zero.
std::vector<std::vector<double>> grown(const std::vector<std::vector<Difference>>& differences);

}  // namespace pintle
