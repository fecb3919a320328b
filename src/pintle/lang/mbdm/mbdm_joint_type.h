// Types of joints of MBDM (table 11), and the lines that each needs.
#pragma once

#include <string_view>

#include "pintle/lang/mbdm/mbdm_item.h"

namespace pintle {

struct MbdmJointType {
  std::string_view name;
  bool is_absolute;       // holds one body against the ground
  std::string_view uses;  // lines, such as "p1 q1 dist"
};

// Nothing when the line is missing or names no type, which then has been said.
const MbdmJointType* read_mbdm_joint_type(const MbdmItem& item);

// All lines that the type uses must be there and be numbers; of the others, those are reported that mislead.
bool check_mbdm_joint_lines(const MbdmItem& item, const MbdmJointType& type);

}  // namespace pintle
