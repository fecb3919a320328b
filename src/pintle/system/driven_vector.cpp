#include "pintle/system/driven_vector.h"

#include <algorithm>

namespace pintle {

std::vector<int> DrivenVector::measurements_used() const {
  std::vector<int> slots;
  for (const Drive& drive : drives_)
    slots.insert(slots.end(), drive.channels_used().begin(), drive.channels_used().end());
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  return slots;
}

Vec3 DrivenVector::derivative(const Context& context, int slot, std::span<double> scratch) const noexcept {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < drives_.size(); ++i) {
    double by_time = 0.0;
    std::fill(scratch.begin(), scratch.end(), 0.0);
    drives_[i].value_and_gradient(context.drive_inputs(), by_time, scratch);
    sum += scratch[static_cast<std::size_t>(slot)] * directions_[i];
  }
  return sum;
}

}  // namespace pintle
