#include "pintle/system/system.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "pintle/math/rotations.h"

namespace pintle {

namespace {

constexpr std::array<std::string_view, 3> kAxisNames{"x", "y", "z"};

std::string describe(std::string_view kind, const ElementLabel& label) {
  const std::string place = label.place.to_string();
  return place.empty() ? fmt::format("{} '{}'", kind, label.name)
                       : fmt::format("{} '{}' ({})", kind, label.name, place);
}

// Outputs of every node with axes; displacement nodes have the translational ones only.
std::vector<ChannelInfo> node_channels(bool has_axes) {
  std::vector<ChannelInfo> channels;
  for (const NodeQuantityInfo& info : node_quantities())
    if (info.is_output && (has_axes || !info.needs_axes))
      channels.push_back(
          {std::string(info.name), std::string(info.unit), info.size, std::string(info.doc), info.geometry});
  return channels;
}

std::vector<ChannelInfo> scalar_channels() {
  return {{"value", "1", 1, ""}, {"rate", "1/s", 1, ""}, {"acceleration", "1/s^2", 1, ""}};
}

}  // namespace

std::string describe(const ElementSet& set, Index element) {
  return describe(std::string(set.kind()), set.label(element));
}

void System::residual(const Context& context, ResidualSink& sink) const {
  for (std::size_t i = 0; i < sets_.size(); ++i)
    if (is_on(i, context)) sets_[i]->residual(context, sink);
  for (const Switch& item : switches_)
    for (Index k = 0; k < static_cast<Index>(item.blocks.size()) && !is_on(item.set, context); ++k) {
      const Index multiplier = item.first_multiplier + k;
      sink.add_constraint(multiplier, context.multipliers[static_cast<std::size_t>(multiplier)]);
    }
}

void System::loads(const Context& context, ResidualSink& sink) const {
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    const ConstraintSet* constraints = sets_[i]->as_constraints();
    if (is_on(i, context) && !(constraints && constraints->is_ideal())) sets_[i]->residual(context, sink);
  }
}

bool System::has_implicit_loads() const {
  const auto listens = [](const Measurement& m) {
    if (m.is_of_element()) return true;
    if (m.is_scalar()) return m.order == 2;
    return m.quantity == NodeQuantity::acceleration || m.quantity == NodeQuantity::angular_acceleration ||
           m.quantity == NodeQuantity::acceleration_local ||
           m.quantity == NodeQuantity::angular_acceleration_local;
  };
  return layout_.states > 0 || has_modes() ||
         std::any_of(measurements_.begin(), measurements_.end(), listens);
}

void System::add_inertia(const Context& context, std::span<double> values) const {
  TangentCoefficients inertia;
  inertia.position = 0.0;
  inertia.multiplier_scale = 0.0;
  inertia.acceleration_row_scale = 0.0;
  inertia.frames = unit_accelerations_;
  inertia.scalar_acceleration = 1.0;
  inertia.state_rate = 1.0;
  TangentSink sink(blocks_, inertia, values);
  tangent(context, sink);
}

void System::tangent(const Context& context, TangentSink& sink) const {
  for (std::size_t i = 0; i < sets_.size(); ++i)
    if (is_on(i, context)) sets_[i]->tangent(context, sink);
  for (const Switch& item : switches_) {
    if (is_on(item.set, context)) continue;
    for (const BlockId block : item.blocks) sink.dlambda(block, Eigen::Matrix<double, 1, 1>::Ones());
  }
}

// A switch has a mode in the history, and a place on the diagonal for each multiplier of its set.
void System::connect_switches(std::vector<std::pair<std::size_t, Drive>> switched, Connector& connector) {
  switch_of_.assign(sets_.size(), -1);
  for (std::pair<std::size_t, Drive>& entry : switched) {
    const std::size_t position = entry.first;
    switch_of_[position] = static_cast<int>(switches_.size());
    Switch item{position, std::move(entry.second), connector.modes(1)};
    if (const ConstraintSet* set = sets_[position]->as_constraints()) {
      item.first_multiplier = set->first_multiplier(0);
      for (Index element = 0; element < set->size(); ++element)
        for (Index i = 0; i < set->equations_of(element); ++i) {
          const Index multiplier = set->first_multiplier(element) + i;
          const Slot slot = Slot::multipliers(multiplier, 1, set->equation(element, i).level);
          item.blocks.push_back(connector.block(slot, slot));
        }
    }
    switches_.push_back(std::move(item));
  }
}

