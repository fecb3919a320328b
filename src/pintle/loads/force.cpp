#include "pintle/loads/force.h"

#include "pintle/loads/driven_load_card.h"

namespace pintle {

std::vector<ChannelInfo> Force::channels() {
  return {{"force", "N", 3, "on 'at', ground components", Geometry::vector},
          {"moment", "N m", 3, "of that force about the node's origin, ground components", Geometry::vector},
          {"power", "W", 1, "given to the system, reaction included"}};
}

void register_force(Registry& registry) {
  registry.add(
      driven_load_schema("force", "A force at a point, driven by time or by what is measured.", "N")
          .synonyms({"point_force", "force_vector", "body_force", "point_load", "constant_force", "gforce"}),
      [](const CheckedCard& card, SystemBuilder& builder) { build_driven_load<Force>(card, builder, "N"); });
}

}  // namespace pintle
