// SampledCurve: a function of time given by samples, at equal or at given distances; and what the file drives
// have in common.
#pragma once

#include <string_view>
#include <vector>

#include "pintle/drives/drive_registry.h"

namespace pintle {

// What a sampled curve is before its first and after its last sample.
enum class Outside { zero, hold, stop };  // stop: not a number, which ends the run

struct SamplingOptions {
  bool is_linear = true;  // or constant until the next sample
  Outside before = Outside::zero;
  Outside after = Outside::zero;
};

class SampledCurve {
 public:
  // At least one sample; equal distances time_step > 0.
  SampledCurve(double initial_time, double time_step, std::vector<double> values, SamplingOptions options);
  // Times strictly increasing.
  SampledCurve(std::vector<double> times, std::vector<double> values, SamplingOptions options);

  double value(double time) const noexcept { return derivatives(time).value; }
  DriveValue derivatives(double time) const noexcept;

 private:
  // The sample before and the time since; the sample is -1 before the first one.
  struct Place {
    std::ptrdiff_t sample;
    double since;
    double distance;  // to the next sample
    bool is_after;    // the last one
  };
  Place place_of(double time) const noexcept;
  static DriveValue outside(Outside what, double held) noexcept;

  double initial_time_ = 0.0;
  double time_step_ = 0.0;  // zero: times are given
  std::vector<double> times_;
  std::vector<double> values_;
  SamplingOptions options_;
};

// Fields of all file drives, after those that are special.
CardSchema& add_sampling_fields(CardSchema& schema);
SamplingOptions read_sampling_options(const CheckedCard& card);
// The table in the file of the field "file", relative to the model's folder; null, with the problem reported.
// `leading_columns` come before column 1.
const NumberTable* read_table_of(const CheckedCard& card, std::size_t leading_columns,
                                 DriveBuildContext& context, TableFiles& own_files);

}  // namespace pintle
