// The section `control data`: assembly, and cards without effect. What is written is in output_cards.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pintle/base/shown_text.h"
#include "pintle/lang/mbdyn/model_reader.h"

namespace pintle::mbdyn {

namespace {

// Cards that are read and have no effect, with the reason.
struct Idle {
  const char* keyword;
  const char* reason;
};
constexpr Idle kIdle[] = {
    {"air properties", "air is not built yet"},
    {"default scale", "residuals are scaled by the forces of the model"},
    {"default beam output", "beams are not built yet"},
    {"default aerodynamic output", "aerodynamic elements are not built yet"},
    {"output units", "results are in the units of the model; SI is assumed where units are named"},
    {"solver", "the initial assembly chooses its linear solver itself"},
    {"linear solver", "the initial assembly chooses its linear solver itself"},
    {"select timeout", "there are no sockets to wait for"},
    {"output file name", "the caller chooses the names of results"},
    {"loadable path", "modules are not loaded"},
    {"use automatic differentiation", "derivatives are exact without it"},
    {"finite difference jacobian meter", "derivatives are exact and need no check"}};

}  // namespace

const ModelReader::Cards& ModelReader::control_cards() {
  static const Cards kCards = [] {
    Cards cards{{"title", &ModelReader::title},
                {"gravity", &ModelReader::count_gravity},
                {"tolerance", &ModelReader::assembly_tolerance},
                {"initial tolerance", &ModelReader::assembly_tolerance},
                {"max iterations", &ModelReader::assembly_iterations},
                {"max initial iterations", &ModelReader::assembly_iterations},
                {"initial stiffness", &ModelReader::initial_stiffness},
                {"omega rotates", &ModelReader::omega_rotates},
                {"skip initial joint assembly", &ModelReader::skip_assembly},
                {"use", &ModelReader::use_in_assembly},
                {"initial assembly of deformable and force elements", &ModelReader::refuse_loads_in_assembly},
                {"read solution array", &ModelReader::refuse_solution_array},
                {"print", &ModelReader::print},
                {"make restart file", &ModelReader::restart_file},
                {"default output", &ModelReader::default_output},
                {"default orientation", &ModelReader::default_orientation},
                {"output precision", &ModelReader::output_precision},
                {"output frequency", &ModelReader::output_frequency},
                {"output meter", &ModelReader::output_meter},
                {"output results", &ModelReader::output_results},
                {"model", &ModelReader::kind_of_model}};
    add_counters(cards);
    for (const Idle& idle : kIdle) cards[idle.keyword] = &ModelReader::accept_with_note;
    return cards;
  }();
  return kCards;
}

void ModelReader::title() {
  model_.title = printable_lines(in_.text("the title"));  // files may be older than UTF-8
  in_.end_card();
}

void ModelReader::accept_with_note() {
  const std::string keyword = word_;
  accept_without_effect();
  for (const Idle& idle : kIdle)
    if (keyword == keyword_of(idle.keyword))
      diagnostics_.note(statement_place_, fmt::format("this card has no effect: {}", idle.reason));
}

void ModelReader::assembly_tolerance() {
  const SourcePlace place = cursor_.place();
  single("analysis", "dynamic").set("assembly_tolerance", Value(in_.real("the tolerance")).set_place(place));
  accept_without_effect();
}

void ModelReader::assembly_iterations() {
  const SourcePlace place = cursor_.place();
  single("analysis", "dynamic")
      .set("assembly_max_iterations", Value(in_.integer("the number of iterations")).set_place(place));
  in_.end_card();
}

// Weights of all nodes that do not say their own.
void ModelReader::initial_stiffness() {
  assembly_.position = in_.real("the position stiffness");
  if (in_.has_more()) assembly_.velocity = in_.real("the velocity stiffness");
  in_.end_card();
}

void ModelReader::omega_rotates() {
  assembly_.omega_rotates = in_.flag("omega rotates");
  in_.end_card();
}

void ModelReader::skip_assembly() {
  in_.end_card();
  diagnostics_.note(
      statement_place_,
      "the initial assembly leaves a start that meets its constraints as it is, and is not skipped");
}

// use: rigid bodies, gravity, in assembly
void ModelReader::use_in_assembly() {
  while (!in_.accept("in assembly")) {
    const SourcePlace place = cursor_.place();
    const std::string part = in_.keyword(
        "part of the assembly", {"rigid bodies", "gravity", "forces", "beams", "aerodynamic elements",
                                 "loadable elements", "joints", "in assembly"});
    if (part != "joints") refuse_in_assembly(part, place);
  }
  in_.end_card();
}

// Loads would move the start away from what the nodes say.
void ModelReader::refuse_in_assembly(std::string_view part, const SourcePlace& place) {
  throw CardError(
      place, fmt::format("{} take no part in the initial assembly here: joints alone do", part),
      "leave out the card, and give the nodes the positions that the program ends its assembly with");
}

void ModelReader::refuse_loads_in_assembly() {
  refuse_in_assembly("deformable and force elements", statement_place_);
}

void ModelReader::refuse_solution_array() {
  throw CardError(statement_place_, "a start from a file of the program's solution is not supported",
                  "a run goes on from its own state file with --resume");
}

void ModelReader::print() {
  bool is_on = false;
  while (in_.has_more()) {
    const std::string what =
        in_.keyword("thing to print", {"dof stats", "dof description", "equation description",
                                       "equation desciption", "element connection", "node connection",
                                       "connection", "description", "all", "none", "to file"});
    is_on = what != "none";
  }
  in_.end_card();
  output().set("print_equations", is_on);
}

// The state to resume from; without arguments at the end only.
void ModelReader::restart_file() {
  std::int64_t steps = 0;
  if (in_.accept("iterations")) {
    steps = in_.integer("the number of steps");
  } else if (in_.accept("time")) {
    const double interval = in_.real("the time between restarts");
    const Value* step = single("analysis", "dynamic").find("step");
    if (!step || step->as_number() <= 0.0)
      throw CardError(statement_place_, "the time step is not known before this line");
    steps = std::max<std::int64_t>(1, std::llround(interval / step->as_number()));
  }
  in_.end_card();
  if (steps < 0) throw CardError(statement_place_, "the number of steps cannot be negative");
  output().set("checkpoint_every", Value(steps).set_place(statement_place_));
}

// Without inertia all nodes only balance forces.
void ModelReader::kind_of_model() {
  in_.keyword("kind of model", {"static"});
  in_.end_card();
  is_static_model_ = true;
}

}  // namespace pintle::mbdyn
