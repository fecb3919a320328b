#include "pintle/model/manual.h"

#include <algorithm>
#include <array>

#include "pintle/model/field_text.h"
#include "pintle/model/json_text.h"

namespace pintle {
namespace {

constexpr std::size_t kWidth = 100;
constexpr std::size_t kIndent = 2;

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width > text.size() ? width - text.size() : 0, ' ');
}

// Words set into lines; all but the first line begin after `indent` spaces.
std::string wrapped(const std::string& text, std::size_t indent) {
  std::string result;
  std::size_t column = indent;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::size_t length = end - begin;
    if (column + length > kWidth && column > indent) {
      if (!result.empty() && result.back() == ' ') result.pop_back();
      result += "\n" + std::string(indent, ' ');
      column = indent;
    }
    result += text.substr(begin, length);
    if (end < text.size()) result += ' ';
    column += length + 1;
    begin = end + 1;
  }
  return result;
}

// name, what it wants, default, doc
using Row = std::array<std::string, 4>;

Row row_of(const FieldSchema& field) {
  const std::string limits = limits_text(field);
  std::string presence = field.required ? "required" : "optional";
  if (field.default_value) presence = "default " + to_json(*field.default_value);
  return {field.name, wanted_text(field) + (limits.empty() ? "" : ", " + limits), presence, field.doc};
}

std::string field_table(const CardSchema& schema) {
  // The name and a few words fit beside each other; the rest goes below.
  std::size_t name_width = 0;
  for (const FieldSchema& field : schema.fields()) name_width = std::max(name_width, field.name.size());
  const std::size_t text_column = kIndent + name_width + 2;
  std::string text;
  for (const FieldSchema& field : schema.fields()) {
    const auto [name, wanted, presence, doc] = row_of(field);
    text += std::string(kIndent, ' ') + padded(name, name_width) + "  ";
    text += wrapped(wanted + "; " + presence, text_column) + "\n";
    if (!doc.empty()) text += std::string(text_column, ' ') + wrapped(doc, text_column) + "\n";
  }
  return text;
}

}  // namespace

Value example_card(const CardSchema& schema) {
  ValueMap card;
  card.push_back({"type", {}, schema.type()});
  card.push_back({"name", {}, "some " + schema.kind()});
  for (const FieldSchema& field : schema.fields()) {
    if (field.required || field.example) card.push_back({field.name, {}, example_value(field)});
  }
  return card;
}

std::string manual_page(const CardSchema& schema) {
  const std::string margin(kIndent, ' ');
  std::string page = schema.kind() + ": " + schema.printed_type() + "\n\n";
  if (!schema.summary().empty()) page += margin + wrapped(schema.summary(), kIndent) + "\n\n";
  if (!schema.aliases().empty()) {
    page += margin + "Also called";
    for (const std::string& alias : schema.aliases()) {
      page += (alias == schema.aliases().front() ? " " : ", ") + spaced(alias);
    }
    page += ".\n\n";
  }
  page += "Example\n\n" + margin + to_json(example_card(schema), kIndent, kWidth) + "\n";
  if (!schema.fields().empty()) page += "\nFields\n\n" + field_table(schema);
  return page;
}

std::string manual_overview(const SchemaRegistry& registry) {
  std::size_t width = 0;
  for (const CardSchema& schema : registry.schemas()) width = std::max(width, schema.printed_type().size());
  const std::size_t text_column = kIndent + width + 2;
  std::string page;
  for (const KindSchema& kind : registry.kinds()) {
    const auto schemas = registry.of_kind(kind.name);
    if (schemas.empty()) continue;
    page += (page.empty() ? "" : "\n") + kind.key + "\n";
    for (const CardSchema* schema : schemas) {
      page += std::string(kIndent, ' ');
      if (schema->summary().empty()) {
        page += schema->printed_type() + "\n";
      } else {
        page += padded(schema->printed_type(), width) + "  " + wrapped(schema->summary(), text_column) + "\n";
      }
    }
  }
  return page;
}

}  // namespace pintle
