// For the tests of drives: building one from a card, derivatives against differences, counting of
// allocations.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
#include <string>
#include <vector>

#include "pintle/drives/drive_registry.h"

namespace pintle::drive_test {

// Allocations of the test program so far (counted in drive_test.cpp).
long allocation_count();

struct BuiltDrive {
  Drive drive;
  std::string problems;               // one diagnostic per line
  std::vector<std::string> channels;  // by slot, in the order of first use
};

// Checks the card against its schema and builds it, as the assembler does.
inline BuiltDrive build(void (*register_drive)(DriveRegistry&), Card card) {
  card.kind = "drive";
  DriveRegistry registry;
  register_drive(registry);
  if (card.type.empty()) card.type = registry.schemas().front().type();
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
  const CheckedCard checked = check_card(card, *registry.find(card.type), diagnostics);
  if (!checked.has_errors()) result.drive = registry.build(checked, context);
  result.problems = diagnostics.to_text();
  return result;
}

inline double at(const Drive& drive, double time) { return drive.value({time, {}}); }

// Rate and acceleration against central differences at times inside smooth pieces. With h = 1e-4 the
// differences of a function of unit scale and frequency err by h^2/6 = 2e-9 (rate) and 2^-53 * 4/h^2 = 5e-8
// (acceleration).
inline void expect_derivatives_match(const Drive& drive, std::initializer_list<double> times,
                                     double scale = 1.0) {
  for (const double t : times) {
    const double h = 1e-4;
    const DriveValue d = drive.derivatives(t);
    double rate = -1.0;
    EXPECT_EQ(d.value, at(drive, t)) << "at " << t;
    EXPECT_EQ(drive.value_and_gradient({t, {}}, rate, {}), d.value) << "at " << t;
    EXPECT_EQ(rate, d.rate) << "at " << t;
    const double above = at(drive, t + h), below = at(drive, t - h);
    EXPECT_NEAR(d.rate, (above - below) / (2.0 * h), 1e-7 * scale) << "at " << t;
    EXPECT_NEAR(d.acceleration, (above - 2.0 * d.value + below) / (h * h), 1e-6 * scale) << "at " << t;
  }
}

}  // namespace pintle::drive_test
