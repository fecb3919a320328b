#include <cmath>

#include "pintle/laws/elastic_law.h"

namespace pintle {

namespace {

struct Log {
  double k;

  LawVector<1> force(const LawVector<1>& e) const noexcept { return LawVector<1>(k * std::log1p(e[0])); }
  LawMatrix<1> stiffness(const LawVector<1>& e) const noexcept { return LawMatrix<1>(k / (1.0 + e[0])); }
  double energy(const LawVector<1>& e) const noexcept { return k * ((1.0 + e[0]) * std::log1p(e[0]) - e[0]); }
};

LawPointer<1> build_log_elastic(const CheckedCard& card, LawBuildContext& context) {
  return make_elastic<1>(card, context, Log{card.real("stiffness")});
}

}  // namespace

void register_log_elastic_law(LawRegistry& registry) {
  registry.add(with_common_fields(CardSchema("law", "log_elastic")
                                      .mbdyn({"log elastic"}, "<stiffness>")
                                      .summary("f = k log(1 + strain).")
                                      .real("stiffness", "k")
                                      .law_unit({.force = 1})
                                      .unit("any")
                                      .example(1000)),
               {build_log_elastic, nullptr, nullptr});
}

}  // namespace pintle
