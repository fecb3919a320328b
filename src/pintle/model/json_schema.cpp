#include "pintle/model/json_schema.h"

#include <string>
#include <utility>

#include "pintle/model/field_text.h"

namespace pintle {
namespace {

constexpr const char* kDraft = "https://json-schema.org/draft/2020-12/schema";

Value reference(const std::string& definition) { return Value::map({{"$ref", "#/$defs/" + definition}}); }
Value of_type(const char* type) { return Value::map({{"type", type}}); }
Value any_of(ValueList options) { return Value::map({{"anyOf", std::move(options)}}); }

Value list_of(Value items) { return Value::map({{"type", "array"}, {"items", std::move(items)}}); }

Value list_of(Value items, int count) {
  return Value::map(
      {{"type", "array"}, {"items", std::move(items)}, {"minItems", count}, {"maxItems", count}});
}

void put(Value& map, std::string key, Value value) {
  map.as_map().push_back({std::move(key), {}, std::move(value)});
}

void put_limits(Value& number, const FieldSchema& field) {
  if (field.minimum)
    put(number, field.minimum->is_exclusive ? "exclusiveMinimum" : "minimum", field.minimum->value);
  if (field.maximum)
    put(number, field.maximum->is_exclusive ? "exclusiveMaximum" : "maximum", field.maximum->value);
}

// A number with the field's limits, or a text with a unit.
Value limited_quantity(const FieldSchema& field) {
  if (!field.minimum && !field.maximum) return reference("quantity");
  Value number = of_type("number");
  put_limits(number, field);
  return any_of({number, of_type("string")});
}

Value object_of(std::initializer_list<std::pair<std::string, Value>> properties) {
  return Value::map(
      {{"type", "object"}, {"properties", Value::map(properties)}, {"additionalProperties", false}});
}

Value orientation_definition() {
  const Value three = reference("vector3");
  return any_of(
      {list_of(list_of(of_type("number"), 3), 3), object_of({{"euler123", three},
                                                             {"euler313", three},
                                                             {"euler321", three},
                                                             {"rotation_vector", three},
                                                             {"quaternion", list_of(of_type("number"), 4)},
                                                             {"x", three},
                                                             {"y", three},
                                                             {"z", three}})});
}

Value inertia_definition() {
  const Value entry = reference("quantity");
  Value by_entries =
      object_of({{"xx", entry}, {"yy", entry}, {"zz", entry}, {"xy", entry}, {"xz", entry}, {"yz", entry}});
  put(by_entries, "required", Value::list({"xx", "yy", "zz"}));
  return any_of({reference("vector3"), list_of(reference("vector3"), 3), by_entries});
}

Value attachment_definition() {
  return any_of({of_type("string"), object_of({{"node", of_type("string")},
                                               {"offset", reference("vector3")},
                                               {"orientation", reference("orientation")},
                                               {"at", reference("vector3")},
                                               {"axes", reference("orientation")}})});
}

Value drive3_definition() {
  Value directed = object_of({{"direction", reference("vector3")}, {"drive", reference("drive")}});
  put(directed, "required", Value::list({"direction", "drive"}));
  Value term = object_of({{"vector", reference("vector3")}, {"drive", reference("drive")}});
  put(term, "required", Value::list({"vector", "drive"}));
  return any_of({list_of(reference("drive"), 3), directed, term, list_of(term)});
}

Value drives_definition() {
  Value term = object_of({{"vector", list_of(reference("quantity"))}, {"drive", reference("drive")}});
  put(term, "required", Value::list({"vector", "drive"}));
  return any_of({reference("drive"), list_of(reference("drive")), term, list_of(term)});
}

// What the fields of all cards have in common.
Value shared_definitions() {
  return Value::map({{"quantity", any_of({of_type("number"), of_type("string")})},
                     {"vector3", list_of(reference("quantity"), 3)},
                     {"orientation", orientation_definition()},
                     {"inertia", inertia_definition()},
                     {"attachment", attachment_definition()},
                     {"drive", any_of({of_type("number"), of_type("string"), reference("any_drive")})},
                     {"drive3", drive3_definition()},
                     {"drives", drives_definition()}});
}

Value matrix(const FieldSchema& field, int n) {
  return any_of({list_of(limited_quantity(field), n), list_of(list_of(limited_quantity(field), n), n)});
}

Value square(const FieldSchema& field) {
  return any_of(
      {limited_quantity(field), list_of(limited_quantity(field)), list_of(list_of(limited_quantity(field)))});
}

// The name of a card, or the card; functions may be numbers.
Value named_card(const FieldSchema& field) {
  return any_of({of_type("string"), of_type("number"), reference("any_" + field.kind)});
}

Value value_schema(const FieldSchema& field) {
  switch (field.type) {
    case FieldType::real:
      return limited_quantity(field);
    case FieldType::integer: {
      Value integer = of_type("integer");
      put_limits(integer, field);
      return integer;
    }
    case FieldType::boolean:
      return of_type("boolean");
    case FieldType::vector2:
      return list_of(limited_quantity(field), 2);
    case FieldType::vector3:
      return list_of(limited_quantity(field), 3);
    case FieldType::vector6:
      return list_of(limited_quantity(field), 6);
    case FieldType::matrix3:
      return matrix(field, 3);
    case FieldType::matrix6:
      return matrix(field, 6);
    case FieldType::square:
      return square(field);
    case FieldType::reals:
      return list_of(limited_quantity(field));
    case FieldType::table:
      return list_of(list_of(reference("quantity"), static_cast<int>(field.columns.size())));
    case FieldType::choice:
      return Value::map({{"enum", ValueList(field.choices.begin(), field.choices.end())}});
    case FieldType::text:
    case FieldType::node:
    case FieldType::item:
      return of_type("string");
    case FieldType::card:
      return reference("any_" + field.kind);
    case FieldType::cards:
      return list_of(reference("any_" + field.kind));
    case FieldType::named_card:
      return named_card(field);
    case FieldType::named_cards:
      return list_of(named_card(field));
    case FieldType::map:
      return of_type("object");
    case FieldType::orientation:
    case FieldType::inertia:
    case FieldType::attachment:
    case FieldType::drive:
    case FieldType::drive3:
    case FieldType::drives:
      return reference(std::string(to_string(field.type)));
  }
  return {};
}

Value field_schema(const FieldSchema& field) {
  Value schema = value_schema(field);
  std::string description = field.doc.empty() ? "" : field.doc + ": ";
  description += wanted_text(field);
  put(schema, "description", description);
  if (field.default_value) put(schema, "default", *field.default_value);
  if (field.example) put(schema, "examples", Value::list({*field.example}));
  return schema;
}

Value card_schema(const CardSchema& schema, bool needs_type) {
  ValueList types = {schema.type()};
  for (const std::string& alias : schema.aliases()) types.push_back(alias);
  Value properties = Value::map({{"type", Value::map({{"enum", types}})}, {"name", of_type("string")}});
  ValueList required;
  if (needs_type) required.push_back("type");
  for (const FieldSchema& field : schema.fields()) {
    put(properties, field.name, field_schema(field));
    if (field.required) required.push_back(field.name);
  }
  return Value::map({{"title", schema.kind() + ": " + schema.printed_type()},
                     {"description", schema.summary()},
                     {"type", "object"},
                     {"properties", std::move(properties)},
                     {"required", std::move(required)},
                     {"additionalProperties", false}});
}

}  // namespace

Value json_schema(const CardSchema& schema) {
  Value definitions = shared_definitions();
  put(definitions, "any_drive", of_type("object"));
  for (const FieldSchema& field : schema.fields()) {
    const std::string definition = "any_" + field.kind;
    if (!field.kind.empty() && !definitions.find(definition)) put(definitions, definition, of_type("object"));
  }
  Value result = Value::map({{"$schema", kDraft}});
  const Value card = card_schema(schema, false);
  for (const ValueEntry& entry : card.as_map()) result.as_map().push_back(entry);
  put(result, "$defs", std::move(definitions));
  return result;
}

Value json_schema(const SchemaRegistry& registry) {
  Value definitions = shared_definitions();
  Value properties = Value::map({{"pintle", Value::map({{"const", 1}})}, {"title", of_type("string")}});
  for (const KindSchema& kind : registry.kinds()) {
    const std::string default_type = registry.default_type(kind.name);
    ValueList options;
    for (const CardSchema* schema : registry.of_kind(kind.name)) {
      const std::string name = kind.name + "_" + schema->type();
      put(definitions, name, card_schema(*schema, schema->type() != default_type));
      options.push_back(reference(name));
    }
    put(definitions, "any_" + kind.name, options.empty() ? of_type("object") : any_of(std::move(options)));
    const Value card = reference("any_" + kind.name);
    put(properties, kind.key, kind.is_single ? card : list_of(card));
  }
  return Value::map({{"$schema", kDraft},
                     {"title", "Pintle model"},
                     {"type", "object"},
                     {"properties", std::move(properties)},
                     {"required", Value::list({"pintle"})},
                     {"additionalProperties", false},
                     {"$defs", std::move(definitions)}});
}

}  // namespace pintle
