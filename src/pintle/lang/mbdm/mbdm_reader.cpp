#include "pintle/lang/mbdm/mbdm_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <system_error>

#include "pintle/base/suggest.h"
#include "pintle/lang/mbdm/mbdm_expert_files.h"
#include "pintle/lang/mbdm/mbdm_joints.h"
#include "pintle/lang/mbdm/mbdm_loads.h"
#include "pintle/lang/mbdm/mbdm_main.h"

namespace pintle {

namespace {

bool is_text(std::string_view text, const MbdmFileName& file, Diagnostics& diagnostics) {
  const std::string_view before = text.substr(0, text.find('\0'));
  if (before.size() == text.size()) return true;
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const int column = 1 + count_characters(before.substr(before.rfind('\n') + 1));  // npos + 1 is 0
  diagnostics.error({file, static_cast<int>(line), column}, "there is a zero byte: this is no text",
                    "save it as UTF-8");
  return false;
}

// Files beside the main one that cannot be read, or that nothing reads: a name may be misspelt.
void check_files_beside(const std::filesystem::path& main_file, const UserFiles& files,
                        Diagnostics& diagnostics) {
  const std::vector<std::string> known{"loads", "mooring", "parameters", "solvers", "tracers"};
  const std::string beginning = main_file.filename().string() + ".expert.";
  std::error_code ignored;
  const std::filesystem::path folder = main_file.has_parent_path() ? main_file.parent_path() : ".";
  std::vector<std::string> endings;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
    if (const std::string name = entry.path().filename().string();
        name.starts_with(beginning) && !name.ends_with('~'))
      endings.push_back(name.substr(beginning.size()));
  std::sort(endings.begin(), endings.end());
  for (const std::string& ending : endings) {
    const std::string path = main_file.string() + ".expert." + ending;
    const SourcePlace place{std::make_shared<const std::string>(path), 0, 0};
    if (std::find(known.begin(), known.end(), ending) == known.end()) {
      const std::string near = did_you_mean(ending, known);
      diagnostics.warning(place, "nothing reads this file",
                          near.empty() ? "names end in " + quoted_list(known, "or") : near);
    } else if (const Result<std::string> text = files.read(path); !text) {
      diagnostics.error(place, text.message());
    }
  }
}

Card single_card(std::string kind, std::string type, const SourcePlace& place) {
  return {std::move(kind), std::move(type), "", place, {}};
}

// Number of steps that is never reached: what is saved "every 0 steps" is not saved.
int never(const MbdmParameters& parameters) {
  const double steps = std::ceil((parameters.end_time - parameters.start_time) / parameters.step);
  return static_cast<int>(std::clamp(steps + 1.0, 1.0, 2e9));
}

Card analysis_card(const MbdmParameters& parameters, const MbdmItem& item) {
  Card card = single_card("analysis", parameters.is_dynamic ? "dynamic" : "kinematic", item.place());
  const auto set = [&](const char* field, const char* label, double number) {
    card.set(field, Value(number).set_place(item.place_of(label)));
  };
  set("start_time", "t_start", parameters.start_time);
  set("end_time", "t_end", parameters.end_time);
  set("step", "dt", parameters.step);
  card.set("assembly", "one_node");
  return card;
}

Card solver_card(const MbdmParameters& parameters, const MbdmItem& item) {
  Card card = single_card("solver", "partitioned", item.place());
  card.set("tolerance", Value(parameters.accuracy).set_place(item.place_of("N-R accuracy")));
  card.set("max_iterations", Value(parameters.max_iterations).set_place(item.place_of("N-R steps")));
  return card;
}

Card output_card(const MbdmParameters& parameters, const MbdmItem& item) {
  Card card = single_card("output", "results", item.place());
  const int every = parameters.output_every > 0 ? parameters.output_every : never(parameters);
  card.set("every", Value(every).set_place(item.place_of("Save output every (n) steps")));
  card.set("checkpoint_every",
           Value(parameters.checkpoint_every).set_place(item.place_of("Save checkpoint every (n) steps")));
  return card;
}

Card mbdm_card(const MbdmParameters& parameters, const MbdmMain& main, const std::vector<MbdmBody>& bodies) {
  Card card = single_card("mbdm", "mbdm_card", main.case_place);
  ValueList names;
  for (const MbdmBody& body : bodies) names.emplace_back(body.node);
  card.set("case", Value(parameters.case_name).set_place(main.case_place));
  card.set("output_every", parameters.output_every);
  card.set("checkpoint_every", parameters.checkpoint_every);
  card.set("tracers_every", parameters.tracers_every);
  card.set("bodies", Value(std::move(names)).set_place(main.case_place));
  return card;
}

Card default_gravity(const SourcePlace& place) {
  Card card = single_card("gravity", "gravity", place);
  card.set("acceleration", Value::list({0.0, 0.0, -9.81}).set_place(place));
  return card;
}

}  // namespace

bool looks_like_mbdm(std::string_view text) {
  constexpr std::array<std::string_view, 6> kTypical{
      "kinematic dynamic", "number of bodies", "number of joints", "t start", "t end", "n r accuracy"};
  std::array<bool, kTypical.size()> found{};
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, std::min<std::size_t>(end, 200));
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string label = plain_label(line.substr(0, colon));
    const auto at = std::find(kTypical.begin(), kTypical.end(), label);
    if (at != kTypical.end()) found[static_cast<std::size_t>(at - kTypical.begin())] = true;
  }
  return std::count(found.begin(), found.end(), true) >= 2;
}

