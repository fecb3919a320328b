#include "pintle/cli/results_commands.h"

#include <unistd.h>

#include <iostream>
#include <memory>

#include "pintle/app/export.h"
#include "pintle/app/info.h"
#include "pintle/app/plot.h"

namespace pintle {

namespace {

bool is_terminal() { return ::isatty(STDERR_FILENO) != 0; }

constexpr const char* kChannels =
    "names as `pintle info` lists them, NAME:z, NAME:length, or patterns: 'node.*.position'";

void add_info(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<InfoOptions>();
  CLI::App* command = app.add_subcommand("info", "what a result file contains, and how its run went");
  command->add_option("RESULT", options->result, "file that `pintle run` wrote (PREFIX.nc)")->required();
  command->add_option("CHANNELS", options->channels, kChannels);
  command->add_flag("--statistics", options->has_statistics, "first, last, least and largest values");
  command->add_flag("--json", options->is_json, "for programs");
  command->callback([options, &exit_code] {
    options->has_progress = is_terminal();
    exit_code = info(*options, std::cout, std::cerr);
  });
}

void add_plot(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<PlotOptions>();
  CLI::App* command = app.add_subcommand("plot", "draw channels of one or more results with gnuplot");
  command
      ->add_option("RESULTS_AND_CHANNELS", options->words,
                   std::string("result files (.nc), then channels: ") + kChannels)
      ->required();
  command->add_option("-o,--output", options->output, "picture to write: FILE.png, FILE.svg or FILE.pdf")
      ->required();
  add_force(*command, options->is_forced);
  command->add_option("--title", options->title, "instead of the model's");
  command->add_option("--x", options->x, "channel to plot over, instead of the time");
  command->add_option("--from", options->from, "time in s to begin with");
  command->add_option("--to", options->to, "time in s to end with");
  command->add_option("--size", options->size, "WIDTHxHEIGHT in pixels (of a PDF: 100 to the inch)");
  command->add_flag("--difference", options->is_difference, "of two results: the first less the second");
  command->callback([options, &exit_code] {
    options->has_progress = is_terminal();
    exit_code = plot(*options, std::cout, std::cerr);
  });
}

void add_export(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<ExportOptions>();
  CLI::App* command = app.add_subcommand(
      "export", "write results for other programs: tables (csv), ParaView (pvd, vtu), glTF (glb, gltf)");
  command->add_option("RESULT", options->result, "file that `pintle run` wrote (PREFIX.nc)")->required();
  command->add_option("CHANNELS", options->channels,
                      std::string("of a table; default: all. As ") + kChannels);
  command->add_option("-o,--output", options->output, "file to write; its ending says the format")
      ->required();
  add_force(*command, options->is_forced);
  command->add_option("--format", options->format, "csv, pvd, vtu, glb or gltf, whatever the ending");
  command->add_option("--from", options->records.from, "time in s to begin with");
  command->add_option("--to", options->records.to, "time in s to end with; vtu shows the last moment");
  command->add_option("--every", options->records.every, "every so many records");
  command
      ->add_option("--frames", options->records.frames,
                   "at most so many records, evenly spread; default of animations (pvd, glb, gltf): 200")
      ->check(CLI::PositiveNumber);
  command->callback([options, &exit_code] {
    options->has_progress = is_terminal();
    exit_code = export_results(*options, std::cout, std::cerr);
  });
}

}  // namespace

void add_force(CLI::App& command, bool& is_forced) {
  command.add_flag("--force", is_forced,
                   "replace files of another kind that have the names of those written");
}

void add_results_commands(CLI::App& app, int& exit_code) {
  add_info(app, exit_code);
  add_plot(app, exit_code);
  add_export(app, exit_code);
}

}  // namespace pintle
