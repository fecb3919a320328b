// MBDM's files, written by code and read by the reader of the language.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "pintle/verification/model_cards.h"

namespace pintle {

// The lines of a body; omega in its own axes.
struct MbdmBodyLines {
  std::string name;
  double mass = 1.0;
  Vec3 inertia = Vec3::Ones();
  Vec3 r = Vec3::Zero(), v = Vec3::Zero(), omega = Vec3::Zero(), angles = Vec3::Zero();
};

struct MbdmJointLines {
  std::string type;
  int i = 0, j = 0;
  Vec3 p1 = Vec3::Zero(), q1 = Vec3::Zero(), r1 = Vec3::Zero();
  Vec3 p2 = Vec3::Zero(), q2 = Vec3::Zero(), r2 = Vec3::Zero();
  double dist = 0.0;
};

struct MbdmFileSet {
  std::string name;
  double end_time = 1.0, step = 1e-3;
  std::vector<MbdmBodyLines> bodies;
  std::vector<MbdmJointLines> joints;
  std::map<std::string, std::string> beside;  // "loads", "mooring", "parameters": what <main>.expert.* hold
  bool is_kinematic = false;
  double accuracy = 1e-12;  // of Newton-Raphson
};

std::string main_file_of(const MbdmFileSet& files);

// A revolute (R) or any other joint of an axis and a normal through the same point of both bodies, whose axes
// are parallel.
MbdmJointLines joint_along(std::string type, int i, int j, const Vec3& in_i, const Vec3& in_j,
                           const Vec3& axis, const Vec3& normal);
// The body that a joint of type G holds at the origin.
MbdmBodyLines mbdm_stand();
MbdmJointLines mbdm_hold(int body);

// What the reader makes of it. Throws std::runtime_error when it finds a mistake.
ModelDesc read_mbdm(const MbdmFileSet& files);

// The absolute formulation at a step size; and the one of the files.
JobOptions absolute_at(double step);
JobOptions as_written_at(double step);

}  // namespace pintle
