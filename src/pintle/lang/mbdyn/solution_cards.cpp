// The section `initial value`: how time is integrated and how the equations of a step are solved.
#include <fmt/format.h>

#include "pintle/lang/mbdyn/model_reader.h"

namespace pintle::mbdyn {

namespace {

const std::vector<std::string>& methods() {
  static const std::vector<std::string> kWords{"ms",
                                               "ms2",
                                               "nostro",
                                               "hope",
                                               "crank nicolson",
                                               "crank nicholson",
                                               "bdf",
                                               "implicit euler",
                                               "ms3",
                                               "ms4",
                                               "ss2",
                                               "ss3",
                                               "ss4",
                                               "bathe",
                                               "msstc3",
                                               "msstc4",
                                               "msstc5",
                                               "mssth3",
                                               "mssth4",
                                               "mssth5",
                                               "dirk33",
                                               "dirk43",
                                               "dirk54",
                                               "third order",
                                               "hybrid"};
  return kWords;
}

}  // namespace

void ModelReader::set_solver(std::string field, Value value, const SourcePlace& place) {
  single("solver", "absolute").set(std::move(field), value.set_place(place));
}

// {ms | hope}, differential radius [, algebraic radius]; bdf [, order, n]; crank nicolson; implicit euler.
// Multipliers are unknowns of the end of the step: the algebraic radius has no effect, here nor in the
// program.
ModelReader::Method ModelReader::read_method() {
  const SourcePlace place = cursor_.place();
  const std::string word = in_.keyword("method", methods());
  if (word == "ms" || word == "ms2" || word == "nostro" || word == "hope") {
    Method method{word == "hope" ? "hope" : "ms", in_.drive("the differential radius"), {}};
    if (in_.has_more()) in_.drive("the algebraic radius");
    return method;
  }
  if (word.starts_with("crank")) return {"crank_nicolson", {}, {}};
  if (word == "implicit euler") return {"implicit_euler", {}, {}};
  if (word != "bdf") throw CardError(place, fmt::format("the method '{}' is not supported yet", word));
  Method method{"bdf", {}, {}};
  if (in_.accept("order")) method.order = in_.integer("the order");
  return method;
}

void ModelReader::method() {
  const SourcePlace place = cursor_.place();
  const Method method = read_method();
  in_.end_card();
  std::erase_if(single("solver", "absolute").fields,  // of an earlier card
                [](const Field& field) { return field.name == "rho" || field.name == "order"; });
  set_solver("method", method.name, place);
  if (method.radius) set_solver("rho", *method.radius, place);
  if (method.order) set_solver("order", *method.order, place);
}

// {null | tolerance} [, test, {none | norm | ...} [, scale]] [, {null | tolerance of the solution} [, test,
// ...]]
void ModelReader::tolerance() {
  const auto number = [this](std::string_view what) {
    const SourcePlace place = cursor_.place();
    Value value = in_.accept("null") ? Value(0.0) : Value(in_.real(what));
    return value.set_place(place);
  };
  const Value residual = number("the tolerance of the residual");
  std::string test = "norm";
  if (in_.accept("test")) {
    test = in_.keyword("test", {"none", "norm", "minmax", "relnorm", "sepnorm"});
    in_.accept("scale");
  }
  if (residual.as_number() > 0.0 && test != "none") {
    const bool is_relative = test == "relnorm" || test == "sepnorm";
    set_solver(is_relative ? "tolerance" : "force_tolerance", residual, residual.place());
  }
  if (in_.has_more()) {
    const Value solution = number("the tolerance of the solution");
    std::string solution_test = "norm";
    if (in_.accept("test")) solution_test = in_.keyword("test", {"none", "norm", "minmax"});
    if (solution.as_number() > 0.0 && solution_test != "none") {
      // The program's unknowns are rates and reactions, ours positions; its test is that of the residual
      // where there is one.
      if (residual.as_number() > 0.0 && test != "none")
        diagnostics_.note(solution.place(),
                          "a step ends by the residual alone; this tolerance has no effect");
      else
        set_solver("solution_tolerance", solution, solution.place());
    }
  }
  in_.end_card();
}

void ModelReader::most_iterations() {
  const SourcePlace place = cursor_.place();
  const std::int64_t number = in_.integer("the number of iterations");
  const bool is_at_most = in_.accept("at most");
  in_.end_card();
  set_solver("max_iterations", number, place);
  if (is_at_most)
    diagnostics_.note(statement_place_,
                      "'at most' has no effect: a step that does not converge is never taken for good");
}

void ModelReader::modify_residual_test() { in_.end_card(); }

void ModelReader::enforce_constraints() {
  const std::string what =
      in_.keyword("kind of constraint equations", {"constraint violations", "constraint violation rates"});
  if (in_.accept("scale factor")) in_.real("the factor");
  in_.end_card();
  if (what == "constraint violation rates")
    diagnostics_.note(statement_place_,
                      "constraints are met by positions at the end of each step, not by rates");
}

void ModelReader::newton_options() {
  const auto kind = in_.accept_any({"true", "modified"});
  if (kind == "modified") in_.integer("the number of iterations");
  while (in_.has_more())
    in_.keyword("option of Newton's method",
                {"keep jacobian", "keep jacobian matrix", "honor element requests"});
}

void ModelReader::newton_raphson() {
  newton_options();
  in_.end_card();
}

// There is one: Newton's method, which keeps factors as long as they serve and damps where it must.
void ModelReader::nonlinear_solver() {
  if (in_.is_next("newton raphson")) {
    cursor_.skip_words();
    if (!cursor_.accept_symbol(":")) cursor_.accept_symbol(",");  // the manual has a colon
    newton_raphson();
    return;
  }
  const std::string kind = in_.keyword(
      "nonlinear solver", {"newton raphson", "line search", "bfgs", "matrix free", "mcp newton min fb",
                           "mcp newton fb", "siconos mcp newton min fb", "siconos mcp newton fb", "nox"});
  accept_without_effect();
  diagnostics_.note(statement_place_,
                    fmt::format("'{}' is not available: Newton's method is used, which keeps "
                                "factors as long as they serve and damps increments",
                                kind));
}

void ModelReader::linear_solver() {
  const SourcePlace place = cursor_.place();
  const std::string solver =
      in_.keyword("linear solver", {"naive", "umfpack", "umfpack3", "klu", "lapack", "y12", "harwell",
                                    "meschach", "superlu", "taucs", "qr", "spqr", "pardiso", "pastix",
                                    "watson", "wsmp", "aztecoo", "amesos", "empty"});
  const std::string ours = solver == "klu"                                            ? "klu"
                           : solver == "lapack" || solver == "qr" || solver == "spqr" ? "dense"
                                                                                      : "automatic";
  while (in_.has_more()) linear_solver_option();
  in_.end_card();
  set_solver("linear_solver", ours, place);
}

// Read, and left to the solver that is used.
void ModelReader::linear_solver_option() {
  const std::string option = in_.keyword("option of the linear solver", {"map",
                                                                         "cc",
                                                                         "dir",
                                                                         "grad",
                                                                         "tree",
                                                                         "colamd",
                                                                         "mmdata",
                                                                         "mmd ata",
                                                                         "mmd aplusat",
                                                                         "amd",
                                                                         "given",
                                                                         "metis",
                                                                         "nested dissection",
                                                                         "csrcmk",
                                                                         "rcmk",
                                                                         "king",
                                                                         "sloan",
                                                                         "mt",
                                                                         "multithread",
                                                                         "workspace size",
                                                                         "pivot factor",
                                                                         "drop tolerance",
                                                                         "block size",
                                                                         "scale",
                                                                         "tolerance",
                                                                         "max iterations",
                                                                         "preconditioner",
                                                                         "verbose",
                                                                         "low rank compression",
                                                                         "weighted rpm"});
  if (option == "mt" || option == "multithread" || option == "workspace size" || option == "block size" ||
      option == "max iterations" || option == "verbose")
    in_.integer("the number");
  else if (option == "pivot factor" || option == "drop tolerance" || option == "tolerance")
    in_.real("the number");
  else if (option == "scale")
    scale_option();
  else if (option == "preconditioner")
    in_.keyword("preconditioner", {"umfpack", "klu", "lapack", "ilut", "superlu", "mumps", "pardiso"});
}

void ModelReader::scale_option() {
  const std::string kind = in_.keyword("scaling", {"no", "max", "sum", "always", "once", "row max", "row sum",
                                                   "column max", "column sum", "lapack", "iterative"});
  if (kind == "no") return;
  while (in_.accept_any({"always", "once", "never", "verbose"})) {
  }
  if (in_.accept("scale tolerance")) in_.real("the tolerance");
  if (in_.accept("scale iterations")) in_.integer("the number");
}

// auto; disable; [{assembly | solver},] number
void ModelReader::threads() {
  if (!in_.accept("auto") && !in_.accept("disable")) {
    in_.accept_any({"assembly", "solver"});
    if (in_.integer("the number of threads") > 1) diagnostics_.note(statement_place_, "one thread is used");
  }
  in_.end_card();
}

void ModelReader::real_time() {
  accept_without_effect();
  diagnostics_.note(statement_place_, "this card has no effect: steps are taken as fast as they can be");
}

// The start is made consistent by a linear system of its own, which wants no tolerance nor coefficient.
void ModelReader::number_without_use() {
  in_.real("the number");
  in_.end_card();
}

// coefficient | [coefficient,] auto [, max iterations, n] [, factor, f]
void ModelReader::derivatives_coefficient() {
  if (!in_.is_next("auto")) in_.real("the coefficient");
  if (in_.accept("auto")) {
    if (in_.accept("max iterations")) in_.integer("the number of iterations");
    if (in_.accept("factor")) in_.real("the factor");
  }
  in_.end_card();
}

void ModelReader::dummy_steps() {
  const std::int64_t number = in_.integer("the number of steps");
  in_.end_card();
  if (number > 0)
    diagnostics_.note(
        statement_place_,
        "no dummy steps are made: accelerations and reactions at the start are computed exactly");
}

void ModelReader::dummy_steps_method() {
  read_method();
  in_.end_card();
}

}  // namespace pintle::mbdyn
