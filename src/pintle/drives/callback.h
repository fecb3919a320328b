// Callback drive: a function of the program that runs the model, of the time and of quantities of the model.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "pintle/drives/drive.h"
#include "pintle/drives/host_function.h"

namespace pintle {

class DriveRegistry;

class CallbackDrive final : public DriveFunction {
 public:
  static constexpr std::size_t kMaxArguments = 64;  // the time is one of them

  // Argument k + 1 is the quantity in slot slots[k].
  CallbackDrive(std::shared_ptr<const HostFunction> function, std::size_t component, std::vector<int> slots);

  double value(const DriveInputs& inputs) const noexcept override;
  double add_gradient(const DriveInputs& inputs, double weight,
                      DriveGradient& gradient) const noexcept override;
  DriveValue derivatives(const DriveArgument&) const noexcept override { return kNoDerivatives; }
  std::span<const int> channels_used() const noexcept override { return channels_used_; }
  // Its derivatives by time are not known, so it prescribes no motion.
  bool depends_on_steps() const noexcept override { return true; }

 private:
  using Arguments = std::array<double, kMaxArguments>;
  std::span<const double> gather(const DriveInputs& inputs, Arguments& room) const noexcept;

  std::shared_ptr<const HostFunction> function_;
  std::size_t component_;
  std::vector<int> slots_, channels_used_;  // as they are handed over; each once
};

void register_callback_drive(DriveRegistry& registry);

}  // namespace pintle
