// The NetCDF results file with the names that MBDyn gives its variables; see mbdyn.md.
#pragma once

#include "pintle/output/mbdyn_model.h"
#include "pintle/output/record_source.h"

namespace pintle {

class MbdynRecords final : public RecordSource {
 public:
  explicit MbdynRecords(MbdynSettings settings) : settings_(std::move(settings)) {}

  void start(const System& system) override;
  void evaluate(const System& system, const State& state, const Context& context, double* record) override;
  std::vector<std::string> dimensions(std::size_t size) const override;
  std::string_view doc_attribute() const override { return "description"; }

 private:
  void list_nodes(const System& system);
  void list_elements(const System& system, std::string_view kind, const std::string& prefix);

  MbdynSettings settings_;
  MbdynModel model_;
};

}  // namespace pintle
