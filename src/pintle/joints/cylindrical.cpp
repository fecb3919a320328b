#include "pintle/joints/cylindrical.h"

#include "pintle/joints/pair_joint_card.h"

namespace pintle {

void register_cylindrical(Registry& registry) {
  registry.add(
      pair_joint_schema("cylindrical",
                        "The third axes of both sides stay parallel and the second point stays on the line "
                        "through the first along axis 3: one rotation and one translation are left.")
          .synonyms({"cylindrical_joint", "lock_cylindrical"}),
      build_pair_joint<Cylindrical>);
}

}  // namespace pintle
