// Matrices for the tests of the solvers: chains of links as saddle-point matrices [S Gᵀ; G 0], and dense
// copies.
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <random>
#include <stdexcept>
#include <vector>

#include "pintle/solvers/compressed_columns.h"

namespace pintle::solver_test {

struct SparseMatrix {
  Index size = 0;
  std::vector<Index> column_start, row_index;
  std::vector<double> values;

  CompressedColumns pattern() const { return {size, column_start, row_index}; }
  double& at(Index row, Index column) {
    for (Index p = column_start[column]; p < column_start[column + 1]; ++p) {
      if (row_index[p] == row) return values[p];
    }
    throw std::out_of_range("no such entry");
  }
  Eigen::MatrixXd dense() const {
    Eigen::MatrixXd a = Eigen::MatrixXd::Zero(size, size);
    for (Index j = 0; j < size; ++j) {
      for (Index p = column_start[j]; p < column_start[j + 1]; ++p) a(row_index[p], j) = values[p];
    }
    return a;
  }
};

// Collects entries in any order.
class MatrixBuilder {
 public:
  explicit MatrixBuilder(Index size) : columns_(size) {}
  void add(Index row, Index column, double value) { columns_[column][row] += value; }
  SparseMatrix build() const {
    SparseMatrix m;
    m.size = static_cast<Index>(columns_.size());
    m.column_start.push_back(0);
    for (const auto& column : columns_) {
      for (const auto& [row, value] : column) {
        m.row_index.push_back(row);
        m.values.push_back(value);
      }
      m.column_start.push_back(static_cast<Index>(m.row_index.size()));
    }
    return m;
  }

 private:
  std::vector<std::map<Index, double>> columns_;
};

inline SparseMatrix from_dense(const Eigen::MatrixXd& a) {
  MatrixBuilder builder(static_cast<Index>(a.rows()));
  for (Index j = 0; j < a.cols(); ++j) {
    for (Index i = 0; i < a.rows(); ++i) {
      if (a(i, j) != 0.0) builder.add(i, j, a(i, j));
    }
  }
  return builder.build();
}

struct ChainOptions {
  Index links = 10;
  double mass = 4.0;
  bool has_sparse_blocks =
      false;  // the pattern of revolute joints with their reaction tangent, not full blocks
  bool has_zero_diagonal = false;   // entries of value zero on the diagonal of the multipliers
  bool has_massless_links = false;  // every other one, all but the last
  double stiffness = 0.0;           // of reactions that turn: couples each link to the one before it
  unsigned seed = 1;
};

// Unknowns: 6 per body, then 5 multipliers per joint; joint k couples bodies k - 1 and k, joint 0 the ground.
// Nonsymmetric values on a symmetric pattern, well conditioned in the sense of units.
inline SparseMatrix make_chain(const ChainOptions& options) {
  std::mt19937 generator(options.seed);
  std::uniform_real_distribution<double> random(-1.0, 1.0);
  const Index links = options.links;
  MatrixBuilder m(11 * links);
  const auto is_in_g = [&](Index a, Index b) { return !options.has_sparse_blocks || b >= 3 || b == a; };
  const auto is_in_s = [&](Index a, Index b) {
    return !options.has_sparse_blocks || a == b || (a >= 3 && b >= 3);
  };
  for (Index k = 0; k < links; ++k) {
    for (Index a = 0; a < 6; ++a) {
      for (Index b = 0; b < 6; ++b) {
        const double value = options.mass * ((a == b ? 1.0 : 0.0) + 0.1 * random(generator));
        const bool is_massless = options.has_massless_links && k % 2 == 0 && k < links - 1;
        if (is_in_s(a, b)) m.add(6 * k + a, 6 * k + b, is_massless ? 0.0 : value);
        if (options.stiffness == 0.0) continue;
        const double turns = options.stiffness * random(generator);
        m.add(6 * k + a, 6 * k + b, turns);
        if (k > 0) m.add(6 * k + a, 6 * (k - 1) + b, turns);
        if (k > 0) m.add(6 * (k - 1) + b, 6 * k + a, turns);
      }
    }
    for (Index body = k > 0 ? k - 1 : k; body <= k; ++body) {
      for (Index a = 0; a < 5; ++a) {
        const Index row = 6 * links + 5 * k + a;
        if (options.has_zero_diagonal) m.add(row, row, 0.0);
        for (Index b = 0; b < 6; ++b) {
          const double g = (a == b ? (body == k ? 1.0 : -1.0) : 0.0) + 0.3 * random(generator);
          if (!is_in_g(a, b)) continue;
          m.add(row, 6 * body + b, g);
          m.add(6 * body + b, row, g * (1.0 + 0.05 * random(generator)));
        }
      }
    }
  }
  return m.build();
}

// A ring of bars in the plane, hinged about z to each other and, at both ends, to the ground: unknowns as in
// a chain, one joint more. In space, three of the 5 (links + 1) constraints are redundant: each is one of
// force along z (row 2 of some joint) or of moments about x and y (rows 3 and 4).
inline SparseMatrix make_planar_ring(Index links, double mass) {
  MatrixBuilder m(6 * links + 5 * (links + 1));
  const auto corner = [&](Index k) {
    const double angle = 6.283185307179586 * k / (links + 1);
    return Eigen::Vector3d(std::cos(angle), std::sin(angle), 0.0);
  };
  for (Index k = 0; k < links; ++k) {
    for (Index a = 0; a < 6; ++a) m.add(6 * k + a, 6 * k + a, a < 3 ? mass : 0.1 * mass);
  }
  for (Index k = 0; k <= links; ++k) {
    for (Index body = std::max(k - 1, 0); body <= std::min(k, links - 1); ++body) {
      const double sign = body == k ? 1.0 : -1.0;
      const Eigen::Vector3d arm = corner(k) - 0.5 * (corner(body) + corner(body + 1));
      for (Index r = 0; r < 5; ++r) {
        // r < 3: velocity of the pin, v + w x arm; else w_x and w_y
        Eigen::Matrix<double, 6, 1> g = sign * Eigen::Matrix<double, 6, 1>::Unit(r);
        if (r < 3) g.tail<3>() = sign * arm.cross(Eigen::Vector3d::Unit(r));
        for (Index c = 0; c < 6; ++c) {
          if (g(c) == 0.0) continue;
          m.add(6 * links + 5 * k + r, 6 * body + c, g(c));
          m.add(6 * body + c, 6 * links + 5 * k + r, g(c));
        }
      }
    }
  }
  return m.build();
}

}  // namespace pintle::solver_test
