#include "pintle/joints/friction_card.h"

#include "pintle/system/registry.h"

namespace pintle {

CardSchema& add_friction_fields(CardSchema& schema, bool is_optional, bool has_radius) {
  const Value model = Value::map({{"type", "discrete_coulomb"},
                                  {"static_friction", Value::map({{"type", "constant"}, {"value", 0.3}})}});
  schema.named_card("friction", "law", "modlugre or discrete_coulomb");
  if (is_optional) schema.optional();
  schema.example(model);
  if (has_radius) {
    schema.real("radius", "of the contact, for friction").unit("m").positive();
    if (is_optional) schema.optional();
    schema.example(0.05);
    schema.real("shape_radius", "that of the contact once more, as old models of MBDyn have it")
        .unit("m")
        .positive()
        .optional();
  }
  schema.real("preload", "least normal force, for friction").unit("N").non_negative().optional(0.0);
  return schema
      .choice("shape", {"simple", "simple_plane_hinge"},
              "force over normal force: the coefficient f, or f/sqrt(1 + f^2) as of a pin in a hole")
      .optional("simple_plane_hinge");
}

FrictionContact friction_contact(const CheckedCard& card, SystemBuilder& builder, bool has_radius) {
  FrictionContact contact;
  contact.model = builder.parts().friction(card, "friction");
  if (!has_radius)
    contact.radius = 1.0;
  else if (!card.has("radius"))
    builder.diagnostics().error(card.place(), describe(card.card()) + ": friction needs a 'radius'",
                                "give the radius of the contact");
  else
    contact.radius = card.real("radius");
  if (has_radius && card.has("shape_radius") && card.real("shape_radius") != contact.radius)
    builder.diagnostics().error(card.place_of("shape_radius"),
                                describe(card.card()) + ": the shape has another radius than the contact",
                                "give the same radius, or leave that of the shape out");
  contact.preload = card.real("preload");
  contact.shape =
      card.choice("shape") == "simple" ? FrictionShape::simple : FrictionShape::simple_plane_hinge;
  return contact;
}

}  // namespace pintle
