#include "pintle/system/registry.h"

#include <array>
#include <set>

namespace pintle {

namespace {

// What others refer to comes first.
constexpr std::array<std::string_view, 6> kBuildOrder{"node", "gravity", "body", "joint", "load", "output"};

// Bodies, joints and loads need no name; those without one are called by their position in the list, '3', in
// messages and results.
std::vector<Card> named_cards(const ModelDesc& model, const KindSchema& kind) {
  std::vector<Card> cards;
  std::set<std::string> taken;
  for (const Card* card : model.of_kind(kind.name)) {
    cards.push_back(*card);
    taken.insert(card->name);
  }
  if (kind.is_single || kind.needs_name) return cards;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (!cards[i].name.empty()) continue;
    std::string name = std::to_string(i + 1);
    while (!taken.insert(name).second) name += "'";
    cards[i].name = std::move(name);
  }
  return cards;
}

bool can_be_switched(std::string_view kind) { return kind == "joint" || kind == "load"; }

std::string key_of(std::string_view kind, std::string_view type) {
  return std::string(kind) + "/" + std::string(type);
}

}  // namespace

Registry::Registry() = default;

void Registry::add(CardSchema schema, Build build) {
  if (can_be_switched(schema.kind()))
    schema.drive("active", "switches it on where this is not zero, and off where it is").optional();
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

void Registry::publish_laws() {
  for (const CardSchema& schema : functions_.schemas()) schemas_.add(schema);
  for (const CardSchema& schema : laws_.schemas()) schemas_.add(schema);
}

std::optional<Assembled> assemble(const ModelDesc& model, const Registry& registry, Diagnostics& diagnostics,
                                  const AddToSystem& last, const FindHostFunction& functions,
                                  const UserFiles& files) {
  check_names(model, registry.schemas(), diagnostics);
  SystemBuilder builder(diagnostics);
  builder.use_drives(registry.drives(), registry.schemas());
  builder.use_host_functions(functions);
  builder.use_files(files);
  builder.parts().use(registry.functions(), registry.laws(), registry.schemas());
  for (const Card* card : model.of_kind("drive")) builder.declare_drive(*card);
  for (const char* kind : {"function", "law"})
    for (const Card* card : model.of_kind(kind)) builder.parts().declare(*card);
  for (const std::string_view kind : kBuildOrder)
    for (Card& card : named_cards(model, *registry.schemas().find_kind(kind))) {
      const CheckedCard checked = check_card(std::move(card), registry.schemas(), diagnostics);
      const Registry::Build* build = registry.find_build(checked.card());
      if (!build) continue;
      const bool is_switched = can_be_switched(kind) && checked.has("active");
      if (is_switched) builder.switch_by(builder.drive(checked.drive_card("active"), ""));
      builder.begin_card();
      (*build)(checked, builder);
      builder.end_card();
      if (is_switched) builder.switch_by(std::nullopt);
    }
  if (last) last(builder);
  return builder.finish();
}

}  // namespace pintle
