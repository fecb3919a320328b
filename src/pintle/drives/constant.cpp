#include "pintle/drives/constant.h"

#include "pintle/drives/drive_registry.h"

namespace pintle {

namespace {

Drive build_constant(const CheckedCard& card, DriveBuildContext&) {
  return Drive::constant(card.real("value"));
}

}  // namespace

void register_constant_drive(DriveRegistry& registry) {
  registry.add(CardSchema("drive", "constant")
                   .synonyms({"fixed"})
                   .mbdyn({"const"}, "<value>")
                   .mbdyn({"null", "zero"}, "value=0")
                   .mbdyn({"unit", "one"}, "value=1")
                   .summary("The same value at all times.")
                   .alias("const")
                   .real("value", "the value")
                   .unit("any")
                   .example(2.5),
               build_constant);
}

}  // namespace pintle
