#include "pintle/results/scene.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <array>
#include <functional>

#include "pintle/results/results_test_support.h"
#include "pintle/results/scene_motion.h"
#include "pintle/results/solid_meshes.h"

namespace pintle {
namespace {

using testing::HasSubstr;

class SceneTest : public ResultsTest {
 protected:
  // The message about a scene in which one text was replaced by another.
  std::string fault_with(const std::string& from, const std::string& to) {
    WrittenResults results = moving_results(2);
    const std::size_t at = results.scene.find(from);
    EXPECT_NE(at, std::string::npos);
    results.scene.replace(at, from.size(), to);
    const ResultFile file = written(results);
    const auto scene = read_scene(file);
    return scene ? "" : scene.message();
  }
};

TEST_F(SceneTest, is_read_with_all_its_shapes) {
  const ResultFile file = written(moving_results(2));
  const auto scene = read_scene(file);
  ASSERT_TRUE(scene) << scene.message();
  EXPECT_EQ(scene->size, 0.5);
  ASSERT_EQ(scene->frames.size(), 4u);
  EXPECT_TRUE(scene->frames[1].angular_velocity);
  EXPECT_FALSE(scene->frames[2].orientation);
  EXPECT_EQ(scene->frames[3].parent, 1);
  ASSERT_EQ(scene->objects.size(), 3u);
  EXPECT_EQ(scene->objects[1].shapes.size(), 2u) << "shapes that come later are left out";
  const SceneShape& surface = scene->objects[2].shapes.back();
  EXPECT_EQ(surface.triangles, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(surface.values[1].name(), "mooring.m.shape:2");
}

TEST_F(SceneTest, what_is_wrong_is_said_and_never_followed) {
  EXPECT_THAT(fault_with("\"size\":0.5", "\"size\":0"), HasSubstr("no size"));
  EXPECT_THAT(fault_with("\"size\":0.5,", ""), HasSubstr("scene cannot be read"));
  EXPECT_THAT(fault_with("\"on\":1", "\"on\":3"), HasSubstr("no frame 3")) << "frames fixed on themselves";
  EXPECT_THAT(fault_with("{\"frame\":2", "{\"frame\":-1"), HasSubstr("no frame -1"));
  EXPECT_THAT(fault_with("[0,1,2]", "[0,1,3]"), HasSubstr("no corner 3"));
  EXPECT_THAT(fault_with("[0,1,2]", "[0,1]"), HasSubstr("three corners"));
  EXPECT_THAT(fault_with("\"channel\":\"joint.pin.force\"", "\"channel\":\"joint.pin.farce\""),
              HasSubstr("'joint.pin.farce'"));
  EXPECT_THAT(fault_with("\"channel\":\"joint.pin.force\"", "\"channel\":\"mooring.m.shape\""),
              HasSubstr("9 components"));
  EXPECT_THAT(fault_with("[\"plate.p.stress\",\"mooring.m.shape:2\",", "["),
              HasSubstr("as many values as points"));
  EXPECT_THAT(fault_with("\"pose\":{\"frame\":0,\"at\":[0,0,0]},", ""), HasSubstr("no place"));
  EXPECT_THAT(fault_with("\"objects\"", "objects"), HasSubstr("scene cannot be read"));
}

TEST_F(SceneTest, results_of_other_programs_have_none) {
  WrittenResults results = moving_results(2);
  results.scene.clear();
  EXPECT_THAT(read_scene(written(results)).message(), HasSubstr("has no scene"));
}

// The tip is one metre out on the crank, which turns as it goes round: it stays on the crank's ray.
TEST_F(SceneTest, frames_move_with_their_channels_and_with_each_other) {
  const ResultFile file = written(moving_results(11));
  const Scene scene = *read_scene(file);
  SceneMotion motion(file, scene, {0, 5, 10});
  for (int count = 0; count < 3; ++count) {
    ASSERT_TRUE(motion.next());
    const double angle = 2.0 * motion.time();
    const Vec3 out(std::cos(angle), std::sin(angle), 0.0), along(-out.y(), out.x(), 0.0);
    const FrameMotion& tip = motion.frame(3);
    EXPECT_LT((tip.p - (2.0 * out + 0.5 * Vec3::UnitZ())).norm(), 1e-14);
    EXPECT_LT((tip.R.col(0) - along).norm(), 1e-14) << "a quarter turn further";
    EXPECT_LT((tip.v - 4.0 * along).norm(), 1e-14);
    EXPECT_LT((tip.velocity_at({1, 0, 0}) - (4.0 * along - 2.0 * out)).norm(), 1e-14);
    EXPECT_LT((motion.arrow(scene.objects[2].shapes[1]) - 7.0 * out).norm(), 1e-14);
    EXPECT_EQ(motion.value(scene.objects[2].shapes.back().values[1]), motion.time() + 1.0);
    EXPECT_EQ(motion.frame(0).p, Vec3::Zero());
  }
  EXPECT_FALSE(motion.next());
  EXPECT_TRUE(motion.has_velocities());
}

// The crank turns by 2 t about z: in degrees, as a vector, as a matrix.
TEST_F(SceneTest, orientations_are_read_however_they_are_told) {
  struct Way {
    const char* as;
    std::size_t size;
    std::function<double(double, std::size_t)> value;
  };
  const double degrees = 180.0 / std::acos(-1.0);
  const auto at = [](std::size_t place, double factor) {
    return [=](double t, std::size_t i) { return i == place ? factor * 2.0 * t : 0.0; };
  };
  for (const Way& way : std::vector<Way>{{"euler123", 3, at(2, degrees)},
                                         {"euler313", 3, at(0, degrees)},
                                         {"euler321", 3, at(0, degrees)},
                                         {"orientation_vector", 3, at(2, 1.0)},
                                         {"orientation_matrix", 9, [](double t, std::size_t i) {
                                            const double c = std::cos(2.0 * t), s = std::sin(2.0 * t);
                                            return std::array{c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0}[i];
                                          }}}) {
    WrittenResults results = moving_results(11);
    results.channels.push_back({"node.crank.told", "", way.size, way.value});
    const std::string from = R"("quaternion":"node.crank.quaternion")";
    results.scene.replace(results.scene.find(from), from.size(),
                          fmt::format(R"("orientation":{{"channel":"node.crank.told","as":"{}"}})", way.as));
    const ResultFile file = written(results);
    const auto scene = read_scene(file);
    ASSERT_TRUE(scene) << scene.message();
    SceneMotion motion(file, *scene, {7});
    ASSERT_TRUE(motion.next());
    const double angle = 2.0 * motion.time();
    EXPECT_LT((motion.frame(1).R.col(0) - Vec3(std::cos(angle), std::sin(angle), 0.0)).norm(), 1e-14)
        << way.as;
  }
  const std::string told = R"("orientation":{"channel":"node.crank.quaternion","as":)";
  EXPECT_THAT(fault_with(R"("quaternion":"node.crank.quaternion")", told + "\"euler123\"}"),
              HasSubstr("4 components"));
  EXPECT_THAT(fault_with(R"("quaternion":"node.crank.quaternion")", told + "\"euler\"}"),
              HasSubstr("not told as 'euler'"));
}

// Every edge belongs to two triangles in opposite directions, volumes are those of the solids, and normals
// point outwards.
TEST(SolidMeshes, are_closed_and_seen_from_outside) {
  const double pi = std::acos(-1.0);
  for (const auto& [mesh, volume] :
       {std::pair{box_mesh(), 1.0}, {ball_mesh(), 4.0 / 3.0 * pi}, {cylinder_mesh(), pi}}) {
    double found = 0.0;
    Vec3 area = Vec3::Zero();
    for (std::size_t i = 0; i < mesh.triangles.size(); i += 3) {
      const auto corner = [&](std::size_t k) { return static_cast<std::size_t>(mesh.triangles[i + k]); };
      const Vec3 a = mesh.points[corner(0)], b = mesh.points[corner(1)], c = mesh.points[corner(2)];
      const Vec3 normal = (b - a).cross(c - a);
      area += normal;
      found += a.dot(b.cross(c)) / 6.0;
      for (std::size_t k = 0; k < 3; ++k) EXPECT_GT(normal.dot(mesh.normals[corner(k)]), 0.0);
    }
    EXPECT_LT(area.norm(), 1e-12);
    EXPECT_LE(found, volume * (1.0 + 1e-12)) << "corners lie on the solid, triangles within";
    EXPECT_GT(found, 0.93 * volume);
  }
}

TEST(SolidMeshes, a_helix_reaches_from_end_to_end_on_its_axis) {
  const SolidMesh mesh = helix_mesh();
  double lowest = 0.0, highest = 0.0, widest = 0.0;
  for (const Vec3& point : mesh.points) {
    lowest = std::min(lowest, point.z());
    highest = std::max(highest, point.z());
    widest = std::max(widest, point.head<2>().norm());
  }
  EXPECT_NEAR(lowest, -0.5, 0.01);
  EXPECT_NEAR(highest, 0.5, 0.01);
  EXPECT_LT(widest, 1.2);
  EXPECT_LT(mesh.points.front().head<2>().norm(), 0.2);
  for (const int corner : mesh.triangles) ASSERT_LT(static_cast<std::size_t>(corner), mesh.points.size());
}

}  // namespace
}  // namespace pintle
