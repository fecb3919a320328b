// Time per step and per Newton iteration, factorisations, growth with size, and ratios against peers in the
// same run. Run: make bench, or build/bench/bench/pintle_peers_bench
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "bench/mbdyn_models.h"
#include "bench/simbody_chain.h"
#include "pintle/analysis/dynamic.h"
#include "pintle/app/job.h"
#include "pintle/app/registry_of_everything.h"
#include "pintle/lang/mbdyn/mbdyn_reader.h"
#include "tests/support/chain_models.h"

namespace {

using namespace pintle;

struct Model {
  std::string name;
  std::vector<int> sizes;
  std::function<Assembled(int, const PeerSettings&)> make;
  std::function<std::string(int, const PeerSettings&)> mbdyn;  // in MBDyn's language
  std::function<double(int, const PeerSettings&)> simbody;
  std::function<int(int)> links;
  PeerSettings settings = {};
};

RunReport time_ours(const Model& model, int size, const PeerSettings& peer) {
  Assembled assembled = model.make(size, peer);
  DynamicSettings settings;
  settings.end_time = peer.end_time;
  settings.control.step = peer.step;
  settings.solver.rho = peer.rho;
  settings.solver.tolerances = {peer.tolerance, peer.tolerance, peer.tolerance, peer.tolerance,
                                peer.tolerance};
  Diagnostics diagnostics;
  return run_dynamic(assembled.system, assembled.state, settings, {}, {}, diagnostics);
}

// The same file as MBDyn's, from the text to the end of the run; negative when it failed.
double time_ours_from_text(const std::string& text) {
  const auto begin = std::chrono::steady_clock::now();
  Diagnostics diagnostics;
  auto model = read_mbdyn_model_text(text, "bench.mbd", registry_of_everything().schemas(), diagnostics);
  auto job = make_job(std::move(*model), {}, diagnostics);
  if (!job || diagnostics.has_errors()) return -1.0;
  const RunReport report = run_dynamic(job->system, job->state, job->settings, {}, {}, diagnostics);
  if (report.status != RunStatus::finished) return -1.0;
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

std::string ratio(double theirs, double ours) {
  return theirs > 0.0 ? fmt::format("{:.1f}", theirs / ours) : "-";
}

void run(const Model& model) {
  double first = 0.0, first_links = 0.0, last = 0.0, last_links = 0.0;
  for (const int size : model.sizes) {
    const PeerSettings& peer = model.settings;
    const RunReport report = time_ours(model, size, peer);
    const double steps = static_cast<double>(report.steps), links = model.links(size);
    const double per_step = report.wall_seconds / steps;
    const std::string text = model.mbdyn ? model.mbdyn(size, peer) : std::string();
    const double mbdyn = text.empty() ? -1.0 : time_mbdyn(text);
    const double from_text = text.empty() ? -1.0 : time_ours_from_text(text);
    const double simbody = model.simbody ? model.simbody(size, peer) : -1.0;
    fmt::print("{:<15}{:>5}{:>12.1f}{:>10.3f}{:>12.3f}{:>8.2f}{:>8.2f}{:>10}{:>10}{:>10}  {}\n", model.name,
               size, 1e6 * per_step, 1e6 * per_step / links,
               1e6 * report.wall_seconds / static_cast<double>(report.iterations) / links,
               static_cast<double>(report.iterations) / steps,
               10.0 * static_cast<double>(report.factorisations) / steps, ratio(mbdyn, report.wall_seconds),
               from_text > 0.0 ? ratio(mbdyn, from_text) : "-", ratio(simbody, report.wall_seconds),
               report.status == RunStatus::finished ? "" : report.failure);
    if (links >= 50 && first == 0.0) first = per_step, first_links = links;
    last = per_step, last_links = links;
  }
  if (last_links > first_links)
    fmt::print("{:<15}grows like N^{:.2f} from {:.0f} to {:.0f} links\n", model.name,
               std::log(last / first) / std::log(last_links / first_links), first_links, last_links);
}

}  // namespace

int main() {
  const auto same = [](int n) { return n; };
  const auto open_chain = [&](const char* name, double down_x, double down_z) {
    PeerSettings settings;
    settings.down_x = down_x;
    settings.down_z = down_z;
    return Model{name,
                 {10, 50, 200, 1000},
                 [](int n, const PeerSettings& p) {
                   return make_chain(n, false, {p.down_x, 0, p.down_z});
                 },
                 [](int n, const PeerSettings& p) { return mbdyn_chain(n, false, p); },
                 time_simbody_chain,
                 same,
                 settings};
  };
  const std::vector<Model> models{
      // 20 degrees from hanging; and released from the horizontal, with a kink that runs along the chain.
      open_chain("swinging chain", std::cos(0.349), -std::sin(0.349)),
      open_chain("falling chain", 0.0, -1.0),
      {"closed chain",
       {10, 50, 200, 1000},
       [](int n, const PeerSettings&) { return make_chain(n, true); },
       [](int n, const PeerSettings& p) { return mbdyn_chain(n, true, p); },
       {},
       same},
      {"free bodies",
       {10, 50, 200, 1000},
       [](int n, const PeerSettings&) { return make_free_bodies(n); },
       {},
       {},
       same},
      {"four-bars",
       {5, 25, 40, 100, 500},
       [](int n, const PeerSettings&) { return make_four_bars(n); },
       mbdyn_four_bars,
       {},
       [](int n) { return 2 * n + 1; }}};
  fmt::print(
      "h = 1 ms, rho = 0.6, tolerance 1e-6, no output. x MBDyn, x Simbody: their time over ours;\n"
      "same file: both programs on MBDyn's file with its method ms, from reading it to the end of the run.\n"
      "Simbody: third-order Runge-Kutta in joint coordinates, fixed steps of the same size. '-': not "
      "there.\n\n");
  fmt::print("{:<15}{:>5}{:>12}{:>10}{:>12}{:>8}{:>8}{:>10}{:>10}{:>10}\n", "model", "N", "us/step",
             "us/link", "us/link,it", "it/step", "fac/10", "x MBDyn", "same file", "x Simbody");
  for (const Model& model : models) run(model);
  return 0;
}
