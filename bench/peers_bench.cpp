// Time per step and per Newton iteration, factorisations, growth with size, and ratios against peers in the
// same run. Run: make bench, or build/bench/bench/pintle_peers_bench
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "bench/mbdyn_models.h"
#include "bench/simbody_chain.h"
#include "pintle/analysis/dynamic.h"
#include "tests/support/chain_models.h"

namespace {

using namespace pintle;

struct Model {
  std::string name;
  std::vector<int> sizes;
  std::function<Assembled(int)> make;
  std::function<double(int, const PeerSettings&)> mbdyn;  // seconds, negative: none
  std::function<double(int, const PeerSettings&)> simbody;
  std::function<int(int)> links;
};

RunReport time_ours(const Model& model, int size, const PeerSettings& peer) {
  Assembled assembled = model.make(size);
  DynamicSettings settings;
  settings.end_time = peer.end_time;
  settings.control.step = peer.step;
  settings.solver.rho = peer.rho;
  settings.solver.tolerances = {peer.tolerance, peer.tolerance, peer.tolerance, peer.tolerance,
                                peer.tolerance};
  Diagnostics diagnostics;
  return run_dynamic(assembled.system, assembled.state, settings, {}, {}, diagnostics);
}

std::string ratio(double theirs, double ours) {
  return theirs > 0.0 ? fmt::format("{:.1f}", theirs / ours) : "-";
}

void run(const Model& model) {
  double first = 0.0, first_links = 0.0, last = 0.0, last_links = 0.0;
  for (const int size : model.sizes) {
    PeerSettings peer;
    const RunReport report = time_ours(model, size, peer);
    const double steps = static_cast<double>(report.steps), links = model.links(size);
    const double per_step = report.wall_seconds / steps;
    const double mbdyn = model.mbdyn ? model.mbdyn(size, peer) : -1.0;
    const double simbody = model.simbody ? model.simbody(size, peer) : -1.0;
    fmt::print("{:<14}{:>6}{:>12.1f}{:>10.3f}{:>10.3f}{:>8.2f}{:>8.2f}{:>10}{:>10}  {}\n", model.name, size,
               1e6 * per_step, 1e6 * per_step / links,
               1e6 * report.wall_seconds / static_cast<double>(report.iterations) / links,
               static_cast<double>(report.iterations) / steps,
               10.0 * static_cast<double>(report.factorisations) / steps, ratio(mbdyn, report.wall_seconds),
               ratio(simbody, report.wall_seconds),
               report.status == RunStatus::finished ? "" : report.failure);
    if (links >= 50 && first == 0.0) first = per_step, first_links = links;
    last = per_step, last_links = links;
  }
  if (last_links > first_links)
    fmt::print("{:<14}grows like N^{:.2f} from {:.0f} to {:.0f} links\n", model.name,
               std::log(last / first) / std::log(last_links / first_links), first_links, last_links);
}

}  // namespace

int main() {
  const auto same = [](int n) { return n; };
  const std::vector<Model> models{
      {"open chain",
       {10, 50, 200, 1000},
       [](int n) { return make_chain(n, false); },
       [](int n, const PeerSettings& p) { return time_mbdyn(mbdyn_chain(n, false, p)); },
       [](int n, const PeerSettings& p) { return time_simbody_chain(n, p.end_time, p.step); },
       same},
      {"closed chain",
       {10, 50, 200, 1000},
       [](int n) { return make_chain(n, true); },
       [](int n, const PeerSettings& p) { return time_mbdyn(mbdyn_chain(n, true, p)); },
       {},
       same},
      {"free bodies", {10, 50, 200, 1000}, make_free_bodies, {}, {}, same},
      {"four-bars",
       {5, 25, 40, 100, 500},
       make_four_bars,
       [](int n, const PeerSettings& p) { return time_mbdyn(mbdyn_four_bars(n, p)); },
       {},
       [](int n) { return 2 * n + 1; }}};
  fmt::print(
      "h = 1 ms, rho = 0.6, tolerance 1e-6, no output. x MBDyn, x Simbody: their time over ours (Simbody: "
      "third-order\n"
      "Runge-Kutta in joint coordinates, fixed steps of the same size). '-': not there.\n\n");
  fmt::print("{:<14}{:>6}{:>12}{:>10}{:>10}{:>8}{:>8}{:>10}{:>10}\n", "model", "N", "us/step", "us/link",
             "us/link,it", "it/step", "fac/10", "x MBDyn", "x Simbody");
  for (const Model& model : models) run(model);
  return 0;
}
