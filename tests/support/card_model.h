// Systems from cards, for tests of what cards build and of what is said about bad ones.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/drives/register_all_drives.h"
#include "pintle/functions/register_all_functions.h"
#include "pintle/laws/register_all_laws.h"
#include "pintle/system/registry.h"

namespace pintle {

using RegisterType = void (*)(Registry&);

// Knows the given types and all drives.
inline Registry registry_of(std::initializer_list<RegisterType> types) {
  Registry registry;
  register_all_drives(registry.drives());
  registry.publish_drives();
  register_all_functions(registry.functions());
  register_all_laws(registry.laws());
  registry.publish_laws();
  for (const RegisterType register_type : types) register_type(registry);
  return registry;
}

inline Card make_card(std::string kind, std::string type, std::string name,
                      std::initializer_list<std::pair<std::string, Value>> fields) {
  Card card{std::move(kind), std::move(type), std::move(name), {}, {}};
  for (const auto& [field, value] : fields) card.set(field, value);
  return card;
}

// What assembly says about a model, one problem per line.
inline std::string problems_of(const Registry& registry, std::vector<Card> cards) {
  Diagnostics diagnostics;
  assemble({"test", std::move(cards), nullptr}, registry, diagnostics);
  return diagnostics.to_text();
}

// A model that assembles, and its quantities at a State.
class CardModel {
 public:
  CardModel(const Registry& registry, std::vector<Card> cards) {
    Diagnostics diagnostics;
    auto assembled = assemble({"test", std::move(cards), nullptr}, registry, diagnostics);
    EXPECT_TRUE(assembled) << diagnostics.to_text();
    if (assembled) assembled_ = std::move(*assembled);
    snapshot_ = system().make_snapshot();
  }

  const System& system() const { return assembled_.system; }
  State& state() { return assembled_.state; }

  const Context& context() {
    system().fill(state(), snapshot_);
    return snapshot_.context();
  }
  VecX residual() {
    VecX result = VecX::Zero(system().layout().equations() + Layout::kGroundRoom);
    ResidualSink sink(system().layout(), {result.data(), static_cast<std::size_t>(result.size())});
    system().residual(context(), sink);
    return result;
  }
  // Derivative of the residual with respect to the position, column by column of the pattern.
  MatX stiffness() {
    const std::vector<MotionOperators> frames(static_cast<std::size_t>(system().layout().frames()));
    TangentCoefficients coefficients;
    coefficients.frames = frames;
    const SparsePattern& pattern = system().pattern();
    std::vector<double> values(static_cast<std::size_t>(pattern.nonzeros()));
    TangentSink sink(system().blocks(), coefficients, values);
    system().tangent(context(), sink);
    MatX matrix = MatX::Zero(pattern.rows(), pattern.cols());
    for (Index column = 0; column < pattern.cols(); ++column)
      for (Index k = pattern.col_start()[column]; k < pattern.col_start()[column + 1]; ++k)
        matrix(pattern.row_index()[k], column) = values[static_cast<std::size_t>(k)];
    return matrix;
  }
  Totals totals() { return system().totals(context()); }

  // The numbers of one output.
  VecX channel(std::string_view kind, std::string_view name, std::string_view channel) {
    VecX all(system().channel_count());
    system().evaluate_channels(context(), {all.data(), static_cast<std::size_t>(all.size())});
    for (const ChannelGroup& group : system().channel_groups()) {
      Index first = group.first;
      for (const ChannelInfo& info : group.channels) {
        if (group.kind == kind && group.name == name && info.name == channel)
          return all.segment(first, info.size);
        first += info.size;
      }
    }
    ADD_FAILURE() << "no output " << kind << "." << name << "." << channel;
    return {};
  }

 private:
  Assembled assembled_;
  Snapshot snapshot_;
};

}  // namespace pintle
