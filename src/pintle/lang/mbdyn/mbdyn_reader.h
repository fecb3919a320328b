// Models in MBDyn's language: text -> ModelDesc.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "pintle/base/diagnostics.h"
#include "pintle/model/card.h"
#include "pintle/model/schema_registry.h"

namespace pintle {

// Returns nothing when the file cannot be read. Otherwise returns the cards that could be made out, so that
// their fields can be checked too; whether the model is fit for use is for diagnostics.has_errors() to say.
std::optional<ModelDesc> read_mbdyn_model(const std::filesystem::path& path, const SchemaRegistry& registry,
                                          Diagnostics& diagnostics);

// The text of an included file; nothing when there is none.
using IncludedFiles = std::function<std::optional<std::string>(const std::filesystem::path&)>;
// Those of the disk; devices and pipes, which could block, are none.
std::optional<std::string> read_included_file(const std::filesystem::path& path);

// `file_name` serves messages, and its folder the names of included files.
std::optional<ModelDesc> read_mbdyn_model_text(std::string text, std::string file_name,
                                               const SchemaRegistry& registry, Diagnostics& diagnostics,
                                               const IncludedFiles& files = read_included_file);

}  // namespace pintle
