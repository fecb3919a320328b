#include "pintle/drives/variable_step_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "pintle/drives/sampled_curve.h"
#include "pintle/drives/time_function.h"

namespace pintle {

namespace {

Drive build_variable_step_file(const CheckedCard& card, DriveBuildContext& context) {
  TableFiles own_files;
  const NumberTable* table = read_table_of(card, 1, context, own_files);
  if (!table) return Drive();
  std::vector<double> times = table->column(0, table->rows());
  const auto bad =
      std::adjacent_find(times.begin(), times.end(), [](double a, double b) { return !(a < b); });
  if (bad != times.end()) {
    context.diagnostics.error(
        card.place_of("file"),
        fmt::format("{}: the times in the file must increase, but {} s is followed by {} s",
                    describe(card.card()), *bad, *(bad + 1)));
    return Drive();
  }
  std::vector<double> values = table->column(static_cast<std::size_t>(card.integer("column")), table->rows());
  for (double& value : values) value *= card.real("scale");
  return drive_of_time(SampledCurve(std::move(times), std::move(values), read_sampling_options(card)));
}

}  // namespace

void register_variable_step_file_drive(DriveRegistry& registry) {
  CardSchema schema("drive", "variable_step_file");
  schema.synonyms({"file", "csv"})
      .summary("A column of a file with samples at the times in its first column.")
      .text("file", "rows of numbers, the time first; relative to the model's folder")
      .example("load.txt")
      .integer("column", "which column after that of the times, from 1")
      .at_least(1)
      .optional(1)
      .integer("columns", "how many there must be, without that of the times")
      .at_least(1)
      .optional();
  add_sampling_fields(schema);
  registry.add(std::move(schema), build_variable_step_file);
}

}  // namespace pintle
