// Finding: what became of one change of a model.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "pintle/model/card.h"
#include "pintle/system/system.h"

namespace pintle {

enum class Verdict : std::uint8_t { agrees, matters, not_done };
std::string_view name_of(Verdict verdict);

struct Finding {
  std::string change;
  Verdict verdict = Verdict::agrees;
  std::string remark = {};  // why it was not done, what failed, which order was observed
  // The difference that comes nearest to what is allowed, or goes furthest beyond it.
  double difference = 0.0, allowed = 0.0, time = 0.0;
  std::string quantity = {}, unit = {}, where = {};
};

Finding not_done(Finding finding, std::string why);
Finding matters(Finding finding, std::string what);

// "joint 'pin' (model.json:12:5)"
std::string describe(const ModelDesc& model, const ChannelGroup& group);

}  // namespace pintle
