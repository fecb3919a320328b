// Lines of MBDyn's files of text, appended to a buffer that is used again and again.
#pragma once

#include <charconv>
#include <string>

#include "pintle/output/mbdyn_model.h"
#include "pintle/system/report.h"

namespace pintle {

// One record of a node or an element: its label and columns.
class TextRecord final : public ReportSink {
 public:
  using ReportSink::reaction;
  TextRecord(std::string& out, int precision, const MbdynModel& model, bool has_old_forces)
      : out_(out), precision_(precision), model_(model), has_old_forces_(has_old_forces) {}

  // Labels stand in columns of eight; those of forces do not.
  void begin(int label, OrientationDescription orientation, std::size_t width) {
    orientation_ = orientation;
    nodes_ = 0;
    std::array<char, 16> text;
    const char* end = std::to_chars(text.data(), text.data() + text.size(), label).ptr;
    const auto size = static_cast<std::size_t>(end - text.data());
    if (size < width) out_.append(width - size, ' ');
    out_.append(text.data(), size);
    columns_ = out_.size();
  }
  // Whoever said nothing has no line.
  void end() {
    if (out_.size() > columns_)
      out_ += '\n';
    else
      out_.resize(out_.rfind('\n') + 1);
  }

  void number(double value) {
    std::array<char, 40> text;  // sign, digit, point, at most 16 digits, exponent
    text[0] = ' ';
    const char* end = std::to_chars(text.data() + 1, text.data() + text.size(), value,
                                    std::chars_format::scientific, precision_)
                          .ptr;
    out_.append(text.data(), static_cast<std::size_t>(end - text.data()));
  }
  void vector(const Vec3& v) {
    for (const double value : v) number(value);
  }

  void reaction(const Vec3& force, const Vec3& moment, const Vec3& ground_force,
                const Vec3& ground_moment) override {
    for (const Vec3* v : {&force, &moment, &ground_force, &ground_moment}) vector(*v);
  }
  void number(std::string_view, std::string_view, double value) override { number(value); }
  void vector(std::string_view name, std::string_view, const Vec3& value) override {
    if (has_old_forces_ && nodes_ > 1) return;
    if (has_old_forces_ && name != "A") number(value.norm());
    vector(value);
  }
  void orientation(const Mat3& matrix) override {
    const auto numbers = describe_orientation(matrix, orientation_);
    for (int i = 0; i < size_of(orientation_); ++i) number(numbers[static_cast<std::size_t>(i)]);
  }
  void node(FrameIndex frame) override {
    if (has_old_forces_ && ++nodes_ > 1) return;
    out_ += ' ';
    out_ += std::to_string(model_.label_of(frame));
  }

 private:
  std::string& out_;
  int precision_;
  const MbdynModel& model_;
  bool has_old_forces_;
  OrientationDescription orientation_ = OrientationDescription::euler123;
  std::size_t columns_ = 0;  // where those of the present line begin
  int nodes_ = 0;            // of the present force
};

// One line of the summary.
class TextOutline final : public OutlineSink {
 public:
  TextOutline(std::string& out, const MbdynModel& model) : out_(out), model_(model) {}

  void begin(int label) { label_ = label; }
  void word(std::string_view word) override;
  void node(FrameIndex frame) override;
  void number(double value) override;
  // The end of the line, if one was begun.
  void end();

 private:
  std::string& out_;
  const MbdynModel& model_;
  int label_ = 0;
  bool has_begun_ = false;
};

}  // namespace pintle
