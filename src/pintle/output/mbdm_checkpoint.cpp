#include "pintle/output/mbdm_checkpoint.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <sstream>

#include "pintle/output/line_file.h"

namespace pintle {

void append_number(std::string& text, double value) {
  constexpr int kAllDigits = 16;           // behind the point
  std::array<char, kAllDigits + 16> room;  // sign, digit, point, exponent
  const char* end =
      std::to_chars(room.data(), room.data() + room.size(), value, std::chars_format::scientific, kAllDigits)
          .ptr;
  if (!text.empty() && text.back() != '\n') text += ' ';
  text.append(room.data(), static_cast<std::size_t>(end - room.data()));
}

void append_row(std::string& text, const VecX& row) {
  for (const double value : row) append_number(text, value);
  text += '\n';
}

std::string write_mbdm_checkpoint(const std::filesystem::path& path, const MbdmCheckpoint& checkpoint) {
  std::string text;
  append_row(text, VecX::Constant(1, checkpoint.time));
  for (const VecX* row :
       {&checkpoint.coordinates.q, &checkpoint.coordinates.rates, &checkpoint.coordinates.second_rates})
    append_row(text, *row);
  for (const Vec3& angles : checkpoint.angles) append_row(text, angles);

  // The old file gets its second name before it loses the first one.
  std::error_code status, ignored;
  const std::filesystem::path old = path.string() + "_old", old_part = old.string() + ".part";
  std::filesystem::create_directories(path.parent_path(), ignored);
  if (std::filesystem::exists(path, ignored)) {
    std::filesystem::remove(old_part, ignored);
    std::filesystem::create_hard_link(path, old_part, status);
    if (status) std::filesystem::copy_file(path, old_part, status);  // a disk without links
    if (!status) std::filesystem::rename(old_part, old, status);
    if (status) return fmt::format("{}: cannot write: {}", old.string(), status.message());
  }
  return write_atomically(path, text);
}

namespace {

class CheckpointReader {
 public:
  CheckpointReader(const std::filesystem::path& path, std::size_t bodies, Diagnostics& diagnostics,
                   const UserFiles& files)
      : files_(files),
        name_(std::make_shared<const std::string>(path.string())),
        bodies_(bodies),
        diagnostics_(diagnostics) {}

  std::optional<MbdmCheckpoint> read() {
    Result<std::string> text = files_.read(*name_);
    if (!text) return fail("cannot open the checkpoint: " + text.message());
    file_.str(std::move(text).value());
    MbdmCheckpoint checkpoint;
    const auto size = 7 * bodies_;
    const auto time = row(1, "the time"), q = row(size, "q"), rates = row(size, "q'"),
               second_rates = row(size, "q''");
    if (!time || !q || !rates || !second_rates) return std::nullopt;
    checkpoint.time = (*time)[0];
    checkpoint.coordinates = {*q, *rates, *second_rates};
    for (std::size_t body = 0; body < bodies_; ++body) {
      const auto angles = row(3, "angles of a body");
      if (!angles) return std::nullopt;
      checkpoint.angles.emplace_back(*angles);
    }
    if (!check_parameters(*q) || !is_at_end()) return std::nullopt;
    return checkpoint;
  }

 private:
  std::optional<VecX> row(std::size_t count, std::string_view what) {
    if (has_failed_) return std::nullopt;
    std::string line, word;
    ++line_;
    if (!std::getline(file_, line)) return fail(fmt::format("the checkpoint ends before {}", what));
    std::vector<double> numbers;
    for (std::istringstream words(line); words >> word;) {
      char* end = nullptr;
      numbers.push_back(std::strtod(word.c_str(), &end));
      if (*end != '\0' || !std::isfinite(numbers.back()))
        return fail(fmt::format("{}: '{}' is not a number; this is not a checkpoint of MBDM", what, word));
    }
    if (numbers.size() != count)
      return fail(
          fmt::format("{}: {} numbers, expected {}: the checkpoint is of another model than one of {} {}",
                      what, numbers.size(), count, bodies_, bodies_ == 1 ? "body" : "bodies"));
    return Eigen::Map<const VecX>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
  }
  bool check_parameters(const VecX& q) {
    constexpr double kNearOne = 1e-3;
    for (std::size_t body = 0; body < bodies_; ++body) {
      const double norm = q.segment<4>(static_cast<Eigen::Index>(7 * body + 3)).norm();
      if (std::abs(norm - 1.0) <= kNearOne) continue;
      line_ = 2;
      fail(fmt::format("q: the Euler parameters of body {} have the norm {:.6g} instead of 1", body + 1,
                       norm));
      return false;
    }
    return true;
  }
  // A coupled run leaves what it exchanged behind the angles.
  bool is_at_end() {
    for (std::string line; std::getline(file_, line);) {
      ++line_;
      if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
      fail("the checkpoint goes on after the angles: it is of a coupled run, which is not supported yet");
      return false;
    }
    return true;
  }
  std::nullopt_t fail(const std::string& message) {
    has_failed_ = true;
    diagnostics_.error({name_, line_, 0}, message);
    return std::nullopt;
  }

  const UserFiles& files_;
  std::istringstream file_;
  std::shared_ptr<const std::string> name_;
  std::size_t bodies_;
  Diagnostics& diagnostics_;
  int line_ = 0;
  bool has_failed_ = false;
};

}  // namespace

std::optional<MbdmCheckpoint> read_mbdm_checkpoint(const std::filesystem::path& path, std::size_t bodies,
                                                   Diagnostics& diagnostics, const UserFiles& files) {
  return CheckpointReader(path, bodies, diagnostics, files).read();
}

}  // namespace pintle
