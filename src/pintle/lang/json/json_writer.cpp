#include "pintle/lang/json/json_writer.h"

#include <stdexcept>
#include <utility>

#include "pintle/model/json_text.h"

namespace pintle {
namespace {

constexpr int kWidth = 110;
constexpr int kIndent = 2;

Value map_from_card(const Card& card) {
  ValueMap map;
  if (!card.type.empty()) map.push_back({"type", {}, card.type});
  if (!card.name.empty()) map.push_back({"name", {}, card.name});
  for (const Field& field : card.fields) map.push_back({field.name, {}, field.value});
  return map;
}

Value value_of_kind(const ModelDesc& model, const KindSchema& kind) {
  const auto cards = model.of_kind(kind.name);
  if (kind.is_single) {
    if (cards.size() > 1) throw std::invalid_argument("a model has only one " + kind.name);
    return map_from_card(*cards.front());
  }
  ValueList list;
  for (const Card* card : cards) list.push_back(map_from_card(*card));
  return list;
}

}  // namespace

std::string write_json_model(const ModelDesc& model, const SchemaRegistry& registry) {
  for (const Card& card : model.cards) {
    if (!registry.find_kind(card.kind)) throw std::invalid_argument(describe(card) + ": unknown kind");
  }
  std::string text = "{\n  \"pintle\": 1";
  const auto add = [&](const std::string& key, const Value& value) {
    text += ",\n  \"" + key + "\": " + to_json(value, kIndent, kWidth);
  };
  if (!model.title.empty()) add("title", model.title);
  for (const KindSchema& kind : registry.kinds()) {
    if (model.find_single(kind.name)) add(kind.key, value_of_kind(model, kind));
  }
  return text + "\n}\n";
}

}  // namespace pintle
