#include "pintle/results/report_data.h"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
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

std::size_t ReportData::Chunk::width() const {
  std::size_t numbers = 0;
  for (const ResultChannel& channel : channels) numbers += channel.size;
  return numbers;
}

// What belongs to one object stays together.
void ReportData::add(const ResultChannel& channel, bool may_begin) {
  if (may_begin && chunks_.back().bytes > kChunkBytes &&
      owner_of(channel.name) != owner_of(chunks_.back().channels.back().name))
    chunks_.push_back({chunks_.back().holds_extremes});
  Chunk& chunk = chunks_.back();
  chunk.channels.push_back(channel);
  chunk.places.push_back(chunk.bytes);
  chunk.bytes += shown() * channel.size * sizeof(float) * (chunk.holds_extremes ? 2 : 1);
}

void ReportData::fill_chunks() {
  const std::set<std::string> moving = moving_channels(file_.scene());
  const auto is_moving = [&](const ResultChannel& channel) { return moving.contains(channel.name); };
  chunks_.emplace_back();
  chunks_[0].bytes = shown() * sizeof(double);
  for (const ResultChannel& channel : file_.channels())
    if (is_moving(channel)) add(channel, false);
  for (const ResultChannel& channel : file_.channels())
    if (!is_moving(channel)) add(channel, !chunks_.back().channels.empty());
  if (stride_ == 1) return;
  chunks_.push_back({true});
  for (const ResultChannel& channel : file_.channels()) add(channel, !chunks_.back().channels.empty());
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
  std::map<int, Json> envelopes;
  for (std::size_t k = 0; k < chunks_.size(); ++k)
    for (std::size_t i = 0; chunks_[k].holds_extremes && i < chunks_[k].channels.size(); ++i)
      envelopes[chunks_[k].channels[i].id] = {{"chunk", k}, {"at", chunks_[k].places[i]}};
  for (std::size_t k = 0; k < chunks_.size() && !chunks_[k].holds_extremes; ++k)
    for (std::size_t i = 0; i < chunks_[k].channels.size(); ++i) {
      const ResultChannel& channel = chunks_[k].channels[i];
      Json json{{"name", channel.name}, {"unit", channel.unit}, {"doc", channel.doc},
                {"size", channel.size}, {"chunk", k},           {"at", chunks_[k].places[i]}};
      if (stride_ > 1) json["envelope"] = std::move(envelopes[channel.id]);
      header["channels"].push_back(std::move(json));
    }
  header["scene"] = Json::parse(file_.scene(), nullptr, false);
  if (!header["scene"].is_object()) header["scene"] = {{"frames", Json::array()}, {"objects", Json::array()}};
  return header.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string ReportData::read_chunk(std::size_t number) const {
  const Chunk& chunk = chunks_[number];
  std::string bytes(chunk.bytes, '\0');
  if (number == 0)
    for (std::size_t s = 0; s < shown(); ++s)
      put(bytes, s * sizeof(double), &file_.times()[std::min(s * stride_, records_ - 1)], sizeof(double));
  if (chunk.holds_extremes)
    read_extremes(chunk, bytes);
  else
    read_values(chunk, bytes);
  return bytes;
}

void ReportData::read_values(const Chunk& chunk, std::string& bytes) const {
  const std::size_t width = chunk.width();
  if (width == 0 || records_ == 0) return;
  const auto take = [&](std::size_t place, std::size_t count, std::size_t stride) {
    std::vector<double> rows(count * width);
    file_.read(chunk.channels, std::min(place * stride_, records_ - 1), count, stride, rows);
    const double* number = rows.data();
    for (std::size_t r = 0; r < count; ++r)
      for (std::size_t i = 0; i < chunk.channels.size(); ++i)
        for (std::size_t c = 0; c < chunk.channels[i].size; ++c) {
          const auto value = static_cast<float>(*number++);
          const std::size_t entry = (place + r) * chunk.channels[i].size + c;
          put(bytes, chunk.places[i] + entry * sizeof(float), &value, sizeof value);
        }
  };
  const std::size_t block = std::max<std::size_t>(1, kBlockNumbers / width), last = shown() - 1;
  for (std::size_t place = 0; place < last; place += block)
    take(place, std::min(block, last - place), stride_);
  take(last, 1, 1);
}

// Of all records from one that is given up to the next one.
void ReportData::read_extremes(const Chunk& chunk, std::string& bytes) const {
  const std::size_t width = chunk.width(), block = std::max<std::size_t>(1, kBlockNumbers / width);
  std::vector<double> rows;
  for (std::size_t first = 0; first < records_; first += block) {
    const std::size_t count = std::min(block, records_ - first);
    rows.resize(count * width);
    file_.read(chunk.channels, first, count, 1, rows);
    const double* number = rows.data();
    for (std::size_t record = first; record < first + count; ++record) {
      const std::size_t place = shown_before(record);
      const bool is_shown = record % stride_ == 0 || record + 1 == records_;
      for (std::size_t i = 0; i < chunk.channels.size(); ++i) {
        std::size_t at = chunk.places[i] + 2 * place * chunk.channels[i].size * sizeof(float);
        for (std::size_t c = 0; c < chunk.channels[i].size; ++c) {
          const auto value = static_cast<float>(*number++);
          float range[2] = {value, value};
          if (!is_shown) {
            std::memcpy(range, bytes.data() + at, sizeof range);
            range[0] = std::min(value, range[0]);
            range[1] = std::max(value, range[1]);
          }
          put(bytes, at, range, sizeof range);
          at += sizeof range;
        }
      }
    }
  }
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
