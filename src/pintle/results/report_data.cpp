#include "pintle/results/report_data.h"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "pintle/base/version.h"

namespace pintle {

namespace {

using Json = nlohmann::ordered_json;
static_assert(std::endian::native == std::endian::little, "numbers go to the browser as they are in memory");

constexpr std::size_t kChunkBytes = 1u << 20;  // a new chunk begins beyond this
constexpr std::size_t kBlockNumbers = 1u << 19;

// Channels that move the scene: they come first, in the chunk that a viewer needs at once.
std::set<std::string> moving_channels(const std::string& scene) {
  std::set<std::string> names;
  const Json json = Json::parse(scene, nullptr, false);
  if (!json.is_object() || !json.contains("frames")) return names;
  for (const Json& frame : json["frames"]) {
    for (const char* key : {"position", "quaternion"})
      if (frame.contains(key)) names.insert(frame[key].get<std::string>());
    names.insert(frame.value(Json::json_pointer("/orientation/channel"), ""));
  }
  return names;
}

// "joint.pin" of "joint.pin.angle"
std::string_view owner_of(const std::string& name) {
  return std::string_view(name).substr(0, std::min(name.size(), name.rfind('.')));
}

Json run_of(const ResultFile& file, bool is_growing) {
  Json run = Json::parse(file.report(), nullptr, false);
  if (!run.is_object()) run = {{"status", is_growing ? "running" : "unknown"}, {"summary", Json::array()}};
  for (const auto& [name, value] : file.settings()) run["settings"].push_back(Json::array({name, value}));
  if (!run.contains("diagnostics")) run["diagnostics"] = Json::array();
  return run;
}

void put(std::string& bytes, std::size_t at, const void* numbers, std::size_t size) {
  std::memcpy(bytes.data() + at, numbers, size);
}

}  // namespace

ReportData::ReportData(const ResultFile& file, std::size_t most_numbers)
    : file_(file), records_(file.records()) {
  choose_stride(most_numbers);
  fill_chunks();
}

void ReportData::choose_stride(std::size_t most_numbers) {
  std::size_t per_record = 1;
  for (const ResultChannel& channel : file_.channels()) per_record += channel.size;
  if (per_record * records_ <= most_numbers) return;
  const std::size_t with_extremes = std::max<std::size_t>(2, most_numbers / (3 * per_record));
  stride_ = std::max<std::size_t>(1, (records_ + with_extremes - 1) / with_extremes);
}

std::size_t ReportData::bytes_of(const ResultChannel& channel) const {
  return shown() * channel.size * sizeof(float) * (stride_ > 1 ? 3 : 1);
}

// What belongs to one object stays together.
void ReportData::fill_chunks() {
  const std::set<std::string> moving = moving_channels(file_.scene());
  chunks_.emplace_back();
  chunks_[0].bytes = shown() * sizeof(double);
  std::string_view owner;
  const auto add = [&](std::size_t i, bool may_begin) {
    const ResultChannel& channel = file_.channels()[i];
    if (may_begin && chunks_.back().bytes > kChunkBytes && owner_of(channel.name) != owner)
      chunks_.emplace_back();
    owner = owner_of(channel.name);
    chunks_.back().series.push_back({i, chunks_.back().bytes});
    chunks_.back().bytes += bytes_of(channel);
  };
  for (std::size_t i = 0; i < file_.channels().size(); ++i)
    if (moving.contains(file_.channels()[i].name)) add(i, false);
  for (std::size_t i = 0; i < file_.channels().size(); ++i)
    if (!moving.contains(file_.channels()[i].name)) add(i, true);
}

std::string ReportData::header(bool is_growing, bool is_compared) const {
  Json header{{"format", "pintle-report"},
              {"version", 1},
              {"title", file_.title()},
              {"model", std::filesystem::path(file_.model()).filename().string()},
              {"program", file_.program()},
              {"file", file_.path().filename().string()},
              {"run", run_of(file_, is_growing)},
              {"records", records_},
              {"stride", stride_},
              {"shown", shown()},
              {"time", {{"chunk", 0}, {"at", 0}}},
              {"channels", Json::array()}};
  if (is_compared) header["compared"] = true;
  for (std::size_t k = 0; k < chunks_.size(); ++k)
    for (const Series& series : chunks_[k].series) {
      const ResultChannel& channel = file_.channels()[series.channel];
      Json json{{"name", channel.name}, {"unit", channel.unit}, {"doc", channel.doc},
                {"size", channel.size}, {"chunk", k},           {"at", series.values}};
      if (stride_ > 1)
        json["envelope"] = {{"chunk", k}, {"at", series.values + shown() * channel.size * sizeof(float)}};
      header["channels"].push_back(std::move(json));
    }
  header["scene"] = Json::parse(file_.scene(), nullptr, false);
  if (!header["scene"].is_object()) header["scene"] = {{"frames", Json::array()}, {"objects", Json::array()}};
  return header.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Records from `first` on: those that are shown, and the extremes of all of them.
void ReportData::take(const Series& series, std::size_t first, std::size_t count,
                      const std::vector<double>& values, std::string& chunk) const {
  const std::size_t size = file_.channels()[series.channel].size;
  const std::size_t extremes = series.values + shown() * size * sizeof(float);
  for (std::size_t r = 0; r < count; ++r) {
    const std::size_t record = first + r, place = shown_before(record);
    const bool is_shown = record % stride_ == 0 || record + 1 == records_;
    for (std::size_t c = 0; c < size; ++c) {
      const auto value = static_cast<float>(values[r * size + c]);
      const std::size_t entry = place * size + c;
      if (is_shown) put(chunk, series.values + entry * sizeof(float), &value, sizeof value);
      if (stride_ == 1) continue;
      float range[2] = {value, value};
      if (!is_shown) {
        float so_far[2];
        std::memcpy(so_far, chunk.data() + extremes + 2 * entry * sizeof(float), sizeof so_far);
        range[0] = std::min(value, so_far[0]);
        range[1] = std::max(value, so_far[1]);
      }
      put(chunk, extremes + 2 * entry * sizeof(float), range, sizeof range);
    }
  }
}

// Records lie one behind the other in the file, so all channels are read a block of records at a time.
std::vector<std::string> ReportData::read_chunks() const {
  std::vector<std::string> raw;
  std::size_t per_record = 1;
  for (const Chunk& chunk : chunks_) {
    raw.emplace_back(chunk.bytes, '\0');
    for (const Series& series : chunk.series) per_record += file_.channels()[series.channel].size;
  }
  for (std::size_t s = 0; s < shown(); ++s)
    put(raw[0], s * sizeof(double), &file_.times()[std::min(s * stride_, records_ - 1)], sizeof(double));
  const std::size_t block = std::max<std::size_t>(1, kBlockNumbers / per_record);
  std::vector<double> values;
  for (std::size_t from = 0; from < records_; from += block) {
    const std::size_t count = std::min(block, records_ - from);
    for (std::size_t k = 0; k < chunks_.size(); ++k)
      for (const Series& series : chunks_[k].series) {
        const ResultChannel& channel = file_.channels()[series.channel];
        values.resize(count * channel.size);
        file_.read(channel, from, count, 1, values);
        take(series, from, count, values, raw[k]);
      }
  }
  return raw;
}

std::string series_between(const ResultFile& file, const ResultChannel& channel, double from, double to,
                           std::size_t most_points) {
  const std::vector<double>& times = file.times();
  auto begin = std::lower_bound(times.begin(), times.end(), from);
  auto end = std::upper_bound(begin, times.end(), to);
  if (begin != times.begin()) --begin;  // one more on either side: lines leave the picture
  if (end != times.end()) ++end;
  const auto first = static_cast<std::size_t>(begin - times.begin());
  const auto count = static_cast<std::size_t>(end - begin);
  std::vector<double> values(count * channel.size), out_times, out;
  file.read(channel, first, count, 1, values);
  if (count <= std::max<std::size_t>(most_points, 4)) {
    out_times.assign(begin, end);
    out = std::move(values);
  } else {
    const std::size_t stretches = most_points / 2;
    for (std::size_t k = 0; k < stretches; ++k) {
      const std::size_t a = k * count / stretches, b = (k + 1) * count / stretches;
      out_times.push_back(times[first + a]);
      out_times.push_back(0.5 * (times[first + a] + times[first + b - 1]));
      for (const bool is_largest : {false, true})
        for (std::size_t c = 0; c < channel.size; ++c) {
          double extreme = values[a * channel.size + c];
          for (std::size_t r = a; r < b; ++r) {
            const double value = values[r * channel.size + c];
            extreme = is_largest ? std::max(extreme, value) : std::min(extreme, value);
          }
          out.push_back(extreme);
        }
    }
  }
  const auto size = static_cast<double>(out_times.size());
  std::string bytes((1 + out_times.size() + out.size()) * sizeof(double), '\0');
  put(bytes, 0, &size, sizeof size);
  put(bytes, sizeof size, out_times.data(), out_times.size() * sizeof(double));
  put(bytes, (1 + out_times.size()) * sizeof(double), out.data(), out.size() * sizeof(double));
  return bytes;
}

std::string gzipped(const std::string& bytes, int level) {
  constexpr int kGzip = 16 + MAX_WBITS, kMemory = 8;
  z_stream stream{};
  deflateInit2(&stream, level, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string base64(const std::string& bytes) {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) text += k <= count ? kLetters[group >> (18 - 6 * k) & 63u] : '=';
  }
  return text;
}

}  // namespace pintle
