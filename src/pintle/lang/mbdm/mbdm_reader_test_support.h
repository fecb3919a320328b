// The input files that the MBDM document prints (tables 3 to 10, 22, 23, 26 and 28), and what reads them.
#pragma once

#include <gmock/gmock.h>

#include <map>
#include <string>
#include <vector>

#include "pintle/lang/mbdm/mbdm_reader.h"
#include "pintle/model/json_text.h"

namespace pintle {

class MbdmReader : public testing::Test {
 protected:
  // `files` are those beside the main one, by the end of their name: {"mooring", "..."}.
  ModelDesc read(std::string_view text, const std::map<std::string, std::string>& files = {}) {
    diagnostics_ = {};
    return read_mbdm_model_text(
        text, "mbdm", diagnostics_, [&](const std::string& name) -> std::optional<std::string> {
          const auto found = files.find(name.substr(std::string("mbdm.expert.").size()));
          return found == files.end() ? std::nullopt : std::optional(found->second);
        });
  }
  std::string problems(std::string_view text, const std::map<std::string, std::string>& files = {}) {
    read(text, files);
    return diagnostics_.to_text();
  }
  // A card as JSON, for comparison with what a model in JSON would say.
  static std::string fields(const ModelDesc& model, const std::string& kind, const std::string& name = "") {
    const Card* card = name.empty() ? model.find_single(kind) : model.find(kind, name);
    if (!card) return "no " + kind + " " + name;
    std::string text = card->type;
    for (const Field& field : card->fields) text += " " + field.name + "=" + to_json(field.value, 0, 1000);
    return text;
  }
  Diagnostics diagnostics_;
};

// Replaces the first occurrence; the test fails when there is none.
inline std::string with(std::string text, const std::string& old_part, const std::string& new_part) {
  const std::size_t at = text.find(old_part);
  EXPECT_NE(at, std::string::npos) << old_part;
  if (at != std::string::npos) text.replace(at, old_part.size(), new_part);
  return text;
}

inline const std::string kTable3 = R"(Name: One_ground_body
Kinematic (0), Dynamic (1): 0
Number of bodies : 1
Number of joints (including drivers): 1
t_start: 0
t_end: 1
dt: 0.001
N-R accuracy: 1e-8
N-R steps: 100
Save output every (n) steps: 10
Save checkpoint every (n) steps: 100
Save tracers every (n) steps: 10
name: ground
angles (1-2-3 \text{ notation}): 0, 0, 0
r: 0, 0, 0
v: 0, 0, 0
omega: 0, 0, 0
mass: 200
I(1,1-3): 450, 0.0, 0.0
I(2,1-3): 0.0, 450, 0.0
I(3,1-3): 0.0, 0.0, 450
Joint 1
type: G
bodies: 1, 0
p1: 0, 0, 0
q1: 0, 0, 0
r1: 0, 0, 0
p2: 0, 0, 0
q2: 0, 0, 0
r2: 0, 0, 0
dist: 0
)";

inline const std::string kTable4 = R"(Number of tracer groups: 1

Tracer group: 1

Body ID: 1

Number of tracers: 2

Tracer(x, y, z in LCS): 0.0, 0.0, -1.0

Tracer(x, y, z in LCS): 0.0, 0.0, 1.0
)";

inline const std::string kTable5 = R"(Number of tracer groups: 1

Tracer group: 1
Body ID: 1
Number of tracers: 8
Tracer(x, y, z in LCS): -1, -1, -1
Tracer(x, y, z in LCS): 1, -1, -1
Tracer(x, y, z in LCS): -1, 1, -1
Tracer(x, y, z in LCS): 1, 1, -1
Tracer(x, y, z in LCS): 1, 1, -1
Tracer(x, y, z in LCS): -1, -1, 1
Tracer(x, y, z in LCS): 1, -1, 1
Tracer(x, y, z in LCS): -1, 1, 1
Tracer(x, y, z in LCS): -1, 1, 1
Tracer(x, y, z in LCS): 1, 1, 1
)";

inline const std::string kTable6 = R"(Number of mooring lines: 1

