// What an element says of itself in result files in the layout of MBDyn (output/mbdyn.md): a line per record,
// and a line in the summary of the model. Each type says it in one place; the files choose how it is written.
#pragma once

#include <string_view>

#include "pintle/system/attachment.h"

namespace pintle {

// Receives the columns of one element, always the same ones in the same order. Names and units are those of
// NetCDF variables; files of text have the order only.
class ReportSink {
 public:
  virtual ~ReportSink() = default;
  // What a joint exerts on the side that is reported: in its own axes, and in those of the ground.
  virtual void reaction(const Vec3& force, const Vec3& moment, const Vec3& ground_force,
                        const Vec3& ground_moment) = 0;
  virtual void number(std::string_view name, std::string_view unit, double value) = 0;
  virtual void vector(std::string_view name, std::string_view unit, const Vec3& value) = 0;
  // Shown as angles, as a vector or as a matrix, as the user chose.
  virtual void orientation(const Mat3& matrix) = 0;
  virtual void node(FrameIndex frame) = 0;

  void reaction(const Vec3& ground_force, const Vec3& ground_moment, const Mat3& axes) {
    reaction(axes.transpose() * ground_force, axes.transpose() * ground_moment, ground_force, ground_moment);
  }
};

// Receives the numbers of one element that drives may listen to, by the names and in the order of MBDyn
// ("private data"): always the same ones.
class PrivateDataSink {
 public:
  virtual ~PrivateDataSink() = default;
  // Its name is `stem` with `ending` behind it.
  virtual void take(std::string_view stem, std::string_view ending, double value) = 0;

  void number(std::string_view name, double value) { take(name, {}, value); }
  void vector(std::string_view stem, const Vec3& v) {  // Fx, Fy, Fz
    for (int i = 0; i < 3; ++i)
      take(stem, std::string_view("xyz").substr(static_cast<std::size_t>(i), 1), v[i]);
  }
  void numbered(std::string_view stem, const Vec3& v) {  // lambda[1], lambda[2], lambda[3]
    for (int i = 0; i < 3; ++i)
      take(stem, std::string_view("[1][2][3]").substr(3 * static_cast<std::size_t>(i), 3), v[i]);
  }
};

// Receives the summary of one element: a word, the element's label, and what follows it.
class OutlineSink {
 public:
  virtual ~OutlineSink() = default;
  virtual void word(std::string_view word) = 0;
  virtual void node(FrameIndex frame) = 0;
  virtual void number(double value) = 0;

  void vector(const Vec3& v) {
    for (const double value : v) number(value);
  }
  void matrix(const Mat3& m) {  // by rows
    for (int i = 0; i < 3; ++i) vector(m.row(i));
  }
  void point(const Attachment& at) {
    node(at.frame);
    vector(at.offset);
  }
  void side(const Attachment& at) {
    point(at);
    matrix(at.axes);
  }
};

// Momentum of what a node carries and its rate; the angular one is about the node's origin.
struct NodeMomentum {
  Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();
  Vec3 linear_rate = Vec3::Zero(), angular_rate = Vec3::Zero();
};

}  // namespace pintle
