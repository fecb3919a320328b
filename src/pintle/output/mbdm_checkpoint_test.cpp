#include "pintle/output/mbdm_checkpoint.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>
#include <random>

#include "tests/support/chain_models.h"

namespace pintle {
namespace {

using testing::HasSubstr;

class MbdmCheckpointFile : public testing::Test {
 protected:
  void SetUp() override {
    settings.bodies = {"link 1", "link 0"};  // not the order of the nodes
    model = MbdmModel(chain.system, settings);
    ASSERT_EQ(model.error(), "");
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    State& state = chain.state;
    for (VecX* vector : {&state.q, &state.v, &state.a})
      for (double& entry : *vector) entry = normal(random);
    for (const Index node : {0, 1}) state.q.segment<4>(7 * node + 3).normalize();
  }
  void TearDown() override { std::filesystem::remove_all(path.parent_path()); }
  MbdmCheckpoint checkpoint(double time) const {
    return {time, model.coordinates(chain.system, chain.state), {Vec3(0.1, 0.2, 0.3), Vec3(4, 5, 6)}};
  }
  std::string problem(const std::string& text, std::size_t bodies = 2) const {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
    Diagnostics diagnostics;
    EXPECT_FALSE(read_mbdm_checkpoint(path, bodies, diagnostics));
    return diagnostics.to_text();
  }

  std::filesystem::path path = std::filesystem::temp_directory_path() /
                               ("pintle_mbdm_" + std::to_string(::getpid())) / "MBDM_checkpoint" /
                               "x_checkpoint";
  MbdmSettings settings;
  Assembled chain = make_chain(2, false);
  MbdmModel model;
};

TEST_F(MbdmCheckpointFile, gives_back_every_digit) {
  const MbdmCheckpoint written = checkpoint(0.1 + 0.2);
  ASSERT_EQ(write_mbdm_checkpoint(path, written), "");
  Diagnostics diagnostics;
  const auto read = read_mbdm_checkpoint(path, 2, diagnostics);
  ASSERT_TRUE(read) << diagnostics.to_text();
  EXPECT_EQ(read->time, written.time);
  EXPECT_EQ(read->coordinates.q, written.coordinates.q);
  EXPECT_EQ(read->coordinates.rates, written.coordinates.rates);
  EXPECT_EQ(read->coordinates.second_rates, written.coordinates.second_rates);
  EXPECT_EQ(read->angles, written.angles);
}

TEST_F(MbdmCheckpointFile, holds_the_whole_motion) {
  State again = State::zero(chain.system.layout());
  model.set_coordinates(chain.system, checkpoint(0.0).coordinates, again);
  EXPECT_EQ(again.q, chain.state.q);
  EXPECT_LT((again.v - chain.state.v).lpNorm<Eigen::Infinity>(), 1e-14);
  EXPECT_LT((again.a - chain.state.a).lpNorm<Eigen::Infinity>(), 1e-13);
  EXPECT_EQ(model.coordinates(chain.system, chain.state).q.head<7>(), chain.state.q.segment<7>(7));
  EXPECT_EQ(model.position_of(7 + 3), 3);
}

TEST_F(MbdmCheckpointFile, keeps_the_one_before) {
  for (const double time : {1.0, 2.0, 3.0}) ASSERT_EQ(write_mbdm_checkpoint(path, checkpoint(time)), "");
  Diagnostics diagnostics;
  EXPECT_EQ(read_mbdm_checkpoint(path, 2, diagnostics)->time, 3.0);
  EXPECT_EQ(read_mbdm_checkpoint(path.string() + "_old", 2, diagnostics)->time, 2.0);
  int files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(path.parent_path())) ++files;
  EXPECT_EQ(files, 2);
}

TEST_F(MbdmCheckpointFile, tells_what_is_wrong_and_where) {
  ASSERT_EQ(write_mbdm_checkpoint(path, checkpoint(1.0)), "");
  std::ifstream file(path);
  const std::string good{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(problem(good, 3), HasSubstr("x_checkpoint:2: error: q: 14 numbers, expected 21"));
  EXPECT_THAT(problem(good, 1), HasSubstr("x_checkpoint:2: error: q: 14 numbers, expected 7"));
  EXPECT_THAT(problem(""), HasSubstr("x_checkpoint:1: error: the checkpoint ends before the time"));
  EXPECT_THAT(problem("nan\n"), HasSubstr("'nan' is not a number"));
  EXPECT_THAT(problem(good.substr(0, good.rfind('\n', good.size() - 2) + 1)),
              HasSubstr("x_checkpoint:6: error: the checkpoint ends before angles of a body"));
}

}  // namespace
}  // namespace pintle
