#include <gmock/gmock.h>

#include "pintle/results/results_test_support.h"
#include "pintle/results/vtk_export.h"
#include "pintle/results/vtk_scene.h"

namespace pintle {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class VtkTest : public ResultsTest {
 protected:
  static const VtuArray& array(const VtuGrid& grid, const std::string& name) {
    const auto found = std::find_if(grid.point_data.begin(), grid.point_data.end(),
                                    [&](const VtuArray& entry) { return entry.name == name; });
    EXPECT_NE(found, grid.point_data.end()) << name;
    return *found;
  }
  // The first point of the first cell of a role.
  static std::size_t first_point(const VtuGrid& grid, const std::string& role) {
    const auto& roles = grid.names[1].second;
    const auto wanted =
        static_cast<std::int32_t>(std::find(roles.begin(), roles.end(), role) - roles.begin());
    const auto& list = grid.cell_data[1].second;
    const auto cell = static_cast<std::size_t>(std::find(list.begin(), list.end(), wanted) - list.begin());
    return static_cast<std::size_t>(
        grid.corners[cell == 0 ? 0 : static_cast<std::size_t>(grid.ends[cell - 1])]);
  }
  static Vec3 vector(const std::vector<float>& values, std::size_t point) {
    return {values[3 * point], values[3 * point + 1], values[3 * point + 2]};
  }
};

TEST_F(VtkTest, a_grid_holds_shapes_where_they_are) {
  const ResultFile file = written(moving_results(11));
  const Scene scene = *read_scene(file);
  SceneMotion motion(file, scene, {10});
  ASSERT_TRUE(motion.next());
  const VtuGrid grid = VtkScene(scene).at(motion);
  const Vec3 out(std::cos(2.0), std::sin(2.0), 0.0), along(-out.y(), out.x(), 0.0), up(0, 0, 0.5);

  EXPECT_EQ(grid.time, 1.0);
  EXPECT_EQ(grid.names[0].second[1], "body crank");
  const std::size_t node = first_point(grid, "node"), force = first_point(grid, "force"),
                    spring = first_point(grid, "spring");
  EXPECT_LT((vector(grid.points, node) - (out + up)).norm(), 1e-6);
  EXPECT_LT((vector(array(grid, "velocity").values, node) - 2.0 * along).norm(), 1e-6);
  EXPECT_LT((vector(array(grid, "angular_velocity").values, node) - Vec3(0, 0, 2)).norm(), 1e-6);
  EXPECT_LT((vector(array(grid, "force").values, force) - 7.0 * out).norm(), 1e-6);
  EXPECT_EQ(vector(array(grid, "force").values, node), Vec3::Zero());
  EXPECT_LT((vector(grid.points, spring) - (2.0 * out + up)).norm(), 1e-6);
  EXPECT_LT((vector(grid.points, spring + 1) - (3.0 * out + up)).norm(), 1e-6);

  // The surface comes last; its corners carry values, which are no numbers elsewhere.
  const std::size_t corner = grid.points.size() / 3 - 3;
  EXPECT_EQ(array(grid, "stress").values[corner], 100.0f);
  EXPECT_EQ(array(grid, "shape").values[corner + 1], 2.0f);
  EXPECT_TRUE(std::isnan(array(grid, "stress").values[node]));
  EXPECT_EQ(grid.types.back(), VtkCell::triangle);
  EXPECT_EQ(grid.ends.back(), static_cast<std::int64_t>(grid.corners.size()));
}

TEST_F(VtkTest, a_list_of_times_and_a_folder_of_grids) {
  const ResultFile file = written(moving_results(11));
  const Scene scene = *read_scene(file);
  ASSERT_EQ(write_pvd(file, scene, {0, 4, 10}, folder / "a.pvd"), "");
  EXPECT_THAT(files(), ElementsAre("a.pvd", "a_vtu", "run.nc"));
  EXPECT_THAT(contents(folder / "a.pvd"), HasSubstr("timestep=\"0.4\" file=\"a_vtu/1.vtu\""));
  EXPECT_TRUE(std::filesystem::exists(folder / "a_vtu/2.vtu"));
  // Once more with fewer: nothing of the first export stays.
  EXPECT_EQ(why_not_vtu_folder(folder / "a.pvd"), "");
  ASSERT_EQ(write_pvd(file, scene, {0}, folder / "a.pvd"), "");
  EXPECT_FALSE(std::filesystem::exists(folder / "a_vtu/2.vtu"));
  std::ofstream(folder / "a_vtu/notes.txt") << "mine";
  EXPECT_THAT(why_not_vtu_folder(folder / "a.pvd"), HasSubstr("'notes.txt', which is no grid"));
}

TEST_F(VtkTest, names_are_written_as_xml_takes_them) {
  EXPECT_EQ(xml_text("a<b>&\"c\""), "a&lt;b&gt;&amp;&quot;c&quot;");
}

}  // namespace
}  // namespace pintle
