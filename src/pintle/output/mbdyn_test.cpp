#include "pintle/output/mbdyn.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <netcdf.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "pintle/output/mbdyn_files.h"
#include "pintle/output/mbdyn_record.h"
#include "pintle/output/mbdyn_text.h"
#include "pintle/output/results.h"
#include "pintle/system/registry.h"
#include "tests/support/card_model.h"
#include "tests/support/chain_models.h"

namespace pintle {

void register_dynamic(Registry& registry);
void register_mbdyn_output(Registry& registry);
void register_offset(Registry& registry);
void register_revolute_hinge(Registry& registry);
void register_rigid_body(Registry& registry);

namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// The chain of two links released along x: nodes 'link 0', 'link 1' get the labels 1 and 2.
class MbdynOutput : public testing::Test {
 protected:
  void SetUp() override { settings.precision = 2; }
  void TearDown() override {
    for (const auto ending : MbdynFiles::kEndings) std::filesystem::remove(name(ending));
    std::filesystem::remove(name(".nc"));
  }
  std::string name(std::string_view ending) const { return prefix.string() + std::string(ending); }
  std::vector<std::string> lines(std::string_view ending) const {
    std::ifstream file(name(ending));
    std::vector<std::string> list;
    for (std::string line; std::getline(file, line);) list.push_back(line);
    return list;
  }
  void show(Observer& observer, std::int64_t step, bool is_step) {
    model.state.step = step;
    model.state.time = 0.5 * static_cast<double>(step);
    model.system.fill(model.state, snapshot);
    if (is_step) observer.on_step(model.state, {0.5, 3, 0.25});
    observer.on_state(model.system, model.state, snapshot.context());
  }
  void run(MbdynFiles& files, std::int64_t first, std::int64_t last) {
    ASSERT_TRUE(files.on_start(model.system, {})) << files.error();
    for (std::int64_t step = first; step <= last; ++step) show(files, step, step > first);
    files.on_finish(model.system, model.state);
  }

