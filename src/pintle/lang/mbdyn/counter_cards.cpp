// The section `control data`: how many nodes and elements of each kind there are.
#include <fmt/format.h>

#include "pintle/lang/mbdyn/model_reader.h"

namespace pintle::mbdyn {

namespace {

// The counters as the manual writes them, with the kind of the labels that they count; empty for kinds that
// are not built yet.
const std::vector<std::pair<std::string, std::string>>& counters() {
  static const std::vector<std::pair<std::string, std::string>> kCounters{
      {"structural nodes", "structural node"},
      {"rigid bodies", "body"},
      {"joints", "joint"},
      {"forces", "force"},
      {"abstract nodes", ""},
      {"electric nodes", ""},
      {"hydraulic nodes", ""},
      {"parameter nodes", ""},
      {"thermal nodes", ""},
      {"file drivers", "file driver"},
      {"aerodynamic elements", ""},
      {"aeromodals", ""},
      {"automatic structural elements", ""},
      {"beams", ""},
      {"bulk elements", ""},
      {"electric bulk elements", ""},
      {"electric elements", ""},
      {"external elements", ""},
      {"genels", ""},
      {"hydraulic elements", ""},
      {"induced velocity elements", ""},
      {"joint regularizations", ""},
      {"loadable elements", ""},
      {"output elements", ""},
      {"plates", ""},
      {"rotors", ""},
      {"RTAI output", ""},
      {"solids", ""},
      {"stream output elements", ""},
      {"surface loads", ""},
      {"thermal elements", ""}};
  return kCounters;
}

}  // namespace

void ModelReader::add_counters(Cards& cards) {
  for (const auto& [words, kind] : counters()) cards[words] = &ModelReader::count;
}

// `gravity;` says that there is one.
void ModelReader::count_gravity() { accept_without_effect(); }

void ModelReader::count() {
  const SourcePlace place = cursor_.place();
  const std::int64_t number = in_.has_more() ? in_.integer("the number") : 1;
  in_.end_card();
  counts_[word_] = {number, place};
}

void ModelReader::check_counts() {
  for (const auto& [words, kind] : counters()) {
    const auto declared = counts_.find(keyword_of(words));
    const auto labels = labels_.find(kind);
    const auto found = labels == labels_.end() ? 0 : static_cast<std::int64_t>(labels->second.size());
    if (declared == counts_.end()) {
      if (found != 0 && !counts_.empty())
        diagnostics_.warning(
            {model_.file, 0, 0},
            fmt::format("the model has {} {}, but control data does not declare them", found, words),
            fmt::format("add '{}: {};'", words, found));
      continue;
    }
    const auto& [number, place] = declared->second;
    if (kind.empty()) {
      if (number != 0)
        diagnostics_.note(place, fmt::format("{} {} declared: they are not built yet", number, words));
      continue;
    }
    if (found == number) continue;
    std::string list;
    if (labels != labels_.end())
      for (const std::int64_t label : labels->second) {
        if (list.size() > 60) {
          list += ", ...";
          break;
        }
        list += fmt::format("{}{}", list.empty() ? "" : ", ", label);
      }
    diagnostics_.error(place,
                       fmt::format("{} {} declared, {} found{}", number, number == 1 ? "is" : "are", found,
                                   list.empty() ? "" : ": " + list),
                       fmt::format("count each {} that the model defines", kind));
  }
}

}  // namespace pintle::mbdyn
