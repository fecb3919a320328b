#include "pintle/system/system_builder.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include "pintle/base/suggest.h"
#include "pintle/drives/drive_registry.h"
#include "pintle/math/rotations.h"
#include "pintle/model/expected_unit.h"
#include "pintle/system/measurement_resolver.h"

namespace pintle {

namespace {

// Twice the largest distance of a node from their centre at the start, which no order of cards changes; with
// nodes in one place the longest offset of a joint on them; else 1.
double length_of(const System& system, const State& start) {
  const Layout& layout = system.layout();
  const auto place_of = [&](FrameIndex frame) -> Vec3 {
    return start.q.segment<3>(layout.configuration_of(frame));
  };
  double extent = 0.0;
  Vec3 centre = Vec3::Zero();  // from the first
  const double count = static_cast<double>(layout.frames() - 1);
  for (FrameIndex frame = 1; frame < layout.frames(); ++frame)
    centre += (place_of(frame) - place_of(1)) / count;
  for (FrameIndex frame = 1; frame < layout.frames(); ++frame)
    extent = std::max(extent, 2.0 * (place_of(frame) - place_of(1) - centre).stableNorm());
  if (extent > 0.0) return extent;
  for (const auto& set : system.sets())
    for (Index element = 0; set->as_constraints() && element < set->size(); ++element)
      if (const auto motion = set->as_constraints()->relative_motion(element))
        for (const Attachment* side : {&motion->a, &motion->b})
          if (side->frame != kGroundFrame) extent = std::max(extent, side->offset.stableNorm());
  return extent > 0.0 ? extent : 1.0;
}

}  // namespace

void SystemBuilder::require_open() const {
  if (nodes_are_closed_)
    throw std::logic_error("SystemBuilder: nodes must be added before anything that uses them");
}

void SystemBuilder::add_structural_node(ElementLabel label, const NodeStart& start, bool has_inertia) {
  require_open();
  structural_.push_back(
      {{std::move(label), has_inertia ? "dynamic" : "static", has_inertia}, start, {}, false});
}

void SystemBuilder::add_displacement_node(ElementLabel label, const Vec3& position, const Vec3& velocity) {
  require_open();
  displacement_.push_back({{std::move(label), "displacement", true},
                           {position, Mat3::Identity(), velocity, Vec3::Zero()},
                           {},
                           false});
}

void SystemBuilder::add_scalar_node(ElementLabel label, double value, double rate) {
  require_open();
  scalars_.push_back({{std::move(label), "scalar", true}, value, rate});
}

const SystemBuilder::NodeEntry& SystemBuilder::nodes_info(FrameIndex frame) const {
  const auto index = static_cast<std::size_t>(frame) - 1;
  return index < structural_.size() ? structural_[index] : displacement_[index - structural_.size()];
}

NodeStart SystemBuilder::start_of(FrameIndex frame) const {
  return frame == kGroundFrame ? NodeStart{} : nodes_info(frame).start;
}

std::vector<std::string> SystemBuilder::node_names() const {
  std::vector<std::string> names;
  for (const auto& node : structural_) names.push_back(node.info.label.name);
  for (const auto& node : displacement_) names.push_back(node.info.label.name);
  return names;
}

FrameIndex SystemBuilder::frame_of(std::string_view node, const SourcePlace& place) {
  nodes_are_closed_ = true;
  const auto frames = static_cast<FrameIndex>(1 + structural_.size() + displacement_.size());
  for (FrameIndex frame = 1; frame < frames; ++frame) {
    if (nodes_info(frame).info.label.name != node) continue;
    entry_of(frame).is_used = true;
    return frame;
  }
  report_unknown(node, place);
  return kGroundFrame;
}

void SystemBuilder::report_unknown(std::string_view node, const SourcePlace& place) {
  if (node == "ground") {
    diagnostics_.error(place, "the ground is not a node: it does not move", "name a node");
    return;
  }
  for (ScalarEntry& scalar : scalars_) {
    if (scalar.info.label.name != node) continue;
    scalar.is_used = true;  // one message about it is enough
    diagnostics_.error(place, fmt::format("node '{}' is scalar: it has no position", node),
                       "name a dynamic, static or displacement node");
    return;
  }
  const std::vector<std::string> names = node_names();
  const auto nearest = nearest_word(node, names);
  diagnostics_.error(place, fmt::format("there is no node '{}'", node),
                     nearest ? fmt::format("did you mean '{}'?", *nearest) : "");
  // What was probably meant is not reported as unused, too.
  for (auto* group : {&structural_, &displacement_})
    for (NodeEntry& entry : *group)
      if (nearest && entry.info.label.name == *nearest) entry.is_suspected = true;
}

std::optional<Index> SystemBuilder::scalar_of(std::string_view node, const SourcePlace& place) {
  nodes_are_closed_ = true;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < scalars_.size(); ++i) {
    names.push_back(scalars_[i].info.label.name);
    if (names.back() != node) continue;
    scalars_[i].is_used = true;
    return static_cast<Index>(i);
  }
  for (auto* group : {&structural_, &displacement_})
    for (NodeEntry& entry : *group) {
      if (entry.info.label.name != node) continue;
      entry.is_suspected = true;
      diagnostics_.error(place, fmt::format("node '{}' is {}, not scalar", node, entry.info.type),
                         "name a scalar node");
      return std::nullopt;
    }
  diagnostics_.error(place, fmt::format("there is no scalar node '{}'", node), did_you_mean(node, names));
  return std::nullopt;
}

