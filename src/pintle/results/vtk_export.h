// The motion of a scene for ParaView and others that read VTK's files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "pintle/results/record_reader.h"
#include "pintle/results/scene.h"

namespace pintle {

// FILE.pvd lists times; the folder FILE_vtu beside it holds a grid for each. What went wrong, or nothing.
std::string write_pvd(const ResultFile& file, const Scene& scene, const std::vector<std::size_t>& records,
                      const std::filesystem::path& path, const Progress& progress = {});

// One grid, of one record.
std::string write_vtu_of(const ResultFile& file, const Scene& scene, std::size_t record,
                         const std::filesystem::path& path);

// Why that folder cannot be made, or made anew: something else than grids lies in it. Empty: it can.
std::string why_not_vtu_folder(const std::filesystem::path& pvd);
std::filesystem::path vtu_folder(const std::filesystem::path& pvd);

}  // namespace pintle
