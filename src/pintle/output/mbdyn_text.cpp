#include "pintle/output/mbdyn_text.h"

#include <fmt/format.h>

#include <iterator>

namespace pintle {

void TextOutline::word(std::string_view word) {
  fmt::format_to(std::back_inserter(out_), "{}: {}", word, label_);
  has_begun_ = true;
}

void TextOutline::node(FrameIndex frame) {
  fmt::format_to(std::back_inserter(out_), " {}", model_.label_of(frame));
}

void TextOutline::number(double value) { fmt::format_to(std::back_inserter(out_), " {:g}", value); }

void TextOutline::end() {
  if (has_begun_) out_ += '\n';
  has_begun_ = false;
}

}  // namespace pintle
