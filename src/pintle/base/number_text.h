// Numbers as text, independent of the locale.
#pragma once

#include <string>

namespace pintle {

// The shortest text that reads back to the same number: "0.1", "1e+20".
std::string shortest_text(double number);

// Three significant digits, for messages: "0.00123", "1.5".
std::string rounded_text(double number);

}  // namespace pintle
