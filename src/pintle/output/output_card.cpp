#include "pintle/output/output_card.h"

namespace pintle {

CardSchema& with_output_fields(CardSchema& schema) {
  return schema.integer("every", "write every so many steps")
      .at_least(1)
      .optional(1)
      .drive("meter", "write at the steps where this is not zero, instead of every so many; a drive of time")
      .optional()
      .boolean("unwrapped_rotations", "rotation vectors go on beyond pi instead of jumping")
      .optional(false)
      .integer("checkpoint_every", "steps between state files; 0: only at the end")
      .at_least(0)
      .optional(1000);
}

void build_output(const CheckedCard& card, SystemBuilder& builder) {
  if (card.has_errors() || !card.has("meter")) return;
  Drive meter = builder.drive(card.drive_card("meter"), "");
  if (!meter.channels_used().empty())
    builder.diagnostics().error(card.place_of("meter"), "meter: it may depend on time and steps only");
  builder.set_output_meter(std::move(meter));
}

}  // namespace pintle