ModelDesc read_mbdm_model_text(std::string_view text, const std::string& file_name, Diagnostics& diagnostics,
                               const MbdmFiles& files) {
  const auto file = std::make_shared<const std::string>(file_name);
  ModelDesc model;
  model.file = file;
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    diagnostics.error({file, 1, 1}, "the file is empty", "a model begins with 'Name: <case>'");
    return model;
  }
  if (!is_text(text, file, diagnostics)) return model;
  MbdmMain main = read_mbdm_main(text, file, diagnostics);
  const MbdmParameters parameters = read_mbdm_parameters(main);
  const MbdmItem& item = main.parameters;
  const std::vector<MbdmBody> bodies = read_mbdm_bodies(main.bodies, model);
  read_mbdm_joints(main.joints, bodies, parameters.start_time, model);
  model.title = parameters.case_name;
  Card solver = solver_card(parameters, item), gravity = default_gravity(item.place());
  Card mbdm = mbdm_card(parameters, main, bodies);

  const auto with_file = [&](const char* ending, const auto& read) {
    const auto name = std::make_shared<const std::string>(file_name + ".expert." + ending);
    const auto found = files(*name);
    if (found && is_text(*found, name, diagnostics)) read(*found, name);
  };
  with_file("mooring", [&](std::string_view found, const MbdmFileName& name) {
    ValueList moorings = read_mbdm_moorings(found, name, bodies, model, diagnostics);
    if (!moorings.empty()) mbdm.set("moorings", std::move(moorings));
  });
  with_file("tracers", [&](std::string_view found, const MbdmFileName& name) {
    Value tracers = read_mbdm_tracers(found, name, bodies, diagnostics);
    if (!tracers.as_list().empty()) mbdm.set("tracers", std::move(tracers));
  });
  with_file("parameters", [&](std::string_view found, const MbdmFileName& name) {
    read_mbdm_flags(found, name, solver, mbdm, diagnostics);
  });
  with_file("loads", [&](std::string_view found, const MbdmFileName& name) {
    read_mbdm_loads(found, name, bodies, gravity, model, diagnostics);
  });
  with_file("solvers", [&](std::string_view found, const MbdmFileName& name) {
    check_mbdm_solvers(found, name, bodies, diagnostics);
  });
  for (Card& card :
       std::array{gravity, analysis_card(parameters, item), solver, output_card(parameters, item), mbdm})
    model.cards.push_back(std::move(card));
  return model;
}

std::optional<ModelDesc> read_mbdm_model(const std::filesystem::path& main_file,
                                         const SchemaRegistry& /*registry*/, Diagnostics& diagnostics,
                                         const UserFiles& files) {
  const Result<std::string> text = files.read(main_file);
  if (!text) {
    diagnostics.error({std::make_shared<const std::string>(main_file.string()), 0, 0}, text.message());
    return std::nullopt;
  }
  check_files_beside(main_file, files, diagnostics);
  return read_mbdm_model_text(*text, main_file.string(), diagnostics, [&files](const std::string& name) {
    Result<std::string> beside = files.read(name);  // one that is there and cannot be read has been told
    return beside ? std::optional(std::move(beside).value()) : std::nullopt;
  });
}

}  // namespace pintle
