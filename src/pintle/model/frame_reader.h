// Values -> orientations, inertia matrices and attachments.
#pragma once

#include <optional>
#include <string>

#include "pintle/math/types.h"
#include "pintle/model/attachment_desc.h"
#include "pintle/model/number_reader.h"
#include "pintle/model/value.h"

namespace pintle {

// Matrices and quaternions may be off by this much, as happens with numbers printed to seven digits; they are
// then made orthogonal or normalised. More than that is an error.
inline constexpr double kOrientationTolerance = 1e-6;

// 3 rows; {"euler123": [..]}, {"euler313": [..]}, {"euler321": [..]} (each about the axis already turned);
// {"rotation_vector": [..]}; {"quaternion": [w, x, y, z]}; or one or two of {"x": [..], "y": [..], "z":
// [..]}: the first is kept, the second made perpendicular to it or, when left out, chosen near a global axis.
std::optional<Mat3> read_orientation(const NumberReader& reader, const Value& value, const std::string& what);

// 3 moments of inertia; 3 symmetric rows; or {"xx": .., "yy": .., "zz": .., "xy": .., "xz": .., "yz": ..},
// entries of the matrix itself (so xy = -∫ρxy), of which the last three may be left out.
std::optional<Mat3> read_inertia(const NumberReader& reader, const Value& value, const std::string& what,
                                 std::string_view unit);

// "ground"; the name of a node; {"node": .., "offset": [..], "orientation": ..}; or, with the place given in
// the global frame at the start, {"node": .., "at": [..], "axes": ..}. Without a node, or with "ground", it
// is fixed.
std::optional<AttachmentDesc> read_attachment(const NumberReader& reader, const Value& value,
                                              const std::string& what);

}  // namespace pintle
