#include "pintle/output/mbdm_files.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "pintle/math/rotations.h"
#include "tests/support/chain_models.h"

namespace pintle {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

// Two links that turn about z at 2 rad/s and 4 t rad/s, shown at steps of 0.1 s.
class MbdmOutput : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder);
    settings.is_given = true;
    settings.case_name = "a/b";
    settings.output_every = 2;
    settings.checkpoint_every = 1;
    settings.bodies = {"link 0", "link 1"};
  }
  void TearDown() override { std::filesystem::remove_all(folder); }
  std::vector<std::string> lines(const std::string& name) const {
    std::ifstream file(folder / name);
    std::vector<std::string> list;
    for (std::string line; std::getline(file, line);) list.push_back(line);
    return list;
  }
  static std::vector<double> numbers(const std::string& line) {
    std::istringstream words(line);
    return {std::istream_iterator<double>(words), {}};
  }
  void move_to(std::int64_t step) {
    State& state = model.state;
    state.step = step;
    state.time = 0.1 * static_cast<double>(step);
    state.v.setZero();
    state.v[5] = 2.0;
    state.v[11] = 4.0 * state.time;
    model.system.fill(state, snapshot);
  }
  void run(MbdmResultFiles& files, std::int64_t first, std::int64_t last) {
    RunInfo info;
    info.end_time = 10.0;
    info.step_size = 0.1;
    ASSERT_TRUE(files.on_start(model.system, info)) << files.error();
    for (std::int64_t step = first; step <= last; ++step) {
      move_to(step);
      if (step > first) files.on_step(model.state, {0.1, 1, 0.0});
      if (files.wants(model.state)) files.on_state(model.system, model.state, snapshot.context());
    }
    files.on_checkpoint(model.system, model.state);
    files.on_finish(model.system, model.state);
    EXPECT_EQ(files.error(), "");
  }

  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("pintle_mbdm_files_" + std::to_string(::getpid()));
  Assembled model = make_chain(2, false);
  Snapshot snapshot = model.system.make_snapshot();
  MbdmSettings settings;
};

TEST_F(MbdmOutput, has_the_columns_of_the_document) {
  const Vec3 angles(0.3, -0.4, 1.9);  // x, y, z
  const Mat3 A = matrix_from_euler321(angles.reverse());
  const Quat p = quaternion_from_matrix(A);
  model.state.q.segment<7>(7) << 1.0, 2.0, 3.0, p.w(), p.x(), p.y(), p.z();
  model.state.v.segment<6>(6) << 4.0, 5.0, 6.0, 0.1, 0.2, 0.3;
  model.state.a.segment<6>(6) << 7.0, 8.0, 9.0, 1.1, 1.2, 1.3;
  model.system.fill(model.state, snapshot);
  settings.stores_matrices = true;
  MbdmResultFiles files(folder, settings);
  EXPECT_THAT(files.tables(), ElementsAre(folder / "a_b_body_1.dat", folder / "a_b_body_2.dat",
                                          folder / "a_b_body_1_Amat.dat", folder / "a_b_body_2_Amat.dat"));
  ASSERT_TRUE(files.on_start(model.system, {}));
  files.on_state(model.system, model.state, snapshot.context());
  files.on_finish(model.system, model.state);
  ASSERT_EQ(lines("a_b_body_2.dat").size(), 2u);
  EXPECT_THAT(lines("a_b_body_2.dat")[0], StartsWith("# t x y z vx vy vz ax ay az Eangx"));
  const std::vector<double> row = numbers(lines("a_b_body_2.dat")[1]);
  ASSERT_EQ(row.size(), 28u);
  VecX expected(28);
  const Vec3 omega(0.1, 0.2, 0.3), eps(1.1, 1.2, 1.3);
  expected << 0.0, 1, 2, 3, 4, 5, 6, 7, 8, 9, angles, A.transpose() * omega, A.transpose() * eps, 0, 0, 0,
      omega, eps;
  for (std::size_t i = 0; i < row.size(); ++i)
    EXPECT_NEAR(row[i], expected[static_cast<Eigen::Index>(i)], 1e-14) << "column " << i + 1;
  const std::vector<double> matrix = numbers(lines("a_b_body_2_Amat.dat")[1]);
  ASSERT_EQ(matrix.size(), 10u);
  EXPECT_NEAR(matrix[2], A(0, 1), 1e-15);
}

