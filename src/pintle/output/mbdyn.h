// Result files in MBDyn's layout: what an "output" card of type "mbdyn" says; see mbdyn.md.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/math/types.h"
#include "pintle/model/card.h"
#include "pintle/model/checked_card.h"
#include "pintle/output/orientation_description.h"

namespace pintle {

// How one node or element is written.
struct MbdynItem {
  bool has_output = true;
  OrientationDescription orientation = OrientationDescription::euler123;
  bool has_accelerations = false;
};

// A frame that the model was described in; it has no part in the motion.
struct MbdynFrame {
  int label = 0;
  Vec3 x = Vec3::Zero();
  Mat3 R = Mat3::Identity();
  Vec3 v = Vec3::Zero(), omega = Vec3::Zero();
};

struct MbdynSettings {
  int precision = 6;
  bool has_text = true;
  bool has_netcdf = false;      // variables of the NetCDF file are named as MBDyn's
  bool has_old_forces = false;  // .frc as in version 1.2: with the magnitude, first node only
  bool prints_equations = false;
  std::map<std::string, MbdynItem, std::less<>> by_kind;  // "node", "joint", "load"
  std::map<std::string, MbdynItem, std::less<>> by_name;  // "joint.12": those that differ
  std::vector<std::string> order;                         // of the cards in the model, "joint.12"
  std::vector<MbdynFrame> frames;                         // in .rfm

  MbdynItem item(std::string_view kind, std::string_view name) const;
};

// `model` gives the order.
MbdynSettings read_mbdyn(const CheckedCard& card, const ModelDesc& model, Diagnostics& diagnostics);

}  // namespace pintle