Attachment SystemBuilder::attach(const AttachmentDesc& description) {
  Attachment attachment;
  nodes_are_closed_ = true;
  if (!description.is_ground()) attachment.frame = frame_of(description.node, description.place);
  const NodeStart start = start_of(attachment.frame);
  attachment.offset =
      description.global_position
          ? Vec3(start.orientation.transpose() * (*description.global_position - start.position))
          : description.offset;
  attachment.axes = description.global_orientation
                        ? Mat3(start.orientation.transpose() * *description.global_orientation)
                        : description.orientation;
  const bool has_no_axes = attachment.frame > static_cast<FrameIndex>(structural_.size());
  if (has_no_axes && attachment.offset.norm() > 0.0)
    diagnostics_.error(
        description.place,
        fmt::format("node '{}' has no orientation, so nothing can be attached at an offset from it",
                    description.node),
        "use a dynamic or static node, or no offset");
  return attachment;
}

std::optional<std::string> SystemBuilder::claim_inertia(FrameIndex frame, const std::string& body) {
  if (frame == kGroundFrame) return std::nullopt;
  return claim(entry_of(frame).inertia_from, body);
}

std::optional<std::string> SystemBuilder::claim_scalar_inertia(Index scalar, const std::string& body) {
  return claim(scalars_[static_cast<std::size_t>(scalar)].inertia_from, body);
}

std::optional<std::string> SystemBuilder::claim(std::string& owner, const std::string& body) {
  if (!owner.empty()) return owner;
  owner = body;
  return std::nullopt;
}

void SystemBuilder::add_rotational_inertia(FrameIndex frame, const Mat3& inertia) {
  std::optional<Mat3>& sum = entry_of(frame).rotational_inertia;
  sum = sum ? Mat3(*sum + inertia) : inertia;
}

void SystemBuilder::declare_drive(const Card& card) {
  if (named_drives_.emplace(card.name, card).second) drive_names_.push_back(card.name);
}

Drive SystemBuilder::drive(const Card& card, std::string_view unit) {
  Drive result = build_drive(card, unit);
  if (result.has_history()) remembering_drives_.push_back(result);
  if (result.has_pieces()) piecewise_drives_.push_back(result);
  const std::span<const int> slots = result.channels_used();
  listened_[card_].insert(listened_[card_].end(), slots.begin(), slots.end());
  depends_on_steps_ = depends_on_steps_ || result.depends_on_steps();
  return result;
}

