#include "pintle/drives/drive_registry.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace pintle {

void DriveRegistry::add(CardSchema schema, Build builder) {
  if (schema.kind() != "drive") throw std::logic_error("'" + schema.type() + "' is not a drive");
  std::vector<std::string> names = schema.aliases();
  names.push_back(schema.type());
  for (const std::string& name : names) {
    if (find(name)) throw std::logic_error("two drives are called '" + name + "'");
  }
  schemas_.push_back(std::move(schema));
  builds_.push_back(builder);
}

const CardSchema* DriveRegistry::find(std::string_view type) const {
  const std::string name = snake_cased(type);
  for (const CardSchema& schema : schemas_) {
    const auto is_meant = [&](const std::string& alias) { return snake_cased(alias) == name; };
    if (is_meant(schema.type()) || std::any_of(schema.aliases().begin(), schema.aliases().end(), is_meant)) {
      return &schema;
    }
  }
  return nullptr;
}

Drive DriveRegistry::build(const CheckedCard& card, DriveBuildContext& context) const {
  const CardSchema* found = find(card.type());
  if (!found) throw std::logic_error("no drive type '" + card.type() + "' is registered");
  const auto position = std::find_if(schemas_.begin(), schemas_.end(),
                                     [&](const CardSchema& schema) { return &schema == found; });
  return builds_[static_cast<std::size_t>(position - schemas_.begin())](card, context);
}

}  // namespace pintle
