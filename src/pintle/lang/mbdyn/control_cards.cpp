// The section `control data`: counts, assembly, output.
#include <fmt/format.h>

#include "pintle/lang/mbdyn/model_reader.h"

namespace pintle::mbdyn {

namespace {

// The counters, with the kind of the labels that they count.
const std::map<std::string, std::string, std::less<>>& counters() {
  static const std::map<std::string, std::string, std::less<>> kCounters{
      {"structuralnodes", "structural node"},
      {"filedrivers", "file driver"},
      {"rigidbodies", "body"},
      {"joints", "joint"},
      {"forces", "force"}};
  return kCounters;
}

}  // namespace

const ModelReader::Cards& ModelReader::control_cards() {
  static const Cards kCards = [] {
    Cards cards{{"title", &ModelReader::title},
                {"tolerance", &ModelReader::assembly_tolerance},
                {"initialtolerance", &ModelReader::assembly_tolerance},
                {"skipinitialjointassembly", &ModelReader::skip_assembly}};
    for (const auto& [keyword, kind] : counters()) cards[keyword] = &ModelReader::count;
    for (const char* keyword : {"abstractnodes",
                                "electricnodes",
                                "hydraulicnodes",
                                "parameternodes",
                                "thermalnodes",
                                "aerodynamicelements",
                                "aeromodals",
                                "airproperties",
                                "automaticstructuralelements",
                                "beams",
                                "bulkelements",
                                "electricbulkelements",
                                "electricelements",
                                "externalelements",
                                "genels",
                                "gravity",
                                "hydraulicelements",
                                "loadableelements",
                                "outputelements",
                                "rotors",
                                "inducedvelocityelements",
                                "plates",
                                "jointregularizations",
                                "rtaioutput",
                                "streamoutputelements",
                                "surfaceloads",
                                "solids",
                                "use",
                                "initialstiffness",
                                "omegarotates",
                                "maxiterations",
                                "maxinitialiterations",
                                "print",
                                "makerestartfile",
                                "defaultoutput",
                                "outputprecision",
                                "outputfrequency",
                                "outputmeter",
                                "outputresults",
                                "defaultorientation",
                                "defaultscale",
                                "defaultbeamoutput",
                                "defaultaerodynamicoutput",
                                "outputunits",
                                "model",
                                "solver",
                                "linearsolver",
                                "readsolutionarray",
                                "selectedoutput",
                                "initialassemblyofdeformableandforceelements",
                                "useautomaticdifferentiation",
                                "finiteddifferencejacobianmeter"})
      cards.try_emplace(keyword, &ModelReader::accept_without_effect);
    return cards;
  }();
  return kCards;
}

void ModelReader::title() {
  model_.title = in_.text("the title");
  in_.end_card();
}

void ModelReader::count() {
  const SourcePlace place = cursor_.place();
  const std::int64_t number = in_.integer("the number");
  in_.end_card();
  counts_[word_] = {number, place};
}

void ModelReader::check_counts() {
  for (const auto& [keyword, declared] : counts_) {
    const std::string& kind = counters().find(keyword)->second;
    const auto labels = labels_.find(kind);
    const auto found = labels == labels_.end() ? 0 : static_cast<std::int64_t>(labels->second.size());
    const auto& [number, place] = declared;
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

void ModelReader::assembly_tolerance() {
  const SourcePlace place = cursor_.place();
  single("analysis", "dynamic").set("assembly_tolerance", Value(in_.real("the tolerance")).set_place(place));
  accept_without_effect();
}

void ModelReader::skip_assembly() {
  in_.end_card();
  diagnostics_.note(
      statement_place_,
      "the initial assembly leaves a start that meets its constraints as it is, and is not skipped");
}

}  // namespace pintle::mbdyn
