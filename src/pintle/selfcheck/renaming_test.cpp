#include "pintle/selfcheck/renaming.h"

#include <algorithm>

#include "pintle/selfcheck/selfcheck_test_support.h"

namespace pintle {
namespace {

TEST(Renaming, NamesAreReplacedWhereverTheyAreMeant) {
  const ModelDesc model = model_from(kSpatialModel);
  Renaming rewriter(model, all_schemas());
  const ModelDesc renamed = rewriter.rewrite(model);
  const std::string bead = rewriter.new_name("node", "bead"), push = rewriter.new_name("drive", "push");
  EXPECT_NE(bead, "bead");
  ASSERT_TRUE(renamed.find("node", bead));
  const ValueList& wind = renamed.find("load", rewriter.new_name("load", "wind"))->find("value")->as_list();
  EXPECT_EQ(wind[0], Value(push));
  EXPECT_EQ(wind[2], Value("2*t - node." + bead + ".velocity.y"));
  EXPECT_EQ(*renamed.of_kind("joint")[1]->find("b"), Value(bead));
  EXPECT_EQ(*renamed.of_kind("joint")[1]->find("law"), Value(rewriter.new_name("law", "string")));
  job_from(renamed);
}

TEST(Renaming, NamelessCardsGetNamesOfTheirOwn) {
  const ModelDesc model = with_names(model_from(kSpatialModel), all_schemas());
  EXPECT_EQ(model.of_kind("body")[0]->name, "rigid_body_1");
  EXPECT_EQ(model.find_single("gravity")->name, "");
}

TEST(Renaming, ShufflingKeepsEveryCard) {
  const ModelDesc model = model_from(kSpatialModel), other = shuffled(model, 3);
  EXPECT_FALSE(model == other);
  EXPECT_TRUE(std::is_permutation(model.cards.begin(), model.cards.end(), other.cards.begin()));
}

}  // namespace
}  // namespace pintle
