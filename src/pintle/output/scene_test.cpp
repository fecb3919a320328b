#include "pintle/output/scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pintle/output/record_source.h"
#include "tests/support/chain_models.h"

namespace pintle {
namespace {

using Json = nlohmann::json;
using testing::Contains;

class Scene : public testing::Test {
 protected:
  Assembled model = make_chain(3, false);
  Json scene = Json::parse(scene_of(model.system, {{"link 1", {Vec3(0.1, 0.2, 0.3)}}}));

  const Json& object(std::string_view kind, std::string_view name) const {
    for (const Json& item : scene["objects"])
      if (item["kind"] == kind && item["name"] == name) return item;
    throw std::runtime_error("there is no such object");
  }
  static std::vector<std::string> shapes_of(const Json& item) {
    std::vector<std::string> list;
    for (const Json& shape : item["shapes"]) list.push_back(shape["shape"]);
    return list;
  }
};

TEST_F(Scene, has_the_frames_of_the_system_in_its_order) {
  ASSERT_EQ(scene["frames"].size(), static_cast<std::size_t>(model.system.layout().frames()));
  EXPECT_EQ(scene["frames"][0]["name"], "ground");
  EXPECT_EQ(scene["frames"][2]["name"], "link 1");
  EXPECT_EQ(scene["frames"][2]["position"], "node.link 1.position");
  EXPECT_EQ(scene["frames"][2]["quaternion"], "node.link 1.quaternion");
}

TEST_F(Scene, names_channels_that_results_have) {
  ChannelRecords records;
  records.start(model.system);
  std::vector<std::string> names;
  for (const RecordVariable& variable : records.variables()) names.push_back(variable.name);
  for (const Json& item : scene["objects"])
    for (const Json& channel : item["channels"]) EXPECT_THAT(names, Contains(channel.get<std::string>()));
  for (const Json& item : scene["objects"])
    for (const Json& shape : item["shapes"]) EXPECT_THAT(names, Contains(shape.value("channel", "time")));
}

TEST_F(Scene, draws_bodies_hinges_and_what_these_exert) {
  const std::vector<std::string> hinge = shapes_of(object("joint", "hinge 1"));
  EXPECT_THAT(hinge, Contains("cylinder"));
  EXPECT_EQ(std::count(hinge.begin(), hinge.end(), "arrow"), 2);
  EXPECT_EQ(object("joint", "hinge 1")["frames"], Json::array({1, 2}));
  EXPECT_THAT(shapes_of(object("node", "link 1")), Contains("trail"));
}

// A box of edges a, b, c and mass m has the moments m (b^2 + c^2) / 12, ...: here with m = 1, (0.1, 0.2,
// 0.25).
TEST_F(Scene, draws_a_body_as_the_box_of_its_inertia) {
  const Json bodies = Json::parse(scene_of(make_free_bodies(3).system));
  int boxes = 0;
  for (const Json& item : bodies["objects"])
    for (const Json& shape : item["shapes"]) {
      if (shape["shape"] != "box") continue;
      ++boxes;
      const auto edges = shape["size"].get<std::vector<double>>();
      EXPECT_NEAR((edges[1] * edges[1] + edges[2] * edges[2]) / 12.0, 0.1, 1e-12);
      EXPECT_NEAR((edges[0] * edges[0] + edges[2] * edges[2]) / 12.0, 0.2, 1e-12);
      EXPECT_NEAR((edges[0] * edges[0] + edges[1] * edges[1]) / 12.0, 0.25, 1e-12);
    }
  EXPECT_EQ(boxes, 3);
}

}  // namespace
}  // namespace pintle