Mooring 1
Fairlead attached to body nr: 1
Anchor location in GCS: 0.0, 0.0, 10.0
Fairlead location in LCS of the body: 0.0, 0.0, 0.0
Correction for mass centre offset: 0, 0, 0
Not stretched length of the line: 10.0
Stiffness coefficient: 4000
Damping coefficient: 40
)";

inline const std::string kTable7 = R"(Debug : 0
Timer : 0
Store A matrix : 0
Attempt fix : 0
)";

inline const std::string kTable8 = R"(hmb nproc: 16
hmb root: /home/cfd/hmb/bin/hmb_parallel_method3
hmb argv: st uns none checkpoint/DTU_11ms_uns
sph root: /home/cfd/vleble/bin/SPH2_RForce_Cubic_Symplectic_NoFilter_ArtVis
coupling type ([1] HMB, [2] SPH, [0] Both): 0
_____
RPM: 8.836
Uwind [m/s]: 11.0
Rho [kg/m3]: 1.225
Cmax [m]: 6.206
R [m]: 89.1
HMB body ID: 1
SPH body ID: 2
Update HMB every (n) MBDM steps: 100
======
spoolup [deg]: 120.0
======
t start coupling [s]: 0
)";

inline const std::string kTable9 = R"(Test_case
Kinematic (0), Dynamic (1): 1
Number of bodies: 2
Number of joints (including drivers): 0
t_start: 0
t_end: 1
dt: 0.0001
N-R accuracy: 1e-8
N-R steps: 100
Save output every (n) steps: 10
Save checkpoint every (n) steps:                                           100
Save tracers every (n) steps: 10
Body 1
name: 6dof_body
angles (1-2-3 \text{ notation}): 0, 0, 0
r: 0, 0, 0
v: 0, 0, 0
omega: 0, 0, 0
mass: 200
I(1,1-3): 450, 0.0, 0.0
I(2,1-3): 0.0, 450, 0.0
I(3,1-3): 0.0, 0.0, 450
Body 2
name: another_6dof_body
angles (1-2-3 \text{ notation}): 0, 0, 0
r: 10, 0, 0
v: 0, 0, 0
omega: 0, 0, 0
mass: 1
I(1,1-3): 1.0, 0.0, 0.0
I(2,1-3): 0.0, 1.0, 0.0
I(3,1-3): 0.0, 0.0, 1.0
)";

// In place of the joint of table 3.
inline const std::string kTable10 = R"(Joint 1
type: G
bodies: 1, 0
p1: 0, 0, 0
q1: 0, 0, 0
p2: 0, 0, 0
q2: 0, 0, 0
r1: 0, 0, 0
q2: 0, 0, 0
dist: 0
)";

inline const std::string kTable22 = R"(Name: TestCase_1
Kinematic (0), Dynamic (1): 1
Number of bodies : 1
Number of joints (including drivers): 0
t_start: 0
t_end: 1
dt: 1e-3
N-R accuracy: 1e-10
N-R steps: 100
Save output every (n) steps: 10
Save checkpoint every (n) steps: 100
Save tracers every (n) steps: 10
Body 1
name: body
angles (1-2-3 \text{ notation}): 0, 0, 0
r: 0, 0, 0
v: 0, 0, 0
omega: 0, 0, 0
mass: 60
I(1,1-3): 10.0, 0.00, 0.00
I(2,1-3): 0.00, 10.0, 0.00
I(3,1-3): 0.00, 0.00, 10.0
)";

inline const std::string kTable23 = R"(Number of mooring lines: 1

Mooring 1
Fairlead attached to body nr: 1
Anchor location in GCS: 0.0, 0.0, 2.0
Fairlead location in LCS of the body: 0.0, 0.0, 0.5
Correction for mass centre offset: 0, 0, 0
Not stretched length of the line: 1.5
Stiffness coefficient: 10000.0
Damping coefficient: 0.0
)";

