#include "pintle/output/mbdm_tracers.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "pintle/output/line_file.h"
#include "pintle/output/mbdm_checkpoint.h"

namespace pintle {

namespace {

constexpr std::string_view kTracerEnding = ".dat";

std::string quoted_title(std::string text) {
  std::replace(text.begin(), text.end(), '"', '\'');
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

// Zones one after the other; each is a strand of its own, so that files of other moments go on with it.
class TecplotZones {
 public:
  TecplotZones(std::string& text, double time) : text_(text), time_(time) {}

  void line(std::string_view title, std::span<const Vec3> points) {
    begin(title, fmt::format("I={}, ZONETYPE=ORDERED", points.size()));
    for (const Vec3& point : points) row(point, {});
  }
  // Corners with I running fastest, then J, then K; Tecplot goes round the bottom, then round the top.
  void cuboid(std::string_view title, std::span<const Vec3> corners) {
    begin(title, "N=8, E=1, ZONETYPE=FEBRICK");
    for (const Vec3& corner : corners) row(corner, {});
    text_ += "1 2 4 3 5 6 8 7\n";
  }
  void point(std::string_view title, const Vec3& at, const Wrench& wrench) {
    begin(title, "I=1, ZONETYPE=ORDERED");
    row(at, wrench);
  }

 private:
  void begin(std::string_view title, std::string_view shape) {
    text_ += fmt::format("ZONE T=\"{}\", {}, DATAPACKING=POINT, STRANDID={}, SOLUTIONTIME={:.16g}\n",
                         quoted_title(std::string(title)), shape, ++strand_, time_);
  }
  void row(const Vec3& at, const Wrench& wrench) {
    VecX numbers(9);
    numbers << at, wrench.force, wrench.moment;
    append_row(text_, numbers);
  }

  std::string& text_;
  double time_;
  int strand_ = 0;
};

// "spring_tracers_00000120.dat" -> 120
std::optional<std::int64_t> step_of(const std::string& name, std::string_view stem) {
  if (!name.starts_with(stem) || !name.ends_with(kTracerEnding)) return std::nullopt;
  const char* begin = name.data() + stem.size();
  const char* end = name.data() + name.size() - kTracerEnding.size();
  std::int64_t step = 0;
  const auto [last, status] = std::from_chars(begin, std::max(begin, end), step);
  if (status != std::errc() || last != end) return std::nullopt;
  return step;
}

}  // namespace

std::string mbdm_file_stem(const MbdmSettings& settings) {
  std::string stem = settings.case_name;
  std::replace(stem.begin(), stem.end(), '/', '_');
  return stem;
}

MbdmTracerFiles::MbdmTracerFiles(const std::filesystem::path& folder, const MbdmSettings& settings)
    : folder_(folder / "tracers"), settings_(settings), stem_(mbdm_file_stem(settings) + "_tracers_") {}

std::string MbdmTracerFiles::start(std::int64_t last_step) {
  std::error_code status;
  std::filesystem::create_directories(folder_, status);
  if (status) return fmt::format("{}: cannot make this folder: {}", folder_.string(), status.message());
  for (const auto& entry : std::filesystem::directory_iterator(folder_, status)) {
    const auto step = step_of(entry.path().filename().string(), stem_);
    if (step && *step > last_step) std::filesystem::remove(entry.path(), status);
  }
  return {};
}

std::string MbdmTracerFiles::text(const MbdmModel& model, const System& system, const State& state,
                                  const Context& context) const {
  std::string text =
      fmt::format("TITLE = \"{}\"\nVARIABLES = \"X\" \"Y\" \"Z\" \"Fx\" \"Fy\" \"Fz\" \"Mx\" \"My\" \"Mz\"\n",
                  quoted_title(settings_.case_name));
  TecplotZones zones(text, state.time);
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < settings_.tracers.size(); ++i) {
    const Tracers& group = settings_.tracers[i];
    const Frame& frame = context.frames[static_cast<std::size_t>(model.tracer_frames()[i])];
    points.clear();
    for (const Vec3& point : group.points) points.emplace_back(frame.x + frame.R * point);
    const std::string title = fmt::format("tracers {} ({})", i + 1, group.node);
    if (points.size() == 8)
      zones.cuboid(title, points);
    else
      zones.line(title, points);
  }
  const std::vector<Wrench> wrenches = model.applied(system, context);
  for (std::size_t i = 0; i < wrenches.size(); ++i)
    zones.point(fmt::format("CoG {} ({})", i + 1, settings_.bodies[i]),
                context.frames[static_cast<std::size_t>(model.bodies()[i])].x, wrenches[i]);
  for (std::size_t i = 0; i < model.mooring_count(); ++i) {
    const MbdmLineState line = model.mooring(i, context);
    points = {line.anchor, line.fairlead};
    zones.line(fmt::format("mooring {} ({})", i + 1, settings_.moorings[i]), points);
  }
  return text;
}

std::string MbdmTracerFiles::write(const MbdmModel& model, const System& system, const State& state,
                                   const Context& context) {
  unsecured_.push_back(folder_ / fmt::format("{}{:08}{}", stem_, state.step, kTracerEnding));
  return write_atomically(unsecured_.back(), text(model, system, state, context), false);
}

std::string MbdmTracerFiles::secure() {
  for (const std::filesystem::path& path : std::exchange(unsecured_, {}))
    if (const Result<std::uint64_t> bytes = bring_to_disk(path); !bytes) return bytes.message();
  return {};
}

}  // namespace pintle
