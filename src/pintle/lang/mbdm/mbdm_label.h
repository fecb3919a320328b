// Labels in the files of MBDM: "r", "Number of bodies", "I(1,1-3)".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pintle {

enum class MbdmContent { header, numbers, words, expressions };

// A label of a file. Labels are compared by `plain_label`, so that spaces, signs, case and what stands in
// brackets do not matter.
struct MbdmLabel {
  std::string shown;  // as the document writes it: "Number of joints (including drivers)"
  MbdmContent content = MbdmContent::numbers;
  int count = 1;                           // of numbers or expressions
  std::vector<std::string> other_names{};  // plain
  bool is_repeated = false;                // an item may have many such lines
};

// "Save output every (n) steps" -> "save output every steps", "I(2,1-3)" -> "i2".
std::string plain_label(std::string_view label);

}  // namespace pintle
