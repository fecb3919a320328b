#include "pintle/model/frame_reader.h"

#include <gtest/gtest.h>

#include "pintle/math/rotations.h"

namespace pintle {
namespace {

// A handful of products of sines and cosines, each of order one.
constexpr double kTolerance = 1e-15;

class FrameReaderTest : public testing::Test {
 protected:
  std::optional<Mat3> orientation(const Value& value) { return read_orientation(reader_, value, "frame"); }
  std::optional<Mat3> inertia(const Value& value) {
    return read_inertia(reader_, value, "inertia", "kg m^2");
  }
  std::optional<AttachmentDesc> attachment(const Value& value) {
    return read_attachment(reader_, value, "a");
  }

  void expect_orientation(const Value& value, const Mat3& expected) {
    const auto matrix = orientation(value);
    ASSERT_TRUE(matrix) << problems();
    EXPECT_LE((*matrix - expected).cwiseAbs().maxCoeff(), kTolerance) << *matrix;
  }

  std::string problems() {
    const std::string text = diagnostics_.to_text();
    diagnostics_ = {};
    return text;
  }

  Diagnostics diagnostics_;
  NumberReader reader_{"joint 'j'", diagnostics_};
};

Mat3 rotation(double angle, const Vec3& axis) { return Eigen::AngleAxisd(angle, axis).toRotationMatrix(); }

Value rows(double a, double b, double c, double d, double e, double f, double g, double h, double i) {
  return Value::list({Value::list({a, b, c}), Value::list({d, e, f}), Value::list({g, h, i})});
}

TEST_F(FrameReaderTest, reads_a_matrix_by_rows) {
  const auto matrix = orientation(rows(0, -1, 0, 1, 0, 0, 0, 0, 1));
  ASSERT_TRUE(matrix);
  Mat3 expected;
  expected << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  EXPECT_EQ(*matrix, expected);  // to the last bit
}

TEST_F(FrameReaderTest, makes_a_matrix_of_seven_digits_orthogonal) {
  const auto matrix = orientation(rows(0.7071068, -0.7071068, 0, 0.7071068, 0.7071068, 0, 0, 0, 1));
  ASSERT_TRUE(matrix) << problems();
  EXPECT_LE(orthogonality_error(*matrix), 1e-15);
  EXPECT_LE((*matrix - rotation(EIGEN_PI / 4, Vec3::UnitZ())).cwiseAbs().maxCoeff(), 1e-7);
}

TEST_F(FrameReaderTest, refuses_matrices_that_are_no_rotation) {
  orientation(rows(1, 0.01, 0, 0, 1, 0, 0, 0, 1));
  EXPECT_EQ(problems(),
            "error: joint 'j': frame: the matrix is not orthogonal: its rows or columns are off by 0.01; "
            "give more digits, or two axes\n");
  orientation(rows(1, 0, 0, 0, 1, 0, 0, 0, -1));
  EXPECT_EQ(problems(),
            "error: joint 'j': frame: the matrix mirrors: its determinant is negative; "
            "the rows must make a right-handed frame\n");
  orientation(rows(0, 0, 0, 0, 0, 0, 0, 0, 0));
  EXPECT_EQ(problems(),
            "error: joint 'j': frame: the matrix is not orthogonal: its rows or columns are off by 1; "
            "give more digits, or two axes\n");
  orientation(Value::list({1, 1, 1}));
  EXPECT_EQ(problems(),
            "error: joint 'j': frame: expected 3 rows of 3 numbers, or an object such as "
            "{\"euler123\": [0, 0, \"90 deg\"]}, got a list of 3\n");
}

TEST_F(FrameReaderTest, reads_euler_angles_each_about_the_axis_already_turned) {
  const Mat3 x = rotation(0.1, Vec3::UnitX()), y = rotation(0.2, Vec3::UnitY()),
             z = rotation(0.3, Vec3::UnitZ());
  expect_orientation(Value::map({{"euler123", Value::list({0.1, 0.2, 0.3})}}), x * y * z);
  expect_orientation(Value::map({{"euler321", Value::list({0.3, 0.2, 0.1})}}), z * y * x);
  expect_orientation(Value::map({{"euler313", Value::list({0.3, 0.1, 0.3})}}), z * x * z);
  expect_orientation(Value::map({{"euler123", Value::list({0, 0, "90 deg"})}}),
                     rotation(EIGEN_PI / 2, Vec3::UnitZ()));
}

TEST_F(FrameReaderTest, reads_rotation_vectors_and_quaternions) {
  expect_orientation(Value::map({{"rotation_vector", Value::list({"30 deg", 0, 0})}}),
                     rotation(EIGEN_PI / 6, Vec3::UnitX()));
  expect_orientation(Value::map({{"quaternion", Value::list({0.8, 0.6, 0, 0})}}),
                     rotation(2 * std::atan2(0.6, 0.8), Vec3::UnitX()));
  orientation(Value::map({{"quaternion", Value::list({1, 1, 0, 0})}}));
  EXPECT_EQ(
      problems(),
      "error: joint 'j': frame.quaternion: the norm differs from 1 by 0.414; the order is [w, x, y, z]\n");
}

TEST_F(FrameReaderTest, keeps_the_first_of_two_axes) {
  // x stays; y loses its part along x; z = x × y.
  expect_orientation(Value::map({{"x", Value::list({0, 2, 0})}, {"y", Value::list({0, 1, 3})}}),
                     (Mat3() << 0, 0, 1, 1, 0, 0, 0, 1, 0).finished());
  // z stays, so it is x that loses.
  expect_orientation(Value::map({{"z", Value::list({0, 0, 1})}, {"x", Value::list({5, 0, 9})}}),
                     Mat3::Identity());
}

TEST_F(FrameReaderTest, chooses_the_second_axis_when_only_one_is_given) {
  const auto matrix = orientation(Value::map({{"z", Value::list({0, 3, 4})}}));
  ASSERT_TRUE(matrix);
  EXPECT_LE((matrix->col(2) - Vec3(0, 0.6, 0.8)).norm(), kTolerance);
  EXPECT_LE(orthogonality_error(*matrix), kTolerance);
}

TEST_F(FrameReaderTest, refuses_axes_that_make_no_frame) {
  orientation(Value::map({{"x", Value::list({1, 0, 0})}, {"y", Value::list({2, 0, 0})}}));
  EXPECT_EQ(problems(), "error: joint 'j': frame: the axes are parallel, or one has no length\n");
  orientation(Value::map({{"x", Value::list({0, 0, 0})}}));
  EXPECT_EQ(problems(), "error: joint 'j': frame: the axis has no length\n");
  const Value axis = Value::list({1, 0, 0});
  orientation(Value::map({{"x", axis}, {"y", axis}, {"z", axis}}));
  EXPECT_EQ(problems(), "error: joint 'j': frame: give one or two axes; the third follows\n");
}

TEST_F(FrameReaderTest, refuses_unknown_and_mixed_forms) {
  const Value three = Value::list({1, 0, 0});
  orientation(Value::map({{"euler_123", three}}));
  EXPECT_EQ(problems(), "error: joint 'j': frame: unknown field 'euler_123'; did you mean 'euler123'?\n");
  orientation(Value::map({{"euler123", three}, {"x", three}}));
  EXPECT_EQ(problems(), "error: joint 'j': frame: the orientation is already given by 'euler123'\n");
  orientation("upright");
  EXPECT_EQ(problems(),
            "error: joint 'j': frame: expected an orientation such as {\"euler123\": [0, 0, \"90 deg\"]}, "
            "got the text 'upright'\n");
  orientation(Value::map({{"euler123", Value::list({1, "2 m", 3})}}));
  EXPECT_EQ(problems(), "error: joint 'j': frame.euler123[1]: expected rad, got 'm' in '2 m'\n");
}

TEST_F(FrameReaderTest, reads_inertia_in_three_forms) {
  EXPECT_EQ(*inertia(Value::list({1, 2, "3 kg m^2"})), Mat3(Vec3(1, 2, 3).asDiagonal()));
  const Mat3 full = (Mat3() << 1, 4, 5, 4, 2, 6, 5, 6, 3).finished();
  EXPECT_EQ(*inertia(rows(1, 4, 5, 4, 2, 6, 5, 6, 3)), full);
  EXPECT_EQ(*inertia(Value::map({{"xx", 1}, {"yy", 2}, {"zz", 3}, {"xy", 4}, {"xz", 5}, {"yz", 6}})), full);
  EXPECT_EQ(*inertia(Value::map({{"zz", 3}, {"xx", 1}, {"yy", 2}})), Mat3(Vec3(1, 2, 3).asDiagonal()));
}

TEST_F(FrameReaderTest, refuses_inertia_that_is_not_symmetric_or_complete) {
  inertia(rows(1, 0.5, 0, 0.25, 1, 0, 0, 0, 1));
  EXPECT_EQ(problems(),
            "error: joint 'j': inertia: the matrix is not symmetric: two entries differ by 0.25\n");
  inertia(Value::map({{"xx", 1}, {"zz", 1}, {"yx", 1}}));
  EXPECT_EQ(problems(),
            "error: joint 'j': inertia: unknown field 'yx'; did you mean 'yy'?\n"
            "error: joint 'j': inertia: missing 'yy'\n");
  inertia(Value::list({1, 2, "3 kg"}));
  EXPECT_EQ(problems(), "error: joint 'j': inertia[2]: expected kg m^2, got 'kg' in '3 kg'\n");
}

TEST_F(FrameReaderTest, reads_attachments_by_name) {
  EXPECT_TRUE(attachment("ground")->is_ground());
  EXPECT_EQ(attachment("crank")->node, "crank");
  EXPECT_TRUE(attachment(Value::map({{"node", "ground"}}))->is_ground());
  EXPECT_EQ(problems(), "");
}

TEST_F(FrameReaderTest, reads_attachments_with_offset_and_orientation) {
  const auto read = attachment(Value::map(
      {{"node", "crank"},
       {"offset", Value::list({"10 mm", 0, 1})},
       {"orientation", Value::map({{"x", Value::list({0, 1, 0})}, {"y", Value::list({0, 0, 1})}})}}));
  ASSERT_TRUE(read) << problems();
  EXPECT_EQ(read->node, "crank");
  EXPECT_EQ(read->offset, Vec3(0.01, 0, 1));
  EXPECT_EQ(read->orientation.col(0), Vec3::UnitY());
  EXPECT_FALSE(read->global_position);
}

TEST_F(FrameReaderTest, reads_attachments_in_the_global_frame) {
  const auto read = attachment(Value::map({{"node", "crank"},
                                           {"at", Value::list({1, 2, 3})},
                                           {"axes", Value::map({{"z", Value::list({1, 0, 0})}})}}));
  ASSERT_TRUE(read) << problems();
  ASSERT_TRUE(read->global_position);
  EXPECT_EQ(*read->global_position, Vec3(1, 2, 3));
  ASSERT_TRUE(read->global_orientation);
  EXPECT_EQ(read->global_orientation->col(2), Vec3::UnitX());
  EXPECT_EQ(read->orientation, Mat3::Identity());
  EXPECT_TRUE(attachment(Value::map({{"at", Value::list({1, 2, 3})}}))->is_ground());
}

TEST_F(FrameReaderTest, refuses_attachments_that_hold_on_to_nothing) {
  attachment(7);
  EXPECT_EQ(problems(),
            "error: joint 'j': a: expected the name of a node, or \"ground\", got the number 7\n");
  attachment("");
  EXPECT_EQ(problems(), "error: joint 'j': a: expected the name of a node, or \"ground\", got the text ''\n");
  attachment(Value::map({}));
  EXPECT_EQ(problems(),
            "error: joint 'j': a: expected a node, or a place such as {\"at\": [0, 0, 0]}, got an object\n");
}

TEST_F(FrameReaderTest, knows_what_other_programs_call_the_parts) {
  const Value three = Value::list({0, 0, 1});
  attachment(Value::map({{"body", "a"}, {"position", three}, {"rotation", three}}));
  EXPECT_EQ(problems(),
            "error: joint 'j': a: unknown field 'body'; did you mean 'node'?\n"
            "error: joint 'j': a: unknown field 'position'; did you mean 'offset' or 'at'?\n"
            "error: joint 'j': a: unknown field 'rotation'; did you mean 'orientation'?\n");
  orientation(Value::map({{"axis", three}}));
  EXPECT_EQ(problems(), "error: joint 'j': frame: unknown field 'axis'; did you mean 'z'?\n");
}

TEST_F(FrameReaderTest, reports_all_problems_of_an_attachment) {
  const Value three = Value::list({0, 0, 0});
  attachment(Value::map({{"node", 3}, {"ofset", three}, {"offset", 1}, {"at", three}, {"axes", "x"}}));
  EXPECT_EQ(problems(),
            "error: joint 'j': a: unknown field 'ofset'; did you mean 'offset'?\n"
            "error: joint 'j': a.node: expected the name of a node, or \"ground\", got the number 3\n"
            "error: joint 'j': a: give 'offset' or 'at', not both; 'at' is in the global frame\n"
            "error: joint 'j': a.offset: expected a list of 3 numbers in m, got the number 1\n"
            "error: joint 'j': a.axes: expected an orientation such as {\"euler123\": [0, 0, \"90 deg\"]}, "
            "got the text 'x'\n");
}

}  // namespace
}  // namespace pintle
