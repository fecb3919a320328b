// The analysis cards of type "dynamic" and "kinematic".
#include <fmt/format.h>

#include <cmath>

#include "pintle/analysis/dynamic.h"
#include "pintle/system/registry.h"

namespace pintle {

namespace {

StepStrategy strategy_of(const CheckedCard& card, Diagnostics& diagnostics) {
  const std::string& name = card.choice("strategy");
  const bool is_adaptive = card.boolean("adaptive");
  if (is_adaptive && card.is_given("strategy") && name != "error")
    diagnostics.error(card.place_of("adaptive"), fmt::format("adaptive: contradicts the strategy '{}'", name),
                      R"(adaptive is short for "strategy": "error")");
  if (name == "drive" && !card.has("step_drive"))
    diagnostics.error(card.place_of("strategy"), "strategy: 'drive' needs a step_drive");
  return is_adaptive || name == "error" ? StepStrategy::by_error
         : name == "iterations"         ? StepStrategy::by_iterations
         : name == "drive"              ? StepStrategy::by_drive
                                        : StepStrategy::fixed;
}

IterationControl read_iteration_control(const CheckedCard& card) {
  IterationControl control;
  control.reduction = card.real("reduction");
  control.steps_after_reduction = card.integer("steps_after_reduction");
  control.raise = card.real("raise");
  control.steps_after_raise = card.integer("steps_after_raise");
  control.few_iterations = card.integer("few_iterations");
  if (card.has("many_iterations")) control.many_iterations = card.integer("many_iterations");
  return control;
}

void read_step_control(const CheckedCard& card, StepControl& control, Diagnostics& diagnostics) {
  control.strategy = strategy_of(card, diagnostics);
  control.iterations = read_iteration_control(card);
  control.tolerance = card.real("tolerance");
  if (card.has("smallest_step")) control.smallest_step = card.real("smallest_step");
  if (card.has("largest_step")) control.largest_step = card.real("largest_step");
}

}  // namespace

AssemblySettings read_assembly(const CheckedCard& card) {
  AssemblySettings settings;
  settings.tolerance = card.real("assembly_tolerance");
  settings.max_iterations = card.integer("assembly_max_iterations");
  settings.repairs_one_node = card.choice("assembly") == "one_node";
  if (card.has("assembly_length")) settings.length = card.real("assembly_length");
  return settings;
}

DynamicSettings read_analysis(const CheckedCard& card, Diagnostics& diagnostics) {
  DynamicSettings settings;
  settings.start_time = card.real("start_time");
  settings.end_time = card.real("end_time");
  settings.control.step = card.real("step");
  settings.assembly = read_assembly(card);
  const std::string& stop = card.choice("stop_after");
  settings.stop_after = stop == "input"      ? StopAfter::input
                        : stop == "assembly" ? StopAfter::assembly
                                             : StopAfter::nothing;
  settings.prints_iterations = card.boolean("print_iterations");
  settings.is_kinematic = card.type() == "kinematic";
  if (!settings.is_kinematic) read_step_control(card, settings.control, diagnostics);
  if (!card.has_errors())
    check_times(settings, card.place_of("end_time"), card.place_of("step"), diagnostics);
  return settings;
}

void build_drives(const CheckedCard& card, SystemBuilder& builder, StepControl& control) {
  if (!card.has_errors() && card.has("step_drive"))
    control.drive = builder.drive(card.drive_card("step_drive"), "s");
}

void check_times(const DynamicSettings& settings, const SourcePlace& end_time, const SourcePlace& step,
                 Diagnostics& diagnostics) {
  constexpr double kMostSteps = 1e12;  // beyond, start + n h is no longer exact
  if (!std::isfinite(settings.end_time) || settings.end_time <= settings.start_time)
    diagnostics.error(end_time, fmt::format("end_time: {:g} s is not after the start at {:g} s",
                                            settings.end_time, settings.start_time));
  else if (!(settings.control.step > 0.0) || !std::isfinite(settings.control.step))
    diagnostics.error(step, fmt::format("step: must be greater than 0 s, got {:g} s", settings.control.step));
  else if (settings.steps() > kMostSteps)
    diagnostics.error(step,
                      fmt::format("a step of {:g} s would make {:.0e} steps until {:g} s",
                                  settings.control.step, settings.steps(), settings.end_time),
                      "check the units of the step and of the end");
  else if (settings.steps() < 1.0)
    diagnostics.warning(step,
                        fmt::format("a step of {:g} s is longer than the whole run, which becomes one step",
                                    settings.control.step));
}

CardSchema& with_time_fields(CardSchema& schema) {
  return schema.real("start_time", "time at the start")
      .unit("s")
      .optional(0.0)
      .real("end_time", "time at the end")
      .field_synonyms({"final_time", "t_end", "tend", "duration", "stop_time", "simulation_time", "tmax"})
      .unit("s")
      .example(1.0)
      .real("step", "step size; the first one when it changes")
      .field_synonyms({"time_step", "timestep", "dt", "h", "step_size", "number_of_steps"})
      .unit("s")
      .positive()
      .example(1e-3);
}

CardSchema& with_run_fields(CardSchema& schema) {
  return schema
      .choice("stop_after", {"nothing", "input", "assembly"},
              "write the state as it was read, or as the initial assembly made it, and stop")
      .optional("nothing")
      .boolean("print_iterations", "print a line for every step tried")
      .optional(false);
}

CardSchema& with_assembly_fields(CardSchema& schema) {
  return schema.real("assembly_tolerance", "violation of constraints at the start that is left alone")
      .positive()
      .optional(1e-10)
      .integer("assembly_max_iterations", "that the assembly of the start may take")
      .at_least(1)
      .optional(50)
      .choice("assembly", {"nearest", "one_node"},
              "how a start that the joints do not allow is put right: all nodes move as little as possible; "
              "or only "
              "one, where that is enough")
      .optional("nearest")
      .real("assembly_length", "way that counts as much as a radian when corrections are made small")
      .unit("m")
      .positive()
      .optional();
}

void register_dynamic_analysis(Registry& registry) {
  CardSchema schema("analysis", "dynamic");
  schema.summary("Motion in time from the initial state, with fixed or adaptive steps.");
  with_time_fields(schema)
      .boolean("adaptive", "short for the strategy error")
      .optional(false)
      .choice("strategy", {"fixed", "error", "iterations", "drive"},
              "how steps are chosen: all alike, by the local error (adaptive), by the number of "
              "iterations, by a drive")
      .optional("fixed")
      .real("tolerance", "error: local error allowed per step, relative to the model's size and in rad")
      .positive()
      .optional(1e-5)
      .real("smallest_step", "give up below this; default: a millionth of step")
      .unit("s")
      .positive()
      .optional()
      .real("largest_step", "upper limit")
      .unit("s")
      .positive()
      .optional()
      .real("reduction", "iterations: factor of a step after one with too many iterations")
      .positive()
      .below(1.0)
      .optional(0.5)
      .integer("steps_after_reduction", "iterations: then at least so many steps before one grows")
      .at_least(0)
      .optional(1)
      .real("raise", "iterations: factor of a step after one with few iterations")
      .at_least(1.0)
      .optional(1.25)
      .integer("steps_after_raise", "iterations: then at least so many steps before one grows again")
      .at_least(0)
      .optional(1)
      .integer("few_iterations", "iterations: with no more than these the step grows")
      .at_least(0)
      .optional(2)
      .integer("many_iterations", "iterations: with more than these it shrinks; default: when a step fails")
      .at_least(1)
      .optional()
      .drive("step_drive", "drive: the size of the step that starts at a time")
      .unit("s")
      .optional();
  registry.add(std::move(with_assembly_fields(with_run_fields(schema))));
}

}  // namespace pintle
