// For the tests of laws: building one from a card, tangents and energy against differences.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "pintle/drives/register_all_drives.h"
#include "pintle/functions/register_all_functions.h"
#include "pintle/laws/register_all_laws.h"

namespace pintle::law_test {

using Fields = std::initializer_list<std::pair<std::string, Value>>;

template <int N>
struct BuiltLaw {
  LawPointer<N> law;
  std::string problems;  // one diagnostic per line
};

// Checks the card against its schema and builds it, as the assembler does. Functions, drives and laws may be
// nested but not named; what drives measure is in slot 0, whatever its name.
template <int N>
BuiltLaw<N> try_build(const Card& law) {
  FunctionRegistry functions;
  DriveRegistry drives;
  LawRegistry laws;
  register_all_functions(functions);
  register_all_drives(drives);
  register_all_laws(laws);
  Diagnostics diagnostics;
  DriveBuildContext drive_context{diagnostics, [](std::string_view, const SourcePlace&) { return 0; }, {}};
  FunctionBuildContext function_context{diagnostics, {}};
  LawBuildContext context{
      diagnostics, laws,
      [&](const Card& card) {
        const CheckedCard checked = check_card(card, *drives.find(card.type), diagnostics);
        return checked.has_errors() ? Drive() : drives.build(checked, drive_context);
      },
      [&](const Card& card) {
        const CheckedCard checked = check_card(card, *functions.find(card.type), diagnostics);
        return checked.has_errors() ? ScalarFunction() : functions.build(checked, function_context);
      },
      [&](const Card& card) -> std::optional<ResolvedCard> {
        CheckedCard checked = check_card(card, *laws.find(card.type), diagnostics);
        return checked.has_errors() ? std::nullopt : std::optional(ResolvedCard{checked});
      }};
  BuiltLaw<N> result;
  if (const auto meant = context.resolve(law)) result.law = laws.build<N>(meant->card, context);
  result.problems = diagnostics.to_text();
  return result;
}

inline Card law_card(const std::string& type, Fields fields) {
  Card card{"law", type, "test", {}, {}};
  for (const auto& [name, value] : fields) card.set(name, value);
  return card;
}

template <int N>
BuiltLaw<N> try_build(const std::string& type, Fields fields) {
  return try_build<N>(law_card(type, fields));
}

template <int N>
LawPointer<N> build(const Card& card) {
  const BuiltLaw<N> built = try_build<N>(card);
  EXPECT_EQ(built.problems, "");
  return built.law;
}
template <int N>
LawPointer<N> build(const std::string& type, Fields fields) {
  return build<N>(law_card(type, fields));
}

// A law with its memory.
template <int N>
class LawProbe {
 public:
  explicit LawProbe(LawPointer<N> law)
      : law_(std::move(law)), history_(static_cast<std::size_t>(law_->history_size())) {
    at(LawVector<N>::Zero(), LawVector<N>::Zero());
  }

  LawProbe& at(const LawVector<N>& strain, const LawVector<N>& rate = LawVector<N>::Zero(), double time = 0.0,
               double measured = 0.0) {
    measured_ = measured;
    inputs_.strain = strain;
    inputs_.rate = rate;
    inputs_.drives = DriveInputs();
    inputs_.drives.time = time;
    inputs_.drives.channels = {&measured_, 1};
    if constexpr (requires { inputs_.drives.argument; }) inputs_.drives.argument = time;
    return *this;
  }
  LawVector<N> force() { return law_->force(inputs()); }
  double energy() { return law_->energy(inputs()); }
  void start() { law_->start_history(inputs(), history_); }
  void commit() { law_->commit(inputs(), history_); }
  LawResponse<N> response() {
    LawResponse<N> result;
    law_->respond(inputs(), result);
    return result;
  }

  // Tangents against central differences, in which h = 1e-5 leaves 1e-10 f'''/6 + 1e-11 f; energy likewise.
  void expect_tangents_match(double tolerance = 1e-8) {
    constexpr double kStep = 1e-5;
    const LawResponse<N> r = response();
    EXPECT_LT((r.force - force()).norm(), 1e-15 * (1.0 + r.force.norm()));
    const auto difference = [&](LawVector<N>& vector, int i) {
      const double old = vector[i];
      vector[i] = old + kStep;
      const LawVector<N> above = law_->force(inputs());
      vector[i] = old - kStep;
      const LawVector<N> below = law_->force(inputs());
      vector[i] = old;
      return LawVector<N>((above - below) / (2.0 * kStep));
    };
    const double size = std::max({1.0, r.by_strain.norm(), r.by_rate.norm()});
    for (int i = 0; i < N; ++i) {
      EXPECT_LT((difference(inputs_.strain, i) - r.by_strain.col(i)).norm(), tolerance * size)
          << "strain " << i;
      EXPECT_LT((difference(inputs_.rate, i) - r.by_rate.col(i)).norm(), tolerance * size) << "rate " << i;
    }
    EXPECT_TRUE(law_->depends_on_rate() || r.by_rate.isZero(0.0));
  }

  // The force without rate is the gradient of the energy.
  void expect_energy_matches(double tolerance = 1e-8) {
    constexpr double kStep = 1e-5;
    inputs_.rate.setZero();
    const LawVector<N> f = force();
    for (int i = 0; i < N; ++i) {
      const double old = inputs_.strain[i];
      inputs_.strain[i] = old + kStep;
      const double above = energy();
      inputs_.strain[i] = old - kStep;
      const double below = energy();
      inputs_.strain[i] = old;
      EXPECT_NEAR((above - below) / (2.0 * kStep), f[i], tolerance * std::max(1.0, f.norm())) << i;
    }
  }

 private:
  const LawInputs<N>& inputs() {
    inputs_.history = history_;
    return inputs_;
  }
  LawPointer<N> law_;
  std::vector<double> history_;
  LawInputs<N> inputs_;
  double measured_ = 0.0;
};

// Some numbers between -1 and 1, different ones for each seed.
template <int N>
LawVector<N> some_vector(int seed, double size = 1.0) {
  LawVector<N> vector;
  for (int i = 0; i < N; ++i) vector[i] = size * std::sin(12.9898 * (i + 1) + 78.233 * seed);
  return vector;
}

enum class Potential { has, has_none };

// Tangents, and energy where there is one, at some strains and rates.
template <int N>
void expect_consistent(const std::string& type, Fields fields, Potential potential, double size = 0.5) {
  LawProbe<N> probe(build<N>(type, fields));
  probe.start();
  for (int seed = 1; seed < 5; ++seed) {
    probe.at(some_vector<N>(seed, size), some_vector<N>(seed + 10, size), 0.3, 0.7);
    probe.expect_tangents_match();
    if (potential == Potential::has) probe.expect_energy_matches();
  }
}

inline LawVector<1> one(double x) { return LawVector<1>(x); }

// Rows of a full matrix with a given symmetric part.
template <int N>
Value full_matrix(double skew_part = 0.0) {
  ValueList rows;
  for (int i = 0; i < N; ++i) {
    ValueList row;
    for (int j = 0; j < N; ++j)
      row.push_back((i == j ? 3.0 + i : 0.2 / (1 + i + j)) + (i < j ? skew_part : i > j ? -skew_part : 0.0));
    rows.push_back(row);
  }
  return rows;
}

}  // namespace pintle::law_test
