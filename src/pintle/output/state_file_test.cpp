#include "pintle/output/state_file.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>
#include <optional>
#include <random>
#include <thread>

#include "tests/support/chain_models.h"

namespace pintle {
namespace {

using testing::HasSubstr;

class StateFile : public testing::Test {
 protected:
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("pintle_state_" + std::to_string(::getpid()));
  Assembled model = make_chain(3, false);
  void TearDown() override { std::filesystem::remove(path); }
  std::string error() const {
    const auto read = read_state_file(path, model.system);
    const auto* message = std::get_if<std::string>(&read);
    return message ? *message : "";
  }
};

TEST_F(StateFile, gives_back_every_bit) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  model.state.memory.setZero(7);
  for (VecX* vector :
       {&model.state.q, &model.state.v, &model.state.a, &model.state.lambda, &model.state.memory})
    for (double& entry : *vector) entry = normal(random);
  model.state.time = 0.1 + 0.2;
  model.state.step = 123456789012;
  ASSERT_EQ(write_state_file(path, model.system, model.state), "");
  const auto read = read_state_file(path, model.system);
  ASSERT_TRUE(std::holds_alternative<State>(read)) << std::get<std::string>(read);
  EXPECT_TRUE(std::get<State>(read) == model.state);
}

TEST_F(StateFile, knows_the_files_that_go_with_it) {
  const std::vector<FileMark> files{{".nc", 123456789012}, {"spring_body_1.dat", 0}};
  ASSERT_EQ(write_state_file(path, model.system, model.state, "", files), "");
  std::vector<FileMark> found{{"other", 1}};
  const auto read = read_state_file(path, model.system, "", &found);
  ASSERT_TRUE(std::holds_alternative<State>(read)) << std::get<std::string>(read);
  EXPECT_EQ(found, files);
}

// A state whose files are not there is worse than an older one.
TEST_F(StateFile, is_not_written_before_the_files_that_go_with_it) {
  bool is_secure = false;
  CheckpointWriter writer(path, {"", false, true}, [&] {
    return is_secure ? std::optional(std::vector<FileMark>{{".nc", 8}}) : std::nullopt;
  });
  EXPECT_FALSE(writer.on_checkpoint(model.system, model.state));
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_FALSE(writer.time());
  is_secure = true;
  EXPECT_TRUE(writer.on_checkpoint(model.system, model.state));
  EXPECT_EQ(error(), "");
  EXPECT_EQ(writer.time(), model.state.time);
}

// The run forgets at checkpoints that are left out, too; the last state is written in any case.
TEST_F(StateFile, is_written_at_the_end) {
  int secured = 0;
  CheckpointWriter writer(path, {}, [&] {
    ++secured;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return std::optional(std::vector<FileMark>{});
  });
  for (int i = 0; i < 5; ++i) {
    model.state.time = i;
    EXPECT_TRUE(writer.on_checkpoint(model.system, model.state));
  }
  writer.on_finish(model.system, model.state);
  EXPECT_EQ(writer.time(), 4.0);
  EXPECT_LE(secured, 5);
  const int before = secured;
  writer.on_finish(model.system, model.state);
  EXPECT_EQ(secured, before);
}

// With a checksum that is right, as no accident leaves it.
TEST_F(StateFile, has_the_vectors_of_the_model) {
  for (VecX* vector : {&model.state.q, &model.state.a, &model.state.lambda, &model.state.history}) {
    const VecX whole = *vector;
    vector->setZero(whole.size() + 1);
    ASSERT_EQ(write_state_file(path, model.system, model.state), "");
    EXPECT_THAT(error(), HasSubstr("its vectors are not those of the model"));
    *vector = whole;
  }
}

TEST_F(StateFile, leaves_no_part_file_behind) {
  ASSERT_EQ(write_state_file(path, model.system, model.state), "");
  EXPECT_FALSE(std::filesystem::exists(path.string() + ".part"));
}

TEST_F(StateFile, refuses_a_state_of_another_model) {
  const Assembled other = make_chain(4, false);
  ASSERT_EQ(write_state_file(path, other.system, other.state), "");
  EXPECT_THAT(error(), HasSubstr("another model"));
}

TEST_F(StateFile, notices_every_damaged_byte) {
  ASSERT_EQ(write_state_file(path, model.system, model.state), "");
  std::ifstream in(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  for (std::size_t i = 0; i < bytes.size(); i += 37) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    std::ofstream(path, std::ios::binary) << damaged;
    EXPECT_NE(error(), "") << "byte " << i;
  }
  std::ofstream(path, std::ios::binary) << bytes.substr(0, bytes.size() / 2);
  EXPECT_NE(error(), "");
}

TEST_F(StateFile, says_when_it_is_something_else_or_not_there) {
  EXPECT_THAT(error(), HasSubstr("cannot open"));
  std::ofstream(path) << "something else entirely, and long enough";
  EXPECT_THAT(error(), HasSubstr("not a Pintle state file"));
}

TEST_F(StateFile, says_when_it_cannot_be_written) {
  EXPECT_THAT(write_state_file("/nonexistent/folder/x.state", model.system, model.state),
              HasSubstr("cannot open for writing"));
}

}  // namespace
}  // namespace pintle
