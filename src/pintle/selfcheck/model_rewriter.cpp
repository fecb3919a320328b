#include "pintle/selfcheck/model_rewriter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace pintle {

namespace {

bool is_drive(const ModelDesc& model, const std::string& name) {
  return model.find("drive", name) != nullptr;
}

// "a, b" with every name replaced.
template <class Replace>
std::string each_name(const std::string& text, Replace replace) {
  std::string result;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    std::size_t first = begin, last = end;
    while (first < last && text[first] == ' ') ++first;
    while (last > first && text[last - 1] == ' ') --last;
    if (begin > 0) result += ", ";
    if (first < last) result += replace(text.substr(first, last - first));
    begin = end + 1;
  }
  return result;
}

}  // namespace

Value map_of(const Card& card) {
  ValueMap map;
  if (!card.type.empty()) map.push_back({"type", card.place, card.type});
  if (!card.name.empty()) map.push_back({"name", card.place, card.name});
  for (const Field& field : card.fields) map.push_back({field.name, field.place, field.value});
  return Value(std::move(map)).set_place(card.place);
}

Value value_of(const VecX& numbers) { return ValueList(numbers.begin(), numbers.end()); }

Value rows_of(const MatX& matrix) {
  ValueList rows;
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) rows.push_back(value_of(matrix.row(i).transpose()));
  return rows;
}

ModelDesc ModelRewriter::rewrite(const ModelDesc& model) {
  model_ = &model;
  ModelDesc result = model;
  result.cards.clear();
  for (const Card& item : model.cards)
    if (keeps(item)) result.cards.push_back(card(item, "", ""));
  return result;
}

Card ModelRewriter::card(const Card& given, const std::string& law_force, const std::string& law_strain) {
  Diagnostics ignored;  // it was read before
  Card resolved = given;
  const CardSchema* schema = schemas_.resolve(resolved, given.place, ignored);
  if (!schema) return given;
  const CheckedCard checked = check_card(resolved, *schema, ignored);
  Card result{resolved.kind, resolved.type, name(resolved.kind, resolved.name), resolved.place, {}};
  for (const FieldSchema& item : schema->fields()) {
    const FieldSite site{checked, item, law_force, law_strain};
    Value value = field(site, checked.field(item.name));
    if (value.is_null()) continue;
    const Value* before = given.find(item.name);
    value.set_place(before ? before->place() : given.place);
    result.fields.push_back({item.name, std::move(value), given.place});
  }
  express_quantity(result);
  return result;
}

// A function of a quantity that has become a formula is one of that formula's value.
void ModelRewriter::express_quantity(Card& card) {
  const Value* quantity = card.kind == "drive" ? card.find("quantity") : nullptr;
  if (!quantity || !quantity->is_text() || !quantity->as_text().starts_with("(")) return;
  Card inner{"drive", "expression", "", card.place, {}};
  inner.set("expression", *quantity);
  const Value* function = card.find("function");
  Card result{"drive", "composition", card.name, card.place, {}};
  result.set("outer", function ? *function : Value("argument")).set("inner", map_of(inner));
  card = std::move(result);
}

Value ModelRewriter::field(const FieldSite& site, const CheckedField& field) {
  const bool is_implied =
      site.field.geometry != Geometry::own && (field.is_present || site.field.type == FieldType::orientation);
  if (!field.is_given && !is_implied) return {};
  switch (site.field.type) {
    case FieldType::integer:
    case FieldType::boolean:
    case FieldType::choice:
    case FieldType::map:
      return field.value;
    case FieldType::text:
      return text(site, field.value.as_text());
    case FieldType::node:
      return name("node", field.value.as_text());
    case FieldType::item:
      return name(site.field.kind, field.value.as_text());
    case FieldType::attachment:
      return attachment(site, site.card.attachment(field.name));
    case FieldType::drive:
      return drive(site, field.value);
    case FieldType::drive3:
    case FieldType::drives:
      return drives(site, field.value.as_list());
    case FieldType::card:
      return nested_card(site, site.field.kind, field.value);
    case FieldType::named_card:
      return named_card(site, field.value);
    case FieldType::cards:
    case FieldType::named_cards: {
      ValueList list;
      for (const Value& item : field.value.as_list())
        list.push_back(site.field.type == FieldType::cards ? nested_card(site, site.field.kind, item)
                                                           : named_card(site, item));
      return list;
    }
    default:
      return numbers(site, field);
  }
}

