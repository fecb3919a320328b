// What the command says, and whether it arrives.
#pragma once

#include <string>

namespace pintle {

// Before anything is opened. A stream that is closed would give its number to the next file, and what is said
// would go into that; here it becomes one that cannot be written. A file that grows too large is an error of
// who writes it, not the end of the program.
void prepare_standard_streams();

// After the last word: why it has not arrived (a full device, nobody who reads); empty when it has.
std::string why_not_said();

}  // namespace pintle
