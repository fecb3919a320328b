#include "pintle/system/registry.h"

#include <array>

namespace pintle {

namespace {

// What others refer to comes first.
constexpr std::array<std::string_view, 5> kBuildOrder{"node", "gravity", "body", "joint", "load"};

std::string key_of(std::string_view kind, std::string_view type) { return std::string(kind) + "/" + std::string(type); }

}  // namespace

Registry::Registry() = default;

void Registry::add(CardSchema schema, Build build) {
  builds_.emplace(key_of(schema.kind(), schema.type()), build);
  schemas_.add(std::move(schema));
}

const Registry::Build* Registry::find_build(const Card& card) const {
  const auto found = builds_.find(key_of(card.kind, card.type));
  return found == builds_.end() ? nullptr : &found->second;
}

void Registry::publish_drives() {
  for (const CardSchema& schema : drives_.schemas()) schemas_.add(schema);
}

std::optional<Assembled> assemble(const ModelDesc& model, const Registry& registry, Diagnostics& diagnostics) {
  check_names(model, registry.schemas(), diagnostics);
  SystemBuilder builder(diagnostics);
  builder.use_drives(registry.drives(), registry.schemas());
  for (const Card* card : model.of_kind("drive")) builder.declare_drive(*card);
  for (const std::string_view kind : kBuildOrder)
    for (const Card* card : model.of_kind(kind)) {
      const CheckedCard checked = check_card(*card, registry.schemas(), diagnostics);
      if (const Registry::Build* build = registry.find_build(checked.card())) (*build)(checked, builder);
    }
  return builder.finish();
}

}  // namespace pintle
