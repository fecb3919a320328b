#include "pintle/system/part_nesting.h"

#include <fmt/format.h>

#include <utility>

namespace pintle {

std::shared_ptr<const void> PartNesting::enter(const Card& card) {
  if (is_refused_) return nullptr;
  if (depth_ == 0) {
    whole_ = describe(card);
    place_ = card.place;
    count_ = 0;
  }
  if (depth_ == kDeepest)
    refuse(fmt::format("parts are nested more than {} deep, down to {}", kDeepest, describe(card)),
           "name fewer others in a row");
  else if (++count_ > kMost)
    refuse(fmt::format("it has more than {} parts", kMost),
           "what is named twice counts twice, with all that it names; name it once, and multiply it");
  else if (++count_in_all_ > kMostInAll)
    refuse(fmt::format("with it, drives, functions and laws have more than {} parts", kMostInAll),
           "what is named twice counts twice");
  if (is_refused_) return nullptr;
  ++depth_;
  return {this, [this](const PartNesting*) { --depth_; }};
}

void PartNesting::refuse(const std::string& problem, std::string advice) {
  is_refused_ = true;
  diagnostics_.error(place_, fmt::format("{}: {}", whole_, problem), std::move(advice));
}

}  // namespace pintle