// As printed, with its faults (ERRATA 6): lines twice, a driver without its speed.
inline const std::string kTable26 = R"(Name: Slider_Crank_2D
Kinematic (0), Dynamic (1): 0
Number of bodies: 4
Number of joints (including drivers): 8
t_start: 0
t_end: 1
dt: 0.001
N-R accuracy: 1e-8
N-R steps: 200
Save output every (n) steps: 1
Save checkpoint every (n) steps: 1000
Save tracers every (n) steps: 10
Body 1
name: crank
angles (1-2-3 \text{ notation}): 0, 0,
0.78539816339744830962
r: 0.0, 0.0, 0.0
v: 0, 0, 0
omega: 0, 0, 0
mass: 200
I(1,1-3): 450, 0.0, 0.0
I(2,1-3): 0.0, 450, 0.0
I(3,1-3): 0.0, 0.0, 450
Body 2
name: rod
angles (1-2-3 \text{ notation}): 0, 0, -0.4158
r: 3.0152, 0.7066, 0.0
v: 0, 0, 0
omega: 0, 0, 0 mass: 35
I(1,1-3): 35, 0.0, 0.0
I(2,1-3): 0.0, 35, 0.0
I(3,1-3): 0.0, 0.0, 35
Body 3
name: slider
angles (1-2-3 \text{ notation}): 0, 0, 0
r: 4.6162, 0.0, 0.0
v: 0, 0, 0
omega: 0, 0, 0
mass: 25
I(1,1-3): 0.02, 0.0, 0.0
I(2,1-3): 0.0, 0.02, 0.0
I(3,1-3): 0.0, 0.0, 0.02
Body 4
name: ground
angles (1-2-3 \text{ notation}): 0, 0, 0
r: 0.0, 0.0, 0.0
v: 0, 0, 0
omega: 0, 0, 0
mass: 1
I(1,1-3): 1.0, 0.0, 0.0
I(2,1-3): 0.0, 1.0, 0.0
I(3,1-3): 0.0, 0.0, 1.0
Joint 1
type: R
bodies: 1, 4
p1: 0, 0, 0
q1: 0, 0, 1
r1: 1, 0, 0
p2: 0, 0, 0
q2: 0, 0, 1
r2: 0, 0, 0
dist: 0
Joint 2
type: R
bodies: 1, 2
p1: 2, 0, 0
q1: 2, 0, 1
r1: 3, 0, 0
p2: -1.75, 0, 0
q2: -1.75, 0, 1
r2: 0, 0, 0
dist: 0
Joint 3
type: C
bodies: 2, 3
p1: 1.75, 0, -1
q1: 1.75, 0, 0
r1: 2.75, 0, 0
r1: 2.75, 0, -1
p2: 0, 0, 0
q2: 0, 0, 1
r2: 1, 0, 0
dist: 0
Joint 4
type: ABY
type: ABY
bodies: 3, 0
p1: 0, 0, 0
q1: 0, 0, 0
r1: 0, 0, 0
p2: 0, 0, 0
q2: 0, 0, 0
r2: 0, 0, 0
dist: 0
Joint 5
type: ABZ
bodies: 3, 0
p1: 0, 0, 0
q1: 0, 0, 0
r1: 0, 0, 0
p2: 0, 0, 0
q2: 0, 0, 0
r2: 0, 0, 0
dist: 0
Joint 6
type: G
bodies: 4, 0
p1: 0, 0, 0
q1: 0, 0, 0
q1: 0, 0, 0
r1: 0, 0, 0
p2: 0, 0, 0
q2: 0, 0, 0
r2: 0, 0, 0
dist: 0

Joint 7
type: RDRV
bodies: 4, 3
p1: 1, 0, 0
q1: 0, 0, 1
r1: 0, 0, 0
p2: 1, 0, 0
q2: 0, 0, 0
r2: 0, 0, 0
dist: 0

Joint 8
type: RDRV
bodies: 4, 1
p1: 1, 0, 0
q1: 0, 0, 1
r1: 0.78539816339744830962, 0, 0
p2: 1, 0, 0
q2: 0, 0, 0
r2: 0, 0, 0
q1: 0, 0, 0
r2: 0, 0, 0
q2: 0, 0, 0
q2: 0, 0, 0
q2: 0, 0, 0
r2: 0, 0, 0
)";

