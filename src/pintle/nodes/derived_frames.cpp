#include "pintle/nodes/derived_frames.h"

#include <algorithm>
#include <utility>

#include "pintle/math/rotations.h"
#include "pintle/system/system_builder.h"

namespace pintle {

namespace {

constexpr std::string_view kSeen = "in the frame that its page tells";

}  // namespace

Frame composed(const Frame& P, const Frame& inner) {
  const Vec3 d = P.R * inner.x, u = P.R * inner.v, w = P.R * inner.omega;
  Frame f;
  f.x = P.x + d;
  f.R = P.R * inner.R;
  f.v = P.v + P.omega.cross(d) + u;
  f.omega = P.omega + w;
  f.a = P.a + P.alpha.cross(d) + P.omega.cross(P.omega.cross(d)) + 2.0 * P.omega.cross(u) + P.R * inner.a;
  f.alpha = P.alpha + P.omega.cross(w) + P.R * inner.alpha;
  return f;
}

Frame seen_from(const Frame& P, const Frame& B) {
  const Mat3 to_p = P.R.transpose();
  const Vec3 d = B.x - P.x, u = B.v - P.v - P.omega.cross(d), w = B.omega - P.omega;
  Frame f;
  f.x = to_p * d;
  f.R = to_p * B.R;
  f.v = to_p * u;
  f.omega = to_p * w;
  f.a = to_p * (B.a - P.a - P.alpha.cross(d) - P.omega.cross(P.omega.cross(d)) - 2.0 * P.omega.cross(u));
  f.alpha = to_p * (B.alpha - P.alpha - P.omega.cross(w));
  return f;
}

void DerivedFrameSet::add_offset(ElementLabel label, Source base) {
  add_label(std::move(label));
  items_.push_back({std::move(base), std::nullopt, std::nullopt});
}

void DerivedFrameSet::add_relative(ElementLabel label, Source base, Source reference,
                                   std::optional<Source> pivot) {
  add_label(std::move(label));
  items_.push_back({std::move(base), std::move(reference), std::move(pivot)});
}

Frame DerivedFrameSet::frame_of(const Context& context, const Source& source) const {
  const Frame base = source.derived < 0 ? context.frames[static_cast<std::size_t>(source.frame)]
                                        : frame(context, source.derived);
  return composed(base, source.fixed);
}

Frame DerivedFrameSet::frame(const Context& context, Index element) const {
  const Item& item = items_[static_cast<std::size_t>(element)];
  const Frame base = frame_of(context, item.base);
  if (!item.reference) return base;
  const Frame relative = seen_from(frame_of(context, *item.reference), base);
  return item.pivot ? composed(frame_of(context, *item.pivot), relative) : relative;
}

// The outputs of a node.
std::vector<ChannelInfo> DerivedFrameSet::channels() const {
  std::vector<ChannelInfo> list;
  for (const NodeQuantityInfo& info : node_quantities())
    if (info.is_output)
      list.push_back(
          {std::string(info.name), std::string(info.unit), info.size, std::string(kSeen), Geometry::other});
  return list;
}

void DerivedFrameSet::evaluate_channels(const Context& context, Index element, std::span<double> out) const {
  const Frame f = frame(context, element);
  double* next = out.data();
  for (const NodeQuantityInfo& info : node_quantities()) {
    if (!info.is_output) continue;
    const Vec4 values = node_quantity(f, info.quantity);
    next = std::copy_n(values.data(), info.size, next);
  }
}

void DerivedFrameSet::report(const Context& context, Index element, ReportSink& sink) const {
  const Frame f = frame(context, element);
  sink.vector("X", "m", f.x);
  sink.orientation(f.R);
  sink.vector("XP", "m/s", f.v);
  sink.vector("Omega", "rad/s", f.omega);
  sink.vector("XPP", "m/s^2", f.a);
  sink.vector("OmegaP", "rad/s^2", f.alpha);
}

void DerivedFrameSet::outline(Index element, OutlineSink& sink) const {
  const bool is_relative = items_[static_cast<std::size_t>(element)].reference.has_value();
  sink.word(is_relative ? "relative frame structural node" : "structural node");
}

void DerivedFrameSet::private_data(const Context& context, Index element, PrivateDataSink& sink) const {
  const Frame f = frame(context, element);
  for (const NodeQuantityInfo& info : node_quantities())
    if (!info.is_output) sink.vector(std::string(info.name) + "_", node_quantity(f, info.quantity).head<3>());
}

Index DerivedFrameSet::find(std::string_view name) const {
  for (Index i = 0; i < size(); ++i)
    if (label(i).name == name) return i;
  return -1;
}

DerivedFrameSet::Source source_of(std::string_view name, const SourcePlace& place, SystemBuilder& builder) {
  DerivedFrameSet::Source source;
  source.derived = builder.set<DerivedFrameSet>().find(name);
  if (source.derived < 0 && name != "ground") source.frame = builder.frame_of(name, place);
  return source;
}

}  // namespace pintle