Value ModelRewriter::text(const FieldSite& site, const std::string& text) {
  switch (site.field.text_meaning) {
    case TextMeaning::names:
      return each_name(text, [&](const std::string& item) { return name(site.field.kind, item); });
    case TextMeaning::formula:
      return formula(site, text);
    case TextMeaning::quantity:
      return quantity(site, text);
    case TextMeaning::quantities:
      return each_name(text, [&](const std::string& item) {
        const std::string now = quantity(site, item);
        if (now.starts_with("("))
          refuse(site, fmt::format("listens to '{}', which would be a formula now", item));
        return now;
      });
    case TextMeaning::words:
      break;
  }
  return text;
}

Value ModelRewriter::attachment(const FieldSite& site, const AttachmentDesc& attachment) {
  const Value& written = *site.card.card().find(site.field.name);
  if (attachment.is_ground()) return written;
  if (!written.is_map()) return name("node", attachment.node);
  ValueMap map = written.as_map();
  for (ValueEntry& entry : map)
    if (entry.key == "node") entry.value = name("node", attachment.node);
  return map;
}

Value ModelRewriter::drives(const FieldSite& site, const ValueList& drives) {
  ValueList list;
  for (const Value& item : drives) {
    const Value* vector = item.find("vector");
    list.push_back(vector
                       ? Value::map({{"vector", *vector}, {"drive", nested_drive(site, *item.find("drive"))}})
                       : nested_drive(site, item));
  }
  return list;
}

std::string ModelRewriter::word(const FieldSite&, const std::string& word) {
  return is_drive(*model_, word) ? name("drive", word) : word;
}

Value ModelRewriter::named_card(const FieldSite& site, const Value& card) {
  if (card.is_text()) return name(site.field.kind, card.as_text());
  return card.is_map() ? nested_card(site, site.field.kind, card) : card;
}

// Words are letters, digits, '_' and '.', and do not begin with a digit; numbers may have letters in them:
// 1e3.
std::string ModelRewriter::formula(const FieldSite& site, const std::string& text) {
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  const auto is_part = [&](char c) {
    return is_letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.';
  };
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_part(text[end])) ++end;
    if (end == at || !is_letter(text[at])) {
      end = std::max(end, at + 1);
      result += text.substr(at, end - at);
    } else {
      const std::string found = text.substr(at, end - at);
      std::size_t next = end;
      while (next < text.size() && text[next] == ' ') ++next;
      const bool is_function = next < text.size() && text[next] == '(';
      const bool is_quantity = found.find('.') != std::string::npos;
      result += is_function ? found : is_quantity ? quantity(site, found) : word(site, found);
    }
    at = end;
  }
  return result;
}

Value ModelRewriter::nested_drive(const FieldSite& site, const Value& drive) {
  if (drive.is_map()) return nested_card(site, "drive", drive);
  if (!drive.is_text()) return drive;
  const std::string& text = drive.as_text();
  return is_drive(*model_, text) ? name("drive", text) : formula(site, text);
}

Value ModelRewriter::nested_card(const FieldSite& site, const std::string& kind, const Value& map) {
  return map_of(card(card_from_map(kind, map), site.law_force, site.law_strain));
}

void ModelRewriter::refuse(const FieldSite& site, const std::string& why) {
  const CheckedCard& card = site.card;
  problems_.error(card.place(), fmt::format("{}: '{}' {}", describe(card.card()), site.field.name, why));
}

}  // namespace pintle
