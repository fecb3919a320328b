// The variables of a model in MBDyn's language.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/source_place.h"
#include "pintle/lang/mbdyn/reference_frame.h"
#include "pintle/lang/mbdyn/scalar.h"
#include "pintle/model/value.h"

namespace pintle::mbdyn {

struct Symbol {
  ScalarType type = ScalarType::real;
  Scalar value = 0.0;
  bool is_constant = false;
  // What the variable stands for while the model runs, as an expression drive writes it: "t", or the quantity
  // that it is bound to; empty for one that keeps its value.
  std::string quantity;
  bool is_bound = false;     // to a quantity of the model, which has no value while that is read
  SourcePlace used_at = {};  // where a drive took its value, which that drive keeps
};

// [elem, x, 1000, joint, string="rz"], [node, x, 8, structural, string="X[3]"], [dof, x, 8, structural, 3,
// algebraic]
struct Binding {
  std::string plugin;  // "elem", "node" or "dof"
  std::int64_t label = 0;
  std::string type;  // "joint", "structural"
  std::string name;  // of the quantity; or
  std::int64_t index = 0;
  std::string order;  // "algebraic", "differential"
  SourcePlace place;
};

class SymbolTable {
 public:
  SymbolTable();  // with pi, e, the conversion factors, Time, Var, Step, TimeStep

  Symbol* find(std::string_view name);
  const Symbol* find(std::string_view name) const;
  void declare(std::string name, Symbol symbol) { symbols_[std::move(name)] = std::move(symbol); }
  std::vector<std::string> names() const;

  // After a file or a declaration that could not be read: variables may be missing that are not misspelt.
  bool has_gaps() const { return has_gaps_; }
  void set_gaps() { has_gaps_ = true; }

  // Structural nodes as they are at the start, for the functions of the namespace `model`.
  std::function<const ReferenceFrame*(std::int64_t label)> node;
  // The quantity that a variable is bound to by [plug-in, variable, label, type, what].
  std::function<std::string(const Binding&)> bind;
  // That quantity at the start, where the reader knows it.
  std::function<std::optional<double>(const Binding&)> value_at_start;
  // The name in the model of a drive caller or scalar function that a formula asks for; one that is not there
  // throws.
  std::function<std::string(std::int64_t label, const SourcePlace& place)> drive_called;
  std::function<std::string(const std::string& name, const SourcePlace& place)> function_called;
  // A number of the element that is being read, "L0" say; nothing where it has none of that name.
  std::function<std::optional<double>(const std::string& name)> of_current_element;
  // Adds a drive to the model; gives the name that a formula has for it.
  std::function<std::string(const Value& drive)> define_drive;

  // Tells the user something about a place: what a formula prints.
  std::function<void(const SourcePlace& place, const std::string& text)> tell;

  std::mt19937& random() { return random_; }

 private:
  std::map<std::string, Symbol, std::less<>> symbols_;
  std::mt19937 random_;
  bool has_gaps_ = false;
};

}  // namespace pintle::mbdyn
