// Plain data as written in a model: null, booleans, numbers, text, lists and maps, each with its place.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "pintle/base/source_place.h"

namespace pintle {

class Value;
struct ValueEntry;

using ValueList = std::vector<Value>;
using ValueMap = std::vector<ValueEntry>;  // in the order written

// Same order as the alternatives in Value.
enum class ValueKind { null, boolean, integer, real, text, list, map };

class Value {
 public:
  Value();
  Value(bool value);
  Value(int value);
  Value(std::int64_t value);
  Value(double value);
  Value(const char* text);
  Value(std::string text);
  Value(ValueList list);
  Value(ValueMap map);

  // Out of line: here ValueEntry is not yet complete.
  Value(const Value& other);
  Value(Value&& other) noexcept;
  Value& operator=(const Value& other);
  Value& operator=(Value&& other) noexcept;
  ~Value();

  static Value list(std::initializer_list<Value> items);
  static Value map(std::initializer_list<std::pair<std::string, Value>> entries);

  ValueKind kind() const { return static_cast<ValueKind>(content_.index()); }
  bool is_null() const { return kind() == ValueKind::null; }
  bool is_boolean() const { return kind() == ValueKind::boolean; }
  bool is_integer() const { return kind() == ValueKind::integer; }
  bool is_real() const { return kind() == ValueKind::real; }
  bool is_number() const { return is_integer() || is_real(); }
  bool is_text() const { return kind() == ValueKind::text; }
  bool is_list() const { return kind() == ValueKind::list; }
  bool is_map() const { return kind() == ValueKind::map; }

  // These throw std::bad_variant_access when the value is of another kind.
  bool as_boolean() const { return std::get<bool>(content_); }
  std::int64_t as_integer() const { return std::get<std::int64_t>(content_); }
  double as_number() const;  // integer or real
  const std::string& as_text() const { return std::get<std::string>(content_); }
  const ValueList& as_list() const { return std::get<ValueList>(content_); }
  const ValueMap& as_map() const { return std::get<ValueMap>(content_); }
  ValueList& as_list() { return std::get<ValueList>(content_); }
  ValueMap& as_map() { return std::get<ValueMap>(content_); }

  // The entry of a map; null when there is none or this is no map.
  const Value* find(std::string_view key) const;

  const SourcePlace& place() const { return place_; }
  Value& set_place(SourcePlace place);

  // Deep equality; places do not count. The integer 1 and the real 1.0 differ.
  friend bool operator==(const Value& a, const Value& b);

 private:
  std::variant<std::monostate, bool, std::int64_t, double, std::string, ValueList, ValueMap> content_;
  SourcePlace place_;
};

struct ValueEntry {
  std::string key;
  SourcePlace key_place;
  Value value;

  friend bool operator==(const ValueEntry& a, const ValueEntry& b) {
    return a.key == b.key && a.value == b.value;
  }
};

// What a person would call the value: "a number", "a list of 2", "the text 'x'".
std::string describe(const Value& value);

}  // namespace pintle
