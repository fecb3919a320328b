// Wording: messages name options and commands as the program that shows them has them. Code that has
// something to say gives both wordings; a process is one program.
#pragma once

#include <cstdint>
#include <string_view>

namespace pintle {

enum class Wording : std::uint8_t { terminal, python };

// For the terminal, until a program says otherwise; to be set before anything else is done.
void set_wording(Wording wording);

// worded("--end-time", "end_time")
std::string_view worded(std::string_view at_terminal, std::string_view in_python);

}  // namespace pintle
