#include "pintle/joints/parallel_axes.h"

#include "pintle/joints/pair_joint_card.h"

namespace pintle {

void register_parallel_axes(Registry& registry) {
  registry.add(
      pair_joint_schema("parallel_axes", "The axes of both sides stay parallel: three translations are left.")
          .synonyms({"constant_orientation", "orientation_joint", "lock_parallel"})
          .mbdyn({"prismatic"}, "<a:axes>, <b:axes>"),
      build_pair_joint<ParallelAxes>);
}

}  // namespace pintle
