#include "pintle/app/job.h"

#include <fmt/format.h>

#include "pintle/app/registry_of_everything.h"
#include "pintle/base/wording.h"
#include "pintle/lang/json/json_reader.h"
#include "pintle/lang/mbdm/mbdm_reader.h"
#include "pintle/lang/mbdyn/mbdyn_reader.h"
#include "pintle/output/result_names.h"

namespace pintle {

namespace {

// The single card of a kind, checked; a model without it gets the defaults of `type`.
CheckedCard single(const ModelDesc& model, std::string_view kind, std::string type,
                   Diagnostics& diagnostics) {
  const Card* given = model.find_single(kind);
  Card card = given ? *given : Card{std::string(kind), std::move(type), "", {}, {}};
  return check_card(std::move(card), registry_of_everything().schemas(), diagnostics);
}

// Another analysis of the same model, at the time at which its own would start and assembled like it.
void replace_analysis(ModelDesc& model, const std::string& type, bool is_at_rest) {
  Card card{"analysis", type, "", {model.file, 0, 0}, {}};
  if (const Card* own = model.find_single("analysis"))
    for (const char* kept :
         {"start_time", "assembly_tolerance", "assembly_max_iterations", "assembly", "assembly_length"})
      if (const Value* value = own->find(kept)) card.set(kept, *value);
  if (const Card* own = model.find_single("analysis"); type == "linear" && own && own->find("at_rest"))
    card.set("at_rest", *own->find("at_rest"));
  if (is_at_rest) card.set("at_rest", true);
  std::erase_if(model.cards, [](const Card& item) { return item.kind == "analysis"; });
  model.cards.push_back(std::move(card));
}

StaticAnalysis read_statics(const CheckedCard& analysis, DynamicSettings& settings) {
  const StaticAnalysis statics{read_equilibrium(analysis), analysis.type() == "linear"};
  settings.assembly = statics.settings.assembly;
  settings.start_time = settings.end_time = statics.settings.time;
  return statics;
}

bool is_static(std::string_view analysis) { return analysis == "equilibrium" || analysis == "linear"; }

// An option as the place of a mistake.
SourcePlace option_place(std::string_view at_terminal, std::string_view in_python) {
  return {std::make_shared<const std::string>(worded(at_terminal, in_python)), 0, 0};
}

// What the caller gives goes before the model, and is checked like it.
void apply_radius(double rho, DynamicSettings& settings, Diagnostics& diagnostics) {
  const bool is_alpha =
      settings.formulation == Formulation::joint
          ? settings.joint.method == JointMethod::generalised_alpha
          : settings.formulation == Formulation::absolute && has_radius(settings.solver.method);
  if (!is_alpha)
    diagnostics.error(option_place("--rho", "rho"),
                      fmt::format("the method '{}' has no spectral radius to choose", method_of(settings)));
  if (!(rho >= 0.0 && rho <= 1.0))
    diagnostics.error(option_place("--rho", "rho"), fmt::format("must be from 0 to 1, got {:g}", rho));
  settings.solver.rho = settings.joint.rho = rho;
  settings.solver.changing_rho = {};
}

void apply_options(const JobOptions& options, const ModelDesc& model, DynamicSettings& settings,
                   Diagnostics& diagnostics) {
  if (options.step) settings.control.step = *options.step;
  if (options.end_time) settings.end_time = *options.end_time;
  if (options.formulation) settings.formulation = formulation_of(*options.formulation);
  if (options.rho) apply_radius(*options.rho, settings, diagnostics);
  if (options.group) {
    if (settings.formulation != Formulation::absolute)
      diagnostics.error(option_place("--group", "group"),
                        fmt::format("the {} formulation has no groups to choose from, the absolute one has",
                                    name_of(settings.formulation)));
    settings.solver.formulation = *options.group == "mixed"   ? LieFormulation::mixed
                                  : *options.group == "local" ? LieFormulation::local
                                                              : LieFormulation::spatial;
  }
  const SourcePlace in_model{model.file, 0, 0};
  if (options.step || options.end_time)
    check_times(settings, options.end_time ? option_place("--end-time", "end_time") : in_model,
                options.step ? option_place("--step", "step") : in_model, diagnostics);
}

// An analysis that adapts its steps leaves that to the integrator, within steps of its first size.
void leave_steps_to_integrator(DynamicSettings& settings) {
  if (settings.formulation != Formulation::joint || settings.control.strategy != StepStrategy::by_error)
    return;
  settings.control.strategy = StepStrategy::fixed;
  if (settings.joint.method == JointMethod::rk4) settings.joint.method = JointMethod::rk45;
}

// What the formulation cannot do is said before anything is run.
void check_formulation(const Assembled& model, const DynamicSettings& settings, const SourcePlace& place,
                       Diagnostics& diagnostics) {
  if (const Refusal refusal = why_not(model.system, model.state, settings))
    diagnostics.error(refusal.place.file ? refusal.place : place,
                      fmt::format("the model cannot be run in the {} formulation: {}",
                                  name_of(settings.formulation), refusal.reason),
                      !refusal.advice.empty()
                          ? refusal.advice
                          : fmt::format("run it in the absolute formulation: {}",
                                        worded("--formulation absolute", "formulation=\"absolute\"")));
  else if (settings.formulation == Formulation::joint)
    tell_floating_parts(model.system, settings.joint, diagnostics);
}

std::string_view name_of(LieFormulation formulation) {
  switch (formulation) {
    case LieFormulation::spatial:
      return "spatial";
    case LieFormulation::mixed:
      return "mixed";
    case LieFormulation::local:
      return "local";
  }
  return "";
}

std::string describe_radius(const AbsoluteSettings& solver) {
  if (!has_radius(solver.method)) return "none";
  return solver.changing_rho.is_constant() ? fmt::format("{}", solver.rho) : "changing";
}

RunInfo describe_model(const ModelDesc& model, const DynamicSettings& settings) {
  RunInfo info;
  info.title = model.title;
  info.model_file = model.file ? *model.file : "";
  info.start_time = settings.start_time;
  info.end_time = settings.end_time;
  info.step_size = settings.control.step;
  return info;
}

RunInfo describe_statics(const ModelDesc& model, const DynamicSettings& settings,
                         const StaticAnalysis& statics) {
  RunInfo info = describe_model(model, settings);
  info.settings = {{"analysis", statics.is_linear ? "linear" : "equilibrium"},
                   {"tolerance", fmt::format("{}", statics.settings.tolerance)}};
  return info;
}

RunInfo describe_run(const ModelDesc& model, const DynamicSettings& settings) {
  RunInfo info = describe_model(model, settings);
  info.settings = {{"analysis", settings.is_kinematic ? "kinematic" : "dynamic"},
                   {"formulation", std::string(name_of(settings.formulation))},
                   {"step", fmt::format("{}", settings.control.step)},
                   {"adaptive", settings.control.strategy == StepStrategy::fixed ? "no" : "yes"}};
  const auto add = [&info](const char* name, auto&& value) {
    info.settings.emplace_back(name, fmt::format("{}", value));
  };
  if (settings.formulation == Formulation::absolute) {
    add("integrator", name_of(settings.solver.method));
    add("group", name_of(settings.solver.formulation));
    add("rho", describe_radius(settings.solver));
    add("tolerance", settings.solver.tolerances.relative);
  } else if (settings.formulation == Formulation::partitioned) {
    add("integrator", name_of(settings.partitioned.method));
    add("matrix", name_of(settings.partitioned.matrix));
    add("tolerance", settings.partitioned.tolerance);
  } else if (settings.formulation == Formulation::joint) {
    add("integrator", name_of(settings.joint.method));
    if (settings.joint.method == JointMethod::generalised_alpha) add("rho", settings.joint.rho);
    add("tolerance", settings.joint.tolerance);
  } else {
    add("integrator", method_of(settings));
  }
  return info;
}

}  // namespace

namespace {

enum class Language : std::uint8_t { json, mbdyn, mbdm, unknown };

// By the ending, else by what all models of a language have: "begin: data;" in MBDyn's, labels and counts in
// MBDM's.
Language language_of(const std::filesystem::path& path, const UserFiles& files) {
  const std::string ending = path.extension().string();
  if (ending == ".json") return Language::json;
  if (ending == ".mbd" || ending == ".mbdyn") return Language::mbdyn;
  const Result<std::string> text = files.read(path);
  if (!text) return Language::json;  // whose reader says why
  if (looks_like_mbdyn(*text)) return Language::mbdyn;
  return looks_like_mbdm(*text) ? Language::mbdm : Language::unknown;
}

}  // namespace

std::optional<ModelDesc> read_model(const std::filesystem::path& path, Diagnostics& diagnostics,
                                    const UserFiles& files, bool is_mbdm) {
  const SchemaRegistry& schemas = registry_of_everything().schemas();
  std::optional<ModelDesc> model;
  Language language = language_of(path, files);
  if (language == Language::unknown && is_mbdm) language = Language::mbdm;
  switch (language) {
    case Language::json:
      return read_json_model(path, schemas, diagnostics, files);
    case Language::mbdyn:
      model = read_mbdyn_model(path, schemas, diagnostics, files);
      break;
    case Language::mbdm:
      model = read_mbdm_model(path, schemas, diagnostics, files);
      break;
    case Language::unknown: {
      constexpr const char* kKnown =
          "models end in .json, or in .mbd for those in the language of MBDyn; MBDM's main files begin with "
          "'Name:'";
      const auto file = std::make_shared<const std::string>(path.string());
      const std::string ending = path.extension().string();
      std::error_code ignored;
      if (std::filesystem::file_size(path, ignored) == 0)
        diagnostics.error({file, 1, 1}, "the file is empty", kKnown);
      else
        diagnostics.error(
            {file, 0, 0},
            ending.empty() ? "the name has no ending" : fmt::format("the ending '{}' is not known", ending),
            kKnown);
      return std::nullopt;
    }
  }
  // Cards with mistakes are not in the model: what is then missing would only repeat them.
  if (diagnostics.has_errors()) return std::nullopt;
  return model;
}

std::optional<Job> make_job(ModelDesc model, const JobOptions& options, Diagnostics& diagnostics) {
  Job job;
  if (options.analysis) replace_analysis(model, *options.analysis, options.is_at_rest);
  CheckedCard analysis = CheckedCard::in_error({});
  if (!model.find_single("analysis")) {
    diagnostics.error(
        {model.file, 0, 0}, "the model does not say what to do",
        fmt::format("add {}", worded(R"("analysis": {"type": "dynamic", "end_time": 1, "step": 0.001})",
                                     "analysis.dynamic(end_time=1, step=0.001)")));
  } else {
    analysis = single(model, "analysis", "dynamic", diagnostics);
    if (is_static(analysis.type()))
      job.statics = read_statics(analysis, job.settings);
    else
      job.settings = read_analysis(analysis, diagnostics);
  }
  const CheckedCard solver =
      single(model, "solver", job.settings.is_kinematic ? "partitioned" : "absolute", diagnostics);
  job.settings.formulation = formulation_of(solver.type());
  const bool is_absolute = job.settings.formulation == Formulation::absolute;
  if (is_absolute)
    job.settings.solver = read_absolute(solver, diagnostics);
  else if (job.settings.formulation == Formulation::partitioned)
    job.settings.partitioned = read_partitioned(solver);
  else if (job.settings.formulation == Formulation::joint)
    job.settings.joint = read_joint(solver, diagnostics);
  const auto add_drives = [&](SystemBuilder& builder) {
    if (!job.settings.is_kinematic && !job.statics) build_drives(analysis, builder, job.settings.control);
    if (is_absolute) build_drives(solver, builder, job.settings.solver);
  };
  std::optional<Assembled> assembled =
      assemble(model, registry_of_everything(), diagnostics, add_drives, options.functions, options.files);
  Diagnostics said_already;  // assembly checks this card, too
  const CheckedCard output = single(model, "output", "results", said_already);
  job.results = read_results(output);
  job.mbdyn = read_mbdyn(output, model, diagnostics);
  if (model.find_single("mbdm"))
    job.mbdm = read_mbdm(single(model, "mbdm", "mbdm_card", diagnostics), model, diagnostics);
  job.results.tracers = job.mbdm.tracers;
  job.settings.checkpoint_every = job.results.checkpoint_every;
  if (!diagnostics.has_errors() && model.of_kind("node").empty())
    diagnostics.error({model.file, 0, 0}, "the model has no nodes, so there is nothing to move",
                      fmt::format("see {}", worded("`pintle help node`", "help(pintle.node)")));
  if (assembled) check_result_names(assembled->system, diagnostics);
  if (!diagnostics.has_errors()) apply_options(options, model, job.settings, diagnostics);
  if (!assembled || diagnostics.has_errors()) return std::nullopt;
  leave_steps_to_integrator(job.settings);
  if (!job.statics)
    check_formulation(*assembled, job.settings,
                      options.formulation ? option_place("--formulation", "formulation") : solver.place(),
                      diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  job.info =
      job.statics ? describe_statics(model, job.settings, *job.statics) : describe_run(model, job.settings);
  job.system = std::move(assembled->system);
  job.state = std::move(assembled->state);
  job.state.time = job.settings.start_time;
  job.model = std::move(model);
  job.files = options.files;
  return job;
}

std::optional<Job> load_job(const std::filesystem::path& path, const JobOptions& options,
                            Diagnostics& diagnostics) {
  std::optional<ModelDesc> model = read_model(path, diagnostics, options.files, options.is_mbdm);
  if (!model) return std::nullopt;
  return make_job(std::move(*model), options, diagnostics);
}

}  // namespace pintle
