// `pintle doctor`: what this build is made of, and what it misses.
#pragma once

#include <iosfwd>

namespace pintle {

int doctor(std::ostream& out);

}  // namespace pintle
