#include "pintle/verification/mbdm_files.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "pintle/lang/mbdm/mbdm_reader.h"

namespace pintle {

namespace {

std::string mbdm_line(std::string_view label, const Vec3& v) {
  return fmt::format("{}: {:.17g}, {:.17g}, {:.17g}\n", label, v.x(), v.y(), v.z());
}

std::string mbdm_text_of(const MbdmBodyLines& body) {
  return fmt::format("name: {}\n", body.name) + mbdm_line("angles (1-2-3 notation)", body.angles) +
         mbdm_line("r", body.r) + mbdm_line("v", body.v) + mbdm_line("omega", body.omega) +
         fmt::format("mass: {:.17g}\n", body.mass) + mbdm_line("I(1,1-3)", {body.inertia.x(), 0, 0}) +
         mbdm_line("I(2,1-3)", {0, body.inertia.y(), 0}) + mbdm_line("I(3,1-3)", {0, 0, body.inertia.z()});
}

std::string mbdm_text_of(const MbdmJointLines& joint) {
  return fmt::format("type: {}\nbodies: {}, {}\n", joint.type, joint.i, joint.j) + mbdm_line("p1", joint.p1) +
         mbdm_line("q1", joint.q1) + mbdm_line("r1", joint.r1) + mbdm_line("p2", joint.p2) +
         mbdm_line("q2", joint.q2) + mbdm_line("r2", joint.r2) + fmt::format("dist: {:.17g}\n", joint.dist);
}

}  // namespace

std::string main_file_of(const MbdmFileSet& files) {
  std::string text = fmt::format(
      "Name: {}\nKinematic (0), Dynamic (1): {}\nNumber of bodies: {}\n"
      "Number of joints (including drivers): {}\nt_start: 0\nt_end: {:.17g}\ndt: {:.17g}\n"
      "N-R accuracy: {:g}\nN-R steps: 100\nSave output every (n) steps: 1\n"
      "Save checkpoint every (n) steps: 0\nSave tracers every (n) steps: 0\n",
      files.name, files.is_kinematic ? 0 : 1, files.bodies.size(), files.joints.size(), files.end_time,
      files.step, files.accuracy);
  int number = 0;
  for (const MbdmBodyLines& body : files.bodies)
    text += fmt::format("\nBody {}\n", ++number) + mbdm_text_of(body);
  number = 0;
  for (const MbdmJointLines& joint : files.joints)
    text += fmt::format("\nJoint {}\n", ++number) + mbdm_text_of(joint);
  return text;
}

MbdmJointLines joint_along(std::string type, int i, int j, const Vec3& in_i, const Vec3& in_j,
                           const Vec3& axis, const Vec3& normal) {
  MbdmJointLines joint{std::move(type), i, j};
  joint.p1 = in_i, joint.q1 = in_i + axis, joint.r1 = in_i + normal;
  joint.p2 = in_j, joint.q2 = in_j + axis;
  return joint;
}

MbdmBodyLines mbdm_stand() { return {"stand"}; }
MbdmJointLines mbdm_hold(int body) { return {"G", body, 0}; }

ModelDesc read_mbdm(const MbdmFileSet& files) {
  Diagnostics diagnostics;
  // The reader asks for "<main>.expert.<name>".
  const auto beside = [&files](const std::string& name) -> std::optional<std::string> {
    const auto found = files.beside.find(name.substr(name.rfind('.') + 1));
    if (found == files.beside.end()) return std::nullopt;
    return found->second;
  };
  ModelDesc model = read_mbdm_model_text(main_file_of(files), files.name, diagnostics, beside);
  if (diagnostics.has_errors()) throw std::runtime_error(diagnostics.to_text());
  return model;
}

JobOptions absolute_at(double step) {
  JobOptions options = as_written_at(step);
  options.formulation = "absolute";
  return options;
}

JobOptions as_written_at(double step) {
  JobOptions options;
  options.step = step;
  return options;
}

}  // namespace pintle
