// Prestress and prestrain, which all laws have; and what their cards are read with.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "pintle/laws/detailed_law.h"
#include "pintle/laws/law_registry.h"

namespace pintle {

// A vector whose components are driven: Σ vector · drive.
template <int N>
class LawDrive {
 public:
  void add(const LawVector<N>& vector, Drive drive) { terms_.push_back({vector, std::move(drive)}); }

  LawVector<N> value(const DriveInputs& inputs) const noexcept {
    LawVector<N> sum = LawVector<N>::Zero();
    for (const Term& term : terms_) sum += term.drive.value(inputs) * term.vector;
    return sum;
  }
  bool is_constant() const noexcept {
    return std::all_of(terms_.begin(), terms_.end(),
                       [](const Term& term) { return term.drive.is_constant(); });
  }

 private:
  struct Term {
    LawVector<N> vector;
    Drive drive;
  };
  std::vector<Term> terms_;
};

// f = f0(t) + law(ε - ε0(t), ε̇)                                                                (law.md 1)
template <int N>
class PreloadedLaw final : public DetailedLaw<N> {
 public:
  PreloadedLaw(LawPointer<N> law, LawDrive<N> stress, LawDrive<N> strain)
      : law_(std::move(law)), stress_(std::move(stress)), strain_(std::move(strain)) {}

  LawVector<N> force(const LawInputs<N>& inputs) const noexcept override {
    return stress_.value(inputs.drives) + law_->force(seen(inputs));
  }
  void respond(const LawInputs<N>& inputs, LawResponse<N>& response) const noexcept override {
    law_->respond(seen(inputs), response);
    response.force += stress_.value(inputs.drives);
  }
  double energy(const LawInputs<N>& inputs) const noexcept override {
    return law_->energy(seen(inputs)) + stress_.value(inputs.drives).dot(inputs.strain);
  }
  bool depends_on_rate() const noexcept override { return law_->depends_on_rate(); }
  WorkDone work_done() const noexcept override {
    return stress_.is_constant() && strain_.is_constant() ? law_->work_done() : WorkDone::any;
  }
  int history_size() const noexcept override { return law_->history_size(); }
  void start_history(const LawInputs<N>& inputs, std::span<double> history) const noexcept override {
    law_->start_history(seen(inputs), history);
  }
  void commit(const LawInputs<N>& inputs, std::span<double> history) const noexcept override {
    law_->commit(seen(inputs), history);
  }
  void tell(const LawInputs<N>& inputs, LawDetailSink& sink) const noexcept override {
    if (const auto* detailed = dynamic_cast<const DetailedLaw<N>*>(law_.get()))
      detailed->tell(seen(inputs), sink);
  }

 private:
  LawInputs<N> seen(LawInputs<N> inputs) const noexcept {
    inputs.strain -= strain_.value(inputs.drives);
    return inputs;
  }

  LawPointer<N> law_;
  LawDrive<N> stress_, strain_;
};

// The driven vector in a field; a wrong number of components is reported.
template <int N>
LawDrive<N> read_law_drive(const CheckedCard& card, std::string_view field, LawBuildContext& context) {
  LawDrive<N> result;
  const DrivesDesc desc = card.drives(field);
  const auto fail = [&](std::ptrdiff_t got) {
    context.diagnostics.error(card.place_of(field), fmt::format("{}: {}: expected {} component(s), got {}",
                                                                describe(card.card()), field, N, got));
  };
  if (!desc.components.empty() && static_cast<int>(desc.components.size() + desc.terms.size()) != N) {
    fail(static_cast<std::ptrdiff_t>(desc.components.size()));
    return result;
  }
  for (int i = 0; i < static_cast<int>(desc.components.size()); ++i)
    result.add(LawVector<N>::Unit(i), context.drive(desc.components[static_cast<std::size_t>(i)]));
  for (const DrivesDesc::Term& term : desc.terms) {
    if (term.vector.size() != N)
      fail(term.vector.size());
    else
      result.add(term.vector, context.drive(term.drive));
  }
  return result;
}

// The law with the prestress and the prestrain of its card, if there are any.
template <int N>
LawPointer<N> preloaded(const CheckedCard& card, LawBuildContext& context, LawPointer<N> law) {
  const auto read = [&](std::string_view field) {
    return card.has(field) ? read_law_drive<N>(card, field, context) : LawDrive<N>();
  };
  if (!card.has("prestress") && !card.has("prestrain")) return law;
  LawDrive<N> stress = read("prestress");
  return std::make_shared<const PreloadedLaw<N>>(std::move(law), std::move(stress), read("prestrain"));
}

// The same for a law given as a value.
template <int N, class L>
LawPointer<N> make_law(const CheckedCard& card, LawBuildContext& context, L law) {
  return preloaded<N>(card, context, std::make_shared<const L>(std::move(law)));
}

// A number (on the whole diagonal) or an N x N matrix; a wrong size is reported.
template <int N>
LawMatrix<N> read_law_matrix(const CheckedCard& card, std::string_view field, LawBuildContext& context) {
  const MatX matrix = card.square(field);
  if (matrix.rows() == 1) return matrix(0, 0) * LawMatrix<N>::Identity();
  if (matrix.rows() == N) return matrix;
  context.diagnostics.error(card.place_of(field),
                            fmt::format("{}: {}: expected a number or {} rows, got {} rows",
                                        describe(card.card()), field, N, matrix.rows()));
  return LawMatrix<N>::Zero();
}

// N numbers; a wrong count is reported.
template <int N>
LawVector<N> read_law_vector(const CheckedCard& card, std::string_view field, LawBuildContext& context) {
  const std::vector<double>& numbers = card.reals(field);
  if (static_cast<int>(numbers.size()) == N) return Eigen::Map<const LawVector<N>>(numbers.data());
  context.diagnostics.error(
      card.place_of(field),
      fmt::format("{}: {}: expected {} number(s), got {}", describe(card.card()), field, N, numbers.size()));
  return LawVector<N>::Zero();
}

}  // namespace pintle
