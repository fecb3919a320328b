// What the fuzzer and the mutation test do with one text: read it as a model in MBDyn's language, build what
// was read, assemble its start and make a few steps. Anything thrown is a defect.
//
// The text decides about no file: it can include the texts below and nothing else, samples come from one
// file, and nothing is written. It decides about no time either: sizes, iterations and steps are bounded.
#pragma once

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>

#include "pintle/app/job.h"
#include "pintle/app/registry_of_everything.h"
#include "pintle/base/diagnostics.h"
#include "pintle/lang/mbdyn/mbdyn_reader.h"

namespace pintle {

namespace fuzz {

inline Result<std::string> included_text(const std::filesystem::path& path) {
  if (path.filename() == "settings.inc")
    return std::string("set: ifndef real h = 4.e-3;\nset: ifndef real T = 1.;\n");
  if (path.filename() == "twice.inc")
    return std::string("include: \"settings.inc\";\ninclude: \"settings.inc\";\n");
  return Failure{"there is no such file"};
}

// The entries "file" of all drives.
inline void redirect_files(Value& value) {
  if (value.is_list())
    for (Value& item : value.as_list()) redirect_files(item);
  if (!value.is_map()) return;
  for (ValueEntry& entry : value.as_map()) {
    if (entry.key == "file")
      entry.value = Value(PINTLE_SOURCE_DIR "/tests/fuzz/samples.txt").set_place(entry.value.place());
    else
      redirect_files(entry.value);
  }
}

inline void redirect_files(ModelDesc& model) {
  for (Card& card : model.cards) {
    ValueMap fields;
    for (const Field& field : card.fields) fields.push_back({field.name, field.place, field.value});
    Value all(std::move(fields));
    redirect_files(all);
    for (std::size_t i = 0; i < card.fields.size(); ++i)
      card.fields[i].value = std::move(all.as_map()[i].value);
  }
}

struct Enough {};  // thrown to end a run

inline void run_shortly(Job& job, Diagnostics& diagnostics) {
  constexpr Index kMostEquations = 60;
  constexpr int kMostIterations = 8, kMostTrials = 6;
  if (job.system.layout().equations() > kMostEquations) return;
  DynamicSettings& settings = job.settings;
  settings.assembly.max_iterations = std::min(settings.assembly.max_iterations, kMostIterations);
  settings.solver.newton.max_iterations = std::min(settings.solver.newton.max_iterations, kMostIterations);
  int trials = 0;
  settings.on_step = [&trials](const StepReport&, const State&) {
    if (++trials == kMostTrials) throw Enough{};
  };
  try {
    run_dynamic(job.system, job.state, settings, job.info, {}, diagnostics);
  } catch (const Enough&) {
  }
}

}  // namespace fuzz

struct Fuzzed {
  Diagnostics reading, building;
};

inline Fuzzed read_fuzzed(std::string text) {
  Fuzzed result;
  auto model = read_mbdyn_model_text(std::move(text), "fuzzed.mbd", registry_of_everything().schemas(),
                                     result.reading, fuzz::included_text);
  if (!model || result.reading.has_errors()) return result;
  fuzz::redirect_files(*model);
  auto job = make_job(std::move(*model), {}, result.building);
  if (job) fuzz::run_shortly(*job, result.building);
  return result;
}

}  // namespace pintle
