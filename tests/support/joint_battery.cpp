#include "tests/support/joint_battery.h"

#include <cmath>
#include <memory>

namespace pintle {

namespace {

class BatteryDrive final : public DriveFunction {
 public:
  double value(const DriveInputs& inputs) const noexcept override { return of(inputs.argument).value; }
  double add_gradient(const DriveInputs& inputs, double weight,
                      DriveGradient& gradient) const noexcept override {
    const DriveValue all = of(inputs.argument);
    gradient.by_argument += weight * all.rate;
    return all.value;
  }
  DriveValue derivatives(const DriveArgument& at) const noexcept override {
    return chained(of(at.argument.value), at.argument);
  }

 private:
  static DriveValue of(double t) noexcept {
    return {1.2 + 0.3 * t + 0.4 * std::sin(2.0 * t), 0.3 + 0.8 * std::cos(2.0 * t), -1.6 * std::sin(2.0 * t)};
  }
};

struct Sides {
  Attachment a, b;
};

// Joints a-b, ground-c, d-ground and e-p.
std::vector<Sides> random_sides(BatteryBuild& build, bool holds_axes) {
  std::vector<Sides> sides;
  const auto join = [&](FrameIndex a, FrameIndex b) {
    const Attachment on_a = build.random.attachment(a);
    sides.push_back({on_a, build.random.attachment(b)});
  };
  join(build.frame("a"), build.frame("b"));
  join(kGroundFrame, build.frame("c"));
  join(build.frame("d"), kGroundFrame);
  if (!holds_axes) {
    join(build.frame("e"), build.frame("p"));
    sides.back().b.offset.setZero();
  }
  return sides;
}

// B turns about an axis of A or B through its own point, or slides along one.
VecX velocity_of(const FreeMotion& free, const Sides& sides, const Layout& layout, const Context& context) {
  const Frame& frame_a = context.frames[static_cast<std::size_t>(sides.a.frame)];
  const Frame& frame_b = context.frames[static_cast<std::size_t>(sides.b.frame)];
  const Mat3 axes =
      free.side == FreeMotion::Side::a ? sides.a.world_axes(frame_a) : sides.b.world_axes(frame_b);
  const Vec3 axis = axes.col(free.axis);
  VecX velocity = VecX::Zero(layout.motion_size());
  const Index first = layout.motion_of(sides.b.frame);
  if (free.kind == FreeMotion::Kind::translation) {
    velocity.segment<3>(first) = axis;
  } else {
    velocity.segment<3>(first) = -axis.cross(sides.b.arm(frame_b));
    velocity.segment<3>(first + 3) = axis;
  }
  return velocity;
}

BatterySubject subject_of(const JointFunctions& joint) {
  const auto sides = std::make_shared<std::vector<Sides>>();
  BatterySubject subject;
  subject.name = std::string(joint.type);
  subject.structural_nodes = 5;
  subject.displacement_nodes = 1;
  subject.build = [joint, sides](BatteryBuild& build) {
    *sides = random_sides(build, joint.holds_axes);
    for (const Sides& pair : *sides) {
      joint.add(build.builder, {"joint " + std::to_string(build.second_sides.size()), {}}, pair.a, pair.b);
      build.second_sides.push_back(pair.b);
    }
  };
  if (joint.has_free_motion)
    subject.free_motions = [joint, sides](const System& system, const Context& context) {
      std::vector<VecX> motions;
      for (const Sides& pair : *sides)
        for (const FreeMotion& free : joint.free_motion) {
          const bool needs_axes = free.kind == FreeMotion::Kind::rotation;
          if (pair.b.frame == kGroundFrame || (needs_axes && system.layout().is_displacement(pair.b.frame)))
            continue;
          motions.push_back(velocity_of(free, pair, system.layout(), context));
        }
      return motions;
    };
  return subject;
}

}  // namespace

Drive battery_drive() { return Drive(std::make_shared<BatteryDrive>()); }

BatteryReport run_joint_battery(const JointFunctions& joint, std::span<const EquationFunctions> equations,
                                BatteryOptions options) {
  BatteryReport report{std::string(joint.type)};
  BatteryRandom random(options.seed);
  for (int trial = 0; trial < options.trials; ++trial)
    for (const EquationFunctions& equation : equations) check_equation(equation, random, report);
  const int free = static_cast<int>(joint.free_motion.size());
  if (joint.has_free_motion && free + joint.rows != 6)
    report.fail(BatteryCheck::rank, std::to_string(free) + " free motions and " + std::to_string(joint.rows) +
                                        " equations do not make 6");
  options.is_objective = true;
  report.append(run_battery(subject_of(joint), options));
  return report;
}

}  // namespace pintle
