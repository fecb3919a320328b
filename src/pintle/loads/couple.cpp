#include "pintle/loads/couple.h"

#include "pintle/loads/driven_load_card.h"

namespace pintle {

std::vector<ChannelInfo> Couple::channels() {
  return {{"moment", "N m", 3, "on 'at', ground components", Geometry::vector},
          {"power", "W", 1, "given to the system, reaction included"}};
}

void register_couple(Registry& registry) {
  registry.add(
      driven_load_schema("couple", "A torque without a force, driven by time or by what is measured.", "N m")
          .synonyms({"torque", "moment", "torque_vector", "body_torque", "point_torque"}),
      [](const CheckedCard& card, SystemBuilder& builder) {
        build_driven_load<Couple>(card, builder, "N m");
      });
}

}  // namespace pintle
