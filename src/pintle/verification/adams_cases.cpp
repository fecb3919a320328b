// One body on a joint against ADAMS (data of Chrono's unit tests, read from ../shared/validation when it is
// there).
//
// What the data say of themselves: body and joint frame are parallel at the start and the centre of mass is
// at x = 2 of the frame. The free axis is axis 3 (z) of the frame. With the frame turned by -90 degrees about
// x it is the ground's y: cylindrical case 2 then swings about y and does not slide, prismatic case 3 stays
// where it is; with -45 degrees, prismatic case 2 slides along (0, 1, 1). Force and torque are what the
// ground gets, in ground components, the torque about the place of the joint: in cylindrical case 3 it grows
// with the way the body has slid times the force across (1754 N m after 86.7 m).
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "pintle/verification/cases.h"
#include "pintle/verification/mbdm_files.h"

namespace pintle {

namespace {

// Where the data may be: named by the environment, or beside the checkout.
std::filesystem::path data_folder() {
  if (const char* named = std::getenv("PINTLE_VALIDATION_DATA")) return named;
  for (std::filesystem::path folder = std::filesystem::current_path(); !folder.empty();
       folder = folder.parent_path()) {
    if (std::filesystem::exists(folder / "shared/validation/adams_joints"))
      return folder / "shared/validation";
    if (folder == folder.root_path()) break;
  }
  return {};
}

// Rows of time and components behind three header lines.
std::vector<std::vector<double>> read_table(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  for (int i = 0; i < 3; ++i) std::getline(file, line);
  std::vector<std::vector<double>> rows;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::vector<double> row;
    for (double value = 0.0; words >> value;) row.push_back(value);
    if (row.size() > 1) rows.push_back(row);
  }
  return rows;
}

constexpr std::array<const char*, 8> kQuantities{"Pos",  "Vel",  "Acc",    "Quat",
                                                 "Avel", "Aacc", "Rforce", "Rtorque"};

struct AdamsCase {
  std::string joint;   // our keyword
  std::string type;    // MBDM's
  std::string folder;  // "revolute_joint"
  std::string file;    // "Revolute_Case01"
  Vec3 place;
  double tilt;  // about x, degrees
  std::array<double, 8> tolerance;
};

const Vec3 kCentre{2, 0, 0};  // of the body, in the joint's frame

ModelDesc adams_model(const AdamsCase& one) {
  const Mat3 axes(Eigen::AngleAxisd(one.tilt * M_PI / 180.0, Vec3::UnitX()));
  std::vector<Card> cards{
      gravity_card({0, 0, -9.80665}),
      node_card("body", one.place + axes * kCentre).set("orientation", rows_of(axes)),
      body_card("body", 1.0, {0.04, 0.1, 0.1}),
      solver_card("spatial", 0.9),
      dynamic_card(5.0, 1e-3),
      joint_card(one.joint, "joint", ground_at(one.place, axes), attachment("body", -kCentre))};
  return model_of(one.file, std::move(cards));
}

// The same in MBDM's files, run by Runge-Kutta steps in independent coordinates. The ground is a body that G
// holds; it is the joint's first one.
ModelDesc adams_model_in_mbdm(const AdamsCase& one) {
  const double tilt = one.tilt * M_PI / 180.0;
  const Mat3 axes(Eigen::AngleAxisd(tilt, Vec3::UnitX()));
  MbdmBodyLines body{"body", 1.0, {0.04, 0.1, 0.1}};
  body.r = one.place + axes * kCentre;
  body.angles = {tilt, 0, 0};
  MbdmJointLines joint{one.type, 2, 1};
  joint.p1 = one.place, joint.p2 = -kCentre;
  if (one.type != "S") {
    joint.q1 = joint.p1 + axes.col(2), joint.q2 = joint.p2 + Vec3::UnitZ();
    joint.r1 = joint.p1 + axes.col(0);
  }
  if (one.type == "T") joint.r2 = joint.p2 + Vec3::UnitY();
  MbdmFileSet files{one.file, 5.0, 1e-3, {body, mbdm_stand()}, {joint, mbdm_hold(2)}, {}};
  files.beside["loads"] = "Number of loads: 0\nGravity: 0, 0, -9.80665\n";
  return read_mbdm(files);
}

// What the joint exerts on the ground, the moment about `place`.
Wrench on_ground(const System& system, const Context& context, const Vec3& place) {
  const Frame& body = context.frames[1];
  const Vec3 arm = body.x - body.R * kCentre - place;
  for (const auto& set : system.sets())
    if (const ConstraintSet* joint = set->as_constraints()) {
      const Wrench on_body = joint->reaction(context, 0);
      return {-on_body.force, -(on_body.moment + arm.cross(on_body.force))};
    }
  return {};
}

VerificationOutcome compare(const AdamsCase& one, ModelDesc (*model_of_case)(const AdamsCase&)) {
  VerificationOutcome outcome;
  const std::filesystem::path folder = data_folder();
  if (folder.empty()) {
    outcome.skipped = "no data: set PINTLE_VALIDATION_DATA or run beside shared/validation";
    return outcome;
  }
  // Our values every 0.01 s, in the order of kQuantities.
  std::array<std::vector<VecX>, 8> ours;
  run_sampled(model_of_case(one), {5.0}, {},
              [&](const System& system, const State& state, const Context& context) {
                if (state.step % 10 != 0) return;
                const Frame& frame = context.frames[1];
                const Quat turn = orientation_of(state);
                const Wrench wrench = on_ground(system, context, one.place);
                ours[0].push_back(frame.x);
                ours[1].push_back(frame.v);
                ours[2].push_back(frame.a);
                ours[3].push_back(Eigen::Vector4d(turn.w(), turn.x(), turn.y(), turn.z()));
                ours[4].push_back(frame.omega);
                ours[5].push_back(frame.alpha);
                ours[6].push_back(wrench.force);
                ours[7].push_back(wrench.moment);
              });
  for (std::size_t k = 0; k < kQuantities.size(); ++k) {
    const auto rows = read_table(folder / "adams_joints" / one.folder /
                                 fmt::format("{}_ADAMS_{}.txt", one.file, kQuantities[k]));
    VecX sums = VecX::Zero(rows.empty() ? 1 : static_cast<Eigen::Index>(rows[0].size()) - 1);
    std::size_t count = 0;
    for (std::size_t i = 0; i < rows.size() && i < ours[k].size(); ++i, ++count) {
      const Eigen::Map<const VecX> theirs(rows[i].data() + 1, sums.size());
      const bool is_opposite =
          k == 3 && ours[k][i].dot(theirs) < 0.0;  // a quaternion and its opposite are the same
      sums += (ours[k][i] - (is_opposite ? -1.0 : 1.0) * theirs).cwiseAbs2();
    }
    VerificationRow row;
    row.quantity = fmt::format("{} of {} rows, worst column's rms", kQuantities[k], count);
    row.error = row.computed = count ? std::sqrt(sums.maxCoeff() / static_cast<double>(count)) : NAN;
    row.tolerance = one.tolerance[k];
    outcome.rows.push_back(row);
  }
  return outcome;
}

}  // namespace

