#include "pintle/joints/in_line.h"

#include "pintle/joints/pair_joint_card.h"

namespace pintle {

void register_in_line(Registry& registry) {
  registry.add(
      pair_joint_schema("in_line",
                        "The second point stays on the line through the first along axis 3 of the first "
                        "side: one translation and three rotations are left.")
          .mbdyn({"in line", "inline"}, "<a:line>, <b:point>"),
      build_pair_joint<InLineJoint>);
}

}  // namespace pintle
