#include "pintle/drives/fixed_step_file.h"

#include <fmt/format.h>

#include "pintle/drives/sampled_curve.h"
#include "pintle/drives/time_function.h"

namespace pintle {

namespace {

Drive build_fixed_step_file(const CheckedCard& card, DriveBuildContext& context) {
  TableFiles own_files;
  const NumberTable* table = read_table_of(card, 0, context, own_files);
  if (!table) return Drive();
  const auto fail = [&](std::string_view field, const std::string& problem, const std::string& advice = "") {
    context.diagnostics.error(card.place_of(field), describe(card.card()) + ": " + problem, advice);
    return Drive();
  };
  std::size_t steps = table->rows();
  if (card.has("steps")) {
    if (static_cast<std::size_t>(card.integer("steps")) > steps)
      return fail("steps", fmt::format("the file has {} rows, not {}", steps, card.integer("steps")));
    steps = static_cast<std::size_t>(card.integer("steps"));
  }
  const double initial_time =
      card.has("initial_time") ? card.real("initial_time") : table->initial_time.value_or(0.0);
  const double time_step = card.has("time_step") ? card.real("time_step") : table->time_step.value_or(0.0);
  if (!(time_step > 0.0))
    return fail("time_step", "missing 'time_step'", "give it here, or in the file as '# time step: 0.01'");
  std::vector<double> values = table->column(static_cast<std::size_t>(card.integer("column") - 1), steps);
  for (double& value : values) value *= card.real("scale");
  return drive_of_time(SampledCurve(initial_time, time_step, std::move(values), read_sampling_options(card)));
}

}  // namespace

void register_fixed_step_file_drive(DriveRegistry& registry) {
  CardSchema schema("drive", "fixed_step_file");
  schema.synonyms({"file", "csv"})
      .summary("A column of a file with samples at equal distances in time.")
      .text("file", "rows of numbers; relative to the model's folder")
      .example("load.txt")
      .integer("column", "which column, from 1")
      .at_least(1)
      .optional(1)
      .integer("columns", "how many there must be")
      .at_least(1)
      .optional()
      .integer("steps", "how many rows are used; all, if left out")
      .at_least(1)
      .optional()
      .real("initial_time", "of the first row; left out: as a comment of the file says, or zero")
      .unit("s")
      .optional()
      .real("time_step", "between rows; left out: as a comment of the file says")
      .unit("s")
      .positive()
      .optional();
  add_sampling_fields(schema);
  registry.add(std::move(schema), build_fixed_step_file);
}

}  // namespace pintle