inline const std::string kTable28 = R"(Name: Slider_Crank_2D
Kinematic (0), Dynamic (1): 1
Number of bodies : 4
Number of joints (including drivers): 7
t_start: 0
t_end: 1
dt: 0.0001
N-R accuracy: 1e-8
N-R steps: 200
Save output every (n) steps: 1
Save checkpoint every (n) steps: 1000
Save tracers every (n) steps: 100
Body 1
name: crank
angles (1-2-3 notation): 0, 0, 3.1415926535897932385
r: 0.0, 0.0, 0.0
v: 0, 0, 0
omega: 0, 0, 30.0
mass: 200
I(1,1-3): 450, 0.0, 0.0
I(2,1-3): 0.0, 450, 0.0
I(3,1-3): 0.0, 0.0, 450
Body 2
name: rod
angles (1-2-3 \text{ notation}): 0, 0, 0
r: -0.25, 0.7066, 0.0
v: 0, -30, 0
omega: 0, 0, 17.1429
mass: 35
I(1,1-3): 35, 0.0, 0.0
I(2,1-3): 0.0, 35, 0.0
I(3,1-3): 0.0, 0.0, 35
Body 3
name: slider angles (1-2-3 notation): 0, 0, 0
r: 1.5, 0.0, 0.0
v: 0, 0, 0
omega: 0, 0, 0
mass: 25
I(1,1-3): 0.02, 0.0, 0.0
I(2,1-3): 0.0, 0.02, 0.0
I(3,1-3): 0.0, 0.0, 0.02
Body 4
name: ground
angles (1-2-3 notation): 0, 0, 0
r: 0.0, 0.0, 0.0
v: 0, 0, 0
omega: 0, 0, 0
mass: 1
I(1,1-3): 1.0, 0.0, 0.0
I(2,1-3): 0.0, 1.0, 0.0
I(3,1-3): 0.0, 0.0, 1.0
Joint 1
type: R
bodies: 1, 4
p1: 0, 0, 0
q1: 0, 0, 1
r1: 1, 0, 0
p2: 0, 0, 0
q2: 0, 0, 1
r2: 0, 0, 0
dist: 0
Joint 2
type: R
bodies: 1, 2
p1: 2, 0, 0
q1: 2, 0, 1
r1: 3, 0, 0
p2: -1.75, 0, 0
q2: -1.75, 0, 1
r2: 0, 0, 0
dist: 0
Joint 3
type: C
bodies: 2, 3
p1: 1.75, 0, -1
q1: 1.75, 0, 0
r1: 2.75, 0, -1
p2: 0, 0, 0
q2: 0, 0, 1
r2: 1, 0, 0
dist: 0
Joint 4
type: ABY
bodies: 3, 0
p1: 0, 0, 0
q1: 0, 0, 0
r1: 0, 0, 0
p2: 0, 0, 0
q2: 0, 0, 0
r2: 0, 0, 0
dist: 0
Joint 5
type: ABZ
bodies: 3, 0
pl: 0, 0, 0
ql: 0, 0, 0
rl: 0, 0, 0
p2: 0, 0, 0
q2: 0, 0, 0
r2: 0, 0, 0
dist: 0
Joint 6
type: G
bodies: 4, 0
p1: 0, 0, 0
q1: 0, 0, 0
r1: 0, 0, 0
p2: 0, 0, 0
q2: 0, 0, 0
r2: 0, 0, 0
dist: 0
Joint 7
type: RDRV
bodies: 4, 3
p1: 1, 0, 0
q1: 0, 0, 1
r1: 0, 0, 0
p2: 1, 0, 0
q2: 0, 0, 0
r2: 0, 0, 0
dist: 0
)";

// Table 26 with the corrections of ERRATA 6: joint 3 as printed, as its second r1 is right; joint 8 with its
// speed.
inline std::string corrected_table_26() {
  return with(kTable26,
              "r2: 0, 0, 0\nq1: 0, 0, 0\nr2: 0, 0, 0\nq2: 0, 0, 0\nq2: 0, 0, 0\nq2: 0, 0, 0\nr2: 0, 0, 0\n",
              "r2: 0, 0, 0\ndist: 6.28318530717958647692\n");
}

}  // namespace pintle
