#include "pintle/results/vtk_export.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <system_error>

#include "pintle/base/number_text.h"
#include "pintle/results/fresh_file.h"
#include "pintle/results/vtk_scene.h"

namespace pintle {

namespace {

namespace fs = std::filesystem;

// Grids under another name until all are there.
class GridFolder {
 public:
  explicit GridFolder(fs::path folder) : folder_(std::move(folder)), part_(unfinished_name(folder_)) {
    fs::create_directory(part_, error_);
  }
  ~GridFolder() {
    std::error_code ignored;
    if (!part_.empty()) fs::remove_all(part_, ignored);
  }
  GridFolder(const GridFolder&) = delete;
  GridFolder& operator=(const GridFolder&) = delete;

  bool write(const std::string& name, const VtuGrid& grid) {
    FileBuffer buffer(part_ / name, O_CREAT | O_TRUNC);
    std::ostream out(&buffer);
    write_vtu(grid, out);
    error_ = std::error_code(buffer.close(), std::generic_category());
    return !error_;
  }
  // Takes the place of grids of an earlier export.
  std::string finish() {
    if (!error_) fs::remove_all(folder_, error_);
    if (!error_) fs::rename(part_, folder_, error_);
    if (error_) return fmt::format("{}: cannot be written: {}", folder_.string(), error_.message());
    part_.clear();
    return {};
  }

 private:
  fs::path folder_, part_;
  std::error_code error_;
};

}  // namespace

fs::path vtu_folder(const fs::path& pvd) { return pvd.parent_path() / (pvd.stem().string() + "_vtu"); }

std::string why_not_vtu_folder(const fs::path& pvd) {
  const fs::path folder = vtu_folder(pvd);
  std::error_code error;
  if (!fs::exists(fs::symlink_status(folder, error))) return {};
  if (!fs::is_directory(fs::symlink_status(folder, error)))
    return fmt::format("'{}' is in the way: the folder of grids has that name", folder.string());
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() != ".vtu")
      return fmt::format(
          "the folder '{}' is there and holds '{}', which is no grid; choose another name, or remove it",
          folder.string(), entry.path().filename().string());
  return error ? fmt::format("the folder '{}' cannot be read: {}", folder.string(), error.message()) : "";
}

std::string write_pvd(const ResultFile& file, const Scene& scene, const std::vector<std::size_t>& records,
                      const fs::path& path, const Progress& progress) {
  FreshFile list(path);
  GridFolder folder(vtu_folder(path));
  list.out() << "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" "
                "byte_order=\"LittleEndian\">\n"
                "<Collection>\n";
  const std::string below = vtu_folder(path).filename().string();
  const std::size_t digits = std::to_string(records.size() - 1).size();
  SceneMotion motion(file, scene, records);
  VtkScene grids(scene);
  for (std::size_t i = 0; motion.next(); ++i) {
    const std::string name = fmt::format("{:0{}}.vtu", i, digits);
    if (!folder.write(name, grids.at(motion))) return folder.finish();
    list.out() << fmt::format("<DataSet timestep=\"{}\" file=\"{}\"/>\n", shortest_text(motion.time()),
                              xml_text(below + '/' + name));
    if (progress) progress(static_cast<double>(i + 1) / static_cast<double>(records.size()));
  }
  if (!motion.error().empty()) return motion.error();
  list.out() << "</Collection>\n</VTKFile>\n";
  const std::string error = folder.finish();
  return error.empty() ? list.finish() : error;
}

std::string write_vtu_of(const ResultFile& file, const Scene& scene, std::size_t record,
                         const fs::path& path) {
  FreshFile grid(path);
  SceneMotion motion(file, scene, {record});
  if (!motion.next()) return motion.error();
  write_vtu(VtkScene(scene).at(motion), grid.out());
  return grid.finish();
}

}  // namespace pintle