Drive SystemBuilder::build_drive(Card card, std::string_view unit) {
  // A text may be an expression or the name of a drive card.
  if (const Value* text = card.type == "expression" ? card.find("expression") : nullptr;
      text && text->is_text()) {
    if (const auto named = named_drives_.find(text->as_text()); named != named_drives_.end())
      card = named->second;
  }
  const bool is_named = !card.name.empty();
  if (is_named && std::find(drives_being_built_.begin(), drives_being_built_.end(), card.name) !=
                      drives_being_built_.end()) {
    diagnostics_.error(card.place, fmt::format("drive '{}' refers to itself", card.name));
    return Drive::constant(0.0);
  }
  const std::shared_ptr<const void> level = nesting_.enter(card);
  if (!level) return Drive::constant(0.0);
  if (is_named) drives_being_built_.push_back(card.name);
  if (is_named) used_drives_.insert(card.name);
  DriveBuildContext context{
      diagnostics_,
      [this](std::string_view name, const SourcePlace& place) { return measurement(name, place); },
      [this](const Card& nested, std::string_view nested_unit) { return build_drive(nested, nested_unit); },
      drive_names_,
      std::string(unit),
      [this](std::span<const double> start) { return reserve_history(start); },
      &table_files_,
      [this](const Card& function) { return parts_.function(function); },
      [this](const std::string& name, double start) { return input(name, start); },
      host_functions_,
  };
  const CheckedCard checked = check_card(card, *schemas_, diagnostics_, unit);
  Drive result = checked.has_errors() ? Drive::constant(0.0) : drive_registry_->build(checked, context);
  if (is_named) drives_being_built_.pop_back();
  return result;
}

int SystemBuilder::reserve_history(std::span<const double> start) {
  const auto first = static_cast<int>(drive_history_.size());
  drive_history_.insert(drive_history_.end(), start.begin(), start.end());
  return first;
}

// One entry for all drives of a name.
Result<int> SystemBuilder::input(const std::string& name, double start) {
  const auto known = std::find_if(inputs_.begin(), inputs_.end(),
                                  [&](const SystemInput& input) { return input.name == name; });
  if (known == inputs_.end()) {
    inputs_.push_back({name, reserve_history({&start, 1})});
    return static_cast<int>(inputs_.back().entry);
  }
  const double first = drive_history_[static_cast<std::size_t>(known->entry)];
  if (first == start) return static_cast<int>(known->entry);
  return Failure{fmt::format("the input '{}' starts at {:g} here and at {:g} elsewhere", name, start, first)};
}

void SystemBuilder::check_unused_drives() {
  for (const auto& [name, card] : named_drives_) {
    if (used_drives_.contains(name)) continue;
    build_drive(card, "any");  // mistakes in it are told all the same
    if (!diagnostics_.has_errors())
      diagnostics_.warning(card.place, describe(card) + " is never used",
                           "give its name where a drive is asked for, or remove it");
  }
}

template <int N>
DrivenVectorOf<N> SystemBuilder::build_driven_vector(const DrivesDesc& description, const SourcePlace& place,
                                                     std::string_view unit) {
  DrivenVectorOf<N> result;
  const std::vector<std::string> units = unit_parts(unit);
  const auto count = static_cast<int>(description.components.size());
  bool is_good = count == 0 || count == N;
  for (int i = 0; is_good && i < count; ++i) {
    const std::size_t half = units.size() == 2 && 2 * i >= N ? 1 : 0;
    result.add(drive(description.components[static_cast<std::size_t>(i)], units[half]),
               DrivenVectorOf<N>::Vector::Unit(i));
  }
  for (const DrivesDesc::Term& term : description.terms) {
    is_good = is_good && count == 0 && term.vector.size() == N;
    if (is_good) result.add(drive(term.drive, units.size() == 1 ? unit : "any"), term.vector);
  }
  if (!is_good)
    diagnostics_.error(place,
                       fmt::format("expected {0} drives, or vectors of {0} numbers with a drive each", N));
  return result;
}