  std::filesystem::path prefix =
      std::filesystem::temp_directory_path() / ("pintle_mbdyn_" + std::to_string(::getpid()));
  Assembled model = make_chain(2, false);
  Snapshot snapshot = model.system.make_snapshot();
  MbdynSettings settings;
};

TEST_F(MbdynOutput, writes_reference_frames_as_nodes_and_once) {
  settings.frames.push_back({12, Vec3(1, 2, 3), Mat3::Identity(), Vec3(4, 5, 6), Vec3(7, 8, 9)});
  settings.frames[0].R << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  MbdynFiles files(prefix, settings, 1);
  run(files, 0, 3);
  EXPECT_THAT(lines(".rfm"),
              ElementsAre("      12 1.00e+00 2.00e+00 3.00e+00 0.00e+00 0.00e+00 9.00e+01 4.00e+00 5.00e+00 "
                          "6.00e+00 7.00e+00 8.00e+00 9.00e+00"));
}

TEST_F(MbdynOutput, writes_the_text_of_every_file) {
  // Half a turn about z for the second link, which moves, spins and accelerates.
  model.state.q.segment<4>(7 + 3) << 0.0, 0.0, 0.0, 1.0;
  model.state.v.segment<6>(6) << 1.0, 2.0, 3.0, 0.0, 0.0, -4.0;
  model.state.a.segment<6>(6) << 0.0, 0.0, 5.0, 0.0, 0.0, 0.0;
  settings.by_name["node.link 1"] = {true, OrientationDescription::orientation_vector, true};
  MbdynFiles files(prefix, settings, 1);
  run(files, 0, 0);
  EXPECT_THAT(files.endings(), ElementsAre(".mov", ".ine", ".jnt", ".out", ".log"));
  const std::vector<std::string> mov = lines(".mov");
  ASSERT_EQ(mov.size(), 2u);
  EXPECT_EQ(mov[1],
            "       2 1.50e-01 0.00e+00 0.00e+00 0.00e+00 0.00e+00 3.14e+00 1.00e+00 2.00e+00 3.00e+00"
            " 0.00e+00 0.00e+00 -4.00e+00 0.00e+00 0.00e+00 5.00e+00 0.00e+00 0.00e+00 0.00e+00");
  EXPECT_THAT(lines(".ine").at(1), HasSubstr("       2 1.00e-01 2.00e-01 3.00e-01"));  // 0.1 kg
  EXPECT_THAT(lines(".ine").at(1), HasSubstr("0.00e+00 0.00e+00 5.00e-01"));           // its rate
  EXPECT_EQ(lines(".jnt").size(), 2u);
  EXPECT_THAT(lines(".out"),
              ElementsAre("# Key for lines starting with \"Step\":",
                          "# Step Time TStep NIter ResErr SolErr SolConv Out", "Step 0 0 0 0 0 0 0 1"));
  const std::vector<std::string> log = lines(".log");
  ASSERT_EQ(log.size(), 7u);
  EXPECT_EQ(log[0], "output frequency: 1");
  EXPECT_EQ(log[2], "structural node: 2 0.15 0 0 phi 0 0 3.14159");
  EXPECT_THAT(log[3], HasSubstr("body: 1 1 0.1 0 0 0 "));
  EXPECT_THAT(log[5], HasSubstr("revolutepin: 1 1 -0.05 "));
  EXPECT_THAT(log[6], HasSubstr("revolutehinge: 2 1 0.05 "));
}

// A hinge reports what acts on its second side, a pin what acts on the ground, in the axes of the second
// side.
TEST_F(MbdynOutput, has_the_signs_and_columns_of_a_hinge) {
  const MbdynModel labelled(model.system, settings);
  ASSERT_EQ(labelled.elements("joint").size(), 2u);
  const auto report = [&](const MbdynModel::Element& element) {
    const ConstraintSet* set = element.set->as_constraints();
    model.state.lambda.setZero();
    model.state.lambda[set->first_multiplier(element.element)] = 1.0;  // the first points along x
    model.system.fill(model.state, snapshot);
    std::string text;
    TextRecord record(text, 1, labelled, false);
    record.begin(element.label, OrientationDescription::euler123, 8);
    element.set->report(snapshot.context(), element.element, record);
    record.end();
    std::istringstream words(text);
    std::vector<double> numbers;
    for (double x = 0.0; words >> x;) numbers.push_back(x);
    return numbers;
  };
  const std::vector<double> pin = report(labelled.elements("joint")[0]);
  const std::vector<double> hinge = report(labelled.elements("joint")[1]);
  ASSERT_EQ(pin.size(), 19u);
  ASSERT_EQ(hinge.size(), 19u);
  const ConstraintSet* set = labelled.elements("joint")[1].set->as_constraints();
  const double on_second = set->reaction(snapshot.context(), labelled.elements("joint")[1].element).force.x();
  EXPECT_DOUBLE_EQ(std::abs(on_second), 1.0);
  EXPECT_DOUBLE_EQ(hinge[7], on_second);
  EXPECT_DOUBLE_EQ(pin[7], -on_second);
}

TEST_F(MbdynOutput, obeys_the_schedule_and_what_is_left_out) {
  settings.by_kind["joint"].has_output = false;
  settings.by_name["node.link 0"].has_output = false;
  MbdynFiles files(prefix, settings, 2);
  run(files, 0, 5);
  EXPECT_EQ(files.records(), 3);
  EXPECT_EQ(lines(".mov").size(), 3u);
  EXPECT_FALSE(std::filesystem::exists(name(".jnt")));
  EXPECT_EQ(lines(".out").at(3), "Step 1 0.5 0.5 3 0.25 0 0 0");
  EXPECT_EQ(lines(".out").at(4), "Step 2 1 0.5 3 0.25 0 0 1");
}

TEST_F(MbdynOutput, goes_on_after_the_resumed_time) {
  {
    MbdynFiles files(prefix, settings, 1);
    run(files, 0, 4);
  }
  std::ofstream(name(".mov"), std::ios::app) << "       1 half a li";  // killed while writing
  MbdynFiles files(prefix, settings, 1);
  files.resume_after(1.0);  // step 2
  run(files, 2, 3);
  EXPECT_EQ(files.error(), "");
  EXPECT_EQ(lines(".mov").size(), 8u);
  EXPECT_EQ(lines(".out").size(), 2u + 4u);
  EXPECT_EQ(lines(".out").back().substr(0, 10), "Step 3 1.5");
}

// Items of the card are checked against the model.
TEST(MbdynSettings, come_from_the_card) {
  Registry registry;
  register_mbdyn_output(registry);
  ModelDesc model;
  for (const char* name : {"12", "hub"}) model.cards.push_back({"node", "dynamic", name, {}, {}});
  const auto read = [&](Value items, Diagnostics& diagnostics) {
    Card card{"output", "mbdyn", "", {}, {}};
    card.set("orientation", "euler313").set("nodes", false).set("items", std::move(items));
    return read_mbdyn(check_card(card, registry.schemas(), diagnostics), model, diagnostics);
  };
  Diagnostics diagnostics;
  const MbdynSettings settings =
      read(Value::map({{"node.12", Value::map({{"output", true}, {"accelerations", true}})}}), diagnostics);
  EXPECT_EQ(diagnostics.to_text(), "");
  EXPECT_FALSE(settings.item("node", "hub").has_output);
  EXPECT_TRUE(settings.item("node", "12").has_output);
  EXPECT_TRUE(settings.item("node", "12").has_accelerations);
  EXPECT_EQ(settings.item("node", "12").orientation, OrientationDescription::euler313);
  EXPECT_THAT(settings.order, ElementsAre("node.12", "node.hub"));
  read(Value::map({{"node.hob", Value::map({{"output", true}})}}), diagnostics);
  EXPECT_THAT(diagnostics.to_text(),
              HasSubstr("there is no 'node.hob' in the model; did you mean 'node.hub'?"));
  read(Value::map({{"node.hub", Value::map({{"outputs", true}})}}), diagnostics);
  EXPECT_THAT(diagnostics.to_text(), HasSubstr("node.hub: 'outputs' is not known"));
}

// A wheel on a hinge that rubs, and a mark on its rim.
CardModel wheel_with_mark() {
  const Value friction = Value::map({{"type", "discrete_coulomb"}, {"static_friction", 0.3}});
  return {
      registry_of({register_dynamic, register_offset, register_rigid_body, register_revolute_hinge}),
      {make_card("node", "dynamic", "4", {{"angular_velocity", Value::list({0, 0, 2})}}),
       make_card("node", "offset", "9", {{"base", "4"}, {"offset", Value::list({0, 1, 0})}}),
       make_card("body", "rigid_body", "4",
                 {{"node", "4"}, {"mass", 1}, {"inertia", Value::list({1, 1, 1})}}),
       make_card("joint", "revolute_hinge", "5",
                 {{"a", "ground"}, {"b", "4"}, {"friction", friction}, {"radius", 0.1}, {"preload", 10}})}};
}

TEST(MbdynModel, has_frames_that_follow_from_nodes) {
  CardModel wheel = wheel_with_mark();
  const MbdynModel model(wheel.system(), {});
  ASSERT_EQ(model.nodes().size(), 2u);
  EXPECT_EQ(model.nodes()[1].label, 9);
  const Frame mark = model.nodes()[1].motion(wheel.context());
  EXPECT_LT((mark.x - Vec3(0, 1, 0)).norm() + (mark.v - Vec3(-2, 0, 0)).norm(), 1e-15);
}

TEST(MbdynModel, lists_elements_in_the_order_of_the_model) {
  CardModel wheel = wheel_with_mark();
  MbdynSettings settings;
  settings.order = {"node.4", "joint.5", "body.4"};
  const MbdynModel model(wheel.system(), settings);
  ASSERT_EQ(model.elements_in_order().size(), 2u);
  EXPECT_EQ(model.elements_in_order()[0]->set->kind(), "joint");
}

// 0.1 m times 10 N times f/sqrt(1 + f^2), against the rotation.
TEST(MbdynModel, reports_friction_behind_its_joint) {
  CardModel wheel = wheel_with_mark();
  const MbdynModel model(wheel.system(), {});
  std::string text;
  TextRecord record(text, 12, model, false);
  record.begin(5, OrientationDescription::euler123, 8);
  model.elements("joint").at(0).report(wheel.context(), record);
  record.end();
  std::istringstream words(text);
  std::vector<double> numbers;
  for (double x = 0.0; words >> x;) numbers.push_back(x);
  ASSERT_EQ(numbers.size(), 21u);
  EXPECT_NEAR(numbers[19], -0.3 / std::sqrt(1.09), 1e-12);
  EXPECT_NEAR(numbers[20], -0.3, 1e-12);
}

TEST(OrientationDescription, shows_degrees_radians_or_rows) {
  Mat3 quarter;
  quarter << 0, -1, 0, 1, 0, 0, 0, 0, 1;  // about z
  EXPECT_NEAR(describe_orientation(quarter, OrientationDescription::euler123)[2], 90.0, 1e-12);
  EXPECT_NEAR(describe_orientation(quarter, OrientationDescription::euler321)[0], 90.0, 1e-12);
  EXPECT_NEAR(describe_orientation(quarter, OrientationDescription::orientation_vector)[2],
              1.5707963267948966, 1e-12);
  EXPECT_EQ(describe_orientation(quarter, OrientationDescription::orientation_matrix)[1], -1.0);
  EXPECT_EQ(orientation_description("euler313"), OrientationDescription::euler313);
}

TEST_F(MbdynOutput, names_netcdf_variables_as_mbdyn_does) {
  settings.by_name["node.link 1"] = {true, OrientationDescription::orientation_matrix, true};
  ResultsFile results(name(".nc"), {}, std::make_unique<MbdynRecords>(settings));
  ASSERT_TRUE(results.on_start(model.system, {})) << results.error();
  for (int step = 0; step < 3; ++step) show(results, step, step > 0);
  results.on_finish(model.system, model.state);
  EXPECT_EQ(results.error(), "");
  int file = -1;
  ASSERT_EQ(nc_open(name(".nc").c_str(), NC_NOWRITE, &file), NC_NOERR);
  for (const char* variable : {"time",
                               "run.step",
                               "run.timestep",
                               "node.struct",
                               "node.struct.1",
                               "node.struct.1.X",
                               "node.struct.1.E",
                               "node.struct.1.XP",
                               "node.struct.1.Omega",
                               "node.struct.2.R",
                               "node.struct.2.XPP",
                               "node.struct.2.OmegaP",
                               "elem.joint",
                               "elem.joint.1",
                               "elem.joint.1.f",
                               "elem.joint.1.m",
                               "elem.joint.1.F",
                               "elem.joint.1.M",
                               "elem.joint.1.E",
                               "elem.joint.1.Omega"}) {
    int id = -1;
    EXPECT_EQ(nc_inq_varid(file, variable, &id), NC_NOERR) << variable;
  }
  int id = -1;
  std::vector<double> matrix(27);
  nc_inq_varid(file, "node.struct.2.R", &id);
  EXPECT_EQ(nc_get_var_double(file, id, matrix.data()), NC_NOERR);
  EXPECT_EQ(matrix[18], 1.0);
  EXPECT_EQ(matrix[19], 0.0);
  std::vector<int> labels(2), steps(3);
  nc_inq_varid(file, "node.struct", &id);
  EXPECT_EQ(nc_get_var_int(file, id, labels.data()), NC_NOERR);
  EXPECT_THAT(labels, ElementsAre(1, 2));
  nc_inq_varid(file, "run.step", &id);
  EXPECT_EQ(nc_get_var_int(file, id, steps.data()), NC_NOERR);
  EXPECT_THAT(steps, ElementsAre(0, 1, 2));
  nc_close(file);
}

TEST_F(MbdynOutput, netcdf_has_a_scene_of_its_own_names) {
  settings.by_name["node.link 1"] = {true, OrientationDescription::orientation_vector, false};
  MbdynRecords records(settings);
  records.start(model.system);
  const auto scene = nlohmann::json::parse(scene_of(model.system, records.variables()));
  EXPECT_EQ(scene["frames"][1]["position"], "node.struct.1.X");
  EXPECT_EQ(scene["frames"][1]["orientation"]["channel"], "node.struct.1.E");
  EXPECT_EQ(scene["frames"][1]["orientation"]["as"], "euler123");
  EXPECT_EQ(scene["frames"][2]["orientation"]["channel"], "node.struct.2.Phi");
  EXPECT_EQ(scene["frames"][2]["orientation"]["as"], "orientation_vector");
  const std::string text = scene.dump();
  EXPECT_THAT(text, HasSubstr(R"("channel":"elem.joint.1.F")"));
  EXPECT_THAT(text, HasSubstr(R"("channel":"elem.joint.1.M")"));
}

TEST_F(MbdynOutput, resumes_netcdf_with_and_without_a_scene) {
  const auto resume = [&] {
    ResultsFile results(name(".nc"), {}, std::make_unique<MbdynRecords>(settings));
    results.resume_after(0.5);
    if (results.on_start(model.system, {}))
      for (int step = 1; step < 4; ++step) show(results, step, true);
    results.on_finish(model.system, model.state);
    results.write_report("{}");
    return results.error().empty() ? fmt::format("{} records", results.records()) : results.error();
  };
  ResultsFile results(name(".nc"), {}, std::make_unique<MbdynRecords>(settings));
  ASSERT_TRUE(results.on_start(model.system, {})) << results.error();
  for (int step = 0; step < 3; ++step) show(results, step, step > 0);
  results.on_finish(model.system, model.state);
  EXPECT_EQ(resume(), "4 records");
  // As files were before they had a scene.
  MbdynRecords records(settings);
  records.start(model.system);
  int file = -1, time = -1, id = -1;
  ASSERT_EQ(nc_create(name(".nc").c_str(), NC_CLOBBER | NC_64BIT_DATA, &file), NC_NOERR);
  nc_def_dim(file, "time", NC_UNLIMITED, &time);
  for (const RecordVariable& variable : records.variables()) {
    std::array<int, 3> dimensions{time, -1, -1};
    for (std::size_t k = 1; k < 3 && variable.size > 1; ++k)
      if (nc_inq_dimid(file, "Vec3", &dimensions[k]) != NC_NOERR) nc_def_dim(file, "Vec3", 3, &dimensions[k]);
    nc_def_var(file, variable.name.c_str(), variable.is_whole ? NC_INT : NC_DOUBLE,
               variable.size == 1   ? 1
               : variable.size == 3 ? 2
                                    : 3,
               dimensions.data(), &id);
  }
  for (const FixedVariable& variable : records.fixed())
    nc_def_var(file, variable.name.c_str(), NC_INT, 0, nullptr, &id);
  ASSERT_EQ(nc_close(file), NC_NOERR);
  EXPECT_EQ(resume(), "2 records");  // those after 0.5 s
  settings.by_name["node.link 1"] = {false, OrientationDescription::euler123, false};
  EXPECT_THAT(resume(), HasSubstr("of another model"));
}

// The old layout of forces: the magnitude comes first, and a second node is left out.
TEST_F(MbdynOutput, knows_the_old_layout_of_forces) {
  const MbdynModel labelled(model.system, settings);
  const auto line = [&](bool is_old) {
    std::string text;
    TextRecord record(text, 1, labelled, is_old);
    record.begin(5, OrientationDescription::euler123, 0);
    ReportSink& sink = record;
    for (const FrameIndex frame : {1, 2}) {
      sink.node(frame);
      sink.vector("F", "N", Vec3(3, 0, 4));
      sink.vector("A", "m", Vec3(1, 0, 0));
    }
    record.end();
    return text;
  };
  EXPECT_EQ(line(true), "5 1 5.0e+00 3.0e+00 0.0e+00 4.0e+00 1.0e+00 0.0e+00 0.0e+00\n");
  EXPECT_EQ(line(false),
            "5 1 3.0e+00 0.0e+00 4.0e+00 1.0e+00 0.0e+00 0.0e+00 2 3.0e+00 0.0e+00 4.0e+00 1.0e+00 0.0e+00 "
            "0.0e+00\n");
}

}  // namespace
}  // namespace pintle
