// The motion of a scene as a glTF 2.0 document, which browsers, Blender and office programs show.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "pintle/results/record_reader.h"
#include "pintle/results/scene.h"

namespace pintle {

// Binary (.glb), or text when `is_text` (.gltf). What should be known about the result, such as frames that
// are too far apart; the failure says why nothing was written.
Result<std::vector<std::string>> write_gltf(const ResultFile& file, const Scene& scene,
                                            const std::vector<std::size_t>& records,
                                            const std::filesystem::path& path, bool is_text,
                                            const Progress& progress = {});

}  // namespace pintle
