// Drives that listen to outputs of elements: in whatever order these are listed, their values are of the
// State at hand; a circle is refused; outputs may be many.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/analysis/dynamic.h"
#include "tests/support/card_model.h"

namespace pintle {

void register_displacement(Registry& registry);
void register_point_mass(Registry& registry);
void register_force(Registry& registry);
void register_gravity(Registry& registry);
void register_rod(Registry& registry);

namespace {

using testing::HasSubstr;

Registry order_registry() {
  return registry_of(
      {register_displacement, register_point_mass, register_force, register_gravity, register_rod});
}

// A mass "m" of 2 kg at x = 0.5, and what acts on it.
std::vector<Card> mass_and(std::vector<Card> loads) {
  std::vector<Card> cards{
      make_card("node", "displacement", "m", {{"position", Value::list({0.5, 0, 0})}}),
      make_card("body", "point_mass", "m", {{"node", "m"}, {"mass", 2}}),
  };
  for (Card& card : loads) cards.push_back(std::move(card));
  return cards;
}

Card push(std::string name, const Value& along_x) {
  return make_card("load", "force", std::move(name), {{"at", "m"}, {"value", Value::list({along_x, 0, 0})}});
}

// a follows b follows c follows the time.
std::vector<Card> row_of_loads() {
  return mass_and(
      {push("a", "2*load.b.force.x"), push("b", "3*load.c.force.x + 1"), push("c", "t + node.m.position.x")});
}

TEST(MeasurementOrder, the_first_evaluation_after_another_state_has_the_values_of_that_state) {
  CardModel model(order_registry(), row_of_loads());
  for (const double time : {1.0, 7.0, 2.0}) {
    model.state().time = time;
    const double c = time + 0.5, b = 3.0 * c + 1.0;
    EXPECT_EQ(-model.residual()[0], 2.0 * b + b + c);
    EXPECT_EQ(model.channel("load", "a", "force")[0], 2.0 * b);
  }
}

TEST(MeasurementOrder, of_the_list_does_not_matter) {
  std::vector<Card> cards = row_of_loads(), backwards = mass_and({cards[4], cards[3], cards[2]});
  CardModel model(order_registry(), cards), other(order_registry(), backwards);
  for (CardModel* each : {&model, &other}) each->state().time = 3.0;
  EXPECT_EQ(model.residual(), other.residual());
}

TEST(MeasurementOrder, gravity_may_follow_a_load_and_a_load_what_gravity_makes) {
  CardModel model(order_registry(),
                  mass_and({push("a", "body.m.potential_energy"), push("b", "t"),
                            make_card("gravity", "gravity", "",
                                      {{"acceleration", Value::list({"-load.b.force.x", 0, 0})}})}));
  model.state().time = 4.0;
  EXPECT_EQ(model.channel("load", "a", "force")[0], 2.0 * 4.0 * 0.5);
}

// Its length does not follow from its own law, whose prestress follows from the length.
TEST(MeasurementOrder, an_element_may_listen_to_an_output_of_its_own_that_does_not_follow_the_drive) {
  const Value law = Value::map(
      {{"type", "linear_elastic"}, {"stiffness", 10}, {"prestress", Value::list({"7*joint.s.length"})}});
  CardModel model(
      order_registry(),
      mass_and({make_card("joint", "rod", "s", {{"a", "ground"}, {"b", "m"}, {"length", 0.5}, {"law", law}}),
                push("a", "joint.s.force")}));
  EXPECT_DOUBLE_EQ(std::abs(model.channel("joint", "s", "force")[0]), 3.5);
  EXPECT_EQ(model.channel("load", "a", "force")[0], model.channel("joint", "s", "force")[0]);
}

TEST(MeasurementOrder, a_circle_is_refused_with_its_members) {
  std::vector<Card> cards = mass_and({push("listener", "load.a.force.x"), push("a", "1 - 0.5*load.b.force.x"),
                                      push("b", "t + load.c.force.x"), push("c", "0.1*load.a.force.x")});
  for (std::size_t i = 2; i < cards.size(); ++i) cards[i].place.line = static_cast<int>(i);
  const std::string problems = problems_of(order_registry(), cards);
  EXPECT_THAT(problems, HasSubstr("load 'a'"));
  EXPECT_THAT(problems, HasSubstr("listens to load 'b'"));
  EXPECT_THAT(problems, HasSubstr("which listens to load 'c'"));
  EXPECT_THAT(problems, HasSubstr("which listens to the first"));
  EXPECT_THAT(problems, testing::Not(HasSubstr("listener")));
  EXPECT_THAT(problems_of(order_registry(), mass_and({push("a", "0.5*load.a.force.x + 1")})),
              HasSubstr("load 'a' listens to its own output"));
}

// It tells its numbers 0, 1, 2, ... and reads no drive.
class WideSet final : public ElementSet {
 public:
  static constexpr int kNumbers = 300;
  void add(std::string name) { add_label({std::move(name), {}}); }
  std::string_view kind() const override { return "load"; }
  std::string_view type() const override { return "wide"; }
  void connect(Connector&) override {}
  void residual(const Context&, ResidualSink&) const override {}
  void tangent(const Context&, TangentSink&) const override {}
  std::vector<ChannelInfo> channels() const override {
    std::vector<ChannelInfo> list;
    for (int i = 0; i < kNumbers; ++i) list.push_back({"n" + std::to_string(i), "1", 1, ""});
    return list;
  }
  void evaluate_channels(const Context&, Index, std::span<double> out) const override {
    ASSERT_EQ(out.size(), kNumbers);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<double>(i);
  }
};

TEST(MeasurementOrder, an_element_may_have_any_number_of_outputs) {
  Diagnostics diagnostics;
  const Registry registry = order_registry();
  const auto assembled =
      assemble({"test", mass_and({push("a", "load.w.n299")}), nullptr}, registry, diagnostics,
               [](SystemBuilder& builder) { builder.set<WideSet>().add("w"); });
  ASSERT_TRUE(assembled) << diagnostics.to_text();
  Snapshot snapshot = assembled->system.make_snapshot();
  assembled->system.fill(assembled->state, snapshot);
  EXPECT_EQ(snapshot.context().measurements[0], 299.0);
}

}  // namespace
}  // namespace pintle
