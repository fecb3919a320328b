#include "pintle/drives/product.h"

#include <memory>

#include "pintle/drives/drive_registry.h"
#include "pintle/drives/sum.h"

namespace pintle {

double ProductDrive::value(const DriveInputs& inputs) const noexcept {
  double product = 1.0;
  for (const Drive& drive : parts()) product *= drive.value(inputs);
  return product;
}

// The weight of a factor is the product of the others: there are few, and a factor may be zero.
double ProductDrive::add_gradient(const DriveInputs& inputs, double weight,
                                  DriveGradient& gradient) const noexcept {
  for (std::size_t i = 0; i < parts().size(); ++i) {
    double others = weight;
    for (std::size_t k = 0; k < parts().size(); ++k)
      if (k != i) others *= part(k).value(inputs);
    part(i).add_gradient(inputs, others, gradient);
  }
  return value(inputs);
}

DriveValue ProductDrive::derivatives(const DriveArgument& at) const noexcept {
  DriveValue product{1.0, 0.0, 0.0};
  for (const Drive& drive : parts()) product = multiplied(product, drive.derivatives(at));
  return product;
}

namespace {

Drive build_product(const CheckedCard& card, DriveBuildContext& context) {
  return Drive(std::make_shared<const ProductDrive>(read_scalar_drives(card, context, "any")));
}

}  // namespace

void register_product_drive(DriveRegistry& registry) {
  registry.add(CardSchema("drive", "product")
                   .synonyms({"multiply", "times"})
                   .mbdyn({"mult"}, "<drives:2>")
                   .summary("The product of other drives.")
                   .alias("mult")
                   .drives("drives", "what is multiplied, in SI")
                   .example(Value::list({2.0, "sin(t)"})),
               build_product);
}

}  // namespace pintle
