#include "pintle/results/gltf_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <ostream>

#include "pintle/base/version.h"
#include "pintle/results/report_data.h"

namespace pintle {

namespace {

// Numbers of the specification.
constexpr int kFloat = 5126, kUnsignedInt = 5125, kCornerView = 34962, kIndexView = 34963;
constexpr std::uint32_t kGlbMagic = 0x46546C67, kGlbVersion = 2, kJsonChunk = 0x4E4F534A,
                        kBinaryChunk = 0x004E4942;
constexpr std::size_t kGltfAlignment = 4;

static_assert(std::endian::native == std::endian::little, "glTF's numbers are little-endian");

// Colours are given as screens show them; glTF counts light (sRGB transfer function, IEC 61966-2-1).
double linear_light(int channel) {
  const double c = channel / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

void put_word(std::ostream& out, std::uint32_t word) {
  out.write(reinterpret_cast<const char*>(&word), sizeof word);
}

void put_chunk(std::ostream& out, std::uint32_t type, std::span<const char> bytes) {
  put_word(out, static_cast<std::uint32_t>(bytes.size()));
  put_word(out, type);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace

int GltfDocument::push(const char* list, Json entry) {
  Json& entries = json_[list];
  entries.push_back(std::move(entry));
  return static_cast<int>(entries.size()) - 1;
}

// `target`: what a graphics card would use it for; zero: nothing.
int GltfDocument::add_view(const void* data, std::size_t bytes, int target) {
  const std::size_t offset = buffer_.size();
  const auto* begin = static_cast<const char*>(data);
  buffer_.append(begin, bytes);
  buffer_.resize((buffer_.size() + kGltfAlignment - 1) / kGltfAlignment * kGltfAlignment);
  Json view{{"buffer", 0}, {"byteOffset", offset}, {"byteLength", bytes}};
  if (target != 0) view["target"] = target;
  return push("bufferViews", std::move(view));
}

int GltfDocument::add_numbers(std::span<const float> values, int components, bool has_bounds) {
  return add_accessor(add_view(values.data(), values.size_bytes(), 0), values, components, has_bounds);
}

int GltfDocument::add_corners(std::span<const float> values, bool has_bounds) {
  return add_accessor(add_view(values.data(), values.size_bytes(), kCornerView), values, 3, has_bounds);
}

int GltfDocument::add_accessor(int view, std::span<const float> values, int components, bool has_bounds) {
  const char* type = components == 1 ? "SCALAR" : components == 3 ? "VEC3" : "VEC4";
  const auto size = static_cast<std::size_t>(components);
  Json accessor{
      {"bufferView", view}, {"componentType", kFloat}, {"count", values.size() / size}, {"type", type}};
  for (std::size_t c = 0; has_bounds && c < size; ++c) {
    float least = values[c], largest = values[c];
    for (std::size_t i = c; i < values.size(); i += size) {
      least = std::min(least, values[i]);
      largest = std::max(largest, values[i]);
    }
    accessor["min"].push_back(least);
    accessor["max"].push_back(largest);
  }
  return push("accessors", std::move(accessor));
}

int GltfDocument::add_indices(std::span<const int> indices) {
  return push("accessors", {{"bufferView", add_view(indices.data(), indices.size_bytes(), kIndexView)},
                            {"componentType", kUnsignedInt},
                            {"count", indices.size()},
                            {"type", "SCALAR"}});
}

int GltfDocument::add_material(const std::string& name, const std::string& colour) {
  Json factor = Json::array();
  for (std::size_t i = 1; i < 7; i += 2)
    factor.push_back(linear_light(std::stoi(colour.substr(i, 2), nullptr, 16)));
  factor.push_back(1.0);
  return push("materials",
              {{"name", name},
               {"doubleSided", true},
               {"pbrMetallicRoughness",
                {{"baseColorFactor", factor}, {"metallicFactor", 0.1}, {"roughnessFactor", 0.6}}}});
}

int GltfDocument::add_mesh(Json primitive, const std::string& name) {
  return push("meshes", {{"name", name}, {"primitives", Json::array({std::move(primitive)})}});
}

int GltfDocument::add_node(const std::string& name, int parent) {
  const int index = push("nodes", {{"name", name}});
  (parent < 0 ? json_["scenes"][0]["nodes"] : node(parent)["children"]).push_back(index);
  return index;
}

void GltfDocument::animate(int node, const char* path, int times, int values) {
  samplers_.push_back({{"input", times}, {"interpolation", "LINEAR"}, {"output", values}});
  channels_.push_back({{"sampler", samplers_.size() - 1}, {"target", {{"node", node}, {"path", path}}}});
}

GltfDocument::Json GltfDocument::finished() const {
  Json json = json_;
  json["asset"]["generator"] = fmt::format("pintle {}", kVersion);
  if (!channels_.empty())
    json["animations"] =
        Json::array({{{"name", "motion"}, {"samplers", samplers_}, {"channels", channels_}}});
  if (!buffer_.empty()) json["buffers"] = Json::array({{{"byteLength", buffer_.size()}}});
  return json;
}

void GltfDocument::write_glb(std::ostream& out) const {
  constexpr std::size_t kHeader = 12, kChunkHeader = 8;
  std::string text = finished().dump(-1, ' ', false, Json::error_handler_t::replace);
  text.resize((text.size() + kGltfAlignment - 1) / kGltfAlignment * kGltfAlignment, ' ');
  const std::size_t binary = buffer_.empty() ? 0 : kChunkHeader + buffer_.size();
  put_word(out, kGlbMagic);
  put_word(out, kGlbVersion);
  put_word(out, static_cast<std::uint32_t>(kHeader + kChunkHeader + text.size() + binary));
  put_chunk(out, kJsonChunk, text);
  if (!buffer_.empty()) put_chunk(out, kBinaryChunk, buffer_);
}

void GltfDocument::write_gltf(std::ostream& out) const {
  Json json = finished();
  if (!buffer_.empty()) json["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64(buffer_);
  out << json.dump(1, ' ', false, Json::error_handler_t::replace) << '\n';
}

std::array<float, 4> gltf_quaternion(const Quat& q) {
  return {static_cast<float>(q.x()), static_cast<float>(q.y()), static_cast<float>(q.z()),
          static_cast<float>(q.w())};
}

std::array<float, 3> gltf_vector(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

}  // namespace pintle
