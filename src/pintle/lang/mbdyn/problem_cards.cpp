// The sections `data` and `initial value`: what to compute, from when to when, in which steps. How steps are
// solved is in solution_cards.cpp.
#include <fmt/format.h>

#include "pintle/lang/mbdyn/model_reader.h"

namespace pintle::mbdyn {

const ModelReader::Cards& ModelReader::data_cards() {
  static const Cards kCards{{"problem", &ModelReader::problem}, {"integrator", &ModelReader::problem}};
  return kCards;
}

const ModelReader::Cards& ModelReader::problem_cards() {
  static const Cards kCards{{"initial time", &ModelReader::initial_time},
                            {"final time", &ModelReader::final_time},
                            {"time step", &ModelReader::time_step},
                            {"min time step", &ModelReader::smallest_time_step},
                            {"max time step", &ModelReader::largest_time_step},
                            {"strategy", &ModelReader::strategy},
                            {"abort after", &ModelReader::abort_after},
                            {"output", &ModelReader::solution_output},
                            {"output meter", &ModelReader::solution_output_meter},
                            {"method", &ModelReader::method},
                            {"tolerance", &ModelReader::tolerance},
                            {"max iterations", &ModelReader::most_iterations},
                            {"modify residual test", &ModelReader::modify_residual_test},
                            {"enforce constraint equations", &ModelReader::enforce_constraints},
                            {"nonlinear solver", &ModelReader::nonlinear_solver},
                            {"newton raphson", &ModelReader::newton_raphson},
                            {"linear solver", &ModelReader::linear_solver},
                            {"solver", &ModelReader::linear_solver},
                            {"threads", &ModelReader::threads},
                            {"real time", &ModelReader::real_time},
                            {"derivatives tolerance", &ModelReader::number_without_use},
                            {"derivatives max iterations", &ModelReader::number_without_use},
                            {"derivatives coefficient", &ModelReader::derivatives_coefficient},
                            {"dummy steps tolerance", &ModelReader::number_without_use},
                            {"dummy steps max iterations", &ModelReader::number_without_use},
                            {"dummy steps ratio", &ModelReader::number_without_use},
                            {"dummy steps number", &ModelReader::dummy_steps},
                            {"dummy steps method", &ModelReader::dummy_steps_method},
                            {"fictitious steps tolerance", &ModelReader::number_without_use},
                            {"fictitious steps max iterations", &ModelReader::number_without_use},
                            {"fictitious steps ratio", &ModelReader::number_without_use},
                            {"fictitious steps number", &ModelReader::dummy_steps},
                            {"fictitious steps method", &ModelReader::dummy_steps_method}};
  return kCards;
}

// What a model leaves unsaid has the program's defaults, not ours.
void ModelReader::complete_problem() {
  if (!model_.find_single("analysis")) return;
  complete_last_step(single("analysis", "dynamic"));
  complete_tolerance();
  single("analysis", "dynamic").set("assembly_length", 1.0);  // its stiffness is that of metres and radians
  Card& solver = single("solver", "absolute");
  if (!solver.find("method")) solver.set("method", "bdf");
}

// The program's unknowns are rates, ours positions.
void ModelReader::complete_tolerance() {
  const Value* step = model_.find_single("analysis")->find("step");
  Card& solver = single("solver", "absolute");
  const Value* rates = solver.find("solution_tolerance");
  if (!step || !rates) return;
  const SourcePlace place = rates->place();
  solver.set("solution_tolerance", Value(step->as_number() * rates->as_number()).set_place(place));
}

// Steps of fixed size go on until the final time is reached or passed; none is cut short.
void ModelReader::complete_last_step(Card& analysis) {
  const Value *step = analysis.find("step"), *start = analysis.find("start_time");
  const Value* end = analysis.find("end_time");
  if (!step || !(step->as_number() > 0.0)) return;
  const double begin = start ? start->as_number() : 0.0, h = step->as_number();
  constexpr double kEndless = 1e11;  // steps
  if (is_endless_) {
    analysis.set("end_time", begin + kEndless * h);
    return;
  }
  if (!end || analysis.find("strategy")) return;
  constexpr double kRoundOff = 1e-6, kMost = 1e15;
  const double steps = std::ceil((end->as_number() - begin) / h - kRoundOff);
  if (!(steps > 0.0 && steps < kMost) || std::abs(begin + steps * h - end->as_number()) < kRoundOff * h)
    return;
  const SourcePlace place = end->place();
  diagnostics_.note(
      place, fmt::format("the last step ends at {:.9g} s, as steps of {:.9g} s do", begin + steps * h, h));
  analysis.set("end_time", Value(begin + steps * h).set_place(place));
}

void ModelReader::accept_without_effect() {
  while (!cursor_.is_at_end() && !cursor_.is_symbol(";")) cursor_.next();
  in_.end_card();
}

void ModelReader::problem() {
  const SourcePlace place = cursor_.place();
  const std::string kind =
      in_.keyword("problem", {"initial value", "multistep", "inverse dynamics", "parallel initial value"});
  if (kind.starts_with("inverse") || kind.starts_with("parallel"))
    throw CardError(place, fmt::format("the problem '{}' is not supported yet", kind));
  in_.end_card();
}

void ModelReader::initial_time() {
  const double time = in_.real("the time");
  in_.end_card();
  single("analysis", "dynamic").set("start_time", Value(time).set_place(statement_place_));
  symbols_.find("Time")->value = time;
}

void ModelReader::final_time() {
  const SourcePlace place = cursor_.place();
  is_endless_ = in_.accept("forever");
  if (!is_endless_) set_analysis("end_time", in_.real("the time"), place);
  in_.end_card();
  if (is_endless_)
    diagnostics_.note(place, "the run goes on until it is interrupted, and its state is written then");
}

void ModelReader::time_step() {
  const SourcePlace place = cursor_.place();
  set_analysis("step", in_.real("the step"), place);
  in_.end_card();
}

void ModelReader::smallest_time_step() {
  const SourcePlace place = cursor_.place();
  set_analysis("smallest_step", in_.real("the step"), place);
  in_.end_card();
}

void ModelReader::largest_time_step() {
  const SourcePlace place = cursor_.place();
  if (!in_.accept("unlimited")) set_analysis("largest_step", in_.real("the step"), place);
  in_.end_card();
}

void ModelReader::set_analysis(std::string field, Value value, const SourcePlace& place) {
  single("analysis", "dynamic").set(std::move(field), value.set_place(place));
}

// no change; factor, reduction, steps, raise, steps, min iterations [, max iterations]; change, drive
void ModelReader::strategy() {
  const SourcePlace place = cursor_.place();
  const std::string kind = in_.keyword("strategy", {"no change", "factor", "change"});
  if (kind == "factor") {
    set_analysis("strategy", "iterations", place);
    const auto real = [this](const char* field, const char* what) {
      const SourcePlace at = cursor_.place();
      set_analysis(field, in_.real(what), at);
    };
    const auto integer = [this](const char* field, const char* what) {
      const SourcePlace at = cursor_.place();
      set_analysis(field, in_.integer(what), at);
    };
    real("reduction", "the reduction factor");
    integer("steps_after_reduction", "the steps before reduction");
    real("raise", "the raise factor");
    integer("steps_after_raise", "the steps before raise");
    integer("few_iterations", "the minimum number of iterations");
    if (in_.has_more()) integer("many_iterations", "the maximum number of iterations");
  } else if (kind == "change") {
    set_analysis("strategy", "drive", place);
    set_analysis("step_drive", in_.drive("the time step"), place);
  }
  in_.end_card();
}

// Accelerations and reactions are part of the assembly here, and there are no dummy steps.
void ModelReader::abort_after() {
  const SourcePlace place = cursor_.place();
  const std::string phase = in_.keyword("phase", {"input", "assembly", "derivatives", "dummy steps"});
  in_.end_card();
  set_analysis("stop_after", phase == "input" ? "input" : "assembly", place);
}

void ModelReader::solution_output() {
  bool prints_iterations = false;
  const SourcePlace place = cursor_.place();
  do {
    const SourcePlace at = cursor_.place();
    const std::string item =
        in_.keyword("item of output", {"iterations", "residual", "solution", "jacobian", "jacobian matrix",
                                       "messages", "counter", "bailout", "matrix condition number",
                                       "solver condition number", "cpu time", "none"});
    if (item == "solver condition number") in_.accept("statistics");
    if (item == "iterations") prints_iterations = true;
    if (item == "none") prints_iterations = false;
    if (item == "residual" || item == "solution" || item.starts_with("jacobian"))
      diagnostics_.note(at, fmt::format("output: '{}' is not printed; a step that fails is explained", item));
  } while (in_.has_more());
  in_.end_card();
  set_analysis("print_iterations", prints_iterations, place);
}

void ModelReader::solution_output_meter() {
  in_.drive("the meter");
  in_.end_card();
  diagnostics_.note(statement_place_,
                    "'output meter' has no effect here: 'output: iterations' prints every step");
}

}  // namespace pintle::mbdyn
