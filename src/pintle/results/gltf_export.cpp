#include "pintle/results/gltf_export.h"

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <numbers>

#include "pintle/base/wording.h"
#include "pintle/results/fresh_file.h"
#include "pintle/results/gltf_scene.h"

namespace pintle {

namespace {

// The format counts bytes with 32 bits; the JSON takes some of them.
constexpr std::size_t kMostBytes = std::numeric_limits<std::uint32_t>::max() / 2;

// Frames that turn by more than half a turn between two samples would be shown turning the other way.
class FastTurns {
 public:
  explicit FastTurns(const Scene& scene) : scene_(scene) {}
  void look_at(const SceneMotion& motion, double step) {
    for (std::size_t i = 0; i < scene_.frames.size(); ++i) {
      const double turn = motion.frame(static_cast<int>(i)).w.norm() * step;
      if (turn > largest_) largest_ = turn, fastest_ = i;
    }
  }
  std::vector<std::string> notes(std::size_t samples) const {
    if (largest_ < std::numbers::pi) return {};
    const double needed = static_cast<double>(samples) * largest_ / (0.5 * std::numbers::pi);
    return {
        fmt::format("'{}' turns by {:.2g} turns between two frames, too far to show its rotation; take about "
                    "{}{:.0f}, or a shorter time with {}",
                    scene_.frames[fastest_].name, largest_ / (2.0 * std::numbers::pi),
                    worded("--frames ", "frames="), needed, worded("--from and --to", "start and end"))};
  }

 private:
  const Scene& scene_;
  double largest_ = 0.0;
  std::size_t fastest_ = 0;
};

// The name of a frame that is nowhere; empty when all are somewhere.
std::string lost_frame(const Scene& scene, const SceneMotion& motion) {
  for (std::size_t i = 0; i < scene.frames.size(); ++i) {
    const FrameMotion& frame = motion.frame(static_cast<int>(i));
    if (!frame.p.allFinite() || !frame.R.allFinite()) return scene.frames[i].name;
  }
  return {};
}

}  // namespace

Result<std::vector<std::string>> write_gltf(const ResultFile& file, const Scene& scene,
                                            const std::vector<std::size_t>& records,
                                            const std::filesystem::path& path, bool is_text,
                                            const Progress& progress) {
  GltfDocument document;
  const GltfScene nodes(scene, records.size(), document);
  SceneMotion motion(file, scene, records, progress);
  FastTurns turns(scene);
  std::vector<float> times;
  double previous = file.times()[records.front()];
  while (motion.next()) {
    if (const std::string lost = lost_frame(scene, motion); !lost.empty())
      return Failure{fmt::format("{}: '{}' has no place at t = {:.9g} s; end before it with {}", file.name(),
                                 lost, motion.time(), worded("--to", "end=..."))};
    turns.look_at(motion, motion.time() - previous);
    previous = motion.time();
    const auto time = static_cast<float>(motion.time() - file.times()[records.front()]);
    if (!times.empty() && time <= times.back()) continue;  // the same instant, rounded
    times.push_back(time);
    for (const auto& track : nodes.tracks()) track->sample(motion);
  }
  if (!motion.error().empty()) return Failure{motion.error()};
  const int times_accessor = times.size() > 1 ? document.add_numbers(times, 1, true) : -1;
  for (const auto& track : nodes.tracks()) track->finish(document, times, times_accessor);
  if (document.buffer_bytes() > kMostBytes)
    return Failure{
        fmt::format("{}: {} frames make {:.1f} GB, more than a glTF file can hold; take fewer with {}",
                    path.string(), records.size(), 1e-9 * static_cast<double>(document.buffer_bytes()),
                    worded("--frames", "frames=..."))};
  FreshFile out(path);
  is_text ? document.write_gltf(out.out()) : document.write_glb(out.out());
  if (std::string error = out.finish(); !error.empty()) return Failure{std::move(error)};
  return turns.notes(records.size());
}

}  // namespace pintle