TEST_F(MbdmOutput, integrates_angles_over_every_step) {
  MbdmResultFiles files(folder, settings);
  run(files, 0, 6);
  const auto rows = lines("a_b_body_2.dat");
  ASSERT_EQ(rows.size(), 1u + 4u);
  // The trapezoidal rule is exact for 2 and for 4 t.
  EXPECT_NEAR(numbers(lines("a_b_body_1.dat").back())[21], 2.0 * 0.6, 1e-14);
  EXPECT_NEAR(numbers(rows.back())[21], 2.0 * 0.36, 1e-14);
}

TEST_F(MbdmOutput, goes_on_as_if_it_had_never_stopped) {
  settings.has_debug = true;
  const IndependentCoordinates independent = [](const State&) { return std::vector<Index>{1, 13}; };
  {
    MbdmResultFiles files(folder, settings, independent);
    run(files, 0, 9);
  }
  const std::vector<std::string> names{"a_b_body_1.dat", "a_b_body_2.dat", "DEBUG_state.dat",
                                       "DEBUG_independet.dat"};
  std::vector<std::vector<std::string>> whole;
  for (const std::string& name : names) whole.push_back(lines(name));
  EXPECT_EQ(whole[3].size(), 4u * 9u);
  EXPECT_THAT(whole[3][1], "1 13");
  {
    MbdmResultFiles files(folder, settings, independent);
    run(files, 0, 5);
    std::ofstream(folder / names[0], std::ios::app) << "9.0 cut sho";  // as a kill may leave it
    std::ofstream(folder / names[3], std::ios::app) << "0.6 0.1\n1 13\n";
  }
  MbdmResultFiles files(folder, settings, independent);
  files.resume_after(0.5);
  run(files, 5, 9);
  EXPECT_EQ(files.notice(), "");
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(lines(names[i]), whole[i]) << names[i];
}

TEST_F(MbdmOutput, starts_from_given_angles) {
  MbdmResultFiles files(folder, settings);
  files.resume_after(0.2);
  files.start_from({Vec3(0, 0, 7), Vec3(0, 0, 8)});
  run(files, 2, 4);
  const auto rows = lines("a_b_body_1.dat");
  ASSERT_EQ(rows.size(), 1u + 2u);
  EXPECT_EQ(numbers(rows[1])[21], 7.0);
  EXPECT_NEAR(numbers(rows[2])[21], 7.4, 1e-14);
}

TEST_F(MbdmOutput, tracer_files_of_later_steps_go) {
  settings.tracers_every = 2;
  settings.tracers = {{"link 0", {Vec3(0, 0, 0), Vec3(0.1, 0, 0)}}};
  MbdmResultFiles first(folder, settings);
  run(first, 0, 8);
  std::ofstream(folder / "tracers" / "a_b_tracers_mine.dat") << "kept";
  MbdmResultFiles second(folder, settings);
  second.resume_after(0.4);
  run(second, 4, 6);
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "tracers"))
    names.push_back(entry.path().filename().string());
  EXPECT_THAT(names, testing::UnorderedElementsAre("a_b_tracers_00000000.dat", "a_b_tracers_00000002.dat",
                                                   "a_b_tracers_00000004.dat", "a_b_tracers_00000006.dat",
                                                   "a_b_tracers_mine.dat"));
  const auto text = lines("tracers/a_b_tracers_00000002.dat");
  EXPECT_EQ(text[0], "TITLE = \"a/b\"");
  EXPECT_EQ(text[2],
            "ZONE T=\"tracers 1 (link 0)\", I=2, ZONETYPE=ORDERED, DATAPACKING=POINT, STRANDID=1, "
            "SOLUTIONTIME=0.2");
}

TEST_F(MbdmOutput, refuses_what_is_no_body) {
  settings.bodies = {"link 7"};
  MbdmResultFiles files(folder, settings);
  EXPECT_FALSE(files.on_start(model.system, {}));
  EXPECT_THAT(files.error(), HasSubstr("'link 7' is not a node with axes"));
}

}  // namespace
}  // namespace pintle
