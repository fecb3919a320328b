#include "pintle/output/results.h"

#include <gtest/gtest.h>
#include <netcdf.h>
#include <unistd.h>

#include "pintle/math/so3.h"
#include "tests/support/chain_models.h"

namespace pintle {
namespace {

class Results : public testing::Test {
 protected:
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("pintle_results_" + std::to_string(::getpid()) + ".nc");
  Assembled model = make_chain(2, false);
  Snapshot snapshot = model.system.make_snapshot();
  void TearDown() override { std::filesystem::remove(path); }

  void show(ResultsFile& results, double time, std::int64_t step) {
    model.state.time = time;
    model.state.step = step;
    model.system.fill(model.state, snapshot);
    results.on_state(model.system, model.state, snapshot.context());
  }
  std::vector<double> read(const std::string& variable, std::size_t size) {
    int file = -1, id = -1, time_dimension = -1;
    std::size_t records = 0;
    EXPECT_EQ(nc_open(path.c_str(), NC_NOWRITE, &file), NC_NOERR);
    EXPECT_EQ(nc_inq_varid(file, variable.c_str(), &id), NC_NOERR) << variable;
    nc_inq_unlimdim(file, &time_dimension);
    nc_inq_dimlen(file, time_dimension, &records);
    std::vector<double> values(records * size);
    EXPECT_EQ(nc_get_var_double(file, id, values.data()), NC_NOERR);
    nc_close(file);
    return values;
  }
};

TEST_F(Results, hold_what_was_shown) {
  ResultsFile results(path, {});
  results.on_start(model.system, {});
  for (int i = 0; i < 3; ++i) {
    model.state.q[0] = 0.5 + i;
    show(results, 0.1 * i, i);
  }
  results.on_finish(model.system, model.state);
  EXPECT_EQ(results.error(), "");
  EXPECT_EQ(read("time", 1), (std::vector<double>{0.0, 0.1, 0.2}));
  const std::vector<double> position = read("node.link 0.position", 3);
  ASSERT_EQ(position.size(), 9u);
  EXPECT_EQ(position[3], 1.5);
  EXPECT_EQ(position[6], 2.5);
  EXPECT_EQ(read("joint.hinge 1.reaction_force", 3).size(), 9u);
}

TEST_F(Results, go_on_after_the_resumed_time) {
  {
    ResultsFile results(path, {});
    results.on_start(model.system, {});
    for (int i = 0; i < 5; ++i) show(results, i, i);
    results.on_finish(model.system, model.state);
  }
  ResultsFile results(path, {});
  results.resume_after(2.0);
  results.on_start(model.system, {});
  show(results, 2.0, 2);  // the resumed state itself is in the file already
  show(results, 2.5, 3);
  results.on_finish(model.system, model.state);
  EXPECT_EQ(results.error(), "");
  const std::vector<double> times = read("time", 1);
  ASSERT_GE(times.size(), 4u);
  EXPECT_EQ(std::vector<double>(times.begin(), times.begin() + 4), (std::vector<double>{0.0, 1.0, 2.0, 2.5}));
}

TEST_F(Results, unwrap_rotations_when_asked) {
  ResultsFile results(path, {.every = 1, .has_unwrapped_rotations = true, .checkpoint_every = 0});
  results.on_start(model.system, {});
  for (int i = 0; i <= 100; ++i) {
    const Quat turn = so3::exp(Vec3(0, 0, 0.1 * i));
    model.state.q.segment<4>(3) << turn.w(), turn.x(), turn.y(), turn.z();
    show(results, i, i);
  }
  results.on_finish(model.system, model.state);
  const std::vector<double> psi = read("node.link 0.rotation_vector", 3);
  EXPECT_NEAR(psi[3 * 100 + 2], 10.0, 1e-12);
}

// 3.5 rad from record to record, more than half a turn: only the steps between tell the way round.
TEST_F(Results, unwrap_rotations_between_records) {
  ResultsFile results(path, {.every = 5, .has_unwrapped_rotations = true, .checkpoint_every = 0});
  RunInfo info;
  info.end_time = 12.0;
  results.on_start(model.system, info);
  model.state.step_size = 1.0;
  for (int i = 0; i <= 12; ++i) {
    const Quat turn = so3::exp(Vec3(0, 0, 0.7 * i));
    model.state.q.segment<4>(3) << turn.w(), turn.x(), turn.y(), turn.z();
    show(results, i, i);
  }
  results.on_finish(model.system, model.state);
  EXPECT_EQ(read("time", 1), (std::vector<double>{0, 5, 10, 12}));
  const std::vector<double> psi = read("node.link 0.rotation_vector", 3);
  EXPECT_NEAR(psi[3 * 2 + 2], 7.0, 1e-12);
  EXPECT_NEAR(psi[3 * 3 + 2], 8.4, 1e-12);
}

TEST_F(Results, keep_the_last_good_state_of_a_run_that_fails_between_records) {
  ResultsFile results(path, {.every = 5, .has_unwrapped_rotations = true, .checkpoint_every = 0});
  RunInfo info;
  info.end_time = 12.0;
  results.on_start(model.system, info);
  for (int i = 0; i <= 3; ++i) show(results, i, i);
  show(results, 3, 3);  // as a run does when step 4 fails
  results.on_finish(model.system, model.state);
  EXPECT_EQ(read("time", 1), (std::vector<double>{0, 3}));
}

TEST_F(Results, are_written_every_so_many_steps) {
  ResultsFile results(path, {.every = 10, .has_unwrapped_rotations = false, .checkpoint_every = 0});
  State state;
  state.step = 20;
  EXPECT_TRUE(results.wants(state));
  state.step = 21;
  EXPECT_FALSE(results.wants(state));
}

TEST_F(Results, say_when_the_file_cannot_be_made) {
  ResultsFile results("/nonexistent/folder/x.nc", {});
  results.on_start(model.system, {});
  EXPECT_NE(results.error().find("cannot create the results file"), std::string::npos);
  results.on_finish(model.system, model.state);
}

}  // namespace
}  // namespace pintle
