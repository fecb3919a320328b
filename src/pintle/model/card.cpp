#include "pintle/model/card.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "pintle/base/shown_text.h"

namespace pintle {

const Value* Card::find(std::string_view field) const {
  for (const Field& item : fields) {
    if (item.name == field) return &item.value;
  }
  return nullptr;
}

Card& Card::set(std::string field, Value value) {
  const auto existing =
      std::find_if(fields.begin(), fields.end(), [&](const Field& item) { return item.name == field; });
  if (existing != fields.end()) {
    existing->value = std::move(value);
  } else {
    fields.push_back({std::move(field), std::move(value), {}});
  }
  return *this;
}

std::string describe(const Card& card) {
  std::string text = card.kind;
  if (!card.name.empty()) text += " '" + printable(excerpt(card.name, 0)) + "'";
  if (!card.type.empty()) text += " (" + spaced(card.type) + ")";
  return text;
}

std::string spaced(std::string_view snake_case_name) {
  std::string text(snake_case_name);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string snake_cased(std::string_view name) {
  std::string text(name);
  for (char& c : text) {
    c = c == ' ' || c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return text;
}

Card card_from_map(std::string kind, const Value& map) {
  Card card;
  card.kind = std::move(kind);
  card.place = map.place();
  if (!map.is_map()) return card;
  for (const ValueEntry& entry : map.as_map()) {
    if (entry.key == "type" && entry.value.is_text()) {
      card.type = snake_cased(entry.value.as_text());
    } else if (entry.key == "name" && entry.value.is_text()) {
      card.name = entry.value.as_text();
    } else {
      card.fields.push_back({entry.key, entry.value, entry.key_place});
    }
  }
  return card;
}

const Card* ModelDesc::find(std::string_view kind, std::string_view name) const {
  for (const Card& card : cards) {
    if (card.kind == kind && card.name == name) return &card;
  }
  return nullptr;
}

const Card* ModelDesc::find_single(std::string_view kind) const {
  for (const Card& card : cards) {
    if (card.kind == kind) return &card;
  }
  return nullptr;
}

std::vector<const Card*> ModelDesc::of_kind(std::string_view kind) const {
  std::vector<const Card*> found;
  for (const Card& card : cards) {
    if (card.kind == kind) found.push_back(&card);
  }
  return found;
}

bool operator==(const ModelDesc& a, const ModelDesc& b) {
  const auto sorted_by_kind = [](const ModelDesc& model) {
    std::vector<const Card*> sorted;
    for (const Card& card : model.cards) sorted.push_back(&card);
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const Card* x, const Card* y) { return x->kind < y->kind; });
    return sorted;
  };
  const auto cards_a = sorted_by_kind(a), cards_b = sorted_by_kind(b);
  return a.title == b.title && std::equal(cards_a.begin(), cards_a.end(), cards_b.begin(), cards_b.end(),
                                          [](const Card* x, const Card* y) { return *x == *y; });
}

}  // namespace pintle
