#include "pintle/lang/mbdm/mbdm_joint_type.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "pintle/base/suggest.h"

namespace pintle {

namespace {

constexpr std::array<MbdmJointType, 13> kJointTypes{{{"ABX", true, "dist"},
                                                     {"ABY", true, "dist"},
                                                     {"ABZ", true, "dist"},
                                                     {"ABA", true, "q1"},
                                                     {"C", false, "p1 q1 r1 p2 q2"},
                                                     {"DI", false, "p1 p2 dist"},
                                                     {"G", true, "p1 q1"},
                                                     {"R", false, "p1 q1 r1 p2 q2"},
                                                     {"RC", false, "p1 q1 p2 q2 r2"},
                                                     {"RDRV", false, "p1 q1 r1 p2 dist"},
                                                     {"S", false, "p1 p2"},
                                                     {"T", false, "p1 q1 r1 p2 q2 r2"},
                                                     {"U", false, "p1 q1 p2 q2"}}};

constexpr std::array<std::string_view, 7> kGeometry{"p1", "q1", "r1", "p2", "q2", "r2", "dist"};

}  // namespace

const MbdmJointType* read_mbdm_joint_type(const MbdmItem& item) {
  if (!item.has("type")) {
    item.report_missing("type");
    return nullptr;
  }
  const std::string written = item.text("type");
  std::string upper = written;
  for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  std::vector<std::string> names;
  for (const MbdmJointType& type : kJointTypes) {
    if (upper == type.name) return &type;
    names.emplace_back(type.name);
  }
  const std::string near = did_you_mean(upper, names);
  item.error(item.place_of("type"), fmt::format("type: '{}' is no type of joint", written),
             near.empty() ? "the types are " + quoted_list(names) : near);
  return nullptr;
}

bool check_mbdm_joint_lines(const MbdmItem& item, const MbdmJointType& type) {
  bool is_good = true;
  for (const std::string_view line : kGeometry) {
    const bool is_used = type.uses.find(line) != std::string_view::npos;
    if (!item.has(line)) {
      if (is_used)
        item.report_missing(line);
      else
        item.note(item.place(),
                  fmt::format("the line '{}:' is missing; type {} does not use it", line, type.name));
      is_good = is_good && !is_used;
      continue;
    }
    const auto numbers = item.numbers(line);
    is_good = is_good && numbers;
    const bool is_zero = !numbers || std::all_of(numbers->values.begin(), numbers->values.end(),
                                                 [](double value) { return value == 0.0; });
    const bool misleads = line == "dist" || line[0] == 'p';
    if (!is_used && !is_zero && misleads)
      item.warning(numbers->place, fmt::format("{}: type {} does not use it", line, type.name), "write 0");
  }
  return is_good;
}

}  // namespace pintle
