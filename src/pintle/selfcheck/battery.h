// Battery: the runs of `pintle selfcheck` and what is made of them.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pintle/selfcheck/comparison.h"
#include "pintle/selfcheck/finding.h"

namespace pintle {

class Battery {
 public:
  using Progress = std::function<void(std::string_view run, double part)>;

  // The model must be one that can be built.
  Battery(const ModelDesc& model, const JobOptions& overrides, std::uint64_t seed, Progress progress);
  // Changed models are written to this folder, to be looked at.
  void keep_models_in(std::filesystem::path folder) { folder_ = std::move(folder); }

  // Why the model as it is does not come to its end; empty when it does.
  const std::string& failure() const { return failure_; }

  Finding turned();
  Finding moved();
  Finding order();
  Finding units();
  Finding solver();
  Finding step();
  Finding resumed();
  std::vector<Finding> formulations();

  // The same model changed in a way of the caller's.
  Finding changed(Finding finding, const ModelDesc& model, const Change& change);

 private:
  // By instant and kind of quantity.
  using Allowance = std::vector<std::vector<double>>;
  using Prepare = std::function<void(Job&)>;

  Trial run(std::string_view name, const ModelDesc& model, const JobOptions& options,
            const std::vector<double>& times, const Prepare& prepare = {});
  Trial run_to(double tolerance, std::string_view name, const ModelDesc& model, const JobOptions& options,
               const std::vector<double>& times, const Prepare& prepare);
  Trial run(std::string_view name, const Prepare& prepare) {
    return run(name, model_, overrides_, times_, prepare);
  }
  Finding rewritten(Finding finding, ModelRewriter& rewriter, const Change& change);
  Finding judged(Finding finding, const Trial& other, const Change& change, const Allowance& allowed);
  void keep(const std::string& name, const ModelDesc& model) const;
  bool has_redundant_equations() const;
  double steps_until(std::size_t instant) const;
  const Allowance& round_off();
  const Trial& finer();
  void find_difference(const Trial& trial, const Instant& one, const Instant& other, Finding& finding) const;
  Finding judged_order(Finding finding, const Trial& finest);

  ModelDesc model_;
  JobOptions overrides_;
  std::uint64_t seed_;
  Progress progress_;
  std::filesystem::path folder_;
  std::vector<double> times_;
  double iterates_to_ = 1.0;  // part of the model's tolerances
  std::optional<Job> job_;    // of the model as it is
  std::string failure_;
  Trial as_it_is_, base_;
  std::optional<Comparison> comparison_;
  std::optional<Allowance> round_off_;
  std::optional<Trial> finer_;
};

}  // namespace pintle
