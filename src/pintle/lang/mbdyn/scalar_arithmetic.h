// What the operators and the functions of types and texts do with the values of MBDyn's expressions.
#pragma once

#include <span>
#include <string_view>

#include "pintle/lang/mbdyn/card_error.h"
#include "pintle/lang/mbdyn/scalar.h"

namespace pintle::mbdyn {

// a op b; `place` is that of the operator. Integers are those of C, of 32 bits: what does not fit is an
// error.
Scalar operated(std::string_view op, const Scalar& a, const Scalar& b, const SourcePlace& place);
Scalar negated(const Scalar& number, const SourcePlace& place);

// The value as one of that type: integer(2.7) is 2, string(2.5) is "2.500000e+00", as in the program.
// `owner` names in messages what has the type.
Scalar converted(Scalar value, ScalarType type, std::string_view owner, const SourcePlace& place);

// sprintf("%04d", 9): one conversion, d i x X o for integers, e f g and the like for reals, s for texts.
std::string formatted(const std::string& format, const Scalar& value, const SourcePlace& place);

}  // namespace pintle::mbdyn
