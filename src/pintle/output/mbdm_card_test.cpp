#include "pintle/output/mbdm_card.h"

#include <gmock/gmock.h>

#include "tests/support/card_model.h"

namespace pintle {

void register_dynamic(Registry& registry);
void register_mbdm_card_output(Registry& registry);
void register_spring_damper(Registry& registry);

namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class MbdmCard : public testing::Test {
 protected:
  MbdmSettings read(const Card& card) {
    const CheckedCard checked = check_card(card, registry.schemas(), diagnostics);
    return read_mbdm(checked, model, diagnostics);
  }
  Registry registry = registry_of({register_dynamic, register_spring_damper, register_mbdm_card_output});
  ModelDesc model{"",
                  {make_card("node", "dynamic", "hull", {}), make_card("joint", "spring_damper", "line", {})},
                  nullptr};
  Diagnostics diagnostics;
};

TEST_F(MbdmCard, says_all_settings) {
  const Value point = Value::list({0, 0.5, 1});
  Card card =
      make_card("mbdm", "mbdm_card", "", {{"case", "test"}, {"output_every", 3}, {"tracers_every", 4}});
  card.set("checkpoint_every", 5).set("debug", true).set("timer", true).set("store_matrices", true);
  card.set("bodies", Value::list({"hull"})).set("moorings", Value::list({"line"}));
  card.set("tracers", Value::list({Value::map({{"node", "hull"}, {"points", Value::list({point, point})}})}));
  const MbdmSettings settings = read(card);
  ASSERT_FALSE(diagnostics.has_errors()) << diagnostics.to_text();
  EXPECT_TRUE(settings.is_given && settings.has_debug && settings.has_timer && settings.stores_matrices);
  EXPECT_EQ(settings.case_name, "test");
  EXPECT_THAT((std::vector{settings.output_every, settings.tracers_every, settings.checkpoint_every}),
              ElementsAre(3, 4, 5));
  EXPECT_THAT(settings.bodies, ElementsAre("hull"));
  EXPECT_THAT(settings.moorings, ElementsAre("line"));
  ASSERT_EQ(settings.tracers.size(), 1u);
  EXPECT_EQ(settings.tracers[0].node, "hull");
  EXPECT_THAT(settings.tracers[0].points, ElementsAre(Vec3(0, 0.5, 1), Vec3(0, 0.5, 1)));
}

TEST_F(MbdmCard, asks_for_little_unless_told) {
  const MbdmSettings settings =
      read(make_card("mbdm", "mbdm_card", "", {{"case", "test"}, {"bodies", Value::list({"hull"})}}));
  EXPECT_EQ(diagnostics.to_text(), "");
  EXPECT_EQ(settings.output_every, 1);
  EXPECT_FALSE(settings.has_debug || settings.has_timer || settings.stores_matrices ||
               settings.has_tracers());
}

TEST_F(MbdmCard, names_what_the_model_does_not_have) {
  Card card = make_card("mbdm", "mbdm_card", "", {{"case", "test"}, {"bodies", Value::list({"hul"})}});
  card.set("moorings", Value::list({"rope"}));
  card.set("tracers", Value::list({Value::map({{"node", "hull"}, {"points", Value::list({"x"})}}),
                                   Value::map({{"points", Value::list({})}})}));
  read(card);
  EXPECT_THAT(diagnostics.to_text(), HasSubstr("bodies: there is no node 'hul'; did you mean 'hull'?"));
  EXPECT_THAT(diagnostics.to_text(), HasSubstr("moorings: there is no joint 'rope'"));
  EXPECT_THAT(diagnostics.to_text(), HasSubstr("a point is a list of three numbers"));
  EXPECT_THAT(diagnostics.to_text(), HasSubstr("expected an object with 'node' and 'points'"));
  EXPECT_EQ(diagnostics.error_count(), 4);
}

}  // namespace
}  // namespace pintle
