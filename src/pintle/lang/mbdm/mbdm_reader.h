// Models in the files of MBDM: a main file and optional ones beside it -> ModelDesc.
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

// Whether a text is a main file: such files have any ending or none.
bool looks_like_mbdm(std::string_view text);

// Reads the main file and, where they exist, <main>.expert.tracers, .mooring, .parameters, .solvers and
// .loads. Returns nothing when the main file cannot be read. Otherwise returns the cards that could be made
// out; whether the model is fit for use is for diagnostics.has_errors() to say.
std::optional<ModelDesc> read_mbdm_model(const std::filesystem::path& main_file,
                                         const SchemaRegistry& registry, Diagnostics& diagnostics,
                                         const UserFiles& files = {});

// The text of a file beside the main one; nothing when there is none.
using MbdmFiles = std::function<std::optional<std::string>(const std::string& name)>;

ModelDesc read_mbdm_model_text(std::string_view text, const std::string& file_name, Diagnostics& diagnostics,
                               const MbdmFiles& files);

}  // namespace pintle
