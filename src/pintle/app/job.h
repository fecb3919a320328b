// Job: a model file made ready to run: read, checked, assembled, with the settings of its analysis.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "pintle/analysis/dynamic.h"
#include "pintle/analysis/equilibrium.h"
#include "pintle/base/user_files.h"
#include "pintle/model/card.h"
#include "pintle/output/mbdm_card.h"
#include "pintle/output/mbdyn.h"
#include "pintle/output/results.h"
#include "pintle/system/registry.h"

namespace pintle {

// What the caller may override.
struct JobOptions {
  std::optional<double> step = {}, end_time = {}, rho = {};
  std::optional<std::string> group = {};
  std::optional<std::string> formulation = {};
  std::optional<std::string> analysis = {};  // equilibrium or linear, at the time at which the model starts
  bool is_at_rest = false;                   // of a linear analysis: without initial velocities
  bool is_mbdm = false;                      // a model in no known language is one of MBDM with mistakes
  FindHostFunction functions = {};           // of the program that runs the model
  UserFiles files = {};                      // that may be read and written
};

// What is asked for at rest: the equilibrium, or small motions about it, too.
struct StaticAnalysis {
  EquilibriumSettings settings;
  bool is_linear = false;
};

struct Job {
  ModelDesc model;
  System system;
  State state;
  DynamicSettings settings;
  std::optional<StaticAnalysis> statics;  // in place of a run
  ResultsSettings results;
  MbdynSettings mbdyn;
  MbdmSettings mbdm;
  RunInfo info;
  UserFiles files;
};

// Reads a model in any format whose front end exists; unknown endings are an error that lists the known ones.
std::optional<ModelDesc> read_model(const std::filesystem::path& path, Diagnostics& diagnostics,
                                    const UserFiles& files = {}, bool is_mbdm = false);

// The whole way from file to job; nothing when there were errors, all of them reported in one pass.
std::optional<Job> load_job(const std::filesystem::path& path, const JobOptions& options,
                            Diagnostics& diagnostics);
std::optional<Job> make_job(ModelDesc model, const JobOptions& options, Diagnostics& diagnostics);

}  // namespace pintle
