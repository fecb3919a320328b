#include "pintle/drives/time.h"

#include "pintle/drives/drive_registry.h"
#include "pintle/drives/time_function.h"

namespace pintle {

namespace {

Drive build_time(const CheckedCard&, DriveBuildContext&) { return drive_of_time(TimeItself{}); }

}  // namespace

void register_time_drive(DriveRegistry& registry) {
  registry.add(
      CardSchema("drive", "time")
          .mbdyn({"time", "direct"})
          .summary("The time of the simulation; nested in another drive, the argument it hands down.")
          .alias("direct"),
      build_time);
}

}  // namespace pintle
