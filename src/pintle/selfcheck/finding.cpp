#include "pintle/selfcheck/finding.h"

#include <fmt/format.h>

#include <utility>

namespace pintle {

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::agrees:
      return "agrees";
    case Verdict::matters:
      return "MATTERS";
    case Verdict::not_done:
      return "not done";
  }
  return "";
}

std::string describe(const ModelDesc& model, const ChannelGroup& group) {
  if (group.kind == "system") return "the whole system";
  const Card* card = model.find(group.kind, group.name);
  const std::string place = card ? card->place.to_string() : "";
  return fmt::format("{} '{}'{}", group.kind, group.name, place.empty() ? "" : " (" + place + ")");
}

Finding not_done(Finding finding, std::string why) {
  finding.verdict = Verdict::not_done;
  finding.remark = std::move(why);
  return finding;
}

Finding matters(Finding finding, std::string what) {
  finding.verdict = Verdict::matters;
  finding.remark = std::move(what);
  return finding;
}

}  // namespace pintle
