// Models in JSON: text -> ModelDesc, each value with its place.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "pintle/base/diagnostics.h"
#include "pintle/base/user_files.h"
#include "pintle/model/card.h"
#include "pintle/model/schema_registry.h"

namespace pintle {

// A model is {"pintle": 1, "title": "...", "gravity": {...}, "nodes": [...], ...}: a list of cards for each
// kind of which there may be many, an object for the others. Comments (// and /* */) are allowed. Returns
// nothing when the text is not JSON or not an object. Otherwise returns the cards that could be made out, so
// that their fields can be checked too; whether the model is fit for use is for diagnostics.has_errors() to
// say.
std::optional<ModelDesc> read_json_model(const std::filesystem::path& path, const SchemaRegistry& registry,
                                         Diagnostics& diagnostics, const UserFiles& files = {});

std::optional<ModelDesc> read_json_model_text(std::string_view text, std::string file_name,
                                              const SchemaRegistry& registry, Diagnostics& diagnostics);

}  // namespace pintle
