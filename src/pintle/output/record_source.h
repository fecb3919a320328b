// What the records of a NetCDF results file hold, and how its variables are named.
#pragma once

#include <string>
#include <vector>

#include "pintle/system/observer.h"

namespace pintle {

struct RecordVariable {
  std::string name, unit, doc;
  std::size_t size = 1;
  bool is_rotation_vector = false;
  bool is_whole = false;  // a whole number
  std::string type = {};  // in the words of the naming; may be empty
  // Whose it is ("joint.pin"), and what it tells in the words of the element's own channels; for a scene.
  std::string owner = {}, quantity = {};
};

// Whole numbers that do not change, such as labels.
struct FixedVariable {
  std::string name, doc, type;
  std::vector<int> values;
};

// A name that NetCDF takes: it forbids '/' and control characters.
std::string legal_name(std::string name);
// "joint.pin", and "joint.pin.angle", as results name it.
std::string owner_name(std::string_view kind, std::string_view name);
std::string variable_name(std::string_view kind, std::string_view name, std::string_view channel);

class RecordSource {
 public:
  virtual ~RecordSource() = default;
  // Called once, before the others. The first variable is the time.
  virtual void start(const System& system) = 0;
  virtual void evaluate(const System& system, const State& state, const Context& context, double* record) = 0;
  // How the step to the next record was found; none was made before the first.
  virtual void take_step(const StepInfo&) {}
  // Names of the dimensions that follow the time for a variable of this size (3, 4 or 9).
  virtual std::vector<std::string> dimensions(std::size_t size) const = 0;
  virtual std::string_view doc_attribute() const = 0;

  const std::vector<RecordVariable>& variables() const { return variables_; }
  const std::vector<FixedVariable>& fixed() const { return fixed_; }

 protected:
  std::vector<RecordVariable> variables_;
  std::vector<FixedVariable> fixed_;
};

// All channels, named "kind.name.channel", and quantities of the whole system.
class ChannelRecords final : public RecordSource {
 public:
  void start(const System& system) override;
  void evaluate(const System& system, const State& state, const Context& context, double* record) override;
  void take_step(const StepInfo& step) override { step_ = step; }
  std::vector<std::string> dimensions(std::size_t size) const override;
  std::string_view doc_attribute() const override { return "long_name"; }

 private:
  StepInfo step_;
};

}  // namespace pintle
