#include "pintle/output/mbdm_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "pintle/system/euler_parameters.h"

namespace pintle {

namespace {

// The points between which an element acts, the second one last. For the ground they name the other side.
class PointsSink final : public OutlineSink {
 public:
  void word(std::string_view) override {}
  void node(FrameIndex frame) override { points.push_back({frame}), numbers_ = 0; }
  void number(double value) override {
    if (!points.empty() && numbers_ < 3) points.back().offset[numbers_++] = value;
  }
  std::vector<Attachment> points;

 private:
  int numbers_ = 0;
};

// The way from the first point to the second.
class SpanSink final : public ReportSink {
 public:
  void reaction(const Vec3&, const Vec3&, const Vec3&, const Vec3&) override {}
  void number(std::string_view name, std::string_view, double value) override {
    if (name == "l") length = value;
  }
  void vector(std::string_view name, std::string_view, const Vec3& value) override {
    if (name == "v") direction = value;
  }
  void orientation(const Mat3&) override {}
  void node(FrameIndex) override {}

  double length = 0.0;
  Vec3 direction = Vec3::Zero();
};

}  // namespace

MbdmModel::MbdmModel(const System& system, const MbdmSettings& settings) {
  const Layout& layout = system.layout();
  positions_.assign(static_cast<std::size_t>(layout.configuration_size()), -1);
  for (const std::string& name : settings.bodies) {
    const FrameIndex frame = find_body(system, name);
    if (!error_.empty()) return;
    const auto first = static_cast<std::size_t>(layout.configuration_of(frame));
    for (std::size_t i = 0; i < 7; ++i) positions_[first + i] = static_cast<int>(7 * bodies_.size() + i);
    bodies_.push_back(frame);
  }
  for (const Tracers& group : settings.tracers) tracer_frames_.push_back(find_body(system, group.node));
  for (const std::string& name : settings.moorings) moorings_.push_back(find_mooring(system, name));
}

FrameIndex MbdmModel::find_body(const System& system, const std::string& name) {
  const Layout& layout = system.layout();
  for (FrameIndex frame = 1; frame < layout.frames(); ++frame)
    if (system.node_of(frame).label.name == name && layout.is_structural(frame)) return frame;
  error_ = fmt::format("mbdm: '{}' is not a node with axes", name);
  return kGroundFrame;
}

MbdmModel::Mooring MbdmModel::find_mooring(const System& system, const std::string& name) {
  Mooring mooring;
  for (const auto& set : system.sets())
    for (Index element = 0; element < set->size() && set->kind() == "joint"; ++element)
      if (set->label(element).name == name) mooring = {set.get(), element, {}};
  PointsSink sink;
  std::vector<ChannelInfo> channels;
  if (mooring.set) {
    mooring.set->outline(mooring.element, sink);
    channels = mooring.set->channels();
  }
  const auto find = [&](std::string_view channel, std::size_t& position) {
    position = 0;
    for (const ChannelInfo& info : channels) {
      if (info.name == channel) return true;
      position += static_cast<std::size_t>(info.size);
    }
    return false;
  };
  if (sink.points.size() != 2 || !find("force", mooring.tension) || !find("elongation", mooring.elongation) ||
      !find("rate", mooring.rate) || !find("energy", mooring.energy)) {
    error_ = fmt::format("mbdm: '{}' is not a spring damper", name);
    return {};
  }
  mooring.fairlead = sink.points.back();
  mooring.outputs = size_of(channels);
  return mooring;
}

MbdmLineState MbdmModel::mooring(std::size_t position, const Context& context) const {
  const Mooring& mooring = moorings_[position];
  std::vector<double> values(mooring.outputs);
  mooring.set->evaluate_channels(context, mooring.element, values);
  SpanSink span;
  mooring.set->report(context, mooring.element, span);
  const Frame& body = context.frames[static_cast<std::size_t>(mooring.fairlead.frame)];
  const Vec3 fairlead = mooring.fairlead.point(body);
  MbdmLineState line{.anchor = fairlead - span.length * span.direction,
                     .fairlead = fairlead,
                     .force = -values[mooring.tension] * span.direction,
                     .moment = Vec3::Zero(),
                     .tension = values[mooring.tension],
                     .elongation = values[mooring.elongation],
                     .rate = values[mooring.rate],
                     .energy = values[mooring.energy]};
  line.moment = mooring.fairlead.offset.cross(body.R.transpose() * line.force);
  return line;
}

std::vector<Wrench> MbdmModel::applied(const System& system, const Context& context) const {
  const Layout& layout = system.layout();
  std::vector<NodeMomentum> momenta(static_cast<std::size_t>(layout.frames()));
  VecX residual = VecX::Zero(layout.equations() + Layout::kGroundRoom);
  ResidualSink sink(layout, {residual.data(), static_cast<std::size_t>(residual.size())});
  for (const auto& set : system.sets()) {
    set->add_momenta(context, momenta);
    if (set->as_constraints()) set->residual(context, sink);
  }
  std::vector<Wrench> wrenches;
  for (const FrameIndex frame : bodies_) {
    const NodeMomentum& momentum = momenta[static_cast<std::size_t>(frame)];
    const Index first = layout.motion_of(frame);
    wrenches.push_back({momentum.linear_rate + residual.segment<3>(first),
                        momentum.angular_rate + residual.segment<3>(first + 3)});
  }
  return wrenches;
}

MbdmModel::Coordinates MbdmModel::coordinates(const System& system, const State& state) const {
  const Layout& layout = system.layout();
  VecX rates = VecX::Zero(layout.configuration_size()), second_rates = rates;
  rates_of_motion(layout, state.q, state.v, rates);
  second_rates_of_motion(layout, state.q, state.v, state.a, second_rates);
  const auto size = static_cast<Index>(7 * bodies_.size());
  Coordinates to{VecX::Zero(size), VecX::Zero(size), VecX::Zero(size)};
  Index at = 0;
  for (const FrameIndex frame : bodies_) {
    const Index first = layout.configuration_of(frame);
    to.q.segment<7>(at) = state.q.segment<7>(first);
    to.rates.segment<7>(at) = rates.segment<7>(first);
    to.second_rates.segment<7>(at) = second_rates.segment<7>(first);
    at += 7;
  }
  return to;
}

// Nodes that are no bodies stay as they are.
void MbdmModel::set_coordinates(const System& system, const Coordinates& from, State& state) const {
  const Layout& layout = system.layout();
  VecX rates = VecX::Zero(layout.configuration_size()), second_rates = rates;
  rates_of_motion(layout, state.q, state.v, rates);
  second_rates_of_motion(layout, state.q, state.v, state.a, second_rates);
  Index at = 0;
  for (const FrameIndex frame : bodies_) {
    const Index first = layout.configuration_of(frame);
    state.q.segment<7>(first) = from.q.segment<7>(at);
    rates.segment<7>(first) = from.rates.segment<7>(at);
    second_rates.segment<7>(first) = from.second_rates.segment<7>(at);
    at += 7;
  }
  motion_of_rates(layout, state.q, rates, state.v);
  motion_of_rates(layout, state.q, second_rates, state.a);
}

int MbdmModel::position_of(Index coordinate) const {
  return positions_[static_cast<std::size_t>(coordinate)];
}

}  // namespace pintle
