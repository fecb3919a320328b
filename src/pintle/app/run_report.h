// How a run went, as JSON text: what result files keep of it for viewers.
#pragma once

#include <string>

#include "pintle/analysis/dynamic.h"
#include "pintle/app/run_summary.h"
#include "pintle/base/diagnostics.h"

namespace pintle {

// At most `room` bytes: messages that do not fit are left out from the end, and counted.
std::string run_report_text(const RunReport& report, const State& state, const Diagnostics& diagnostics,
                            std::size_t room);

// Of what has no steps and has come to its end.
std::string run_report_text(const SummaryLines& lines, const Diagnostics& diagnostics, std::size_t room);

}  // namespace pintle
