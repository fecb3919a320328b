// Every card of the section `initial value`.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "pintle/lang/mbdyn/mbdyn_reader.h"

namespace pintle {
namespace {

using testing::HasSubstr;

class MbdynProblem : public testing::Test {
 protected:
  MbdynProblem() {
    registry_.add(CardSchema("drive", "ramp")
                      .real("slope")
                      .real("start")
                      .real("end")
                      .optional()
                      .real("value")
                      .mbdyn({"ramp"}, "<slope>, <start>, {forever | <end>}, <value>"));
    registry_.add(CardSchema("drive", "constant").real("value").mbdyn({"const"}, "<value>"));
  }
  // Reads the cards between the times.
  ModelDesc read(const std::string& cards) {
    diagnostics_ = {};
    return *read_mbdyn_model_text("begin: data; problem: initial value; end: data;\nbegin: initial value;\n" +
                                      cards + "\nfinal time: 2.; time step: .1;\nend: initial value;\n",
                                  "model.mbd", registry_, diagnostics_);
  }
  std::string problems(const std::string& cards) {
    read(cards);
    return diagnostics_.to_text();
  }
  // What a card says about the solver or the analysis, as one line: "method = bdf, rho = 0.6".
  std::string card(const std::string& kind, const std::string& cards) {
    const ModelDesc model = read(cards);
    EXPECT_EQ(diagnostics_.to_text(), "") << cards;
    std::string line;
    for (const auto& field : model.find_single(kind)->fields) {
      if (field.name == "end_time" || field.name == "step" || field.name == "assembly_length") continue;
      line += line.empty() ? "" : ", ";
      line += field.name + " = ";
      const Value& value = field.value;
      line += value.is_text()      ? value.as_text()
              : value.is_number()  ? fmt::format("{:g}", value.as_number())
              : value.is_map()     ? value.find("type")->as_text()
              : value.as_boolean() ? "yes"
                                   : "no";
    }
    return line;
  }
  std::string solver(const std::string& cards) { return card("solver", cards); }
  // With a method, so that there is nothing else.
  std::string solver_only(const std::string& cards) {
    const std::string line = solver("method: implicit euler;" + cards);
    return line.substr(std::min(line.size(), std::string("method = implicit_euler, ").size()));
  }
  std::string analysis(const std::string& cards) { return card("analysis", cards); }

