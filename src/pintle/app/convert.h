// `pintle convert`: a model written as JSON, whatever language it was read in.
#pragma once

#include <filesystem>
#include <iosfwd>

#include "pintle/base/user_files.h"

namespace pintle {

// Without a file the text goes to `out`. Returns the exit code.
int convert(const std::filesystem::path& model, const std::filesystem::path& file, const UserFiles& files,
            std::ostream& out, std::ostream& err);

}  // namespace pintle
