// For the tests of drives: building one from a card, derivatives against differences, counting of
// allocations.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pintle/drives/register_all_drives.h"
#include "pintle/functions/register_all_functions.h"

namespace pintle::drive_test {

// Allocations of the test program so far (counted in drive_test.cpp).
long allocation_count();

struct BuiltDrive {
  Drive drive;
  std::string problems;               // one diagnostic per line
  std::vector<std::string> channels;  // by slot, in the order of first use
  std::vector<double> history;        // as it starts
};

// Checks the card against its schema and builds it, as the assembler does; drives of all types may be nested.
inline BuiltDrive build(void (*register_drive)(DriveRegistry&), Card card,
                        const FindHostFunction& host_functions = {}) {
  card.kind = "drive";
  DriveRegistry own, registry;
  register_drive(own);
  register_all_drives(registry);
  if (card.type.empty()) card.type = own.schemas().front().type();
  BuiltDrive result;
  Diagnostics diagnostics;
  DriveBuildContext context{
      diagnostics,
      [&](std::string_view name, const SourcePlace&) {
        for (std::size_t k = 0; k < result.channels.size(); ++k) {
          if (result.channels[k] == name) return static_cast<int>(k);
        }
        result.channels.emplace_back(name);
        return static_cast<int>(result.channels.size()) - 1;
      },
      {},
  };
  context.history = [&](std::span<const double> start) {
    const auto first = static_cast<int>(result.history.size());
    result.history.insert(result.history.end(), start.begin(), start.end());
    return first;
  };
  std::map<std::string, int> inputs;
  context.input = [&](const std::string& name, double start) -> Result<int> {
    if (!inputs.contains(name)) inputs[name] = context.history({&start, 1});
    const double first = result.history[static_cast<std::size_t>(inputs[name])];
    if (first == start) return inputs[name];
    return Failure{"starts elsewhere with another value"};
  };
  context.host_function = host_functions;
  FunctionRegistry functions;
  register_all_functions(functions);
  context.function = [&](const Card& function) {
    FunctionBuildContext function_context{diagnostics, context.function};
    return functions.build(check_card(function, *functions.find(function.type), diagnostics),
                           function_context);
  };
  context.nested = [&](const Card& nested, std::string_view unit) {
    const CheckedCard checked = check_card(nested, *registry.find(nested.type), diagnostics, unit);
    return checked.has_errors() ? Drive() : registry.build(checked, context);
  };
  result.drive = context.nested(card, "any");
  result.problems = diagnostics.to_text();
  return result;
}

// The text in a file of its own for each test, since tests run beside each other.
inline std::string written_to_file(const std::string& text) {
  const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
  std::string path = testing::TempDir() + test.test_suite_name() + "." + test.name() + ".txt";
  std::ofstream(path) << text;
  return path;
}

// A nested drive.
inline Value nested(std::string type, std::initializer_list<std::pair<std::string, Value>> fields = {}) {
  Value map = Value::map(fields);
  map.as_map().push_back({"type", {}, Value(std::move(type))});
  return map;
}

// A drive through steps of size h from t = 0, committed after each, as a run does: the values at the steps.
// Each must be the same before and after it is committed.
inline std::vector<double> run(const BuiltDrive& built, double h, int steps) {
  std::vector<double> history = built.history, values;
  for (int n = 0; n <= steps; ++n) {
    const DriveInputs inputs{n * h, {}, static_cast<double>(n), h, history};
    values.push_back(built.drive.value(inputs));
    built.drive.commit(inputs, history);
    EXPECT_EQ(built.drive.value(inputs), values.back()) << "after step " << n;
  }
  return values;
}

inline double at(const Drive& drive, double time) { return drive.value({time, {}}); }

// Rate and acceleration against central differences at times inside smooth pieces. With h = 1e-4 the
// differences of a function of unit scale and frequency err by h^2/6 = 2e-9 (rate) and 2^-53 * 4/h^2 = 5e-8
// (acceleration).
// The rate must be exactly that of the gradient, unless the two add their terms in different orders.
inline void expect_derivatives_match(const Drive& drive, std::initializer_list<double> times,
                                     double scale = 1.0, double rate_round_off = 0.0) {
  for (const double t : times) {
    const double h = 1e-4;
    const DriveValue d = drive.derivatives(t);
    double rate = -1.0;
    EXPECT_EQ(d.value, at(drive, t)) << "at " << t;
    EXPECT_EQ(drive.value_and_gradient({t, {}}, rate, {}), d.value) << "at " << t;
    EXPECT_NEAR(rate, d.rate, rate_round_off * std::fabs(d.rate)) << "at " << t;
    const double above = at(drive, t + h), below = at(drive, t - h);
    EXPECT_NEAR(d.rate, (above - below) / (2.0 * h), 1e-7 * scale) << "at " << t;
    EXPECT_NEAR(d.acceleration, (above - 2.0 * d.value + below) / (h * h), 1e-6 * scale) << "at " << t;
  }
}

// Derivatives by time and by each channel against central differences, h = 1e-6: errors of 1e-10 for
// functions of unit scale.
inline void expect_gradient_matches(const Drive& drive, const DriveInputs& at_inputs, double scale = 1.0) {
  const double h = 1e-6;
  std::vector<double> channels(at_inputs.channels.begin(), at_inputs.channels.end());
  std::vector<double> by_channel(channels.size(), -7.0);
  double by_time = 0.0;
  DriveInputs inputs = at_inputs;
  inputs.channels = channels;
  EXPECT_DOUBLE_EQ(drive.value_and_gradient(inputs, by_time, by_channel), drive.value(inputs));
  const auto at_time = [&](double t) {
    DriveInputs moved = inputs;
    moved.time = moved.argument = t;
    return drive.value(moved);
  };
  EXPECT_NEAR(by_time, (at_time(inputs.time + h) - at_time(inputs.time - h)) / (2.0 * h), 1e-8 * scale);
  for (const int slot : drive.channels_used()) {
    double& channel = channels[static_cast<std::size_t>(slot)];
    const double centre = channel;
    channel = centre + h;
    const double above = drive.value(inputs);
    channel = centre - h;
    const double below = drive.value(inputs);
    channel = centre;
    EXPECT_NEAR(by_channel[static_cast<std::size_t>(slot)], (above - below) / (2.0 * h), 1e-8 * scale)
        << "slot " << slot;
  }
}

}  // namespace pintle::drive_test