  SchemaRegistry registry_;
  Diagnostics diagnostics_;
};

TEST_F(MbdynProblem, methods) {
  EXPECT_EQ(solver(""), "method = bdf");  // the program's default
  EXPECT_EQ(solver("method: ms, .6;"), "method = ms, rho = 0.6");
  EXPECT_EQ(solver("method: ms2, .6, .2;"), "method = ms, rho = 0.6");
  EXPECT_EQ(solver("method: nostro, const, .6, const, 0.;"), "method = ms, rho = 0.6");
  EXPECT_EQ(solver("method: hope, ramp, -1., 0., .5, 1., 0.;"), "method = hope, rho = ramp");
  EXPECT_EQ(solver("method: bdf;"), "method = bdf");
  EXPECT_EQ(solver("method: bdf, order, 1;"), "method = bdf, order = 1");
  EXPECT_EQ(solver("method: Crank Nicholson;"), "method = crank_nicolson");
  EXPECT_EQ(solver("method: crank nicolson;"), "method = crank_nicolson");
  EXPECT_EQ(solver("method: implicit euler;"), "method = implicit_euler");
  EXPECT_EQ(solver("method: ms, .6; method: crank nicolson;"), "method = crank_nicolson");  // the last counts
  EXPECT_THAT(problems("method: ms3, .6;"), HasSubstr("the method 'ms3' is not supported yet"));
  EXPECT_THAT(problems("method: hopf, .6;"), HasSubstr("'hopf' is no method; did you mean 'hope'?"));
  EXPECT_THAT(problems("method: bdf, ordre, 1;"), HasSubstr("error"));
}

TEST_F(MbdynProblem, strategies) {
  EXPECT_EQ(analysis("strategy: no change;"), "");
  EXPECT_EQ(analysis("strategy: factor, .5, 2, 1.2, 10, 3;"),
            "strategy = iterations, reduction = 0.5, steps_after_reduction = 2, raise = 1.2, "
            "steps_after_raise = 10, few_iterations = 3");
  EXPECT_THAT(
      analysis("strategy: factor, .5, 2, 1.2, 10, 3, 8; min time step: 1e-5; max time step: .2;"),
      HasSubstr("few_iterations = 3, many_iterations = 8, smallest_step = 1e-05, largest_step = 0.2"));
  EXPECT_EQ(analysis("strategy: change, ramp, .02, 0., forever, .01; max time step: unlimited;"),
            "strategy = drive, step_drive = ramp");
  EXPECT_THAT(problems("strategy: changes, 1.;"), HasSubstr("did you mean 'change'?"));
  EXPECT_THAT(problems("strategy: factor, .5, 2, 1.2;"), HasSubstr("the steps before raise"));
}

TEST_F(MbdynProblem, times) {
  EXPECT_EQ(analysis("initial time: 1.;"), "start_time = 1");
  const ModelDesc endless = *read_mbdyn_model_text(
      "begin: initial value;\ninitial time: 1.; final time: forever; time step: .1;\nend: initial value;\n",
      "model.mbd", registry_, diagnostics_);
  EXPECT_GT(endless.find_single("analysis")->find("end_time")->as_number(), 1e9);
  EXPECT_THAT(diagnostics_.to_text(), HasSubstr("2:31: note: the run goes on until it is interrupted"));
}

TEST_F(MbdynProblem, tolerances) {
  EXPECT_EQ(solver_only("tolerance: 1e-6;"), "force_tolerance = 1e-06");
  EXPECT_EQ(solver_only("tolerance: 1e-6, test, minmax;"), "force_tolerance = 1e-06");
  EXPECT_EQ(solver_only("tolerance: 1e-6, test, norm, scale;"), "force_tolerance = 1e-06");
  EXPECT_EQ(solver_only("tolerance: 1e-6, test, none;"), "");
  EXPECT_EQ(solver_only("tolerance: 1e-6, test, sepnorm;"), "tolerance = 1e-06");
  EXPECT_EQ(solver_only("tolerance: null, 1e-9;"), "solution_tolerance = 1e-10");  // of rates, steps of 0.1 s
  EXPECT_THAT(problems("tolerance: 1e-6, test, relnorm, scale, 1e-9, test, norm;"),
              HasSubstr("note: a step ends by the residual alone"));
  EXPECT_EQ(solver_only("tolerance: 1e-6, null, test, norm;"), "force_tolerance = 1e-06");
  EXPECT_THAT(problems("tolerance: 1e-6, test, maxmin;"), HasSubstr("'maxmin' is no test"));
}

TEST_F(MbdynProblem, iterations) {
  EXPECT_EQ(solver_only("max iterations: 12;"), "max_iterations = 12");
  EXPECT_THAT(problems("max iterations: 12, at most;"), HasSubstr("note: 'at most' has no effect"));
  EXPECT_EQ(solver_only("modify residual test;"), "");
  EXPECT_EQ(solver_only("nonlinear solver: newton raphson;"), "");
  EXPECT_EQ(solver_only("nonlinear solver: newton raphson, true;"), "");
  EXPECT_EQ(solver_only("nonlinear solver: newton raphson : modified, 3;"), "");
  EXPECT_EQ(
      solver_only("nonlinear solver: newton raphson, modified, 5, keep jacobian, honor element requests;"),
      "");
  EXPECT_EQ(solver_only("newton raphson: modified, 5;"), "");
  EXPECT_THAT(problems("nonlinear solver: line search, default solver options, heavy nonlinear;"),
              HasSubstr("note: 'line search' is not available"));
  EXPECT_THAT(problems("nonlinear solver: matrix free, gmres;"), HasSubstr("'matrix free' is not available"));
  EXPECT_THAT(problems("nonlinear solver: newton;"), HasSubstr("did you mean 'newton raphson'?"));
}

TEST_F(MbdynProblem, linear_solvers) {
  EXPECT_EQ(solver_only("linear solver: umfpack, cc, block size, 4;"), "linear_solver = automatic");
  EXPECT_EQ(solver_only("solver: naive, colamd, mt, 1, pivot factor, 1e-8;"), "linear_solver = automatic");
  EXPECT_EQ(solver_only("linear solver: klu, map, scale, max, once;"), "linear_solver = klu");
  EXPECT_EQ(solver_only("linear solver: lapack;"), "linear_solver = dense");
  EXPECT_EQ(solver_only("linear solver: y12, workspace size, 10000;"), "linear_solver = automatic");
  EXPECT_THAT(problems("linear solver: umfpak;"), HasSubstr("did you mean 'umfpack'?"));
  EXPECT_THAT(problems("linear solver: klu, colamed;"), HasSubstr("did you mean 'colamd'?"));
}

TEST_F(MbdynProblem, phases_without_effect) {
  for (const char* cards :
       {"derivatives tolerance: 1e-3;", "derivatives max iterations: 10;", "derivatives coefficient: 1e-6;",
        "derivatives coefficient: auto;",
        "derivatives coefficient: 1e-3, auto, max iterations, 5, factor, 10.;",
        "dummy steps tolerance: 1e-3;", "dummy steps max iterations: 10;", "dummy steps ratio: 1e-3;",
        "dummy steps number: 0;", "dummy steps method: ms, .6;", "fictitious steps ratio: 1e-3;",
        "threads: auto;", "threads: disable;", "threads: assembly, 1;",
        "enforce constraint equations: constraint violations, scale factor, 1.;"}) {
    EXPECT_EQ(solver_only(cards), "");
    EXPECT_EQ(analysis(cards), "");
  }
  EXPECT_THAT(problems("dummy steps number: 3;"), HasSubstr("note: no dummy steps are made"));
  EXPECT_THAT(problems("fictitious steps number: 3;"), HasSubstr("note: no dummy steps are made"));
  EXPECT_THAT(problems("threads: assembly, 4;"), HasSubstr("note: one thread is used"));
  EXPECT_THAT(problems("enforce constraint equations: constraint violation rates;"),
              HasSubstr("not by rates"));
}

TEST_F(MbdynProblem, abort_after_a_phase) {
  EXPECT_EQ(analysis("abort after: input;"), "stop_after = input");
  EXPECT_EQ(analysis("abort after: assembly;"), "stop_after = assembly");
  EXPECT_EQ(analysis("abort after: derivatives;"), "stop_after = assembly");
  EXPECT_EQ(analysis("abort after: dummy steps;"), "stop_after = assembly");
  EXPECT_THAT(problems("abort after: assemblage;"), HasSubstr("did you mean 'assembly'?"));
}

TEST_F(MbdynProblem, output_of_the_solution) {
  EXPECT_EQ(analysis("output: iterations;"), "print_iterations = yes");
  EXPECT_EQ(analysis("output: none, iterations, messages, cpu time;"), "print_iterations = yes");
  EXPECT_EQ(analysis("output: iterations, none;"), "print_iterations = no");
  EXPECT_THAT(problems("output: residual;"), HasSubstr("note: output: 'residual' is not printed"));
  EXPECT_THAT(problems("output: iteration;"), HasSubstr("did you mean 'iterations'?"));
  EXPECT_THAT(problems("output meter: const, 1.;"), HasSubstr("'output meter' has no effect here"));
}

TEST_F(MbdynProblem, cards_that_are_to_come_are_named) {
  EXPECT_THAT(problems("eigenanalysis: 1., use lapack;"),
              HasSubstr("the card 'eigenanalysis' is not supported yet"));
  EXPECT_THAT(problems("real time: time step, 1000, mode, period, hard real time;"),
              HasSubstr("note: this card has no effect: steps are taken as fast as they can be"));
  EXPECT_THAT(problems("tolerence: 1e-6;"), HasSubstr("did you mean 'tolerance'?"));
  read("");
  diagnostics_ = {};
  read_mbdyn_model_text("begin: data; problem: inverse dynamics; end: data;", "model.mbd", registry_,
                        diagnostics_);
  EXPECT_THAT(diagnostics_.to_text(), HasSubstr("the problem 'inverse dynamics' is not supported yet"));
}

}  // namespace
}  // namespace pintle
