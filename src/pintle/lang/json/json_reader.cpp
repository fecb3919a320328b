#include "pintle/lang/json/json_reader.h"

#include <memory>
#include <utility>
#include <vector>

#include "pintle/base/suggest.h"
#include "pintle/lang/json/json_parser.h"

namespace pintle {
namespace {

constexpr int kFormatVersion = 1;

class ModelReader {
 public:
  ModelReader(const SchemaRegistry& registry, Diagnostics& diagnostics)
      : registry_(registry), diagnostics_(diagnostics) {}

  ModelDesc read(const Value& root) {
    if (!root.find("pintle")) {
      diagnostics_.error(root.place(), "missing \"pintle\": 1, the version of the format");
    }
    for (const ValueEntry& entry : root.as_map()) read_entry(entry);
    return std::move(model_);
  }

 private:
  void read_entry(const ValueEntry& entry) {
    if (entry.key == "pintle") {
      check_version(entry.value);
    } else if (entry.key == "title") {
      read_text(entry, "", model_.title);
    } else if (const KindSchema* kind = registry_.find_kind_by_key(entry.key)) {
      read_kind(*kind, entry.value);
    } else {
      report_unknown_key(entry);
    }
  }

  void check_version(const Value& value) {
    if (value == Value(kFormatVersion)) return;
    diagnostics_.error(value.place(), "pintle: expected the version 1 of the format, got " + describe(value));
  }

  void report_unknown_key(const ValueEntry& entry) {
    std::string advice = registry_.suggest_key(entry.key);
    if (advice.empty()) {
      std::vector<std::string> keys = {"pintle", "title"};
      for (const KindSchema& kind : registry_.kinds()) keys.push_back(kind.key);
      advice = "the keys are " + quoted_list(keys);
    }
    diagnostics_.error(entry.key_place, "unknown key '" + entry.key + "'", advice);
  }

  void read_kind(const KindSchema& kind, const Value& value) {
    if (kind.is_single) {
      read_card(kind, value, kind.key);
      return;
    }
    if (!value.is_list()) {
      expected(value, kind.key, "a list of objects");
      return;
    }
    for (const Value& item : value.as_list()) read_card(kind, item, kind.key);
  }

  void read_card(const KindSchema& kind, const Value& value, const std::string& key) {
    if (!value.is_map()) {
      expected(value, key, "an object");
      return;
    }
    Card card;
    card.kind = kind.name;
    card.place = value.place();
    SourcePlace type_place = card.place;
    bool is_good = true;
    for (const ValueEntry& entry : value.as_map()) {
      if (entry.key == "type") {
        is_good = read_text(entry, kind.name + ": ", card.type) && is_good;
        type_place = entry.value.place();
      } else if (entry.key == "name") {
        is_good = read_text(entry, kind.name + ": ", card.name) && is_good;
      } else {
        card.fields.push_back({entry.key, entry.value, entry.key_place});
      }
    }
    if (is_good && registry_.resolve(card, type_place, diagnostics_)) model_.cards.push_back(std::move(card));
  }

  bool read_text(const ValueEntry& entry, const std::string& subject, std::string& text) {
    if (!entry.value.is_text()) {
      expected(entry.value, subject + entry.key, "a text");
      return false;
    }
    text = entry.value.as_text();
    return true;
  }

  void expected(const Value& got, const std::string& what, const std::string& wanted) {
    diagnostics_.error(got.place(), what + ": expected " + wanted + ", got " + describe(got));
  }

  const SchemaRegistry& registry_;
  Diagnostics& diagnostics_;
  ModelDesc model_;
};

}  // namespace

std::optional<ModelDesc> read_json_model(const std::filesystem::path& path, const SchemaRegistry& registry,
                                         Diagnostics& diagnostics, const UserFiles& files) {
  const Result<std::string> text = files.read(path);
  if (text) return read_json_model_text(*text, path.string(), registry, diagnostics);
  diagnostics.error({std::make_shared<const std::string>(path.string()), 0, 0}, text.message());
  return std::nullopt;
}

std::optional<ModelDesc> read_json_model_text(std::string_view text, std::string file_name,
                                              const SchemaRegistry& registry, Diagnostics& diagnostics) {
  const auto file = std::make_shared<const std::string>(std::move(file_name));
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    diagnostics.error({file, 1, 1}, "the file is empty",
                      "a model begins with {\"pintle\": 1, and ends with }");
    return std::nullopt;
  }
  const auto root = parse_json(text, file, diagnostics);
  if (!root) return std::nullopt;
  if (!root->is_map()) {
    diagnostics.error(root->place(), "expected a model {\"pintle\": 1, ...}, got " + describe(*root));
    return std::nullopt;
  }
  ModelDesc model = ModelReader(registry, diagnostics).read(*root);
  model.file = file;
  return model;
}

}  // namespace pintle
