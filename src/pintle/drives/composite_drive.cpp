#include "pintle/drives/composite_drive.h"

#include <algorithm>
#include <utility>

namespace pintle {

CompositeDrive::CompositeDrive(std::vector<Drive> parts, const std::vector<int>& own_channels)
    : parts_(std::move(parts)), channels_used_(own_channels) {
  for (const Drive& part : parts_) {
    channels_used_.insert(channels_used_.end(), part.channels_used().begin(), part.channels_used().end());
    depends_on_steps_ = depends_on_steps_ || part.depends_on_steps();
    has_history_ = has_history_ || part.has_history();
    has_pieces_ = has_pieces_ || part.has_pieces();
  }
  std::sort(channels_used_.begin(), channels_used_.end());
  channels_used_.erase(std::unique(channels_used_.begin(), channels_used_.end()), channels_used_.end());
}

}  // namespace pintle
