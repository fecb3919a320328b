#include "pintle/app/convert.h"

#include <fmt/ostream.h>

#include <ostream>

#include "pintle/app/registry_of_everything.h"
#include "pintle/app/run.h"
#include "pintle/lang/json/json_writer.h"
#include "pintle/results/file_kind.h"
#include "pintle/results/fresh_file.h"

namespace pintle {

int convert(const ConvertOptions& options, std::ostream& out, std::ostream& err) {
  if (!options.file.empty())
    if (const std::string why =
            why_not_written({options.file, FileKind::other, {options.model}, options.is_forced});
        !why.empty()) {
      fmt::print(err, "{}\n", why);
      return kExitBadInput;
    }
  Diagnostics diagnostics;
  const std::optional<ModelDesc> read = read_model(options.model, diagnostics, options.files);
  err << diagnostics.to_text();
  if (!read || diagnostics.has_errors()) return kExitBadInput;
  const std::string text = write_json_model(*read, registry_of_everything().schemas());
  if (options.file.empty()) {
    out << text;
    return kExitDone;
  }
  if (const std::string reason = options.files.why_outside(options.file); !reason.empty()) {
    fmt::print(err, "{}: cannot be written: {}\n", options.file.string(), reason);
    return kExitFailed;
  }
  const std::string error = write_fresh(options.file, text);
  if (error.empty()) return kExitDone;
  fmt::print(err, "{}\n", error);
  return kExitFailed;
}

}  // namespace pintle
