#include "pintle/joints/prismatic.h"

#include "pintle/joints/pair_joint_card.h"

namespace pintle {

void register_prismatic(Registry& registry) {
  registry.add(
      pair_joint_schema("prismatic",
                        "The axes of both sides stay parallel and the second point stays on the line "
                        "through the first along axis 3: one translation is left.")
          .synonyms({"prismatic_joint", "slider", "slider_joint", "translational", "translational_joint",
                     "lock_prismatic"}),
      build_pair_joint<Prismatic>);
}

}  // namespace pintle
