#include <cmath>
#include <optional>

#include "pintle/laws/preload.h"

namespace pintle {

namespace {

struct Gas {
  double pressure, area, interaction, exponent;

  // -A p and its derivative, p = p0 (1 + c ε)^-γ                                        (shock_absorber.md 1)
  double force(double e) const noexcept {
    return -area * pressure * std::pow(1.0 + interaction * e, -exponent);
  }
  double slope(double e) const noexcept {
    return -exponent * interaction / (1.0 + interaction * e) * force(e);
  }
  double energy(double e) const noexcept {
    const double x = 1.0 + interaction * e, power = 1.0 - exponent;
    if (interaction == 0.0) return -area * pressure * e;
    const double integral = power == 0.0 ? std::log(x) : (std::pow(x, power) - 1.0) / power;
    return -area * pressure * integral / interaction;
  }
};

// Springs (and dampers) that hold the strain within its bounds.
struct Bounds {
  double lower, upper, stiffness, viscosity;

  double beyond(double e) const noexcept { return e > upper ? e - upper : e < lower ? e - lower : 0.0; }
};

// Areas as functions of the strain and of its rate.
struct Orifices {
  Drive metering;
  std::optional<Drive> negative;  // while it is compressed
  std::optional<Drive> relief;
  double fluid_area, density, drag;
};

struct Friction {
  double rate = 1.0, amplitude = 0.0;
};

// A value and its derivative with respect to what is handed to the drive.
struct Area {
  double value = 0.0, slope = 0.0;
};

Area area_of(const Drive& drive, const DriveInputs& inputs, double at) noexcept {
  DriveGradient gradient;
  const double value = drive.add_gradient(inputs.with_argument(at), 1.0, gradient);
  return {value, gradient.by_argument};
}

class ShockAbsorber final : public DetailedLaw<1> {
 public:
  ShockAbsorber(const Gas& gas, const Bounds& bounds, Orifices orifices, const Friction& friction)
      : gas_(gas), bounds_(bounds), orifices_(std::move(orifices)), friction_(friction) {}

  LawVector<1> force(const LawInputs<1>& inputs) const noexcept override {
    LawResponse<1> response;
    ShockAbsorber::respond(inputs, response);
    return response.force;
  }

  // What the manual's table 2.7 names.
  void tell(const LawInputs<1>& inputs, LawDetailSink& sink) const noexcept override {
    const double gas = gas_.force(inputs.strain[0]);
    const Area metering = metering_at(inputs);
    const double elastic = elastic_at(inputs, gas).force;
    sink.number("p", "Pa", -gas / gas_.area);
    sink.number("A", "m^2", metering.value);
    sink.number("Fe", "N", elastic);
    sink.number("Fv", "N", force(inputs)[0] - elastic);
  }

  void respond(const LawInputs<1>& inputs, LawResponse<1>& response) const noexcept override {
    const double e = inputs.strain[0], v = inputs.rate[0];
    // Gas and bounds                                                                    (shock_absorber.md 1)
    const double gas = gas_.force(e);
    const Elastic elastic = elastic_at(inputs, gas);
    // Fluid through the orifices: ½ ρ A_f³/A² (v/d)|v/d|                                (shock_absorber.md 2)
    const Area metering = metering_at(inputs);
    const Area relief = orifices_.relief ? area_of(*orifices_.relief, inputs.drives, v) : Area{};
    const double area = metering.value + relief.value;
    const double factor = 0.5 * orifices_.density * std::pow(orifices_.fluid_area, 3) /
                          (area * area * orifices_.drag * orifices_.drag);
    const double viscous = factor * v * std::abs(v);
    // Friction of the seals, pressed on by the gas (whose force is negative)            (shock_absorber.md 3)
    const double friction = friction_.amplitude * std::tanh(v / friction_.rate);
    const double cosine = std::cosh(v / friction_.rate);
    const double friction_slope = friction_.amplitude / (friction_.rate * cosine * cosine);
    response.force[0] = elastic.force + viscous - gas * friction;
    response.by_strain(0) =
        gas_.slope(e) * (1.0 - friction) + elastic.bound_stiffness - 2.0 * viscous / area * metering.slope;
    response.by_rate(0) = elastic.damping - gas * friction_slope + 2.0 * factor * std::abs(v) -
                          2.0 * viscous / area * relief.slope;
  }

  double energy(const LawInputs<1>& inputs) const noexcept override {
    const double beyond = bounds_.beyond(inputs.strain[0]);
    return gas_.energy(inputs.strain[0]) + 0.5 * bounds_.stiffness * beyond * beyond;
  }

