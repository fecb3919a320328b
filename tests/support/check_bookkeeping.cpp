// Names, restart, outputs and allocation.
#include <fmt/format.h>

#include <array>
#include <cstring>
#include <set>

#include "pintle/base/units.h"
#include "tests/support/battery_system.h"
#include "tests/support/counting_allocator.h"

namespace pintle {

namespace {

bool are_same_bits(const VecX& a, const VecX& b) {
  return a.size() == b.size() &&
         (a.size() == 0 ||  // memcmp takes no null pointers
          std::memcmp(a.data(), b.data(), sizeof(double) * static_cast<std::size_t>(a.size())) == 0);
}

void check_channel_infos(BatteryTrial& trial, const ElementSet& set,
                         const std::vector<ChannelInfo>& channels) {
  std::set<std::string> names;
  const auto fail = [&](const ChannelInfo& channel, std::string_view why) {
    trial.report.fail(BatteryCheck::channels,
                      fmt::format("{}: channel '{}' {}", set.type(), channel.name, why));
  };
  for (const ChannelInfo& channel : channels) {
    if (channel.name.empty() || !names.insert(channel.name).second) fail(channel, "has no name of its own");
    if (!parse_unit(channel.unit).is_ok()) fail(channel, "has unit '" + channel.unit + "', which is none");
    if (channel.size < 1) fail(channel, "has no numbers");
  }
}

// Evaluates the outputs into a buffer full of `guard`, with room on both sides.
constexpr Index kMargin = 8;
VecX outputs(const ElementSet& set, const Context& context, Index element, Index size, double guard) {
  VecX buffer = VecX::Constant(size + 2 * kMargin, guard);
  set.evaluate_channels(context, element, {buffer.data() + kMargin, static_cast<std::size_t>(size)});
  return buffer;
}

void check_outputs(BatteryTrial& trial, const ElementSet& set, Index element, Index size) {
  constexpr double kGuardA = 1.25e77, kGuardB = -3.5e-77;
  const Context& context = trial.model.context(trial.model.state());
  const VecX a = outputs(set, context, element, size, kGuardA),
             b = outputs(set, context, element, size, kGuardB);
  for (Index i = 0; i < a.size(); ++i) {
    const bool is_written = a[i] != kGuardA || b[i] != kGuardB;
    const bool is_inside = i >= kMargin && i < kMargin + size;
    if (is_inside && (a[i] != b[i] || !std::isfinite(a[i])))
      trial.report.fail(BatteryCheck::channels,
                        fmt::format("{}: number {} of {} is not written, or not finite ({:.6g})",
                                    describe(set, element), i - kMargin, size, a[i]));
    if (!is_inside && is_written)
      trial.report.fail(BatteryCheck::channels,
                        fmt::format("{}: writes number {}, but channels() announces {}",
                                    describe(set, element), i - kMargin, size));
  }
}

}  // namespace

void check_building(BatteryTrial& trial) {
  const System& system = trial.model.system();
  const auto fail = [&](std::string message) {
    trial.report.fail(BatteryCheck::building, std::move(message));
  };
  if (system.sets().empty()) fail("the subject added no element");
  if (!trial.model.has_constraints() && trial.model.residual(trial.model.state()).isZero(0.0))
    fail("the subject does nothing: its residual is zero at a random state");
  for (const auto& set : system.sets()) {
    if (set->kind().empty() || set->type().empty()) fail("a set without kind or type");
    const ConstraintSet* constraints = set->as_constraints();
    if (!constraints) continue;
    for (Index element = 0; element < set->size(); ++element) {
      std::set<std::string> names;
      for (Index row = 0; row < constraints->equations_of(element); ++row) {
        const System::Owner owner = system.owner_of(constraints->first_multiplier(element) + row);
        if (owner.set != constraints || owner.element != element || owner.equation != row)
          fail(fmt::format("{}: multiplier of equation {} belongs to somebody else", describe(*set, element),
                           row));
        const EquationInfo equation = constraints->equation(element, row);
        if (!names.insert(equation.name).second)
          fail(fmt::format("{}: equation {} has no name of its own", set->type(), row));
        if (!parse_unit(equation.unit).is_ok())
          fail(fmt::format("{}: the unit of equation {} is none", set->type(), row));
      }
    }
  }
}

void check_restart(BatteryTrial& trial) {
  BatterySystem& model = trial.model;
  const VecX first = model.residual(model.state());
  const State copy = model.state();
  // Something else in between: whatever an element keeps outside of the State now differs.
  const State other = model.advanced(model.state(), 0.3);
  model.residual(other);
  const auto frames = model.operators(0.5, 0.5);
  model.tangent(other, BatterySystem::pick(frames, 1.0, 0.5, 0.5));
  if (!are_same_bits(first, model.residual(copy)))
    trial.report.fail(
        BatteryCheck::restart,
        fmt::format(
            "the residual of a copied State differs by {:.3g}: something is kept outside of the State",
            (first - model.residual(copy)).norm()));

  State committed = model.state(), again = copy;
  model.system().commit(model.context(model.state()), committed);
  model.system().commit(model.context(copy), again);
  if (!are_same_bits(committed.history, again.history))
    trial.report.fail(BatteryCheck::restart, "committing a copied State gives another history");
}

void check_channels(BatteryTrial& trial) {
  for (const auto& set : trial.model.system().sets()) {
    const std::vector<ChannelInfo> channels = set->channels();
    check_channel_infos(trial, *set, channels);
    for (Index element = 0; element < set->size(); ++element)
      check_outputs(trial, *set, element, static_cast<Index>(size_of(channels)));
  }
}

void check_allocation(BatteryTrial& trial) {
  if (trial.options.may_allocate) return;
  BatterySystem& model = trial.model;
  const System& system = model.system();
  const Context& context = model.context(model.state());
  VecX residual = VecX::Zero(model.layout().equations() + Layout::kGroundRoom);
  VecX rows = VecX::Zero(model.layout().multipliers);
  std::vector<double> values(static_cast<std::size_t>(system.pattern().nonzeros()));
  const auto frames = model.operators(0.5, 0.5);
  const TangentCoefficients coefficients = BatterySystem::pick(frames, 1.0, 0.5, 0.5);
  ResidualSink sink(model.layout(), {residual.data(), static_cast<std::size_t>(residual.size())});
  TangentSink tangent(system.blocks(), coefficients, values);
  const std::span<double> out{rows.data(), static_cast<std::size_t>(rows.size())};

  const auto expect_none = [&](std::string_view what, auto&& call) {
    const AllocationCounter counter;
    call();
    if (const long count = counter.count(); count > 0)
      trial.report.fail(BatteryCheck::allocation, fmt::format("{} allocates {} time(s)", what, count));
  };
  expect_none("residual", [&] { system.residual(context, sink); });
  expect_none("tangent", [&] { system.tangent(context, tangent); });
  expect_none("totals", [&] { system.totals(context); });
  State committed = model.state();
  expect_none("commit", [&] { system.commit(context, committed); });
  expect_none("phi", [&] { system.phi(context, out); });
  expect_none("phi_dot", [&] { system.phi_dot(context, out); });
  expect_none("gamma", [&] { system.gamma(context, out); });
  expect_none("jacobian", [&] { system.constraint_jacobian(context, tangent); });
}

}  // namespace pintle
