// `pintle run`: a job carried out with its files, its summary and its exit code.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>

#include "pintle/app/job.h"
#include "pintle/app/watch.h"

namespace pintle {

// Exit codes of the command.
inline constexpr int kExitDone = 0, kExitFailed = 1, kExitBadInput = 2;

struct RunOptions {
  std::filesystem::path model;
  std::filesystem::path prefix;  // empty: the model's name without its ending, in the current directory
  bool is_resumed = false;       // go on from prefix.state
  bool is_forced = false;        // replaces results of another analysis and files of others
  bool has_progress = false;     // a line that is rewritten during the run
  bool is_quiet = false;
  bool is_strict = false;                 // a run with warnings does not succeed
  std::filesystem::path mbdm_checkpoint;  // of MBDM: start from it; empty: from the model's start
  bool is_cross_checked = false;          // run again in the others, and say where they differ most
  WatchOptions watch;
  std::size_t animated_modes = 0;  // of a linear analysis: write the motions of so many
  JobOptions overrides;            // with is_mbdm the model must be one of MBDM
};

int run(const RunOptions& options, std::ostream& out, std::ostream& err);

struct CheckOptions {
  std::filesystem::path model;
  bool has_topology = false;    // print the tree of the model
  UserFiles files;              // that may be read and written
  std::filesystem::path graph;  // where to draw it for Graphviz; empty: nowhere
  bool is_forced = false;       // replaces what is there, whatever it is
};

// Reads and assembles without running; writes nothing but the drawing.
int check(const CheckOptions& options, std::ostream& out, std::ostream& err);

}  // namespace pintle
