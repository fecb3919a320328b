// Layout of a state file: "PINTLEST", format version, fingerprint of the model, the scheme as length and
// letters, the files that go with it as their number and each as its name and bytes (from version 2 on),
// time, step, step size, then each vector as length and numbers, then a checksum of all that. Numbers are as
// the machine stores them (little endian).
#include "pintle/output/state_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>
#include <vector>

#include "pintle/base/user_files.h"
#include "pintle/output/line_file.h"

namespace pintle {

namespace {

constexpr std::array<char, 8> kMagic{'P', 'I', 'N', 'T', 'L', 'E', 'S', 'T'};
constexpr std::uint32_t kFormatVersion = 2, kFirstWithFiles = 2;

// FNV-1a
class Checksum {
 public:
  void add(std::string_view bytes) {
    for (const char c : bytes) value_ = (value_ ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 14695981039346656037ULL;
};

template <class T>
void put(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void put(std::string& bytes, const VecX& vector) {
  put(bytes, static_cast<std::uint64_t>(vector.size()));
  bytes.append(reinterpret_cast<const char*>(vector.data()),
               static_cast<std::size_t>(vector.size()) * sizeof(double));
}

void put(std::string& bytes, std::string_view text) {
  put(bytes, static_cast<std::uint64_t>(text.size()));
  bytes += text;
}

void put(std::string& bytes, const std::vector<FileMark>& files) {
  put(bytes, static_cast<std::uint64_t>(files.size()));
  for (const FileMark& file : files) {
    put(bytes, std::string_view(file.name));
    put(bytes, file.bytes);
  }
}

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  template <class T>
  bool get(T& value) {
    if (bytes_.size() < sizeof value) return false;
    std::memcpy(&value, bytes_.data(), sizeof value);
    bytes_.remove_prefix(sizeof value);
    return true;
  }
  bool get(VecX& vector) {
    std::uint64_t size = 0;
    if (!get(size) || bytes_.size() / sizeof(double) < size) return false;
    vector.resize(static_cast<Eigen::Index>(size));
    if (size > 0) std::memcpy(vector.data(), bytes_.data(), size * sizeof(double));
    bytes_.remove_prefix(size * sizeof(double));
    return true;
  }
  bool get(std::vector<FileMark>& files) {
    std::uint64_t count = 0;
    bool is_good = get(count);
    for (std::uint64_t i = 0; i < count && is_good; ++i) {
      FileMark file;
      is_good = get(file.name) && get(file.bytes);
      files.push_back(std::move(file));
    }
    return is_good;
  }
  bool get(std::string& text) {
    std::uint64_t size = 0;
    if (!get(size) || bytes_.size() < size) return false;
    text = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return true;
  }

 private:
  std::string_view bytes_;
};

// All that changes, in the order of the file.
template <class StateRef, class Visit>
bool for_each_part(StateRef& state, Visit&& visit) {
  return visit(state.time) && visit(state.step) && visit(state.step_size) && visit(state.q) &&
         visit(state.v) && visit(state.a) && visit(state.x) && visit(state.xdot) && visit(state.lambda) &&
         visit(state.history) && visit(state.memory);
}

// All but what the integrator remembers, which it looks at itself.
bool has_layout_of(const System& system, const State& state) {
  const State expected = State::zero(system.layout());
  const auto is_same = [](const VecX& a, const VecX& b) { return a.size() == b.size(); };
  return is_same(state.q, expected.q) && is_same(state.v, expected.v) && is_same(state.a, expected.a) &&
         is_same(state.x, expected.x) && is_same(state.xdot, expected.xdot) &&
         is_same(state.lambda, expected.lambda) && is_same(state.history, expected.history);
}

}  // namespace

std::uint64_t fingerprint(const System& system) {
  Checksum sum;
  const Layout& layout = system.layout();
  for (const Index size : {layout.structural, layout.displacement, layout.scalars, layout.states,
                           layout.multipliers, layout.history})
    sum.add(std::to_string(size) + ",");
  for (const NodeInfo& node : system.nodes()) sum.add(node.label.name + ";");
  for (const auto& set : system.sets()) {
    sum.add(set->type());
    for (Index element = 0; element < set->size(); ++element) sum.add(set->label(element).name + ";");
  }
  return sum.value();
}

std::string write_state_file(const std::filesystem::path& path, const System& system, const State& state,
                             std::string_view scheme, const std::vector<FileMark>& files) {
  std::string bytes(kMagic.begin(), kMagic.end());
  put(bytes, kFormatVersion);
  put(bytes, fingerprint(system));
  put(bytes, scheme);
  put(bytes, files);
  for_each_part(state, [&bytes](const auto& part) {
    put(bytes, part);
    return true;
  });
  Checksum sum;
  sum.add(bytes);
  put(bytes, sum.value());
  return write_atomically(path, bytes);
}

std::variant<State, std::string> read_state_file(const std::filesystem::path& path, const System& system,
                                                 std::string_view scheme, std::vector<FileMark>* files) {
  if (const std::string reason = why_not_a_file(path); !reason.empty())
    return fmt::format("{}: cannot open the state file: {}", path.string(), reason);
  std::ifstream file(path, std::ios::binary);
  if (!file) return fmt::format("{}: cannot open the state file: {}", path.string(), std::strerror(errno));
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (bytes.size() < kMagic.size() + sizeof(std::uint64_t) ||
      !std::equal(kMagic.begin(), kMagic.end(), bytes.begin()))
    return fmt::format("{}: not a Pintle state file", path.string());

  const std::string_view content(bytes.data(), bytes.size() - sizeof(std::uint64_t));
  std::uint64_t stored = 0;
  std::memcpy(&stored, bytes.data() + content.size(), sizeof stored);
  Checksum sum;
  sum.add(content);
  if (sum.value() != stored)
    return fmt::format("{}: the state file is damaged or cut short (its checksum does not match)",
                       path.string());

  Reader reader(content.substr(kMagic.size()));
  std::uint32_t version = 0;
  std::uint64_t model = 0;
  State state;
  std::string written_by;
  std::vector<FileMark> marks;
  if (!reader.get(version) || version == 0 || version > kFormatVersion)
    return fmt::format("{}: state file of version {}, this program reads versions up to {}", path.string(),
                       version, kFormatVersion);
  if (!reader.get(model) || model != fingerprint(system))
    return fmt::format("{}: this state belongs to another model (nodes, elements or their names differ)",
                       path.string());
  if (!reader.get(written_by) || (version >= kFirstWithFiles && !reader.get(marks)) ||
      !for_each_part(state, [&reader](auto& part) { return reader.get(part); }))
    return fmt::format("{}: the state file is cut short", path.string());
  if (!has_layout_of(system, state))
    return fmt::format("{}: the state file is damaged: its vectors are not those of the model",
                       path.string());
  if (files) *files = std::move(marks);
  if (written_by != scheme) state.memory.resize(0);
  return state;
}

bool CheckpointWriter::on_start(const System&, const RunInfo&) {
  std::error_code ignored;
  if (!options_.is_resumed) std::filesystem::remove(path_, ignored);
  return true;
}

bool CheckpointWriter::on_checkpoint(const System& system, const State& state) {
  const bool is_left_out = !options_.has_every_one && Clock::now() < next_;
  return is_left_out || write(system, state);
}

void CheckpointWriter::on_finish(const System& system, const State& state) {
  if (time_ != state.time) write(system, state);
}

bool CheckpointWriter::write(const System& system, const State& state) {
  constexpr int kTimesAsLong = 50;  // the run goes on between two of them
  const Clock::time_point begin = Clock::now();
  const std::optional<std::vector<FileMark>> files = secure_();
  if (!files) return false;
  error_ = write_state_file(path_, system, state, options_.scheme, *files);
  if (error_.empty()) time_ = state.time;
  next_ = Clock::now() + kTimesAsLong * (Clock::now() - begin);
  return error_.empty();
}

}  // namespace pintle
