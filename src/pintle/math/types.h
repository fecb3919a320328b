// Eigen aliases used throughout: fixed-size vectors and matrices, dynamic ones, and templated 3-D forms.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace pintle {

using Vec2 = Eigen::Matrix<double, 2, 1>;
using Vec3 = Eigen::Matrix<double, 3, 1>;
using Vec4 = Eigen::Matrix<double, 4, 1>;
using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat3 = Eigen::Matrix<double, 3, 3>;
using Mat6 = Eigen::Matrix<double, 6, 6>;
using VecX = Eigen::Matrix<double, Eigen::Dynamic, 1>;
using MatX = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic>;
using Quat = Eigen::Quaterniond;

template <typename S>
using Vector3T = Eigen::Matrix<S, 3, 1>;
template <typename S>
using Matrix3T = Eigen::Matrix<S, 3, 3>;
template <typename S>
using QuaternionT = Eigen::Quaternion<S>;

}  // namespace pintle
