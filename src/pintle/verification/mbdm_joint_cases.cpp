// All thirteen types of joints of MBDM's files: the partitioned formulation (rk4) against the absolute one
// (generalised-alpha), whose difference must fall with the square of the step.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "pintle/app/cross_check.h"
#include "pintle/verification/cases.h"
#include "pintle/verification/mbdm_files.h"

namespace pintle {

namespace {

// Puts the stand elsewhere, with e1, e2, e3 as its quaternion; the hinge on it stays where it is.
void turn_stand(MbdmFileSet& files, const Vec3& place, const Vec3& e) {
  const Mat3 R = Quat(std::sqrt(1.0 - e.squaredNorm()), e.x(), e.y(), e.z()).toRotationMatrix();
  files.bodies[2].r = place;
  files.bodies[2].angles = {std::atan2(R(2, 1), R(2, 2)), -std::asin(R(2, 0)), std::atan2(R(1, 0), R(0, 0))};
  files.joints[0].p1 = place;
  files.joints[0].q1 = e;
  for (Vec3* point : {&files.joints[1].p1, &files.joints[1].q1, &files.joints[1].r1})
    *point = R.transpose() * (*point - place);
}

// A plate on a slanting hinge (R) of a stand (G) falls, and carries or pushes a top by the joint of `type`.
// Axes are slanted, so that none is special. The assembly makes the velocities fit.
MbdmFileSet joint_files(const std::string& type) {
  const Vec3 axis = Vec3(0.2, 0.9, 0.3).normalized(), normal = Vec3(0.3, 0.1, -0.5).cross(axis).normalized();
  MbdmBodyLines plate{"plate", 2.0, {0.05, 0.08, 0.11}}, top{"top", 1.0, {0.02, 0.03, 0.04}};
  plate.r = {0.5, 0.1, 0};
  top.r = {1.1, 0.3, 0.2};
  top.omega = {1.0, -2.0, 3.0};
  MbdmFileSet files{type,
                    0.4,
                    1e-3,
                    {plate, top, mbdm_stand()},
                    {mbdm_hold(3), joint_along("R", 3, 1, Vec3::Zero(), -plate.r, axis, normal)},
                    {}};
  const Vec3 in_plate(0.4, 0.1, 0.1), in_top = plate.r + in_plate - top.r;
  const MbdmJointLines ball{"S", 1, 2, in_plate, {0, 0, 0}, {0, 0, 0}, in_top};
  MbdmJointLines joint{type, 1, 2};
  if (type == "G" || type == "S") joint = ball;
  if (type == "G") turn_stand(files, Vec3(0.1, -0.2, 0.3), Vec3(0.2, 0.3, -0.4));
  if (type == "R" || type == "C") joint = joint_along(type, 1, 2, in_plate, in_top, axis, normal);
  if (type == "T") {
    joint = joint_along(type, 1, 2, in_plate, in_top, axis, normal);
    joint.r2 = in_top + axis.cross(normal);
  }
  if (type == "U") {
    joint = joint_along(type, 1, 2, in_plate, in_top, axis, normal);
    joint.q2 = in_top + normal;
  }
  if (type == "RC") {
    joint = {type, 1, 2, in_plate, in_plate + axis, {0, 0, 0}, in_top, in_top + normal};
    joint.r2 = in_top + axis;
  }
  if (type == "DI") {
    joint.p1 = in_plate;
    joint.dist = (top.r - plate.r - in_plate).norm();
  }
  if (type == "RDRV") {
    files.joints.push_back(joint_along("R", 1, 2, in_plate, in_top, axis, normal));
    joint = {type, 1, 2, normal, axis, {0, 0, 0}, normal};
    joint.dist = 5.0;
  }
  if (type.starts_with("AB")) {
    files.joints.push_back(ball);
    joint = {type, 2, 0};
    if (type != "ABA") joint.dist = top.r[type[2] - 'X'];
  }
  files.joints.push_back(joint);
  return files;
}

// All channels of a run, once generalised-alpha has forgotten its start: its accelerations begin with an
// error of first order that the spectral radius takes away.
class RecordedRun final : private Observer {
 public:
  RecordedRun(const ModelDesc& model, const JobOptions& options) {
    Diagnostics diagnostics;
    job_ = make_job(model, options, diagnostics);
    if (!job_) throw std::runtime_error(diagnostics.to_text());
    Observer* observers[] = {this};
    const RunReport report =
        run_dynamic(job_->system, job_->state, job_->settings, job_->info, observers, diagnostics);
    if (report.status != RunStatus::finished) throw std::runtime_error(report.failure);
  }
  const System& system() const { return job_->system; }
  const ChannelRecord& record() const { return record_; }

 private:
  bool on_state(const System& system, const State& state, const Context& context) override {
    constexpr double kForgotten = 0.2;  // s
    return state.time < kForgotten || record_.on_state(system, state, context);
  }

  std::optional<Job> job_;
  ChannelRecord record_{1};
};

// Largest differences of the two formulations at a step size, and the size of each quantity.
ChannelRecord::Differences differences_at(const ModelDesc& model, double step) {
  const RecordedRun partitioned(model, as_written_at(step)), absolute(model, absolute_at(step));
  return partitioned.record().differences(partitioned.system(), absolute.record());
}

constexpr std::array<std::string_view, 6> kChannels{"position",     "quaternion",     "velocity",
                                                    "acceleration", "reaction_force", "reaction_moment"};

VerificationOutcome both_formulations(const std::string& type) {
  const ModelDesc model = read_mbdm(joint_files(type));
  const auto coarse = differences_at(model, 1e-3), fine = differences_at(model, 5e-4);
  VerificationOutcome outcome;
  for (const auto& [key, found] : fine) {
    if (std::find(kChannels.begin(), kChannels.end(), key.first) == kChannels.end()) continue;
    const double size = std::max(1.0, found.scale), before = coarse.at(key).largest;
    VerificationRow row = difference_row(fmt::format("{} ({}), relative", key.first, key.second), 0.0,
                                         found.largest / size, 1e-3);
    // Where the two agree to the tolerance of Newton's iterations, no order is left.
    if (found.largest / size > 1e-8) {
      row.order = std::log2(before / found.largest);
      row.least_order = 1.8;
    }
    outcome.rows.push_back(row);
  }
  return outcome;
}

}  // namespace

void add_mbdm_joint_cases(std::vector<VerificationCase>& all) {
  for (const char* type : {"ABX", "ABY", "ABZ", "ABA", "C", "DI", "G", "R", "RC", "RDRV", "S", "T", "U"})
    all.push_back({fmt::format("mbdm/joint_{}", type), "partitioned against absolute formulation",
                   [type] { return both_formulations(type); }});
}

}  // namespace pintle
