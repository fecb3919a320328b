#include "pintle/model/checked_card.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace pintle {
namespace {

// The numbers of a field, or zeros when it has none.
template <int kRows, int kColumns>
Eigen::Matrix<double, kRows, kColumns> matrix_of(const CheckedField& field) {
  constexpr int kOrder = kColumns == 1 ? Eigen::ColMajor : Eigen::RowMajor;
  using Written = Eigen::Matrix<double, kRows, kColumns, kOrder>;
  const auto* numbers = std::get_if<std::vector<double>>(&field.data);
  if (!numbers) return Eigen::Matrix<double, kRows, kColumns>::Zero();
  return Eigen::Map<const Written>(numbers->data());
}

template <class T>
T data_or(const CheckedField& field, T fallback) {
  const T* data = std::get_if<T>(&field.data);
  return data ? *data : fallback;
}

Card card_from_drive(const Value& value) {
  if (value.is_map()) return card_from_map("drive", value);
  Card card;
  card.kind = "drive";
  card.place = value.place();
  if (value.is_text()) {
    card.type = "expression";
    card.fields = {{"expression", value, value.place()}};
  } else {
    card.type = "constant";
    card.fields = {{"value", value.is_number() ? value : Value(0.0), value.place()}};
  }
  return card;
}

Card card_from_name(const std::string& kind, const Value& value) {
  if (value.is_map()) return card_from_map(kind, value);
  Card card;
  card.kind = kind;
  card.place = value.place();
  if (value.is_text()) card.name = value.as_text();
  if (!value.is_number()) return card;
  card.type = "constant";
  card.fields = {{"value", value, value.place()}};
  return card;
}

}  // namespace

CheckedCard CheckedCard::in_error(Card card) {
  CheckedCard result;
  result.card_ = std::move(card);
  result.has_errors_ = true;
  return result;
}

const CheckedField& CheckedCard::field(std::string_view name) const {
  const auto found = std::find_if(fields_.begin(), fields_.end(),
                                  [&](const CheckedField& item) { return item.name == name; });
  if (found == fields_.end()) {
    throw std::logic_error(describe(card_) + ": the schema has no field '" + std::string(name) + "'");
  }
  return *found;
}

const CheckedField& CheckedCard::field(std::string_view name, std::initializer_list<FieldType> types) const {
  const CheckedField& found = field(name);
  if (std::find(types.begin(), types.end(), found.type) == types.end()) {
    throw std::logic_error(describe(card_) + ": the field '" + found.name + "' is of type " +
                           std::string(to_string(found.type)));
  }
  return found;
}

bool CheckedCard::has(std::string_view name) const { return field(name).is_present; }
bool CheckedCard::is_given(std::string_view name) const { return field(name).is_given; }
SourcePlace CheckedCard::place_of(std::string_view name) const { return field(name).place; }
const Value& CheckedCard::value(std::string_view name) const { return field(name).value; }

double CheckedCard::real(std::string_view name) const { return data_or(field(name, {FieldType::real}), 0.0); }

int CheckedCard::integer(std::string_view name) const {
  return static_cast<int>(data_or(field(name, {FieldType::integer}), std::int64_t{0}));
}

bool CheckedCard::boolean(std::string_view name) const {
  return data_or(field(name, {FieldType::boolean}), false);
}

const std::string& CheckedCard::text(std::string_view name) const {
  static const std::string kEmpty;
  const CheckedField& found =
      field(name, {FieldType::text, FieldType::choice, FieldType::node, FieldType::item});
  const auto* text = std::get_if<std::string>(&found.data);
  return text ? *text : kEmpty;
}

Vec2 CheckedCard::vector2(std::string_view name) const {
  return matrix_of<2, 1>(field(name, {FieldType::vector2}));
}
Vec3 CheckedCard::vector3(std::string_view name) const {
  return matrix_of<3, 1>(field(name, {FieldType::vector3}));
}
Vec6 CheckedCard::vector6(std::string_view name) const {
  return matrix_of<6, 1>(field(name, {FieldType::vector6}));
}
Mat3 CheckedCard::matrix3(std::string_view name) const {
  return matrix_of<3, 3>(field(name, {FieldType::matrix3}));
}
Mat6 CheckedCard::matrix6(std::string_view name) const {
  return matrix_of<6, 6>(field(name, {FieldType::matrix6}));
}
Mat3 CheckedCard::inertia(std::string_view name) const {
  return matrix_of<3, 3>(field(name, {FieldType::inertia}));
}

