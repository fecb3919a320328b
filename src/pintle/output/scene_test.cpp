#include "pintle/output/scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pintle/output/record_source.h"
#include "tests/support/card_model.h"
#include "tests/support/chain_models.h"

namespace pintle {

void register_dynamic(Registry& registry);
void register_clamp(Registry& registry);
void register_revolute_hinge(Registry& registry);
void register_rigid_body(Registry& registry);

namespace {

using Json = nlohmann::json;
using testing::Contains;

Json scene_with_channels(const System& system, const std::vector<Tracers>& tracers = {}) {
  ChannelRecords records;
  records.start(system);
  return Json::parse(scene_of(system, records.variables(), tracers));
}

class Scene : public testing::Test {
 protected:
  Assembled model = make_chain(3, false);
  Json scene = scene_with_channels(model.system, {{"link 1", {Vec3(0.1, 0.2, 0.3)}}});

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
  const Json bodies = scene_with_channels(make_free_bodies(3).system);
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

// 1 kg with 1 kg m^2 about each axis is a cube of 2.4 m; the links are 1 m and the ground plays no part.
TEST_F(Scene, draws_a_plain_block_where_the_box_would_cover_the_mechanism) {
  const auto card = [](std::string_view name, double x) {
    return make_card("node", "dynamic", std::string(name), {{"position", Value::list({x, 0, 0})}});
  };
  const auto body = [](std::string_view name) {
    return make_card("body", "rigid_body", std::string(name),
                     {{"node", std::string(name)}, {"mass", 1}, {"inertia", Value::list({1, 1, 1})}});
  };
  const auto at = [](std::string_view node, double x) {
    return Value::map({{"node", std::string(node)}, {"offset", Value::list({x, 0, 0})}});
  };
  const Registry registry =
      registry_of({register_dynamic, register_clamp, register_revolute_hinge, register_rigid_body});
  const CardModel links(
      registry,
      {card("stand", 0), card("first", 0.5), card("second", 1.5), body("stand"), body("first"),
       body("second"), make_card("joint", "clamp", "foot", {{"a", "ground"}, {"b", "stand"}}),
       make_card("joint", "revolute_hinge", "p", {{"a", at("stand", 0)}, {"b", at("first", -0.5)}}),
       make_card("joint", "revolute_hinge", "q", {{"a", at("first", 0.5)}, {"b", at("second", -0.5)}})});
  scene = scene_with_channels(links.system());
  const auto edge = [&](std::string_view name) {
    return object("body", name)["shapes"][0]["size"][0].get<double>();
  };
  EXPECT_NEAR(edge("first"), 0.2, 1e-12);
  EXPECT_NEAR(edge("stand"), 1.0 / 3.0, 1e-12);   // of a model that is 5/3 m long: 2 x (1.5 - 2/3) m
  EXPECT_NEAR(edge("second"), 5.0 / 3.0, 1e-12);  // one joint tells nothing of its size
}

// What a file does not tell of cannot be drawn where it is.
TEST_F(Scene, leaves_out_what_hangs_on_nodes_that_are_not_written) {
  ChannelRecords records;
  records.start(model.system);
  std::vector<RecordVariable> some = records.variables();
  std::erase_if(some, [](const RecordVariable& variable) { return variable.owner == "node.link 1"; });
  scene = Json::parse(scene_of(model.system, some));
  EXPECT_FALSE(scene["frames"][2].contains("position"));
  EXPECT_TRUE(object("node", "link 1")["shapes"].empty());
  EXPECT_EQ(object("joint", "hinge 1")["frames"], Json::array({1}));
  for (const Json& item : scene["objects"])
    for (const Json& shape : item["shapes"])
      for (const char* key : {"pose", "point"})
        if (shape.contains(key)) {
          EXPECT_NE(shape[key]["frame"], 2);
        }
}

}  // namespace
}  // namespace pintle
