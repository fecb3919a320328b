#include "pintle/app/export.h"

#include <fmt/ostream.h>

#include <algorithm>

#include "pintle/app/run.h"
#include "pintle/app/run_summary.h"
#include "pintle/app/work_progress.h"
#include "pintle/base/suggest.h"
#include "pintle/base/wording.h"
#include "pintle/results/csv.h"
#include "pintle/results/file_kind.h"
#include "pintle/results/gltf_export.h"
#include "pintle/results/vtk_export.h"

namespace pintle {

namespace {

constexpr std::size_t kUsualFrames = 200;  // of animations

std::vector<std::string> export_formats() { return {"csv", "pvd", "vtu", "glb", "gltf"}; }

std::string format_of(const ExportOptions& options) {
  if (!options.format.empty()) return options.format;
  const std::string ending = options.output.extension().string();
  return ending.empty() ? ending : ending.substr(1);
}

FileKind kind_of(const std::string& format) {
  return format == "csv"   ? FileKind::table
         : format == "vtu" ? FileKind::grid
         : format == "pvd" ? FileKind::grids
                           : FileKind::animation;
}

// What is wrong with the options; empty: nothing.
std::string fault_of(const ExportOptions& options, const std::string& format) {
  const std::vector<std::string> formats = export_formats();
  if (std::find(formats.begin(), formats.end(), format) == formats.end()) {
    const std::string known = quoted_list(formats, "or");
    return options.format.empty()
               ? fmt::format("{}: files to export end in {}; others take {}", options.output.string(), known,
                             worded("--format", "format=..."))
               : fmt::format("{} {}: there is {}", worded("--format", "format"), options.format, known);
  }
  if (format != "csv" && !options.channels.empty())
    return fmt::format("channels are chosen for tables (csv); {} shows the whole model", format);
  if (options.records.every == 0u || options.records.frames == 0u)
    return fmt::format("{} begin at 1", worded("--every and --frames", "every and frames"));
  if (std::string why =
          why_not_written({options.output, kind_of(format), {options.result}, options.is_forced});
      !why.empty())
    return why;
  return format == "pvd" ? why_not_vtu_folder(options.output) : "";
}

// One export under way; each function returns what went wrong, or nothing.
class Export {
 public:
  Export(const ExportOptions& options, const ResultFile& file, std::ostream& out, std::ostream& err)
      : options_(options), file_(file), out_(out), err_(err) {}

  int run(const std::string& format) {
    RecordChoice choice = options_.records;
    const bool is_animation = format == "pvd" || format == "glb" || format == "gltf";
    if (is_animation && !choice.every && !choice.frames) choice.frames = kUsualFrames;
    const auto records = choose_records(file_, choice);
    if (!records) return fail(records.message(), kExitBadInput);
    return format == "csv" ? table(*records) : picture(format, *records);
  }

 private:
  int fail(const std::string& why, int code) {
    fmt::print(err_, "{}\n", why);
    return code;
  }
  int done(const std::string& error, const std::string& what) {
    if (!error.empty()) return fail(error, kExitFailed);
    fmt::print(out_, "written {} ({})\n", options_.output.string(), what);
    return kExitDone;
  }

  int table(const std::vector<std::size_t>& records) {
    const auto choices = choose_channels(file_, options_.channels);
    if (!choices) return fail(choices.message(), kExitBadInput);
    std::size_t columns = 1;
    for (const ChannelChoice& choice : *choices) columns += choice.size();
    std::string error;
    {
      WorkProgress progress(err_, options_.has_progress);
      error = write_csv(file_, *choices, records, options_.output, progress.observer());
    }
    return done(error, fmt::format("{}, {}", counted(std::ssize(records), "record"),
                                   counted(static_cast<std::int64_t>(columns), "column")));
  }

  int picture(const std::string& format, const std::vector<std::size_t>& records) {
    const auto scene = read_scene(file_);
    if (!scene) return fail(scene.message(), kExitBadInput);
    const std::string frames = counted(std::ssize(records), "frame");
    if (format == "vtu")
      return done(write_vtu_of(file_, *scene, records.back(), options_.output),
                  fmt::format("t = {:.9g} s", file_.times()[records.back()]));
    if (format == "pvd") {
      std::string error;
      {
        WorkProgress progress(err_, options_.has_progress);
        error = write_pvd(file_, *scene, records, options_.output, progress.observer());
      }
      return done(error, fmt::format("{} in {}/", frames, vtu_folder(options_.output).string()));
    }
    const auto notes = [&] {
      WorkProgress progress(err_, options_.has_progress);
      return write_gltf(file_, *scene, records, options_.output, format == "gltf", progress.observer());
    }();
    if (!notes) return fail(notes.message(), kExitFailed);
    for (const std::string& note : *notes) fmt::print(err_, "note: {}\n", note);
    return done("", frames);
  }

  const ExportOptions& options_;
  const ResultFile& file_;
  std::ostream& out_;
  std::ostream& err_;
};

}  // namespace

int export_results(const ExportOptions& options, std::ostream& out, std::ostream& err) {
  const std::string format = format_of(options);
  if (const std::string fault = fault_of(options, format); !fault.empty()) {
    fmt::print(err, "{}\n", fault);
    return kExitBadInput;
  }
  const Result<ResultFile> file = ResultFile::open(options.result);
  if (!file) {
    fmt::print(err, "{}\n", file.message());
    return kExitBadInput;
  }
  return Export(options, *file, out, err).run(format);
}

}  // namespace pintle
