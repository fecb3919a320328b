#include "pintle/output/mbdm_card.h"

#include <gtest/gtest.h>

#include "pintle/system/registry.h"

namespace pintle {

void register_mbdm_card_output(Registry& registry);

namespace {

MbdmSettings read(Card card, Diagnostics& diagnostics) {
  Registry registry;
  register_mbdm_card_output(registry);
  card.kind = "mbdm";
  return read_mbdm_card(check_card(std::move(card), registry.schemas(), diagnostics), diagnostics);
}

TEST(MbdmCard, gives_the_settings_of_the_writers) {
  Card card;
  card.set("case", "Wheel").set("output_every", 5).set("checkpoint_every", 7).set("tracers_every", 9);
  card.set("debug", true).set("timer", true).set("store_matrices", true);
  card.set("bodies", Value::list({"wheel", "ground (2)"})).set("moorings", Value::list({"mooring 1"}));
  const Value points = Value::list({Value::list({1.0, 2.0, 3.0}), Value::list({4.0, 5.0, 6.0})});
  card.set("tracers", Value::list({Value::map({{"node", "wheel"}, {"points", points}})}));
  Diagnostics diagnostics;
  const MbdmSettings settings = read(card, diagnostics);
  EXPECT_EQ(diagnostics.to_text(), "");
  EXPECT_EQ(settings.case_name, "Wheel");
  EXPECT_EQ(settings.output_every, 5);
  EXPECT_EQ(settings.checkpoint_every, 7);
  EXPECT_EQ(settings.tracers_every, 9);
  EXPECT_TRUE(settings.debug && settings.timer && settings.store_matrices);
  EXPECT_EQ(settings.bodies, (std::vector<std::string>{"wheel", "ground (2)"}));
  EXPECT_EQ(settings.moorings, std::vector<std::string>{"mooring 1"});
  ASSERT_EQ(settings.tracers.size(), 1u);
  EXPECT_EQ(settings.tracers[0].node, "wheel");
  EXPECT_EQ(settings.tracers[0].points, (std::vector<Vec3>{{1, 2, 3}, {4, 5, 6}}));
}

TEST(MbdmCard, needs_a_case_and_bodies_only) {
  Diagnostics diagnostics;
  const MbdmSettings settings =
      read(Card{}.set("case", "a").set("bodies", Value::list({"wheel"})), diagnostics);
  EXPECT_EQ(diagnostics.to_text(), "");
  EXPECT_EQ(settings.output_every, 1);
  EXPECT_EQ(settings.tracers_every, 0);
  EXPECT_FALSE(settings.debug);
  EXPECT_TRUE(settings.tracers.empty() && settings.moorings.empty());
}

TEST(MbdmCard, reports_wrong_tracers) {
  Card card;
  card.set("case", "a").set("bodies", Value::list({"wheel"}));
  card.set(
      "tracers",
      Value::list({Value::map({{"node", "wheel"}, {"points", Value::list({Value::list({1.0, 2.0})})}})}));
  Diagnostics diagnostics;
  EXPECT_TRUE(read(card, diagnostics).tracers.empty());
  EXPECT_TRUE(diagnostics.has_errors());
}

}  // namespace
}  // namespace pintle
