#include "pintle/model/value.h"

#include "pintle/base/number_text.h"

namespace pintle {
namespace {

constexpr std::size_t kMaxQuotedLength = 40;

}  // namespace

Value::Value() = default;
Value::Value(bool value) : content_(value) {}
Value::Value(int value) : content_(std::int64_t{value}) {}
Value::Value(std::int64_t value) : content_(value) {}
Value::Value(double value) : content_(value) {}
Value::Value(const char* text) : content_(std::string(text)) {}
Value::Value(std::string text) : content_(std::move(text)) {}
Value::Value(ValueList list) : content_(std::move(list)) {}
Value::Value(ValueMap map) : content_(std::move(map)) {}
Value::Value(const Value& other) = default;
Value::Value(Value&& other) noexcept = default;
Value& Value::operator=(const Value& other) = default;
Value& Value::operator=(Value&& other) noexcept = default;
Value::~Value() = default;

Value Value::list(std::initializer_list<Value> items) { return ValueList(items); }

Value Value::map(std::initializer_list<std::pair<std::string, Value>> entries) {
  ValueMap map;
  for (const auto& [key, value] : entries) map.push_back({key, {}, value});
  return map;
}

double Value::as_number() const {
  return is_integer() ? static_cast<double>(as_integer()) : std::get<double>(content_);
}

const Value* Value::find(std::string_view key) const {
  if (!is_map()) return nullptr;
  for (const ValueEntry& entry : as_map()) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

Value& Value::set_place(SourcePlace place) {
  place_ = std::move(place);
  return *this;
}

bool operator==(const Value& a, const Value& b) { return a.content_ == b.content_; }

std::string describe(const Value& value) {
  switch (value.kind()) {
    case ValueKind::null:
      return "null";
    case ValueKind::boolean:
      return value.as_boolean() ? "true" : "false";
    case ValueKind::integer:
      return "the number " + std::to_string(value.as_integer());
    case ValueKind::real:
      return "the number " + shortest_text(value.as_number());
    case ValueKind::text: {
      const std::string& text = value.as_text();
      if (text.size() <= kMaxQuotedLength) return "the text '" + text + "'";
      return "a text of " + std::to_string(text.size()) + " characters";
    }
    case ValueKind::list:
      return "a list of " + std::to_string(value.as_list().size());
    case ValueKind::map:
      return "an object";
  }
  return "";
}

}  // namespace pintle
