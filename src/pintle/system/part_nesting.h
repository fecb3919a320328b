// PartNesting: how deep drives, functions and laws name or contain each other, and how many a field comes to.
// They are built and evaluated by recursion, one that is named twice is evaluated twice: rows and doublings
// without end would exhaust the call stack, or the patience of the user.
#pragma once

#include <memory>
#include <string>

#include "pintle/base/diagnostics.h"
#include "pintle/model/card.h"

namespace pintle {

class PartNesting {
 public:
  static constexpr int kDeepest = 100, kMost = 100'000, kMostInAll = 10'000'000;

  explicit PartNesting(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}
  PartNesting(const PartNesting&) = delete;
  PartNesting& operator=(const PartNesting&) = delete;

  // One more part, being built until the result goes. Null when it is too deep or one too many, with an error
  // the first time; nothing is built from then on.
  std::shared_ptr<const void> enter(const Card& card);

 private:
  void refuse(const std::string& problem, std::string advice);

  Diagnostics& diagnostics_;
  std::string whole_;  // the outermost part
  SourcePlace place_;
  int depth_ = 0, count_ = 0, count_in_all_ = 0;
  bool is_refused_ = false;
};

}  // namespace pintle
