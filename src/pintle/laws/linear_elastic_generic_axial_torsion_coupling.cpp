#include "pintle/laws/elastic_law.h"

namespace pintle {

namespace {

// The torsion stiffness grows with the axial strain: f4 gets c ε1 ε4.
struct AxialTorsion {
  LawMatrix<6> k;
  double coupling;

  LawVector<6> force(const LawVector<6>& e) const noexcept {
    LawVector<6> f = k * e;
    f[3] += coupling * e[0] * e[3];
    return f;
  }
  LawMatrix<6> stiffness(const LawVector<6>& e) const noexcept {
    LawMatrix<6> result = k;
    result(3, 3) += coupling * e[0];
    result(3, 0) += coupling * e[3];
    return result;
  }
  double energy(const LawVector<6>& e) const noexcept { return 0.5 * e.dot(k * e); }
};

LawPointer<6> build_linear_elastic_generic_axial_torsion_coupling(const CheckedCard& card,
                                                                  LawBuildContext& context) {
  return make_elastic<6>(card, context,
                         AxialTorsion{read_law_matrix<6>(card, "stiffness", context), card.real("coupling")});
}

}  // namespace

void register_linear_elastic_generic_axial_torsion_coupling_law(LawRegistry& registry) {
  registry.add(
      with_common_fields(
          CardSchema("law", "linear_elastic_generic_axial_torsion_coupling")
              .mbdyn({"linear elastic generic axial torsion coupling"}, "<stiffness>, <coupling>")
              .summary("f = K strain, with a torsion stiffness that depends linearly on the axial strain.")
              .square("stiffness", "the matrix K")
              .unit("any")
              .example(1000)
              .real("coupling", "torsion stiffness per axial strain")
              .unit("any")),
      {nullptr, nullptr, build_linear_elastic_generic_axial_torsion_coupling});
}

}  // namespace pintle
