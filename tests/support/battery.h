// The battery: what every body, load, joint and element has to pass, one line per type.
//
//   TEST(SpringDamper, passes_the_battery) {
//     EXPECT_TRUE(passes_battery(card_subject(register_spring_damper, spring_card), {.is_conservative =
//     true}));
//   }
//
// The subject is put between nodes that are placed and turned at random, a real System is made of it, and the
// checks compare what the set computes with differences, balances and symmetries that do not use its
// formulas. Nodes are named "a", "b", "c", ... (with axes), "p", "q", ... (displacement) and "s", "t", ...
// (scalars). Joints between two attachments have a shorter way in and more checks:
// tests/support/joint_battery.h.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/model/card.h"
#include "pintle/system/system_builder.h"

namespace pintle {

class Registry;

enum class BatteryCheck : std::uint8_t {
  building,     // the system can be made: no diagnostics, pattern and labels in order
  derivatives,  // dq, dv, da, dlambda, dscalar, dstate against differences of the assembled residual
  kinematics,   // constraints: G, phi_dot and gamma against differences of phi along a motion
  workless,  // constraints: G^T lambda does no work where G v = 0; the reaction is minus that on the second
             // side
  rank,  // constraints: independent equations where they are met; the free motions are free, and all of them
  invariance,   // moving and turning everything turns the forces and leaves phi and energy alone
  reciprocity,  // action = reaction: all forces, and their moments about the origin, add up to zero (where
                // the constraints are met)
  energy,       // the energy grows by the power of the residual (conservative), or by less (dissipative)
  momentum,     // the momenta of the totals grow by the sum of the residual
  restart,      // a copied State gives the same bits, whatever was evaluated in between
  channels,     // as many numbers as announced, all of them written, with names and units
  allocation    // residual, tangent and constraint functions do not allocate
};
std::string_view to_string(BatteryCheck check);

struct BatteryOptions {
  bool is_internal = true;   // false: bodies, loads (what acts on them comes from outside)
  bool is_invariant = true;  // false: anything that knows a fixed direction, such as a dead load
  bool is_objective =
      false;  // true: forces do not change when a rigid motion is superposed (massless elements)
  bool is_conservative = false;  // true: the totals hold all of the energy
  bool is_dissipative = false;   // true: the totals hold the energy, and what is lost is lost for good
  bool has_momentum = false;     // true: the totals hold the momenta of the residual's inertia forces
  bool is_workless = true;       // false: multipliers decide forces that do work, too, such as friction
  bool may_allocate = false;
  Vec3 gravity{0.4, -0.7,
               -9.7};  // for derivatives and energy; the checks on balances and symmetries have none

  double tolerance =
      1e-7;  // relative, for what is compared with differences (five points: about 1e-11 is reached)
  double exact = 1e-11;  // relative, for what holds up to round-off
  int trials = 4;        // random placements
  std::uint64_t seed = 20;
};

// Seeded numbers for placements.
class BatteryRandom {
 public:
  explicit BatteryRandom(std::uint64_t seed) : engine_(seed) {}
  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  Vec3 vector(double size = 1.0);  // components in [-size, size]
  Mat3 rotation();
  VecX vector_of(Index count, double size = 1.0);

  Attachment attachment(FrameIndex frame);    // with offset and axes
  Value attachment(const std::string& node);  // the same as a card says it; "ground" is known
  Value list(const Vec3& vector) const;

 private:
  std::mt19937_64 engine_;
};

// What a subject builds with.
struct BatteryBuild {
  SystemBuilder& builder;
  BatteryRandom& random;

  // Optional, for constraints: the second side of each element in the order of the sets, to check reactions.
  std::vector<Attachment> second_sides;

  FrameIndex frame(std::string_view node) { return builder.frame_of(node, {}); }
  // Checks the card and builds it, as assemble() does.
  void add_card(const Registry& registry, const Card& card);
};

struct BatterySubject {
  std::string name;
  std::function<void(BatteryBuild&)> build;
  int structural_nodes = 2;
  int displacement_nodes = 0;
  int scalar_nodes = 0;
  bool has_dynamic_nodes = false;  // for bodies: the nodes want inertia

  // Optional, for constraints: velocities (of motion_size()) that the constraints leave free, at a position
  // where they are met.
  std::function<std::vector<VecX>(const System&, const Context&)> free_motions = {};
};

// The type as its card builds it. `make_card` may place attachments at random.
using RegisterType = void (*)(Registry&);
BatterySubject card_subject(RegisterType register_type, std::function<Card(BatteryRandom&)> make_card);
BatterySubject card_subject(RegisterType register_type, Card card);
// A registry of that type and all drives; kept until the program ends.
const Registry& battery_registry(RegisterType register_type);

struct BatteryFailure {
  BatteryCheck check;
  std::string message;  // with the numbers, the equation and the trial
};

class BatteryReport {
 public:
  explicit BatteryReport(std::string subject) : subject_(std::move(subject)) {}
  void fail(BatteryCheck check, std::string message) { failures_.push_back({check, std::move(message)}); }
  void append(const BatteryReport& other);

  bool has_passed() const { return failures_.empty(); }
  bool has_failed(BatteryCheck check) const;
  const std::vector<BatteryFailure>& failures() const { return failures_; }
  std::string to_text() const;

 private:
  std::string subject_;
  std::vector<BatteryFailure> failures_;
};
std::ostream& operator<<(std::ostream& stream, const BatteryReport& report);

BatteryReport run_battery(const BatterySubject& subject, const BatteryOptions& options = {});
testing::AssertionResult passes_battery(const BatterySubject& subject, const BatteryOptions& options = {});

}  // namespace pintle