DrivenVector SystemBuilder::driven_vector(const CheckedCard& card, std::string_view field,
                                          std::string_view unit) {
  return build_driven_vector<3>(card.drives(field), card.place_of(field), unit);
}

DrivenVector6 SystemBuilder::driven_vector6(const CheckedCard& card, std::string_view field,
                                            std::string_view unit) {
  return build_driven_vector<6>(card.drives(field), card.place_of(field), unit);
}

std::unique_ptr<ElementSet>& SystemBuilder::slot_of(std::type_index type) {
  const auto [position, is_new] = (switch_ ? switched_index_ : set_index_).try_emplace(type, sets_.size());
  if (is_new) sets_.emplace_back();
  if (is_new && switch_) switched_.emplace_back(position->second, *switch_);
  std::unique_ptr<ElementSet>& slot = sets_[position->second];
  if (card_ > 0) elements_before_.try_emplace(position->second, slot ? slot->size() : 0);
  return slot;
}

void SystemBuilder::switch_by(std::optional<Drive> drive) {
  switch_ = std::move(drive);
  switched_index_.clear();
}

void SystemBuilder::check_nodes() {
  for (const ScalarEntry& node : scalars_)
    if (!node.is_used)
      diagnostics_.error(node.info.label.place, fmt::format("node '{}' is never used", node.info.label.name),
                         "attach a body to it, or remove it");
  std::set<std::string> names;
  for (const auto* group : {&structural_, &displacement_})
    for (const NodeEntry& node : *group) {
      const ElementLabel& label = node.info.label;
      const bool is_named =
          !label.name.empty() && names.insert(label.name).second;  // else nothing can refer to it
      if (!is_named || node.is_suspected) continue;
      if (!node.is_used)
        diagnostics_.error(label.place, fmt::format("node '{}' is never used", label.name),
                           "attach a body, a joint or a load to it, or remove it");
      else if (node.info.has_inertia && node.inertia_from.empty())
        report_massless(node.info);
      check_rotational_inertia(node);
    }
}

void SystemBuilder::report_massless(const NodeInfo& node) {
  const bool is_point = node.type == "displacement";
  diagnostics_.error(
      node.label.place,
      fmt::format("node '{}' is {} but has no mass", node.label.name,
                  is_point ? "a displacement node" : "dynamic"),
      is_point ? "attach a point_mass to it" : "attach a body to it, or make it a static node");
}

// A node that can turn about an axis without inertia has no equation of motion for it.
void SystemBuilder::check_rotational_inertia(const NodeEntry& node) {
  constexpr double kRoundOff = 1e-14;
  if (!node.rotational_inertia || !node.info.has_inertia) return;
  const Eigen::SelfAdjointEigenSolver<Mat3> principal(*node.rotational_inertia);
  const double smallest = principal.eigenvalues()[0], roundoff = kRoundOff * principal.eigenvalues()[2];
  // A negative one, or one that is not a number, is reported with its body.
  if (!(std::abs(smallest) <= roundoff)) return;
  const Vec3 axis = principal.eigenvectors().col(0);
  diagnostics_.error(
      node.info.label.place,
      fmt::format("node '{}' can turn, but {} gives it no inertia about the axis ({:.3g}, {:.3g}, {:.3g})",
                  node.info.label.name, node.inertia_from, axis.x(), axis.y(), axis.z()),
      "give the body an inertia about every axis, or use a displacement node");
}

