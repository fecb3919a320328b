#include "pintle/output/mbdyn_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>

#include "pintle/output/mbdyn_text.h"

namespace pintle {

namespace {

constexpr std::size_t kTextBufferBytes = 1u << 20;
constexpr std::size_t kLabelWidth = 8;

// Lines until the first label comes again.
std::size_t lines_per_record(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line, first, label;
  std::size_t lines = 0;
  while (std::getline(file, line) && !file.eof()) {
    std::istringstream(line) >> label;
    if (lines++ == 0)
      first = label;
    else if (label == first)
      return lines - 1;
  }
  return lines;
}

// The first `lines` lines of a file stay, the rest goes. False when it has fewer.
bool keep_lines(const std::filesystem::path& path, std::size_t lines) {
  std::ifstream file(path, std::ios::binary);
  std::string line;
  std::uintmax_t bytes = 0;
  for (std::size_t i = 0; i < lines; ++i) {
    if (!std::getline(file, line) || file.eof()) return false;
    bytes += line.size() + 1;
  }
  file.close();
  std::error_code status;
  std::filesystem::resize_file(path, bytes, status);
  return !status;
}

// What the .out file of an earlier run says: its lines up to a time, and how many of these have records.
struct Progress {
  std::size_t lines = 0, records = 0;
};
Progress progress_until(const std::filesystem::path& path, double time) {
  std::ifstream file(path);
  std::string line;
  Progress progress;
  for (std::size_t i = 1; std::getline(file, line) && !file.eof(); ++i) {
    std::istringstream words(line);
    std::string word;
    double step = 0.0, at = 0.0, skipped = 0.0;
    int is_written = 0;
    if (words >> word && word == "Step") {
      words >> step >> at >> skipped >> skipped >> skipped >> skipped >> skipped >> is_written;
      if (at > time) break;
      progress.records += is_written != 0;
    }
    progress.lines = i;
  }
  return progress;
}

}  // namespace

MbdynFiles::MbdynFiles(const std::filesystem::path& prefix, MbdynSettings settings, int every)
    : settings_(std::move(settings)), schedule_(every), every_(every) {
  for (const std::string_view ending : kEndings) files_.emplace_back(prefix.string() + std::string(ending));
}

bool MbdynFiles::is_needed(File file) const {
  const auto is_written = [](const MbdynModel::Element& element) { return element.item.has_output; };
  switch (file) {
    case mov:
    case ine:
      return std::any_of(model_.nodes().begin(), model_.nodes().end(), [file](const MbdynModel::Node& node) {
        return node.item.has_output && (file == mov || node.is_dynamic);
      });
    case jnt:
    case frc: {
      const auto& elements = model_.elements(file == jnt ? "joint" : "load");
      return std::any_of(elements.begin(), elements.end(), is_written);
    }
    case rfm:
      return !settings_.frames.empty();
    default:
      return true;
  }
}

std::vector<std::string> MbdynFiles::endings() const {
  std::vector<std::string> list;
  for (int i = 0; i < kFiles; ++i)
    if (is_needed(static_cast<File>(i))) list.emplace_back(kEndings[static_cast<std::size_t>(i)]);
  return list;
}

bool MbdynFiles::on_start(const System& system, const RunInfo&) {
  model_ = MbdynModel(system, settings_);
  schedule_.start(system);
  momenta_.resize(static_cast<std::size_t>(system.layout().frames()));
  is_resumed_ = !std::isnan(resume_time_) && std::filesystem::exists(files_[out].path());
  if (is_resumed_) prepare_resumption();
  for (int i = 0; i < kFiles && error_.empty(); ++i) {
    std::error_code ignored;
    if (!is_needed(static_cast<File>(i)))
      std::filesystem::remove(files_[static_cast<std::size_t>(i)].path(), ignored);  // of an earlier run
    else if (!files_[static_cast<std::size_t>(i)].open(is_resumed_))
      error_ = fmt::format("{}: cannot write: {}", files_[static_cast<std::size_t>(i)].path().string(),
                           std::strerror(errno));
  }
  if (!is_resumed_)
    files_[out].text +=
        "# Key for lines starting with \"Step\":\n# Step Time TStep NIter ResErr SolErr SolConv Out\n";
  last_flush_ = std::chrono::steady_clock::now();
  return error_.empty();
}

void MbdynFiles::prepare_resumption() {
  last_time_ = resume_time_;
  const Progress progress = progress_until(files_[out].path(), resume_time_);
  records_ = static_cast<std::int64_t>(progress.records);
  for (int i = 0; i < log; ++i) {
    const auto file = static_cast<File>(i);
    const std::filesystem::path& path = files_[static_cast<std::size_t>(i)].path();
    const std::size_t lines = file == out ? progress.lines : progress.records * lines_per_record(path);
    if (is_needed(file) && !keep_lines(path, lines))
      error_ = fmt::format("{}: these results are not those of the state to go on from", path.string());
  }
}

void MbdynFiles::on_step(const State& state, const StepInfo& info) {
  fmt::format_to(std::back_inserter(files_[out].text), "Step {} {:.16g} {:.16g} {} {:.6g} 0 0 {}\n",
                 state.step, state.time, info.size, info.iterations, info.error,
                 schedule_.is_due(state) ? 1 : 0);
}

bool MbdynFiles::on_state(const System& system, const State& state, const Context& context) {
  if (!error_.empty()) return false;
  const bool is_first = std::isinf(last_time_);
  if (is_first) {
    write_summary(context);
    write_reference_frames();
    fmt::format_to(std::back_inserter(files_[out].text), "Step {} {:.16g} 0 0 0 0 0 {}\n", state.step,
                   state.time, schedule_.is_due(state) ? 1 : 0);
  }
  if (state.time <= last_time_) return true;  // written already
  last_time_ = state.time;
  if (schedule_.is_due(state)) {
    write_nodes(context);
    write_momenta(system, context);
    write_elements("joint", context);
    write_elements("load", context);
    ++records_;
  }
  std::size_t size = 0;
  for (const LineFile& file : files_) size += file.text.size();
  if (size > kTextBufferBytes || std::chrono::steady_clock::now() - last_flush_ > std::chrono::seconds(1))
    flush();
  return error_.empty();
}

void MbdynFiles::write_nodes(const Context& context) {
  TextRecord record(files_[mov].text, settings_.precision, model_, false);
  for (const MbdynModel::Node& node : model_.nodes()) {
    if (!node.item.has_output) continue;
    const Frame frame = node.motion(context);
    record.begin(node.label, node.has_axes ? node.item.orientation : OrientationDescription::euler123,
                 kLabelWidth);
    record.vector(frame.x);
    record.orientation(frame.R);
    record.vector(frame.v);
    record.vector(frame.omega);
    if (node.item.has_accelerations) {
      record.vector(frame.a);
      record.vector(frame.alpha);
    }
    record.end();
  }
}

void MbdynFiles::write_momenta(const System& system, const Context& context) {
  if (!is_needed(ine)) return;
  std::fill(momenta_.begin(), momenta_.end(), NodeMomentum{});
  for (const auto& set : system.sets()) set->add_momenta(context, momenta_);
  TextRecord record(files_[ine].text, settings_.precision, model_, false);
  for (const MbdynModel::Node& node : model_.nodes()) {
    if (!node.item.has_output || !node.is_dynamic) continue;
    const NodeMomentum& momentum = momenta_[static_cast<std::size_t>(node.frame)];
    record.begin(node.label, node.item.orientation, kLabelWidth);
    for (const Vec3* v : {&momentum.linear, &momentum.angular, &momentum.linear_rate, &momentum.angular_rate})
      record.vector(*v);
    record.end();
  }
}

void MbdynFiles::write_elements(std::string_view kind, const Context& context) {
  const bool is_joint = kind == "joint";
  TextRecord record(files_[is_joint ? jnt : frc].text, settings_.precision, model_,
                    settings_.has_old_forces && !is_joint);
  for (const MbdynModel::Element& element : model_.elements(kind)) {
    if (!element.item.has_output) continue;
    record.begin(element.label, element.item.orientation, is_joint ? kLabelWidth : 0);
    element.report(context, record);
    record.end();
  }
}

void MbdynFiles::write_summary(const Context& context) {
  std::string& text = files_[log].text;
  fmt::format_to(std::back_inserter(text), "output frequency: {}\n", every_);
  TextOutline outline(text, model_);
  for (const MbdynModel::Node& node : model_.nodes()) {
    const Frame frame = node.motion(context);
    outline.begin(node.label);
    if (node.derived)
      node.derived->outline(node.element, outline);
    else
      outline.word("structural node");
    outline.vector(frame.x);
    if (node.has_axes) {
      fmt::format_to(std::back_inserter(text), " {}", outline_word(node.item.orientation));
      const auto numbers = describe_orientation(frame.R, node.item.orientation);
      for (int i = 0; i < size_of(node.item.orientation); ++i)
        outline.number(numbers[static_cast<std::size_t>(i)]);
    }
    outline.end();
  }
  for (const MbdynModel::Element* element : model_.elements_in_order()) {
    outline.begin(element->label);
    element->set->outline(element->element, outline);
    outline.end();
  }
}

// As nodes are, once.
void MbdynFiles::write_reference_frames() {
  TextRecord record(files_[rfm].text, settings_.precision, model_, false);
  for (const MbdynFrame& frame : settings_.frames) {
    record.begin(frame.label, settings_.item("node", "").orientation, kLabelWidth);
    record.vector(frame.x);
    record.orientation(frame.R);
    record.vector(frame.v);
    record.vector(frame.omega);
    record.end();
  }
}

// All files, so that they show the same records.
void MbdynFiles::flush() {
  for (int i = 0; i < kFiles; ++i) {
    LineFile& file = files_[static_cast<std::size_t>(i)];
    if (is_needed(static_cast<File>(i)) && !file.flush() && error_.empty())
      error_ = fmt::format("{}: cannot write: {}", file.path().string(), std::strerror(errno));
  }
  last_flush_ = std::chrono::steady_clock::now();
}

bool MbdynFiles::on_checkpoint(const System&, const State&) {
  if (error_.empty()) flush();
  return false;
}

void MbdynFiles::on_finish(const System&, const State&) {
  if (error_.empty()) flush();
  for (LineFile& file : files_) file.close();
}

}  // namespace pintle
