#include "tests/support/battery.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <ostream>

#include "pintle/drives/register_all_drives.h"
#include "pintle/functions/register_all_functions.h"
#include "pintle/laws/register_all_laws.h"
#include "pintle/math/rotations.h"
#include "pintle/math/so3.h"
#include "pintle/system/registry.h"
#include "tests/support/battery_system.h"

namespace pintle {

std::string_view to_string(BatteryCheck check) {
  switch (check) {
    case BatteryCheck::building:
      return "building";
    case BatteryCheck::derivatives:
      return "derivatives";
    case BatteryCheck::kinematics:
      return "kinematics";
    case BatteryCheck::workless:
      return "workless";
    case BatteryCheck::rank:
      return "rank";
    case BatteryCheck::invariance:
      return "invariance";
    case BatteryCheck::reciprocity:
      return "reciprocity";
    case BatteryCheck::energy:
      return "energy";
    case BatteryCheck::momentum:
      return "momentum";
    case BatteryCheck::restart:
      return "restart";
    case BatteryCheck::channels:
      return "channels";
    case BatteryCheck::allocation:
      return "allocation";
  }
  return "";
}

Vec3 BatteryRandom::vector(double size) {
  const double x = uniform(-size, size), y = uniform(-size, size), z = uniform(-size, size);
  return {x, y, z};
}

Mat3 BatteryRandom::rotation() { return so3::exp_matrix(vector(2.0)); }

VecX BatteryRandom::vector_of(Index count, double size) {
  VecX result(count);
  for (double& x : result) x = uniform(-size, size);
  return result;
}

Attachment BatteryRandom::attachment(FrameIndex frame) {
  const Vec3 offset = vector(0.7);
  return {frame, offset, rotation()};
}

Value BatteryRandom::attachment(const std::string& node) {
  const Value offset = list(vector(0.7));
  const Value turn = list(vector(2.0));
  return Value::map(
      {{"node", node}, {"offset", offset}, {"orientation", Value::map({{"rotation_vector", turn}})}});
}

Value BatteryRandom::list(const Vec3& vector) const { return Value::list({vector[0], vector[1], vector[2]}); }

void BatteryBuild::add_card(const Registry& registry, const Card& card) {
  builder.use_drives(registry.drives(), registry.schemas());
  builder.parts().use(registry.functions(), registry.laws(), registry.schemas());
  const CheckedCard checked = check_card(card, registry.schemas(), builder.diagnostics());
  if (const Registry::Build* build = registry.find_build(checked.card())) (*build)(checked, builder);
}

const Registry& battery_registry(RegisterType register_type) {
  static std::map<RegisterType, std::unique_ptr<Registry>> registries;
  std::unique_ptr<Registry>& registry = registries[register_type];
  if (registry) return *registry;
  registry = std::make_unique<Registry>();
  register_all_drives(registry->drives());
  registry->publish_drives();
  register_all_functions(registry->functions());
  register_all_laws(registry->laws());
  registry->publish_laws();
  register_type(*registry);
  return *registry;
}

BatterySubject card_subject(RegisterType register_type, std::function<Card(BatteryRandom&)> make_card) {
  BatterySubject subject;
  subject.name = "a card";
  subject.build = [register_type, make_card = std::move(make_card)](BatteryBuild& build) {
    build.add_card(battery_registry(register_type), make_card(build.random));
  };
  return subject;
}

BatterySubject card_subject(RegisterType register_type, Card card) {
  const std::string name = describe(card);
  BatterySubject subject =
      card_subject(register_type, [card = std::move(card)](BatteryRandom&) { return card; });
  subject.name = name;
  return subject;
}

void BatteryReport::append(const BatteryReport& other) {
  failures_.insert(failures_.end(), other.failures_.begin(), other.failures_.end());
}

bool BatteryReport::has_failed(BatteryCheck check) const {
  return std::any_of(failures_.begin(), failures_.end(), [check](const auto& f) { return f.check == check; });
}

std::string BatteryReport::to_text() const {
  if (has_passed()) return fmt::format("{}: all checks passed\n", subject_);
  std::string text = fmt::format("{}: {} failure(s)\n", subject_, failures_.size());
  for (const BatteryFailure& failure : failures_)
    text += fmt::format("  {}: {}\n", to_string(failure.check), failure.message);
  return text;
}

std::ostream& operator<<(std::ostream& stream, const BatteryReport& report) {
  return stream << report.to_text();
}

BatteryReport run_battery(const BatterySubject& subject, const BatteryOptions& options) {
  BatteryReport report(subject.name);
  BatteryRandom random(options.seed);
  for (int trial = 0; trial < options.trials && report.has_passed(); ++trial) {
    std::optional<BatterySystem> model = BatterySystem::make(subject, options, random, report);
    if (!model) return report;
    BatteryTrial t{*model, subject, options, random, report};
    check_building(t);
    check_derivatives(t);
    check_energy(t);
    model->set_gravity(Vec3::Zero());
    if (model->has_constraints()) {
      check_kinematics(t);
      check_workless(t);
      check_rank(t);
    }
    check_invariance(t);
    check_reciprocity(t);
    check_momentum(t);
    check_restart(t);
    check_channels(t);
    check_allocation(t);
  }
  return report;
}

testing::AssertionResult passes_battery(const BatterySubject& subject, const BatteryOptions& options) {
  const BatteryReport report = run_battery(subject, options);
  return (report.has_passed() ? testing::AssertionSuccess() : testing::AssertionFailure())
         << report.to_text();
}

}  // namespace pintle
