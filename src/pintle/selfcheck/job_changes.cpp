#include "pintle/selfcheck/job_changes.h"

#include <random>

namespace pintle {

void disturb(Job& job, std::uint64_t seed) {
  constexpr double kDisturbance = 1e-12;
  std::mt19937_64 generator(seed);
  std::uniform_real_distribution<double> uniform(-kDisturbance, kDisturbance);
  const Layout& layout = job.system.layout();
  for (double& q : job.state.q) q += uniform(generator) * job.system.length_scale();
  for (Index node = 0; node < layout.structural; ++node) job.state.q.segment<4>(7 * node + 3).normalize();
  for (double& v : job.state.v) v *= 1.0 + uniform(generator);
}

void iterate_to(Job& job, double factor) {
  EquationTolerances& absolute = job.settings.solver.tolerances;
  for (double* tolerance : {&absolute.relative, &absolute.force, &absolute.moment, &absolute.constraint,
                            &absolute.scalar, &absolute.solution, &job.settings.partitioned.tolerance,
                            &job.settings.joint.tolerance, &job.settings.assembly.tolerance})
    *tolerance *= factor;
  if (job.statics) job.statics->settings.tolerance *= factor;
}

void refine(Job& job) {
  job.settings.control.step *= 0.5;
  for (double* tolerance : {&job.settings.control.tolerance, &job.settings.partitioned.error_tolerance,
                            &job.settings.joint.error_tolerance})
    *tolerance *= 0.1;
}

void rescale_tolerances(Job& job, const UnitScale& scale) {
  EquationTolerances& absolute = job.settings.solver.tolerances;
  absolute.force *= scale.of("N");
  absolute.moment *= scale.of("N m");
  for (double* tolerance :
       {&absolute.solution, &job.settings.partitioned.tolerance, &job.settings.joint.tolerance})
    *tolerance *= scale.metre;
}

bool chooses_steps(const DynamicSettings& settings) {
  return settings.control.strategy != StepStrategy::fixed ||
         (settings.formulation == Formulation::joint &&
          (settings.joint.method == JointMethod::rk45 || settings.joint.method == JointMethod::implicit)) ||
         (settings.formulation == Formulation::partitioned &&
          settings.partitioned.method == ExplicitMethod::rk45);
}

}  // namespace pintle
