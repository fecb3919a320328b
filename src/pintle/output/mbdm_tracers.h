// Tracers of MBDM: a Tecplot file per moment with points that move with bodies, the bodies' centres with what
// acts on them, and mooring lines; see mbdm_card.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "pintle/output/mbdm_model.h"

namespace pintle {

class MbdmTracerFiles {
 public:
  // Files are tracers/<case>_tracers_<step>.dat in `folder`.
  MbdmTracerFiles(const std::filesystem::path& folder, const MbdmSettings& settings);

  const std::filesystem::path& folder() const { return folder_; }
  // Makes the folder and removes what earlier runs left there of later steps.
  std::string start(std::int64_t last_step);
  std::string write(const MbdmModel& model, const System& system, const State& state, const Context& context);
  // What was written is there also when the machine goes down.
  std::string secure();
  std::string text(const MbdmModel& model, const System& system, const State& state,
                   const Context& context) const;

 private:
  std::filesystem::path folder_;
  const MbdmSettings& settings_;
  std::string stem_;
  std::vector<std::filesystem::path> unsecured_;
};

// A case name as the beginning of a file's name.
std::string mbdm_file_stem(const MbdmSettings& settings);

}  // namespace pintle
