// Solids of size one as triangles, to be scaled, turned and moved. Corners go round anticlockwise seen from
// outside.
#pragma once

#include <vector>

#include "pintle/math/types.h"
#include "pintle/results/scene.h"

namespace pintle {

struct SolidMesh {
  std::vector<Vec3> points, normals;
  std::vector<int> triangles;
};

SolidMesh box_mesh();       // edges of length 1, centred
SolidMesh ball_mesh();      // radius 1
SolidMesh cylinder_mesh();  // radius 1, length 1 along axis 3, centred
SolidMesh helix_mesh();     // a coiled wire within that cylinder, its ends on the axis

// Of a box, an ellipsoid or a cylinder; these are as large as `size` of the shape says.
SolidMesh solid_mesh(ShapeKind kind);
bool is_solid(ShapeKind kind);

}  // namespace pintle
