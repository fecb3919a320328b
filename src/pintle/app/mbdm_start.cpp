#include "pintle/app/mbdm_start.h"

#include <fmt/format.h>

#include <cmath>

#include "pintle/output/mbdm_checkpoint.h"

namespace pintle {

namespace {

// Violations up to this part of the model's length are repaired; beyond, the model is another one.
constexpr double kTolerableViolation = 1e-3;

bool meets_joints(const System& system, State& state, const SourcePlace& place, Diagnostics& diagnostics) {
  Snapshot snapshot = system.make_snapshot();
  system.fill(state, snapshot);
  system.start_history(snapshot.context(), state);
  system.fill(state, snapshot);
  VecX phi = VecX::Zero(system.layout().multipliers);
  system.phi(snapshot.context(), {phi.data(), static_cast<std::size_t>(phi.size())});
  Eigen::Index worst = 0;
  if (phi.size() == 0 ||
      phi.cwiseAbs().maxCoeff(&worst) <= kTolerableViolation * std::max(1.0, system.length_scale()))
    return true;
  const EquationId equation{system.layout().first_multiplier() + static_cast<Index>(worst)};
  diagnostics.error(
      place,
      fmt::format("the positions of the checkpoint do not meet the joints of the model: {}, {:.3g} {}",
                  system.name_of(equation), phi[worst], system.unit_of(equation)),
      "give the checkpoint of this model, or 'none'");
  return false;
}

}  // namespace

std::optional<std::vector<Vec3>> start_from_mbdm_checkpoint(const std::filesystem::path& path, Job& job,
                                                            Diagnostics& diagnostics) {
  const auto file = std::make_shared<const std::string>(path.string());
  const MbdmModel model(job.system, job.mbdm);
  if (!model.error().empty()) {
    diagnostics.error({file, 0, 0}, model.error());
    return std::nullopt;
  }
  const auto checkpoint = read_mbdm_checkpoint(path, model.bodies().size(), diagnostics, job.files);
  if (!checkpoint) return std::nullopt;
  const double steps = (checkpoint->time - job.settings.start_time) / job.settings.control.step;
  if (steps < -1e-6) {
    diagnostics.error({file, 1, 0},
                      fmt::format("the time of the checkpoint, {:.9g} s, is before the start, {:.9g} s",
                                  checkpoint->time, job.settings.start_time));
    return std::nullopt;
  }
  State state = job.state;
  state.time = checkpoint->time;
  model.set_coordinates(job.system, checkpoint->coordinates, state);
  if (!meets_joints(job.system, state, {file, 2, 0}, diagnostics)) return std::nullopt;
  if (!assemble_initial_state(job.system, state, job.settings.assembly, diagnostics).is_consistent)
    return std::nullopt;
  state.step = std::llround(steps);
  job.state = std::move(state);
  return checkpoint->angles;
}

}  // namespace pintle
