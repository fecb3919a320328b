#include "pintle/drives/sum.h"

#include <memory>

#include "pintle/drives/drive_registry.h"

namespace pintle {

double SumDrive::value(const DriveInputs& inputs) const noexcept {
  double sum = 0.0;
  for (const Drive& drive : parts()) sum += drive.value(inputs);
  return sum;
}

double SumDrive::add_gradient(const DriveInputs& inputs, double weight,
                              DriveGradient& gradient) const noexcept {
  double sum = 0.0;
  for (const Drive& drive : parts()) sum += drive.add_gradient(inputs, weight, gradient);
  return sum;
}

DriveValue SumDrive::derivatives(const DriveArgument& at) const noexcept {
  DriveValue sum;
  for (const Drive& drive : parts()) {
    const DriveValue d = drive.derivatives(at);
    sum = {sum.value + d.value, sum.rate + d.rate, sum.acceleration + d.acceleration};
  }
  return sum;
}

std::vector<Drive> read_scalar_drives(const CheckedCard& card, DriveBuildContext& context,
                                      std::string_view unit) {
  const DrivesDesc description = card.drives("drives");
  std::vector<Drive> drives;
  for (const Card& nested : description.components) drives.push_back(context.nested(nested, unit));
  if (!description.terms.empty()) {
    context.diagnostics.error(card.place_of("drives"),
                              describe(card.card()) + ": drives: expected numbers, not vectors",
                              "give a list of drives");
  }
  return drives;
}

namespace {

Drive build_sum(const CheckedCard& card, DriveBuildContext& context) {
  return Drive(std::make_shared<const SumDrive>(read_scalar_drives(card, context, context.unit)));
}

}  // namespace

void register_sum_drive(DriveRegistry& registry) {
  registry.add(CardSchema("drive", "sum")
                   .synonyms({"add", "plus"})
                   .mbdyn({"array"}, "<drives:count>")
                   .summary("The sum of other drives.")
                   .alias("array")
                   .drives("drives", "what is added")
                   .unit("any")
                   .example(Value::list({1.0, "sin(t)"})),
               build_sum);
}

}  // namespace pintle
