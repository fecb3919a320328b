#include "pintle/app/work_progress.h"

#include <fmt/ostream.h>

namespace pintle {

WorkProgress::~WorkProgress() {
  if (has_written_) fmt::print(out_, "\r{:40}\r", "");
}

Progress WorkProgress::observer() {
  if (!is_shown_) return {};
  return [this](double part) { show(part); };
}

void WorkProgress::show(double part) {
  const auto now = Clock::now();
  if (now - begin_ < std::chrono::seconds(1) || now - last_ < std::chrono::milliseconds(200)) return;
  last_ = now;
  has_written_ = true;
  const double elapsed = std::chrono::duration<double>(now - begin_).count();
  fmt::print(out_, "\r  {:.0f} %, {:.0f} s left   ", 100.0 * part, elapsed * (1.0 - part) / part);
  out_.flush();
}

}  // namespace pintle
