#include "pintle/drives/linear.h"

#include "pintle/drives/drive_registry.h"
#include "pintle/drives/time_function.h"

namespace pintle {

namespace {

Drive build_linear(const CheckedCard& card, DriveBuildContext&) {
  return drive_of_time(StraightLine{card.real("constant"), card.real("slope")});
}

}  // namespace

void register_linear_drive(DriveRegistry& registry) {
  registry.add(CardSchema("drive", "linear")
                   .mbdyn({"linear"}, "<constant>, <slope>")
                   .summary("A straight line in time: constant + slope * t.")
                   .real("constant", "value at t = 0")
                   .unit("any")
                   .optional(0.0)
                   .real("slope", "rate")
                   .unit("any/s")
                   .example(2.0),
               build_linear);
}

}  // namespace pintle
