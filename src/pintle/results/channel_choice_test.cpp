#include "pintle/results/channel_choice.h"

#include <gmock/gmock.h>

#include "pintle/results/results_test_support.h"

namespace pintle {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class ChannelChoiceTest : public ResultsTest {
 protected:
  static std::vector<std::string> names(const ResultFile& file, const std::vector<std::string>& words) {
    const auto choices = choose_channels(file, words);
    if (!choices) return {choices.message()};
    std::vector<std::string> list;
    for (const ChannelChoice& choice : *choices) list.push_back(choice.name());
    return list;
  }
};

TEST_F(ChannelChoiceTest, takes_names_components_and_patterns) {
  const ResultFile file = written(moving_results(2));
  EXPECT_EQ(names(file, {}).size(), file.channels().size());
  EXPECT_THAT(names(file, {"node.bob.position"}), ElementsAre("node.bob.position"));
  EXPECT_THAT(names(file, {"node.*.position:z"}),
              ElementsAre("node.crank.position:z", "node.bob.position:z"));
  EXPECT_THAT(names(file, {"node.crank.quaternion:w", "mooring.m.shape:9"}),
              ElementsAre("node.crank.quaternion:w", "mooring.m.shape:9"));
  EXPECT_THAT(names(file, {"node.bob.position:length"}), ElementsAre("node.bob.position:length"));
}

TEST_F(ChannelChoiceTest, says_what_is_unknown_and_what_may_have_been_meant) {
  const ResultFile file = written(moving_results(2));
  EXPECT_THAT(names(file, {"node.bob.positoin"})[0], HasSubstr("did you mean 'node.bob.position'?"));
  EXPECT_THAT(names(file, {"node.bob.position:w"})[0], HasSubstr("it has 'x', 'y', 'z' or 'length'"));
  EXPECT_THAT(names(file, {"plate.p.stress:x"})[0], HasSubstr("it is a single number"));
  EXPECT_THAT(names(file, {"no.*"})[0], HasSubstr("no channel 'no.*'"));
}

TEST_F(ChannelChoiceTest, picks_numbers_of_a_record) {
  const ResultFile file = written(moving_results(2));
  const ChannelChoice all = (*choose_channels(file, {"node.bob.position"}))[0];
  const ChannelChoice length = (*choose_channels(file, {"node.bob.position:length"}))[0];
  const std::vector<double> record{3.0, 4.0, 12.0};
  EXPECT_EQ(all.pick(record, 1), 4.0);
  EXPECT_EQ(all.name_of(1), "node.bob.position:y");
  EXPECT_EQ(length.pick(record, 0), 13.0);
  EXPECT_EQ(length.name_of(0), "node.bob.position:length");
  EXPECT_NEAR(length.read(file)[1], std::sqrt(9.25), 1e-15);
}

TEST_F(ChannelChoiceTest, names_may_hold_colons) {
  const auto zero = [](double, std::size_t) { return 0.0; };
  const ResultFile file = written({{0.0}, {{"node.a:x.position", "m", 3, zero}}});
  EXPECT_THAT(names(file, {"node.a:x.position", "node.a:x.position:y"}),
              ElementsAre("node.a:x.position", "node.a:x.position:y"));
}

}  // namespace
}  // namespace pintle
