// SystemBuilder: what drives listen to, and which outputs may follow what drives listen to.
#include <fmt/format.h>

#include "pintle/system/private_data.h"
#include "pintle/system/system_builder.h"

namespace pintle {

int SystemBuilder::measurement(std::string_view name, const SourcePlace& place) {
  for (std::size_t i = 0; i < measurements_.size(); ++i)
    if (measurements_[i].name == name) return static_cast<int>(i);
  measurements_.push_back({std::string(name), place});
  return static_cast<int>(measurements_.size()) - 1;
}

void SystemBuilder::begin_card() {
  card_ = listened_.size();
  listened_.emplace_back();
  elements_before_.clear();
}

void SystemBuilder::end_card() {
  for (const auto& [position, before] : elements_before_) {
    std::vector<std::size_t>& cards = card_of_[position];
    cards.resize(static_cast<std::size_t>(before), 0);
    cards.resize(static_cast<std::size_t>(sets_[position]->size()), card_);
  }
  card_ = 0;
}

// By slot: measurements that the quantity may follow, as far as drives tell; gravity has the last.
std::vector<std::vector<Index>> SystemBuilder::list_needs(const System& system) const {
  const std::vector<Measurement>& measurements = system.measurements_;
  const auto gravity = static_cast<Index>(measurements.size());
  std::vector<std::vector<Index>> needs;
  for (const Measurement& m : measurements) {
    std::vector<Index>& list = needs.emplace_back();
    if (!m.is_of_element()) continue;
    const auto cards = card_of_.find(static_cast<std::size_t>(m.set));
    const auto element = static_cast<std::size_t>(m.element);
    const bool is_of_card = cards != card_of_.end() && element < cards->second.size();
    list = listened_[is_of_card ? cards->second[element] : 0];
    list.push_back(gravity);
  }
  const std::vector<int> of_gravity = system.gravity_.measurements_used();
  needs.emplace_back(of_gravity.begin(), of_gravity.end());
  return needs;
}

void SystemBuilder::refuse_circle(const System& system, Snapshot& snapshot) {
  const std::vector<Index> circle = system.find_circle(snapshot);
  if (circle.empty()) return;
  std::vector<std::string> names;  // of those that stand in it, each once
  SourcePlace place;
  for (const Index slot : circle) {
    std::string name = "gravity";
    if (const auto i = static_cast<std::size_t>(slot); i < system.measurements().size()) {
      const Measurement& m = system.measurements()[i];
      const ElementSet& set = *system.sets()[static_cast<std::size_t>(m.set)];
      name = describe(set, m.element);
      if (names.empty()) place = set.label(m.element).place;
    }
    if (names.empty() || names.back() != name) names.push_back(std::move(name));
  }
  if (names.size() > 1 && names.front() == names.back()) names.pop_back();
  diagnostics_.error(
      place,
      names.size() == 1
          ? fmt::format("{} listens to its own output, which follows from that", names.front())
          : fmt::format("{} listens to {}, which listens to the first: none of these outputs can be "
                        "found before the others",
                        names.front(), fmt::join(names.begin() + 1, names.end(), ", which listens to ")),
      "let one of them listen to the motion of a node or to the reaction of a joint");
}

void SystemBuilder::find_private_data(System& system, const Context& context) {
  for (std::size_t i = 0; i < measurements_.size(); ++i) {
    Measurement& m = system.measurements_[i];
    if (!m.private_name) continue;
    const ElementSet& set = *system.sets()[static_cast<std::size_t>(m.set)];
    if (const auto place = find_private_datum(set, m.element, context, *m.private_name)) {
      m.private_datum = *place;
      continue;
    }
    UnknownDatum trouble = describe_unknown_datum(set, m.element, context, *m.private_name);
    diagnostics_.error(measurements_[i].place, std::move(trouble.message), std::move(trouble.advice));
  }
}

}  // namespace pintle