void System::list_inactive(const Context& context, std::vector<Index>& out) const {
  out.clear();
  for (std::size_t i = 0; i < constraints_.size(); ++i) {
    const ConstraintSet& set = *constraints_[i];
    const bool is_set_on = is_on(constraint_position_[i], context);
    for (Index element = 0; element < set.size(); ++element) {
      if (is_set_on && set.is_active(context, element)) continue;
      for (Index k = 0; k < set.equations_of(element); ++k) out.push_back(set.first_multiplier(element) + k);
    }
  }
}

bool System::changes_mode(const State& before, const State& after) const {
  return std::any_of(modes_.begin(), modes_.end(),
                     [&](Index mode) { return before.history[mode] != after.history[mode]; });
}

void System::phi(const Context& context, std::span<double> out) const {
  std::fill(out.begin(), out.end(), 0.0);
  for_each_active_constraint(context, [&](const ConstraintSet& set) { set.phi(context, out); });
}

void System::phi_dot(const Context& context, std::span<double> out) const {
  std::fill(out.begin(), out.end(), 0.0);
  for_each_active_constraint(context, [&](const ConstraintSet& set) { set.phi_dot(context, out); });
}

void System::gamma(const Context& context, std::span<double> out) const {
  std::fill(out.begin(), out.end(), 0.0);
  for_each_active_constraint(context, [&](const ConstraintSet& set) { set.gamma(context, out); });
}

void System::constraint_jacobian(const Context& context, TangentSink& sink) const {
  for_each_active_constraint(context, [&](const ConstraintSet& set) { set.jacobian(context, sink); });
}

void System::make_unit_accelerations() {
  unit_accelerations_.resize(static_cast<std::size_t>(layout_.frames()));
  for (MotionOperators& frame : unit_accelerations_) frame.acceleration.setIdentity();
}

void System::list_levels() {
  levels_.assign(static_cast<std::size_t>(layout_.multipliers), ConstraintLevel::position);
  for (const ConstraintSet* set : constraints_)
    for (Index element = 0; element < set->size(); ++element)
      for (Index i = 0; i < set->equations_of(element); ++i) {
        const Index multiplier = set->first_multiplier(element) + i;
        levels_[static_cast<std::size_t>(multiplier)] = set->equation(element, i).level;
      }
}

std::vector<Index> System::multipliers_of(ConstraintLevel level) const {
  std::vector<Index> list;
  for (Index i = 0; i < layout_.multipliers; ++i)
    if (level_of(i) == level) list.push_back(i);
  return list;
}

Totals System::totals(const Context& context) const {
  Totals totals;
  for (std::size_t i = 0; i < sets_.size(); ++i)
    if (is_on(i, context)) sets_[i]->add_totals(context, totals);
  return totals;
}

// A joint that is switched on stops what it holds; anything else that is switched on may bring stored energy.
WorkDone System::work_done(std::size_t set) const {
  const WorkDone work = sets_[set]->work_done();
  if (!is_switched(set)) return work;
  return sets_[set]->as_constraints() ? std::max(work, WorkDone::taken) : WorkDone::any;
}

bool System::has_constant_gravity() const {
  return gravity_.constant(0) && gravity_.constant(1) && gravity_.constant(2);
}

std::uint64_t System::piece(const Context& context) const {
  std::uint64_t all = 0;
  for (const Drive& drive : piecewise_drives_) all = joined_pieces(all, drive.piece(context.drive_inputs()));
  for (const auto& set : sets_)
    if (set->has_pieces()) all = joined_pieces(all, set->piece(context));
  return all;
}

void System::start_history(const Context& context, State& state) const {
  std::copy(drive_history_.begin(), drive_history_.end(), state.history.data());
  commit_drives(context, state);
  commit_switches(context, state);
  for (const auto& set : sets_)
    set->start_history(context, {state.history.data(), static_cast<std::size_t>(state.history.size())});
}

void System::commit_drives(const Context& context, State& state) const {
  const std::span<double> history{state.history.data(), static_cast<std::size_t>(state.history.size())};
  DriveInputs inputs = context.drive_inputs();
  inputs.history = history;
  for (const Drive& drive : remembering_drives_) drive.commit(inputs, history);
}

void System::commit_switches(const Context& context, State& state) const {
  for (const Switch& item : switches_)
    state.history[item.mode] = item.drive.value(context.drive_inputs()) != 0.0 ? 1.0 : 0.0;
}

void System::commit(const Context& context, State& state) const {
  commit_drives(context, state);
  commit_switches(context, state);
  for (const auto& set : sets_)
    set->commit(context, {state.history.data(), static_cast<std::size_t>(state.history.size())});
}

