#include "pintle/laws/elastic_law.h"

namespace pintle {

namespace {

// f = k1 ε + k2 |ε| ε + k3 ε³, component by component.
template <int N>
struct Cubic {
  LawVector<N> k1, k2, k3;

  LawVector<N> force(const LawVector<N>& e) const noexcept {
    const auto a = e.array();
    return (k1.array() * a + k2.array() * a.abs() * a + k3.array() * a.cube()).matrix();
  }
  LawMatrix<N> stiffness(const LawVector<N>& e) const noexcept {
    const auto a = e.array();
    return (k1.array() + 2.0 * k2.array() * a.abs() + 3.0 * k3.array() * a.square()).matrix().asDiagonal();
  }
  double energy(const LawVector<N>& e) const noexcept {
    const auto a = e.array();
    return ((k1.array() / 2.0 + k2.array() * a.abs() / 3.0 + k3.array() * a.square() / 4.0) * a.square())
        .sum();
  }
};

template <int N>
LawPointer<N> build_cubic_elastic_generic(const CheckedCard& card, LawBuildContext& context) {
  const auto read = [&](std::string_view field) { return read_law_vector<N>(card, field, context); };
  return make_elastic<N>(card, context,
                         Cubic<N>{read("stiffness_1"), read("stiffness_2"), read("stiffness_3")});
}

}  // namespace

void register_cubic_elastic_generic_law(LawRegistry& registry) {
  registry.add(
      with_common_fields(CardSchema("law", "cubic_elastic_generic")
                             .mbdyn({"cubic elastic generic", "cubic elastic"},
                                    "<stiffness_1:dim>, <stiffness_2:dim>, <stiffness_3:dim>")
                             .summary("k1 e + k2 |e| e + k3 e^3 for every component e of the strain.")
                             .alias("cubic_elastic")
                             .reals("stiffness_1", "k1, a number per component")
                             .law_unit({.force = 1, .strain = -1})
                             .unit("any")
                             .reals("stiffness_2", "k2")
                             .law_unit({.force = 1, .strain = -2})
                             .unit("any")
                             .reals("stiffness_3", "k3")
                             .law_unit({.force = 1, .strain = -3})
                             .unit("any")),
      {build_cubic_elastic_generic<1>, build_cubic_elastic_generic<3>, nullptr});
}

}  // namespace pintle
