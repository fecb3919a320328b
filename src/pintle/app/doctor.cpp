#include "pintle/app/doctor.h"

#include <fmt/ostream.h>
#include <klu.h>
#include <netcdf.h>
#include <unistd.h>

#include <Eigen/Core>
#include <cstdlib>
#include <ostream>
#include <thread>

#include "pintle/app/registry_of_everything.h"
#include "pintle/base/version.h"
#include "pintle/solvers/linear_solver.h"

namespace pintle {

namespace {

bool is_on_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::string_view rest = path ? path : "";
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const std::string candidate = std::string(rest.substr(0, end)) + "/" + program;
    if (::access(candidate.c_str(), X_OK) == 0) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

}  // namespace

int doctor(std::ostream& out) {
  const auto line = [&out](std::string_view name, const std::string& value) {
    fmt::print(out, "  {:<22}{}\n", name, value);
  };
  fmt::print(out, "pintle {} {}\n", kVersion, kRevision);
  line("build", fmt::format("{}, {}", kBuildType, kCompiler));
  line("threads", fmt::format("{} available, 1 used", std::thread::hardware_concurrency()));
  line("Eigen", fmt::format("{}.{}.{} ({})", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION,
                            Eigen::SimdInstructionSetsInUse()));
  line("SuiteSparse KLU", fmt::format("{}.{}.{}", KLU_MAIN_VERSION, KLU_SUB_VERSION, KLU_SUBSUB_VERSION));
  line("fmt", fmt::format("{}", FMT_VERSION));
  line("NetCDF", nc_inq_libvers());
  std::string solvers;
  for (const std::string& name : available_linear_solvers()) solvers += (solvers.empty() ? "" : ", ") + name;
  line("linear solvers", solvers);
  line("Python package", kPython.empty() ? "not built" : fmt::format("for {}", kPython));
  line("card types", fmt::format("{}", registry_of_everything().schemas().schemas().size()));

  fmt::print(out, "not part of this build, used when present\n");
  for (const auto& [program, use] : {std::pair{"gnuplot", "drawing by `pintle plot` (package gnuplot-nox)"},
                                     std::pair{"ncdump", "looking at results (package netcdf-bin)"},
                                     std::pair{"mbdyn", "comparison of speed in `make bench`"}})
    line(program, fmt::format("{}: {}", is_on_path(program) ? "found" : "missing", use));
  if (solvers.find("umfpack") == std::string::npos)
    line("umfpack", "missing: a linear solver for large, dense-ish systems (package libsuitesparse-dev)");
  return 0;
}

}  // namespace pintle
