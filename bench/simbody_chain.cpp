#include "bench/simbody_chain.h"

#if PINTLE_HAS_SIMBODY
#include <Simbody.h>

#include <chrono>
#endif

namespace pintle {

#if PINTLE_HAS_SIMBODY

double time_simbody_chain(int links, const PeerSettings& settings) {
  using namespace SimTK;
  constexpr double kLength = 0.1, kMass = 0.1, kRadius = 0.005;
  MultibodySystem system;
  SimbodyMatterSubsystem matter(system);
  GeneralForceSubsystem forces(system);
  Force::UniformGravity gravity(forces, matter, 9.81 * Vec3(settings.down_x, 0, settings.down_z));
  const double across = kMass * (3 * kRadius * kRadius + kLength * kLength) / 12;
  const Body::Rigid link(
      MassProperties(kMass, Vec3(0), Inertia(0.5 * kMass * kRadius * kRadius, across, across)));
  const Rotation axis_along_y(-Pi / 2, XAxis);
  MobilizedBody last = matter.Ground();
  for (int i = 0; i < links; ++i)
    last = MobilizedBody::Pin(last, Transform(axis_along_y, Vec3(i == 0 ? 0 : 0.5 * kLength, 0, 0)), link,
                              Transform(axis_along_y, Vec3(-0.5 * kLength, 0, 0)));
  const State state = system.realizeTopology();
  RungeKutta3Integrator integrator(system);
  integrator.setFixedStepSize(settings.step);
  TimeStepper stepper(system, integrator);
  stepper.initialize(state);
  const auto begin = std::chrono::steady_clock::now();
  stepper.stepTo(settings.end_time);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

#else

double time_simbody_chain(int, const PeerSettings&) { return -1.0; }

#endif

}  // namespace pintle
