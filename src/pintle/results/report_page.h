// The report: one HTML page with the viewer and the results in it, which opens anywhere without a network.
#pragma once

#include <string>
#include <string_view>

#include "pintle/results/result_file.h"

namespace pintle {

// The viewer without data, as viewer/ builds it.
std::string_view viewer_page();

// About as many numbers as make a page of some megabytes.
inline constexpr std::size_t kReportNumbers = 3'000'000;

// The page with one run, or two to compare.
std::string report_page(const ResultFile& run, const ResultFile* other, std::size_t most_numbers);
// The page of a server, which is asked for the data.
std::string served_page();

}  // namespace pintle
