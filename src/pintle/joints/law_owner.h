// What elements with a constitutive law share: the law, its place in the history, and how its card names it.
#pragma once

#include <string_view>

#include "pintle/laws/law.h"
#include "pintle/system/connector.h"
#include "pintle/system/context.h"
#include "pintle/system/system_builder.h"

namespace pintle {

template <int N>
class LawOwner {
 public:
  explicit LawOwner(LawPointer<N> law) : law_(std::move(law)) {}

  const Law<N>& law() const { return *law_; }
  void connect(Connector& connector) {
    size_ = law_->history_size();
    first_ = connector.history(size_);
  }
  LawInputs<N> inputs(const Context& context, const LawVector<N>& strain, const LawVector<N>& rate) const {
    return {strain, rate, context.drive_inputs(), part_of(context.history)};
  }
  void start(const LawInputs<N>& inputs, std::span<double> history) const {
    if (size_ > 0) law_->start_history(inputs, part_of(history));
  }
  void commit(const LawInputs<N>& inputs, std::span<double> history) const {
    if (size_ > 0) law_->commit(inputs, part_of(history));
  }

 private:
  template <class T>
  std::span<T> part_of(std::span<T> history) const {
    return history.subspan(static_cast<std::size_t>(first_), static_cast<std::size_t>(size_));
  }

  LawPointer<N> law_;
  Index first_ = 0, size_ = 0;
};

}  // namespace pintle
