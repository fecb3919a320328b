#include "bench/mbdyn_models.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numbers>

namespace pintle {

namespace {

// Collects nodes, bodies and joints, then writes the whole file.
class Writer {
 public:
  int node(double x, double y, double z, double pitch, double vx = 0, double omega_z = 0) {
    nodes_ += fmt::format(
        "structural: {}, dynamic, {:.17g}, {:.17g}, {:.17g}, euler, 0., {:.17g}, 0., {:.17g}, 0., 0., 0., "
        "0., {:.17g};\n",
        ++node_count_, x, y, z, pitch, vx, omega_z);
    return node_count_;
  }
  void rod(int node, double mass, double length, double radius, int along) {
    const double across = mass * (3 * radius * radius + length * length) / 12,
                 spin = 0.5 * mass * radius * radius;
    elements_ += fmt::format("body: {}, {}, {:.17g}, null, diag, {:.17g}, {:.17g}, {:.17g};\n", node, node,
                             mass, along == 0 ? spin : across, along == 1 ? spin : across, across);
    ++body_count_;
  }
  void joint(const std::string& text) { elements_ += fmt::format("joint: {}, {};\n", ++joint_count_, text); }

  std::string finish(const PeerSettings& s, const char* solver, const std::string& gravity) const {
    return fmt::format(
        "begin: data;\nproblem: initial value;\nend: data;\nbegin: initial value;\ninitial time: 0.;\nfinal "
        "time: {:.17g};\n"
        "time step: {:.17g};\nmethod: ms, {:.17g};\ntolerance: {:.17g};\nmax iterations: 20;\nderivatives "
        "tolerance: 1.e-3;\n"
        "derivatives max iterations: 50;\nderivatives coefficient: 1.e-3;\nlinear solver: {};\noutput: "
        "none;\nend: initial value;\n"
        "begin: control data;\nstructural nodes: {};\nrigid bodies: {};\njoints: {};\ngravity;\nskip initial "
        "joint assembly;\n"
        "default output: none;\nend: control data;\nbegin: nodes;\n{}end: nodes;\nbegin: "
        "elements;\n{}gravity: uniform, {}, const, "
        "9.81;\nend: elements;\n",
        s.end_time - 0.5 * s.step, s.step, s.rho, s.tolerance, solver, node_count_, body_count_, joint_count_,
        nodes_, elements_, gravity);
  }

 private:
  std::string nodes_, elements_;
  int node_count_ = 0, body_count_ = 0, joint_count_ = 0;
};

// MBDyn's fastest linear solver for the size.
const char* solver_for(int links) { return links <= 60 ? "naive, colamd" : "klu, cc"; }

std::string side(int node, double x, double y, const char* axes) {
  return fmt::format("{}, position, {:.17g}, {:.17g}, 0., orientation, {}", node, x, y, axes);
}

}  // namespace

std::string mbdyn_chain(int links, bool is_closed, const PeerSettings& settings) {
  constexpr double kLength = 0.1;
  const char* axes = "1, 1., 0., 0., 3, 0., 1., 0.";  // axis 3 along y
  Writer writer;
  double x = 0, z = 0;
  for (int i = 0; i < links; ++i) {
    const double slope = is_closed ? std::numbers::pi * ((i + 0.5) / links - 0.5) : 0.0;
    const int node =
        writer.node(x + 0.5 * kLength * std::cos(slope), 0, z + 0.5 * kLength * std::sin(slope), -slope);
    writer.rod(node, 0.1, kLength, 0.005, 0);
    x += kLength * std::cos(slope);
    z += kLength * std::sin(slope);
    if (i == 0)
      writer.joint(fmt::format("revolute pin, {}, position, 0., 0., 0., orientation, reference, global, {}",
                               side(node, -0.5 * kLength, 0, axes), axes));
    else
      writer.joint(fmt::format("revolute hinge, {}, {}", side(node - 1, 0.5 * kLength, 0, axes),
                               side(node, -0.5 * kLength, 0, axes)));
  }
  if (is_closed)
    writer.joint(
        fmt::format("total pin joint, {}, position, {:.17g}, 0., 0., position, {:.17g}, 0., {:.17g}, "
                    "position constraint, "
                    "active, inactive, active, null",
                    links, 0.5 * kLength, x, z));
  return writer.finish(settings, solver_for(links),
                       fmt::format("{:.17g}, 0., {:.17g}", settings.down_x, settings.down_z));
}

std::string mbdyn_four_bars(int n, const PeerSettings& settings) {
  Writer writer;
  int previous_coupler = 0;
  for (int i = 0; i <= n; ++i) {
    const int bar = writer.node(i, 0.5, 0, 0, 0.5, -1.0);
    writer.rod(bar, 1.0, 1.0, 0.01, 1);
    writer.joint(fmt::format("revolute pin, {}, position, {}., 0., 0., orientation, eye",
                             side(bar, 0, -0.5, "eye"), i));
    if (previous_coupler)
      writer.joint(
          fmt::format("in line, {}, {}, offset, 0., 0.5, 0.", side(previous_coupler, 0.5, 0, "eye"), bar));
    if (i == n) break;
    previous_coupler = writer.node(i + 0.5, 1.0, 0, 0, 1.0, 0.0);
    writer.rod(previous_coupler, 1.0, 1.0, 0.01, 0);
    writer.joint(fmt::format("revolute hinge, {}, {}", side(bar, 0, 0.5, "eye"),
                             side(previous_coupler, -0.5, 0, "eye")));
  }
  return writer.finish(settings, solver_for(2 * n + 1), "0., -1., 0.");
}

double time_mbdyn(const std::string& input) {
  static const bool kIsThere = std::system("command -v mbdyn >/dev/null 2>&1") == 0;
  if (!kIsThere) return -1.0;
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "pintle_bench_peer";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "model.mbd") << input;
  const std::string command =
      fmt::format("cd {} && env -i \"$(command -v mbdyn)\" -s -f model.mbd >/dev/null 2>&1", folder.string());
  const auto begin = std::chrono::steady_clock::now();
  const bool is_good = std::system(command.c_str()) == 0;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::filesystem::remove_all(folder);
  return is_good ? seconds : -1.0;
}

}  // namespace pintle