Mat3 CheckedCard::orientation(std::string_view name) const {
  const CheckedField& found = field(name, {FieldType::orientation});
  return found.data.index() == 0 ? Mat3::Identity() : matrix_of<3, 3>(found);
}

AttachmentDesc CheckedCard::attachment(std::string_view name) const {
  const CheckedField& found = field(name, {FieldType::attachment});
  AttachmentDesc ground;
  ground.place = found.place;
  return data_or(found, ground);
}

const std::vector<double>& CheckedCard::reals(std::string_view name) const {
  static const std::vector<double> kNone;
  const auto* numbers = std::get_if<std::vector<double>>(&field(name, {FieldType::reals}).data);
  return numbers ? *numbers : kNone;
}

MatX CheckedCard::square(std::string_view name) const {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto* numbers = std::get_if<std::vector<double>>(&field(name, {FieldType::square}).data);
  if (!numbers) return MatX::Zero(1, 1);
  const auto size = static_cast<Eigen::Index>(std::lround(std::sqrt(static_cast<double>(numbers->size()))));
  return Eigen::Map<const RowMajor>(numbers->data(), size, size);
}

MatX CheckedCard::table(std::string_view name) const {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const CheckedField& found = field(name, {FieldType::table});
  const auto* numbers = std::get_if<std::vector<double>>(&found.data);
  if (!numbers) return MatX::Zero(0, found.columns);
  const auto rows = static_cast<Eigen::Index>(numbers->size()) / found.columns;
  return Eigen::Map<const RowMajor>(numbers->data(), rows, found.columns);
}

Card CheckedCard::drive_card(std::string_view name) const {
  return card_from_drive(field(name, {FieldType::drive}).value);
}

DrivesDesc CheckedCard::drives(std::string_view name) const {
  const CheckedField& found = field(name, {FieldType::drive3, FieldType::drives});
  DrivesDesc result;
  if (!found.value.is_list()) {
    if (found.type == FieldType::drive3) result.components.assign(3, card_from_drive(Value(0.0)));
    return result;
  }
  for (const Value& item : found.value.as_list()) {
    const Value* vector = item.find("vector");
    if (!vector) {
      result.components.push_back(card_from_drive(item));
      continue;
    }
    DrivesDesc::Term term{VecX(static_cast<Eigen::Index>(vector->as_list().size())),
                          card_from_drive(*item.find("drive"))};
    std::transform(vector->as_list().begin(), vector->as_list().end(), term.vector.begin(),
                   [](const Value& number) { return number.as_number(); });
    result.terms.push_back(std::move(term));
  }
  return result;
}

Card CheckedCard::nested_card(std::string_view name) const {
  const CheckedField& found = field(name, {FieldType::card});
  return card_from_map(found.nested_kind, found.value);
}

std::vector<Card> CheckedCard::nested_cards(std::string_view name) const {
  const CheckedField& found = field(name, {FieldType::cards});
  std::vector<Card> cards;
  if (!found.value.is_list()) return cards;
  for (const Value& item : found.value.as_list()) cards.push_back(card_from_map(found.nested_kind, item));
  return cards;
}

Card CheckedCard::named_card(std::string_view name) const {
  const CheckedField& found = field(name, {FieldType::named_card});
  return card_from_name(found.nested_kind, found.value);
}

std::vector<Card> CheckedCard::named_cards(std::string_view name) const {
  const CheckedField& found = field(name, {FieldType::named_cards});
  std::vector<Card> cards;
  if (!found.value.is_list()) return cards;
  for (const Value& item : found.value.as_list()) cards.push_back(card_from_name(found.nested_kind, item));
  return cards;
}

}  // namespace pintle
