// CompositeDrive: what drives made of other drives have in common.
#pragma once

#include <vector>

#include "pintle/drives/drive.h"

namespace pintle {

class CompositeDrive : public DriveFunction {
 public:
  explicit CompositeDrive(std::vector<Drive> parts, const std::vector<int>& own_channels = {});

  std::span<const int> channels_used() const noexcept final { return channels_used_; }
  bool depends_on_steps() const noexcept override { return depends_on_steps_; }
  bool has_history() const noexcept override { return has_history_; }
  bool has_pieces() const noexcept override { return has_pieces_; }
  // Parts that see another argument than the whole need their own way.
  std::uint64_t piece(const DriveInputs& inputs) const noexcept override {
    std::uint64_t all = 0;
    for (const Drive& part : parts_) all = joined_pieces(all, part.piece(inputs));
    return all;
  }
  void commit(const DriveInputs& inputs, std::span<double> history) const noexcept override {
    for (const Drive& part : parts_) part.commit(inputs, history);
  }

 protected:
  std::span<const Drive> parts() const noexcept { return parts_; }
  const Drive& part(std::size_t i) const noexcept { return parts_[i]; }

 private:
  std::vector<Drive> parts_;
  std::vector<int> channels_used_;
  bool depends_on_steps_ = false;
  bool has_history_ = false;
  bool has_pieces_ = false;
};

}  // namespace pintle
