// The command `pintle`: words in, calls into app, exit codes out. No logic here.
#include <fmt/ostream.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "pintle/app/convert.h"
#include "pintle/app/doctor.h"
#include "pintle/app/help.h"
#include "pintle/app/run.h"
#include "pintle/app/view.h"
#include "pintle/base/shown_text.h"
#include "pintle/base/suggest.h"
#include "pintle/base/version.h"
#include "pintle/cli/results_commands.h"
#include "pintle/cli/standard_streams.h"
#include "pintle/selfcheck/selfcheck.h"
#include "pintle/solvers/blas_threads.h"
#include "pintle/verification/verify.h"

namespace {

using namespace pintle;

// CLI11 says only that a command is required.
bool is_unknown_command(const CLI::App& app, int argc, char** argv) {
  const std::string word = argc > 1 ? argv[1] : "-";
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
  if (word.starts_with('-') || std::find(names.begin(), names.end(), word) != names.end()) return false;
  const std::string suggestion = did_you_mean(word, names);
  fmt::print(std::cerr, "there is no command '{}'; {}\n", word,
             suggestion.empty() ? "there are " + quoted_list(names) : suggestion);
  return true;
}

void add_sandbox(CLI::App* command, UserFiles& files) {
  const auto keep_to = [&files](const std::string& folder) {
    Result<UserFiles> inside = UserFiles::inside(folder);
    if (!inside) throw CLI::ValidationError("--sandbox", inside.message());
    files = std::move(inside).value();
  };
  command
      ->add_option_function<std::string>("--sandbox", keep_to,
                                         "folder outside of which nothing is read or written")
      ->type_name("DIR");
}

int run_main(int argc, char** argv) {
  CLI::App app{"Pintle: multibody dynamics. `pintle help` lists what a model can contain.", "pintle"};
  app.require_subcommand(1);
  app.set_version_flag("--version", fmt::format("pintle {}", kVersion));
  app.set_help_flag("-h,--help", "show this");
  int exit_code = kExitDone;

  RunOptions options;
  CLI::App* run_command = app.add_subcommand("run", "run a model and write its results");
  run_command->add_option("MODEL", options.model, "model file")->required();
  run_command->add_option("-o,--output", options.prefix,
                          "prefix of the files written; default: the model's name");
  run_command->add_flag("--resume", options.is_resumed, "go on from PREFIX.state");
  add_force(*run_command, options.is_forced);
  run_command->add_flag("-q,--quiet", options.is_quiet, "print warnings and errors only");
  run_command->add_flag("--strict", options.is_strict, "a run that warns of something fails: exit code 1");
  run_command->add_option("--step", options.overrides.step, "step size in s, instead of the model's");
  run_command->add_option("--end-time", options.overrides.end_time, "end time in s, instead of the model's");
  run_command->add_option("--rho", options.overrides.rho, "spectral radius, instead of the model's");
  run_command
      ->add_option("--group", options.overrides.group, "spatial, mixed or local, instead of the model's")
      ->check(CLI::IsMember({"spatial", "mixed", "local"}));
  run_command
      ->add_option("--formulation", options.overrides.formulation,
                   "absolute, partitioned, joint or linear, instead of the model's")
      ->check(CLI::IsMember({"absolute", "partitioned", "joint", "linear"}));
  run_command->add_flag("--cross-check", options.is_cross_checked,
                        "run it in the other formulations, too, and say where they differ most");
  add_sandbox(run_command, options.overrides.files);
  CLI::Option* watch = run_command->add_flag("--watch", options.watch.is_wanted,
                                             "serve the viewer while it runs, for browsers of this machine");
  run_command->add_option("--port", options.watch.port, "of the viewer; default: any that is free")
      ->check(CLI::Range(0, 65535))
      ->needs(watch);
  run_command->add_flag("--open", options.watch.is_opened, "open the viewer in a browser")->needs(watch);
  run_command->callback([&] {
    options.has_progress = ::isatty(STDERR_FILENO) != 0 && !options.is_quiet;
    exit_code = run(options, std::cout, std::cerr);
  });

  RunOptions at_rest;
  const auto add_static = [&](const char* name, const char* what) -> CLI::App* {
    CLI::App* command = app.add_subcommand(name, what);
    command->add_option("MODEL", at_rest.model, "model file")->required();
    command->add_option("-o,--output", at_rest.prefix,
                        "prefix of the files written; default: the model's name");
    add_force(*command, at_rest.is_forced);
    command->add_flag("-q,--quiet", at_rest.is_quiet, "print warnings and errors only");
    add_sandbox(command, at_rest.overrides.files);
    command->callback([&, name] {
      at_rest.overrides.analysis = name;
      exit_code = run(at_rest, std::cout, std::cerr);
    });
    return command;
  };
  add_static("equilibrium", "find where a model comes to rest, whatever its own analysis is");
  CLI::App* linear_command =
      add_static("linear", "frequencies, damping and shapes of small motions about the equilibrium");
  linear_command->add_flag("--at-rest", at_rest.overrides.is_at_rest,
                           "of a model whose nodes start with velocities: leave these out");
  linear_command
      ->add_option("--animate", at_rest.animated_modes,
                   "write the motions of the first N modes, to look at: PREFIX.mode1.nc and so on")
      ->type_name("N");

  RunOptions mbdm;
  std::string checkpoint;
  CLI::App* mbdm_command = app.add_subcommand("mbdm", "run a model in the files of MBDM, as MBDM is called");
  mbdm_command->add_option("INPUT", mbdm.model, "main file")->required();
  mbdm_command->add_option("CHECKPOINT", checkpoint, "checkpoint to start from, or none")->required();
  mbdm_command->add_option("-o,--output", mbdm.prefix,
                           "prefix of the files written; MBDM's own stand beside them under the case's name");
  add_force(*mbdm_command, mbdm.is_forced);
  mbdm_command->add_flag("-q,--quiet", mbdm.is_quiet, "print warnings and errors only");
  mbdm_command->add_option("--end-time", mbdm.overrides.end_time, "end time in s, instead of the model's");
  add_sandbox(mbdm_command, mbdm.overrides.files);
  mbdm_command->callback([&] {
    mbdm.overrides.is_mbdm = true;
    mbdm.has_progress = ::isatty(STDERR_FILENO) != 0 && !mbdm.is_quiet;
    if (checkpoint != "none") mbdm.mbdm_checkpoint = checkpoint;
    exit_code = run(mbdm, std::cout, std::cerr);
  });

  ViewOptions viewed;
  CLI::App* view_command = app.add_subcommand("view", "make a page of results to look at in a browser");
  view_command->add_option("RESULT", viewed.results, "results of a run, PREFIX.nc")->required();
  view_command->add_option("OTHER", viewed.other, "results of another run to compare with");
  view_command->add_option("-o,--output", viewed.page,
                           "page to write; default: the name of the results with .html");
  add_force(*view_command, viewed.is_forced);
  CLI::Option* serve = view_command->add_flag(
      "--serve", viewed.is_served, "serve the page on this machine instead, also of a run that goes on");
  view_command->add_option("--port", viewed.port, "of the server; default: any that is free")
      ->check(CLI::Range(0, 65535))
      ->needs(serve);
  view_command->add_flag("--open", viewed.is_opened, "open it in a browser");
  view_command->add_flag("--end-with-run", viewed.ends_with_parent)->group("");
  view_command->callback([&] { exit_code = view(viewed, std::cout, std::cerr); });

  CheckOptions checked;
  CLI::App* check_command = app.add_subcommand("check", "read and assemble a model without running it");
  check_command->add_option("MODEL", checked.model, "model file")->required();
  check_command->add_flag("--topology", checked.has_topology,
                          "print the tree of bodies and joints, and its loops");
  check_command->add_option("--graph", checked.graph,
                            "file to draw the tree in, for Graphviz: dot -Tsvg FILE");
  add_force(*check_command, checked.is_forced);
  add_sandbox(check_command, checked.files);
  check_command->callback([&] { exit_code = check(checked, std::cout, std::cerr); });

  SelfcheckOptions self;
  bool lists_changes = false;
  CLI::App* selfcheck_command = app.add_subcommand(
      "selfcheck", "run a model with something changed that must not matter, and say what did");
  CLI::Option* self_model = selfcheck_command->add_option("MODEL", self.model, "model file");
  selfcheck_command
      ->add_option("--only", self.only, "changes to make, with commas between them; default: all")
      ->delimiter(',');
  selfcheck_command->add_flag("--list", lists_changes, "say which changes there are");
  selfcheck_command->add_option("--seed", self.seed, "of axes, directions and order; default: 1");
  selfcheck_command->add_option("--end-time", self.end_time, "end time in s, instead of the model's");
  selfcheck_command->add_option("--keep", self.folder, "folder to write the changed models to, to run them");
  selfcheck_command->add_flag("--json", self.is_json, "print the findings as JSON");
  selfcheck_command->callback([&] {
    if (lists_changes) {
      for (const ChangeInfo& change : selfcheck_changes())
        fmt::print(std::cout, "{:<13} {}\n", change.name, change.what);
      return;
    }
    if (self_model->empty()) throw CLI::RequiredError("MODEL");
    self.has_progress = ::isatty(STDERR_FILENO) != 0;
    exit_code = selfcheck(self, std::cout, std::cerr);
  });

  ConvertOptions converted;
  CLI::App* convert_command =
      app.add_subcommand("convert", "write a model as JSON, whatever language it is in");
  convert_command->add_option("MODEL", converted.model, "model file")->required();
  convert_command->add_option("-o,--output", converted.file, "file to write; default: the terminal");
  add_force(*convert_command, converted.is_forced);
  add_sandbox(convert_command, converted.files);
  convert_command->callback([&] { exit_code = convert(converted, std::cout, std::cerr); });

  add_results_commands(app, exit_code);

  std::vector<std::string> words;
  bool is_list = false, is_schema = false;
  CLI::App* help_command = app.add_subcommand("help", "the manual: help [kind [name]]");
  help_command->add_option("WORDS", words, "a kind, or a kind and a type: joint revolute hinge");
  help_command->add_flag("--list", is_list, "every kind, type and folder, one per line");
  help_command->add_flag("--json-schema", is_schema, "the model format as JSON Schema");
  help_command->callback([&] {
    exit_code = is_list     ? list_keywords(std::cout)
                : is_schema ? print_json_schema(std::cout)
                            : help(words, std::cout, std::cerr);
  });

  VerifyOptions verification;
  CLI::App* verify_command =
      app.add_subcommand("verify", "run the built-in verification cases against their references");
  verify_command->add_option("CASES", verification.cases, "names or beginnings of names; default: all");
  verify_command->add_flag("--list", verification.is_list, "list the cases");
  verify_command->callback([&] { exit_code = verify(verification, std::cout, std::cerr); });

  app.add_subcommand("doctor", "versions, libraries, threads, what is missing")->callback([&] {
    exit_code = doctor(std::cout);
  });
  app.add_subcommand("version", "print the version")->callback([&] {
    fmt::print(std::cout, "pintle {}\n", kVersion);
  });

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (is_unknown_command(app, argc, argv)) return kExitBadInput;
    if (argc == 1) {
      std::cerr << app.help();
      return kExitBadInput;
    }
    const int code = app.exit(error);
    return code == 0 ? kExitDone : kExitBadInput;
  }
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  pintle::prepare_standard_streams();
  pintle::end_idle_blas_threads();
  const pintle::PrintableStream out(std::cout), err(std::cerr);
  try {
    const int exit_code = run_main(argc, argv);
    const std::string reason = pintle::why_not_said();
    if (reason.empty()) return exit_code;
    fmt::print(std::cerr, "pintle: {}\n", reason);
    return std::max(exit_code, pintle::kExitFailed);
  } catch (const std::exception& error) {
    fmt::print(std::cerr, "pintle: internal error: {}\n", error.what());
    return pintle::kExitFailed;
  }
}
