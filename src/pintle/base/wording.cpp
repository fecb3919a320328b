#include "pintle/base/wording.h"

#include <atomic>

namespace pintle {

namespace {

std::atomic<Wording> chosen_wording = Wording::terminal;

}  // namespace

void set_wording(Wording wording) { chosen_wording = wording; }

std::string_view worded(std::string_view at_terminal, std::string_view in_python) {
  return chosen_wording == Wording::python ? in_python : at_terminal;
}

}  // namespace pintle
