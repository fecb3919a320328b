// Models in MBDyn's language: text -> ModelDesc.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "pintle/base/diagnostics.h"
#include "pintle/base/user_files.h"
#include "pintle/model/card.h"
#include "pintle/model/schema_registry.h"

namespace pintle {

// Whether a text has the statement "begin: data;".
bool looks_like_mbdyn(std::string_view text);

// Returns nothing when the file cannot be read. Otherwise returns the cards that could be made out, so that
// their fields can be checked too; whether the model is fit for use is for diagnostics.has_errors() to say.
std::optional<ModelDesc> read_mbdyn_model(const std::filesystem::path& path, const SchemaRegistry& registry,
                                          Diagnostics& diagnostics, const UserFiles& files = {});

// The text of an included file, or why there is none.
using IncludedFiles = std::function<Result<std::string>(const std::filesystem::path&)>;

// `file_name` serves messages, and its folder the names of included files.
std::optional<ModelDesc> read_mbdyn_model_text(
    std::string text, std::string file_name, const SchemaRegistry& registry, Diagnostics& diagnostics,
    const IncludedFiles& files = [](const std::filesystem::path& path) { return UserFiles().read(path); });

}  // namespace pintle
