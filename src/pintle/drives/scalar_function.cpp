#include "pintle/drives/scalar_function.h"

#include "pintle/drives/drive_registry.h"
#include "pintle/drives/time_function.h"

namespace pintle {

namespace {

Drive build_scalar_function(const CheckedCard& card, DriveBuildContext& context) {
  return drive_of_time(FunctionOfTime{context.function(card.named_card("function"))});
}

}  // namespace

void register_scalar_function_drive(DriveRegistry& registry) {
  registry.add(CardSchema("drive", "scalar_function")
                   .mbdyn({"scalar function"}, "<function>")
                   .summary("A scalar function of the time.")
                   .named_card("function", "function", "the function, in SI")
                   .example("some function"),
               build_scalar_function);
}

}  // namespace pintle
