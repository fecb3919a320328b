// How an element looks: points, lines, surfaces and arrows that hang on frames. Viewers and exports draw what
// they are told here and know no element type; see viewer/DATA.md.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "pintle/system/relative_motion.h"

namespace pintle {

// What a shape stands for: its colour, and what is shown or hidden with it.
enum class DisplayRole : std::uint8_t { body, joint, spring, line, force, moment };

// Receives the looks of one element. An attachment is a point that moves with its frame, with axes where
// these count. Channels are the element's own, without its name.
class DisplaySink {
 public:
  virtual ~DisplaySink() = default;
  virtual void points(std::span<const Attachment> points) = 0;
  // Through points on any frames. `values`: empty, or a scalar channel for each of the points, as colour.
  virtual void line(std::span<const Attachment> points, DisplayRole role,
                    std::span<const std::string> values) = 0;
  virtual void surface(std::span<const Attachment> corners, std::span<const int> triangles,
                       std::span<const std::string> values) = 0;
  // A mass at a point, with the inertia about it in the point's axes.
  virtual void mass(const Attachment& at, double mass, const Mat3& inertia) = 0;
  // What holds two sides together, and the motions that it leaves; nothing: these are not known.
  virtual void joint(const Attachment& a, const Attachment& b,
                     std::optional<std::span<const FreeMotion>> free) = 0;
  // A vector channel, in ground components.
  virtual void arrow(const Attachment& at, std::string_view channel, DisplayRole role) = 0;

  void between(const Attachment& a, const Attachment& b, DisplayRole role) {
    const std::array<Attachment, 2> ends{a, b};
    line(ends, role, {});
  }
  // What a joint exerts on its second side.
  void reaction(const Attachment& b) {
    arrow(b, "reaction_force", DisplayRole::force);
    arrow(b, "reaction_moment", DisplayRole::moment);
  }
};

}  // namespace pintle