void add_adams_cases(std::vector<VerificationCase>& all) {
  const std::array<double, 8> revolute{1e-3, 1e-4, 2e-2, 1e-3, 1e-2, 1e-2, 2e-2, 1e-2};
  const std::array<double, 8> spherical{2e-3, 1e-3, 2e-2, 1e-3, 2e-2, 2e-2, 2e-2, 1e-6};
  const std::array<double, 8> cylindrical{1e-2, 1e-4, 2e-2, 1e-3, 2e-2, 2e-2, 2e-2, 1e-6};
  std::array<double, 8> slid = cylindrical;
  slid[7] = 5e-1;
  // The source has no tolerances after Quat. ADAMS' reactions are unsteady by 5e-4 N after 3.7 s; the arm is
  // 61 m.
  const std::array<double, 8> prismatic{1e-2, 1e-4, 2e-2, 1e-3, 1e-6, 1e-4, 5e-4, 5e-2};
  const std::vector<AdamsCase> cases{
      {"revolute_hinge", "R", "revolute_joint", "Revolute_Case01", Vec3::Zero(), -90.0, revolute},
      {"revolute_hinge", "R", "revolute_joint", "Revolute_Case02", {1, 2, 3}, -45.0, revolute},
      {"spherical_hinge", "S", "spherical_joint", "Spherical_Case01", Vec3::Zero(), 0.0, spherical},
      {"spherical_hinge", "S", "spherical_joint", "Spherical_Case02", {1, 2, 3}, -45.0, spherical},
      {"cylindrical", "C", "cylindrical_joint", "Cylindrical_Case01", Vec3::Zero(), 0.0, cylindrical},
      {"cylindrical", "C", "cylindrical_joint", "Cylindrical_Case02", Vec3::Zero(), -90.0, cylindrical},
      {"cylindrical", "C", "cylindrical_joint", "Cylindrical_Case03", {1, 2, 3}, -45.0, slid},
      {"prismatic", "T", "prismatic_joint", "Prismatic_Case01", Vec3::Zero(), 0.0, prismatic},
      {"prismatic", "T", "prismatic_joint", "Prismatic_Case02", {1, 2, 3}, -45.0, prismatic},
      {"prismatic", "T", "prismatic_joint", "Prismatic_Case03", {1, 2, 3}, -90.0, prismatic}};
  for (const AdamsCase& one : cases)
    all.push_back({"adams/" + one.file, "ADAMS, data of Chrono's unit tests",
                   [one] { return compare(one, adams_model); }});
  for (const AdamsCase& one : cases)
    all.push_back({"mbdm/adams_" + one.file, fmt::format("ADAMS; joint of type {}", one.type),
                   [one] { return compare(one, adams_model_in_mbdm); }});
}

}  // namespace pintle
