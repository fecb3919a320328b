#include <gmock/gmock.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "pintle/results/gltf_export.h"
#include "pintle/results/gltf_tracks.h"
#include "pintle/results/results_test_support.h"

namespace pintle {
namespace {

using testing::HasSubstr;

class GltfTest : public ResultsTest {
 protected:
  void export_from(const WrittenResults& results, std::vector<std::size_t> records) {
    const ResultFile file = written(results);
    const auto notes = write_gltf(file, *read_scene(file), records, folder / "a.glb", false);
    ASSERT_TRUE(notes) << notes.message();
    notes_ = *notes;
    const std::string bytes = contents(folder / "a.glb");
    std::uint32_t json_length = 0, total = 0;
    std::memcpy(&total, bytes.data() + 8, 4);
    std::memcpy(&json_length, bytes.data() + 12, 4);
    ASSERT_EQ(bytes.substr(0, 4), "glTF");
    ASSERT_EQ(total, bytes.size());
    json = nlohmann::json::parse(bytes.substr(20, json_length));
    binary = bytes.substr(20 + json_length + 8);
    ASSERT_EQ(json["buffers"][0]["byteLength"], binary.size());
  }
  std::vector<float> numbers(int accessor) const {
    const auto& entry = json["accessors"][static_cast<std::size_t>(accessor)];
    const auto& view = json["bufferViews"][entry["bufferView"].get<std::size_t>()];
    std::vector<float> values(view["byteLength"].get<std::size_t>() / sizeof(float));
    std::memcpy(values.data(), binary.data() + view["byteOffset"].get<std::size_t>(),
                values.size() * sizeof(float));
    return values;
  }
  int node_named(const std::string& name, const std::string& other_key = "name") const {
    for (std::size_t i = 0; i < json["nodes"].size(); ++i)
      if (json["nodes"][i]["name"] == name && json["nodes"][i].contains(other_key))
        return static_cast<int>(i);
    ADD_FAILURE() << "no node " << name;
    return 0;
  }
  // What a node does over time; empty: nothing.
  std::vector<float> track(int node, const std::string& what) const {
    const auto& animation = json["animations"][0];
    for (const auto& channel : animation["channels"])
      if (channel["target"]["node"] == node && channel["target"]["path"] == what)
        return numbers(animation["samplers"][channel["sampler"].get<std::size_t>()]["output"]);
    return {};
  }