 private:
  // Gas, and the bounds where they are reached.
  struct Elastic {
    double force = 0.0, bound_stiffness = 0.0, damping = 0.0;
  };
  Elastic elastic_at(const LawInputs<1>& inputs, double gas) const noexcept {
    const double v = inputs.rate[0], beyond = bounds_.beyond(inputs.strain[0]);
    const double damping = beyond * v > 0.0 ? bounds_.viscosity : 0.0;  // on the way out
    return {gas + bounds_.stiffness * beyond + damping * v, beyond != 0.0 ? bounds_.stiffness : 0.0, damping};
  }
  Area metering_at(const LawInputs<1>& inputs) const noexcept {
    const bool is_compressed = orifices_.negative && inputs.rate[0] < 0.0;
    return area_of(is_compressed ? *orifices_.negative : orifices_.metering, inputs.drives, inputs.strain[0]);
  }

  Gas gas_;
  Bounds bounds_;
  Orifices orifices_;
  Friction friction_;
};

LawPointer<1> build_shock_absorber(const CheckedCard& card, LawBuildContext& context) {
  const auto drive = [&](std::string_view field) {
    Drive result = context.drive(card.drive_card(field));
    if (result.channels_used().empty()) return result;
    context.diagnostics.error(card.place_of(field),
                              fmt::format("{}: '{}' is a function of the strain or its rate alone; it cannot "
                                          "measure other quantities",
                                          describe(card.card()), field));
    return Drive();
  };
  const auto optional = [&](std::string_view field) {
    return card.has(field) ? std::optional(drive(field)) : std::nullopt;
  };
  const Gas gas{card.real("pressure"), card.real("area"), card.real("interaction"), card.real("exponent")};
  const Bounds bounds{card.real("lower_strain"), card.real("upper_strain"), card.real("penalty"),
                      card.real("rate_penalty")};
  const Orifices orifices{drive("metering"),       optional("negative_metering"), optional("orifice"),
                          card.real("fluid_area"), card.real("density"),          card.real("drag")};
  const Friction friction = card.has("friction_amplitude")
                                ? Friction{card.real("friction_rate"), card.real("friction_amplitude")}
                                : Friction{};
  return make_law<1>(card, context, ShockAbsorber(gas, bounds, orifices, friction));
}

}  // namespace

void register_shock_absorber_law(LawRegistry& registry) {
  registry.add(
      with_common_fields(
          CardSchema("law", "shock_absorber")
              .synonyms({"landing_gear", "oleo"})
              .mbdyn({"shock absorber"},
                     "[prestrain, <prestrain>], <pressure>, <area>, <interaction>, <exponent>, "
                     "[epsilon max, <upper_strain>], [epsilon min, <lower_strain>], "
                     "[penalty, <penalty>, <rate_penalty>], "
                     "[metering, <metering>, [negative, <negative_metering>]], [orifice, <orifice>], "
                     "<fluid_area>, <density>, <drag>, [friction, <friction_rate>, <friction_amplitude>]")
              .summary("A gas spring with fluid pressed through orifices: a landing gear.")
              .real("pressure", "of the gas without strain")
              .unit("Pa")
              .positive()
              .example(1e6)
              .real("area", "that the gas presses on")
              .unit("m^2")
              .positive()
              .example(0.01)
              .real("interaction", "kinematic scale * length * area / gas volume")
              .real("exponent", "polytropic")
              .positive()
              .example(1.4)
              .real("upper_strain", "upper bound")
              .optional(0.0)
              .real("lower_strain", "lower bound")
              .optional(-0.5)
              .real("penalty", "stiffness beyond the bounds")
              .unit("N")
              .non_negative()
              .optional(1e9)
              .real("rate_penalty", "viscosity beyond the bounds")
              .unit("N s")
              .non_negative()
              .optional(0.0)
              .drive("metering", "area as a function of the strain")
              .unit("m^2")
              .example(1e-4)
              .drive("negative_metering", "the same while it is compressed; left out: the same")
              .unit("m^2")
              .optional()
              .drive("orifice", "further area as a function of the strain's rate")
              .unit("m^2")
              .optional()
              .real("fluid_area", "that the fluid presses on")
              .unit("m^2")
              .positive()
              .example(0.01)
              .real("density", "of the fluid")
              .unit("kg/m^3")
              .positive()
              .example(850)
              .real("drag", "drag coefficient over length: turns the rate of the strain into velocity")
              .unit("any")
              .positive()
              .real("friction_rate", "rate of the strain at which the seals slide")
              .unit("1/s")
              .positive()
              .optional(1.0)
              .real("friction_amplitude", "friction over force of the gas")
              .non_negative()
              .optional()),
      {build_shock_absorber, nullptr, nullptr});
}

}  // namespace pintle
