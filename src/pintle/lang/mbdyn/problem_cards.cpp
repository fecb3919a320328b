// The sections `data` and `initial value`: what to compute, and how.
#include <fmt/format.h>

#include "pintle/lang/mbdyn/model_reader.h"

namespace pintle::mbdyn {

const ModelReader::Cards& ModelReader::data_cards() {
  static const Cards kCards{{"problem", &ModelReader::problem}, {"integrator", &ModelReader::problem}};
  return kCards;
}

const ModelReader::Cards& ModelReader::problem_cards() {
  static const Cards kCards{{"initialtime", &ModelReader::initial_time},
                            {"finaltime", &ModelReader::final_time},
                            {"timestep", &ModelReader::time_step},
                            {"mintimestep", &ModelReader::smallest_time_step},
                            {"maxtimestep", &ModelReader::largest_time_step},
                            {"strategy", &ModelReader::strategy},
                            {"tolerance", &ModelReader::tolerance},
                            {"maxiterations", &ModelReader::most_iterations},
                            {"method", &ModelReader::method},
                            {"linearsolver", &ModelReader::linear_solver},
                            {"solver", &ModelReader::linear_solver},
                            // What these steer does not exist here, or is chosen well without them.
                            {"modifyresidualtest", &ModelReader::accept_without_effect},
                            {"nonlinearsolver", &ModelReader::accept_without_effect},
                            {"newtonraphson", &ModelReader::accept_without_effect},
                            {"threads", &ModelReader::accept_without_effect},
                            {"derivativestolerance", &ModelReader::accept_without_effect},
                            {"derivativesmaxiterations", &ModelReader::accept_without_effect},
                            {"derivativescoefficient", &ModelReader::accept_without_effect},
                            {"dummystepstolerance", &ModelReader::accept_without_effect},
                            {"dummystepsmaxiterations", &ModelReader::accept_without_effect},
                            {"dummystepsnumber", &ModelReader::accept_without_effect},
                            {"dummystepsratio", &ModelReader::accept_without_effect},
                            {"dummystepsmethod", &ModelReader::accept_without_effect},
                            {"fictitiousstepstolerance", &ModelReader::accept_without_effect},
                            {"fictitiousstepsmaxiterations", &ModelReader::accept_without_effect},
                            {"fictitiousstepsnumber", &ModelReader::accept_without_effect},
                            {"fictitiousstepsratio", &ModelReader::accept_without_effect},
                            {"fictitiousstepsmethod", &ModelReader::accept_without_effect},
                            {"output", &ModelReader::accept_without_effect},
                            {"outputmeter", &ModelReader::accept_without_effect},
                            {"enforceconstraintequations", &ModelReader::accept_without_effect}};
  return kCards;
}

void ModelReader::accept_without_effect() {
  while (!cursor_.is_at_end() && !cursor_.is_symbol(";")) cursor_.next();
  in_.end_card();
}

void ModelReader::problem() {
  in_.keyword("problem", {"initial value", "multistep"});
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
  if (in_.accept("forever")) throw CardError(place, "a run needs an end; 'forever' is not supported");
  single("analysis", "dynamic").set("end_time", Value(in_.real("the time")).set_place(place));
  in_.end_card();
}

void ModelReader::time_step() {
  const SourcePlace place = cursor_.place();
  single("analysis", "dynamic").set("step", Value(in_.real("the step")).set_place(place));
  in_.end_card();
}

void ModelReader::smallest_time_step() {
  const SourcePlace place = cursor_.place();
  single("analysis", "dynamic").set("smallest_step", Value(in_.real("the step")).set_place(place));
  in_.end_card();
}

void ModelReader::largest_time_step() {
  const SourcePlace place = cursor_.place();
  if (!in_.accept("unlimited"))
    single("analysis", "dynamic").set("largest_step", Value(in_.real("the step")).set_place(place));
  in_.end_card();
}

// Steps that grow and shrink with the number of iterations become steps chosen by the estimated error.
void ModelReader::strategy() {
  const std::string kind = in_.keyword("strategy", {"no change", "factor", "change"});
  if (kind == "change") throw CardError(statement_place_, "'strategy: change' is not supported yet");
  accept_without_effect();
  if (kind == "factor") {
    single("analysis", "dynamic").set("adaptive", true);
    diagnostics_.note(statement_place_,
                      "steps are chosen by an estimate of the error instead of the number of iterations");
  }
}

void ModelReader::tolerance() {
  const SourcePlace place = cursor_.place();
  if (!in_.accept("null"))
    single("solver", "absolute").set("force_tolerance", Value(in_.real("the tolerance")).set_place(place));
  accept_without_effect();
}

void ModelReader::most_iterations() {
  const SourcePlace place = cursor_.place();
  single("solver", "absolute")
      .set("max_iterations", Value(in_.integer("the number of iterations")).set_place(place));
  in_.accept("at most");
  in_.end_card();
}

void ModelReader::method() {
  const SourcePlace place = cursor_.place();
  const std::string method = in_.keyword("method", {"ms", "ms2", "nostro", "hope", "crank nicolson",
                                                    "crank nicholson", "bdf", "implicit euler"});
  double rho = 0.0;
  if (method.starts_with("crank")) {
    rho = 1.0;
  } else if (method == "bdf" || method == "implicit euler") {
    accept_without_effect();
    single("solver", "absolute").set("rho", Value(0.0).set_place(place));
    return;
  } else {
    in_.accept("const");
    rho = in_.real("the spectral radius");
  }
  single("solver", "absolute").set("rho", Value(rho).set_place(place));
  accept_without_effect();
}

void ModelReader::linear_solver() {
  const std::string solver =
      in_.keyword("linear solver", {"naive", "umfpack", "umfpack3", "klu", "lapack", "y12", "harwell",
                                    "meschach", "superlu", "taucs", "qr", "spqr", "pardiso", "pastix",
                                    "watson", "wsmp", "aztecoo", "amesos", "empty"});
  accept_without_effect();
  if (solver == "lapack" || solver == "qr") single("solver", "absolute").set("linear_solver", "dense");
}

}  // namespace pintle::mbdyn