  nlohmann::json json;
  std::string binary;
  std::vector<std::string> notes_;
};

TEST_F(GltfTest, frames_are_nodes_that_move_with_quaternions_of_continuous_sign) {
  export_from(moving_results(11), {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  const int crank = node_named("crank");
  const std::vector<float> places = track(crank, "translation"), turns = track(crank, "rotation");
  ASSERT_EQ(places.size(), 33u);
  ASSERT_EQ(turns.size(), 44u);
  for (std::size_t r = 0; r < 11; ++r) {
    const double angle = 0.2 * static_cast<double>(r);
    EXPECT_NEAR(places[3 * r + 1], std::sin(angle), 1e-6);
    // (x, y, z, w), although the file's signs alternate.
    EXPECT_NEAR(turns[4 * r + 2], std::sin(0.5 * angle), 1e-6);
    EXPECT_NEAR(turns[4 * r + 3], std::cos(0.5 * angle), 1e-6);
  }
  EXPECT_TRUE(track(node_named("tip"), "translation").empty()) << "fixed on the crank";
  EXPECT_EQ(track(node_named("bob"), "rotation").size(), 0u) << "without axes";
  EXPECT_EQ(json["animations"][0]["samplers"][0]["interpolation"], "LINEAR");
}

TEST_F(GltfTest, up_becomes_y) {
  WrittenResults results = moving_results(2);
  for (const char* up : {"[0,0,1]", "[0,-1,0]", "[1,2,3]"}) {
    WrittenResults turned = results;
    turned.scene.replace(turned.scene.find("[0,0,1]"), 7, up);
    export_from(turned, {0, 1});
    const auto q = json["nodes"][0]["rotation"].get<std::vector<double>>();
    const auto axis = nlohmann::json::parse(up).get<std::vector<double>>();
    const Vec3 turned_up = Quat(q[3], q[0], q[1], q[2]) * Vec3(axis[0], axis[1], axis[2]).normalized();
    EXPECT_LT((turned_up - Vec3::UnitY()).norm(), 1e-6) << up;
  }
}

// The spring from 2 m to 3 m on the crank's ray: as long as it is, along where it goes, where its middle is.
TEST_F(GltfTest, a_line_between_frames_has_a_motion_of_its_own) {
  export_from(moving_results(11), {0, 5, 10});
  const auto& nodes = json["nodes"];
  int spring = -1;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (nodes[i].contains("mesh") && json["meshes"][nodes[i]["mesh"].get<std::size_t>()]["name"] == "spring")
      spring = static_cast<int>(i);
  ASSERT_GE(spring, 0);
  const std::vector<float> middles = track(spring, "translation"), turns = track(spring, "rotation");
  const auto scale = nodes[static_cast<std::size_t>(spring)]["scale"].get<std::vector<double>>();
  EXPECT_NEAR(scale[2], 1.0, 1e-6);
  for (std::size_t r = 0; r < 3; ++r) {
    const double angle = static_cast<double>(r);
    const Vec3 out(std::cos(angle), std::sin(angle), 0.0);
    EXPECT_NEAR(middles[3 * r], 2.5 * out.x(), 1e-5);
    const Quat q(turns[4 * r + 3], turns[4 * r], turns[4 * r + 1], turns[4 * r + 2]);
    EXPECT_LT((q * Vec3::UnitZ() - out).norm(), 1e-5);
  }
}

// First shape plus weighted targets gives the corners at every sample.
TEST_F(GltfTest, a_surface_on_several_frames_is_morphed) {
  export_from(moving_results(11), {0, 5, 10});
  const auto mesh = std::find_if(json["meshes"].begin(), json["meshes"].end(),
                                 [](const auto& entry) { return entry["name"] == "surface"; });
  ASSERT_NE(mesh, json["meshes"].end());
  const auto& primitive = (*mesh)["primitives"][0];
  ASSERT_EQ(primitive["targets"].size(), 2u);
  const std::vector<float> first = numbers(primitive["attributes"]["POSITION"]);
  const std::vector<float> last = numbers(primitive["targets"][1]["POSITION"]);
  EXPECT_NEAR(first[3] + last[3], std::cos(2.0), 1e-6) << "the corner on the crank";
  int node = -1;
  for (std::size_t i = 0; i < json["nodes"].size(); ++i)
    if (json["nodes"][i].contains("mesh") && json["nodes"][i]["mesh"] == mesh - json["meshes"].begin())
      node = static_cast<int>(i);
  EXPECT_EQ(track(node, "weights"), (std::vector<float>{0, 0, 1, 0, 0, 1}));
}

TEST_F(GltfTest, a_long_run_takes_few_shapes_of_a_surface) {
  std::vector<std::size_t> records(1000);
  for (std::size_t i = 0; i < records.size(); ++i) records[i] = i;
  export_from(moving_results(1000), records);
  for (const auto& mesh : json["meshes"])
    if (mesh["name"] == "surface") {
      EXPECT_LE(mesh["primitives"][0]["targets"].size(), 99u);
      EXPECT_GE(mesh["primitives"][0]["targets"].size(), 80u);
    }
}

TEST_F(GltfTest, one_record_is_a_still) {
  export_from(moving_results(11), {5});
  EXPECT_FALSE(json.contains("animations"));
  EXPECT_NEAR(json["nodes"][static_cast<std::size_t>(node_named("crank"))]["translation"][0], std::cos(1.0),
              1e-6);
}

TEST_F(GltfTest, meshes_are_shared_and_materials_are_by_role) {
  WrittenResults results = moving_results(2);
  export_from(results, {0, 1});
  std::vector<std::string> names;
  for (const auto& material : json["materials"]) names.push_back(material["name"]);
  EXPECT_THAT(names, testing::UnorderedElementsAre("body", "joint", "spring", "line", "tracer", "axis x",
                                                   "axis y", "axis z"));
  std::size_t nodes = 0;
  for (const auto& node : json["nodes"]) nodes += node.contains("mesh") ? 1 : 0;
  EXPECT_GT(nodes, json["meshes"].size());
}

TEST_F(GltfTest, says_when_frames_are_too_far_apart_for_a_rotation) {
  export_from(moving_results(41), {0, 10, 20, 30, 40});  // 2 rad each
  EXPECT_THAT(notes_, testing::IsEmpty());
  export_from(moving_results(41), {0, 20, 40});
  ASSERT_EQ(notes_.size(), 1u);
  EXPECT_THAT(notes_[0], testing::AllOf(HasSubstr("'crank' turns by 0.64 turns"), HasSubstr("--frames 8")));
}

TEST_F(GltfTest, a_body_that_is_nowhere_stops_it) {
  WrittenResults results = moving_results(5);
  results.channels[4].value = [](double t, std::size_t) { return t < 0.25 ? 0.0 : std::nan(""); };
  const ResultFile file = written(results);
  const auto notes = write_gltf(file, *read_scene(file), {0, 1, 2, 3, 4}, folder / "a.glb", false);
  ASSERT_FALSE(notes);
  EXPECT_THAT(notes.message(), testing::AllOf(HasSubstr("'bob' has no place"), HasSubstr("--to")));
  EXPECT_THAT(files(), testing::ElementsAre("run.nc"));
}

TEST_F(GltfTest, text_holds_its_buffer) {
  const ResultFile file = written(moving_results(3));
  ASSERT_TRUE(write_gltf(file, *read_scene(file), {0, 1, 2}, folder / "a.gltf", true));
  const auto document = nlohmann::json::parse(contents(folder / "a.gltf"));
  const auto uri = document["buffers"][0]["uri"].get<std::string>();
  const std::string begin = "data:application/octet-stream;base64,";
  EXPECT_EQ(uri.substr(0, begin.size()), begin);
  const auto bytes = document["buffers"][0]["byteLength"].get<std::size_t>();
  EXPECT_EQ(uri.size() - begin.size(), (bytes + 2) / 3 * 4);
}

}  // namespace
}  // namespace pintle
