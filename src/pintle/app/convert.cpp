#include "pintle/app/convert.h"

#include <fmt/ostream.h>

#include <fstream>

#include "pintle/app/registry_of_everything.h"
#include "pintle/app/run.h"
#include "pintle/lang/json/json_writer.h"

namespace pintle {

int convert(const std::filesystem::path& model, const std::filesystem::path& file, const UserFiles& files,
            std::ostream& out, std::ostream& err) {
  Diagnostics diagnostics;
  const std::optional<ModelDesc> read = read_model(model, diagnostics, files);
  err << diagnostics.to_text();
  if (!read || diagnostics.has_errors()) return kExitBadInput;
  const std::string text = write_json_model(*read, registry_of_everything().schemas());
  if (file.empty()) {
    out << text;
    return kExitDone;
  }
  if (const std::string reason = files.why_outside(file); !reason.empty()) {
    fmt::print(err, "{}: cannot be written: {}\n", file.string(), reason);
    return kExitFailed;
  }
  std::ofstream stream(file);
  stream << text;
  if (stream.flush()) return kExitDone;
  fmt::print(err, "{}: cannot be written\n", file.string());
  return kExitFailed;
}

}  // namespace pintle