System::Owner System::owner_of(Index multiplier) const {
  for (const ConstraintSet* set : constraints_) {
    if (set->size() == 0 || multiplier < set->first_multiplier(0)) continue;
    // The last element that starts at or before the multiplier.
    Index element = 0, beyond = set->size();
    while (beyond - element > 1) {
      const Index middle = element + (beyond - element) / 2;
      (set->first_multiplier(middle) <= multiplier ? element : beyond) = middle;
    }
    const Index equation = multiplier - set->first_multiplier(element);
    if (equation < set->equations_of(element)) return {set, element, equation};
  }
  return {};
}

std::string System::name_of(EquationId equation) const {
  const Index i = equation.value;
  if (i >= layout_.first_multiplier()) {
    const Owner owner = owner_of(i - layout_.first_multiplier());
    return fmt::format("{}: {}", describe(*owner.set, owner.element), owner.info().name);
  }
  if (i >= layout_.first_state()) return state_names_[static_cast<std::size_t>(i - layout_.first_state())];
  if (i >= layout_.first_scalar()) {
    const Index scalar = i - layout_.first_scalar();
    const NodeInfo& node = node_of_scalar(scalar);
    return fmt::format("{}: balance", describe("node", node.label));
  }
  const Index structural_end = 6 * layout_.structural;
  const FrameIndex frame = i < structural_end ? 1 + i / 6 : 1 + layout_.structural + (i - structural_end) / 3;
  const Index component = i - layout_.motion_of(frame);
  const auto axis = kAxisNames[static_cast<std::size_t>(component % 3)];
  return fmt::format("{}: {} {}", describe("node", node_of(frame).label),
                     component < 3 ? "force balance along" : "moment balance about", axis);
}

std::string System::unit_of(EquationId equation) const {
  switch (layout_.kind_of(equation.value)) {
    case EquationKind::translation:
      return "N";
    case EquationKind::rotation:
      return "N m";
    case EquationKind::constraint:
      return std::string(owner_of(equation.value - layout_.first_multiplier()).info().unit);
    case EquationKind::scalar:
      return "1";
  }
  return "1";
}

void System::list_channels() {
  const auto add = [this](std::string_view kind, std::string_view type, const std::string& name,
                          std::vector<ChannelInfo> channels) {
    const auto size = static_cast<Index>(size_of(channels));
    if (size == 0) return;
    channel_groups_.push_back(
        {std::string(kind), std::string(type), name, std::move(channels), channel_count_});
    channel_count_ += size;
  };
  for (FrameIndex frame = 1; frame < layout_.frames(); ++frame)
    add("node", node_of(frame).type, node_of(frame).label.name, node_channels(layout_.is_structural(frame)));
  for (Index scalar = 0; scalar < layout_.scalars; ++scalar) {
    const NodeInfo& node = node_of_scalar(scalar);
    add("node", node.type, node.label.name, scalar_channels());
  }
  channel_sizes_.clear();
  for (const auto& set : sets_) {
    const std::vector<ChannelInfo> channels = set->channels();
    channel_sizes_.push_back(size_of(channels));
    for (Index element = 0; element < set->size(); ++element)
      add(set->kind(), set->type(), set->label(element).name, channels);
  }
}

void System::evaluate_channels(const Context& context, std::span<double> out) const {
  double* next = out.data();
  const auto put = [&next](const auto& values) {
    for (const double value : values) *next++ = value;
  };
  for (FrameIndex f = 1; f < layout_.frames(); ++f) {
    const Frame& frame = context.frames[static_cast<std::size_t>(f)];
    const bool has_axes = layout_.is_structural(f);
    for (const NodeQuantityInfo& info : node_quantities())
      if (info.is_output && (has_axes || !info.needs_axes))
        put(node_quantity(frame, info.quantity).head(info.size));
  }
  for (std::size_t i = 0; i < context.scalars.size(); ++i)
    put(Vec3(context.scalars[i], context.scalar_rates[i], context.scalar_accelerations[i]));
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    const ElementSet& set = *sets_[i];
    const std::size_t size = channel_sizes_[i];
    if (size == 0) continue;
    const bool has_nothing = is_silent(i, context);
    for (Index element = 0; element < set.size(); ++element) {
      if (has_nothing)
        std::fill_n(next, size, 0.0);
      else
        set.evaluate_channels(context, element, {next, size});
      next += size;
    }
  }
}

}  // namespace pintle