State SystemBuilder::first_state(const Layout& layout) const {
  State state = State::zero(layout);
  for (FrameIndex frame = 1; frame < layout.frames(); ++frame) {
    const NodeStart& start = nodes_info(frame).start;
    const Index q = layout.configuration_of(frame);
    const Index v = layout.motion_of(frame);
    state.q.segment<3>(q) = start.position;
    state.v.segment<3>(v) = start.velocity;
    if (!layout.is_structural(frame)) continue;
    const Quat quaternion = quaternion_from_matrix(start.orientation);
    state.q.segment<4>(q + 3) << quaternion.w(), quaternion.x(), quaternion.y(), quaternion.z();
    state.v.segment<3>(v + 3) = start.angular_velocity;
  }
  for (std::size_t i = 0; i < scalars_.size(); ++i) {
    state.q[layout.first_scalar_configuration() + static_cast<Index>(i)] = scalars_[i].value;
    state.v[layout.first_scalar() + static_cast<Index>(i)] = scalars_[i].rate;
  }
  return state;
}

std::optional<Assembled> SystemBuilder::finish() {
  nodes_are_closed_ = true;
  for (const auto& task : tasks_) task(*this);
  parts_.check_unused();
  check_unused_drives();
  check_nodes();
  Assembled result;
  System& system = result.system;
  Layout nodes_only;
  nodes_only.structural = static_cast<Index>(structural_.size());
  nodes_only.displacement = static_cast<Index>(displacement_.size());
  nodes_only.scalars = static_cast<Index>(scalars_.size());
  nodes_only.history = static_cast<Index>(drive_history_.size());

  for (const auto* group : {&structural_, &displacement_})
    for (const NodeEntry& node : *group) system.nodes_.push_back(node.info);
  for (const ScalarEntry& node : scalars_) system.nodes_.push_back(node.info);
  system.sets_ = std::move(sets_);
  for (std::size_t i = 0; i < system.sets_.size(); ++i) {
    const ConstraintSet* constraints = system.sets_[i]->as_constraints();
    if (!constraints) continue;
    system.constraints_.push_back(constraints);
    system.constraint_position_.push_back(i);
  }
  system.gravity_ = std::move(gravity_);
  system.output_meter_ = std::move(output_meter_);
  system.remembering_drives_ = std::move(remembering_drives_);
  system.piecewise_drives_ = std::move(piecewise_drives_);
  system.depends_on_steps_ = depends_on_steps_;
  system.has_pieces_ =
      !system.piecewise_drives_.empty() || std::any_of(system.sets_.begin(), system.sets_.end(),
                                                       [](const auto& set) { return set->has_pieces(); });
  system.drive_history_ = std::move(drive_history_);
  system.inputs_ = std::move(inputs_);
  system.layout_ = nodes_only;
  system.list_channels();
  for (const MeasurementRequest& request : measurements_)
    system.measurements_.push_back(resolve_measurement(request.name, request.place, system, diagnostics_));
  if (diagnostics_.has_errors()) return std::nullopt;
  system.order_measurements(list_needs(system));

  // Bodies first, then joints and loads in the order they were met: residuals run through nodes in memory
  // order.
  Connector connector(nodes_only, system.measurements_);
  for (const auto& set : system.sets_) set->connect(connector);
  system.connect_switches(std::move(switched_), connector);
  system.layout_ = connector.layout();
  system.list_levels();
  system.make_unit_accelerations();
  auto connected = connector.finish();
  system.pattern_ = std::move(connected.pattern);
  system.blocks_ = std::move(connected.table);
  system.diagonal_ = std::move(connected.diagonal);
  system.modes_ = std::move(connected.modes);
  system.state_names_ = std::move(connected.state_names);

  result.state = first_state(system.layout_);
  system.length_scale_ = length_of(system, result.state);
  Snapshot snapshot = system.make_snapshot();
  system.fill(result.state, snapshot);
  system.start_history(snapshot.context(), result.state);
  find_private_data(system, snapshot.context());
  if (diagnostics_.has_errors()) return std::nullopt;
  system.fill(result.state, snapshot);
  refuse_circle(system, snapshot);
  if (diagnostics_.has_errors()) return std::nullopt;
  return result;
}

}  // namespace pintle
