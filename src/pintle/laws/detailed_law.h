// DetailedLaw: a law that tells more of itself than its force. The element that owns it shows these numbers
// with its own.
#pragma once

#include <string_view>
#include <utility>

#include "pintle/laws/law.h"

namespace pintle {

class LawDetailSink {
 public:
  virtual ~LawDetailSink() = default;
  virtual void number(std::string_view name, std::string_view unit, double value) = 0;
};

template <int N>
class DetailedLaw : public Law<N> {
 public:
  virtual void tell(const LawInputs<N>& inputs, LawDetailSink& sink) const noexcept = 0;
};

// Calls use(name, unit, value) for each number that a law has to tell.
template <int N, class Use>
void for_each_detail(const Law<N>& law, const LawInputs<N>& inputs, Use use) {
  struct Sink final : LawDetailSink {
    explicit Sink(Use& to) : use(to) {}
    void number(std::string_view name, std::string_view unit, double value) override {
      use(name, unit, value);
    }
    Use& use;
  } sink(use);
  if (const auto* detailed = dynamic_cast<const DetailedLaw<N>*>(&law)) detailed->tell(inputs, sink);
}

}  // namespace pintle
