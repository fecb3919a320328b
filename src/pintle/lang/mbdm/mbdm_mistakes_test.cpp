// What a mistake in a file of MBDM makes the reader say.
#include "pintle/lang/mbdm/mbdm_reader_test_support.h"

namespace pintle {
namespace {

using testing::HasSubstr;

class MbdmMistakes : public MbdmReader {
 protected:
  std::string changed(const std::string& old_part, const std::string& new_part) {
    return problems(with(kTable22, old_part, new_part));
  }
  // Of a file beside the main one.
  std::string beside(const std::string& ending, const std::string& text) {
    return problems(kTable22, {{ending, text}});
  }
};

TEST_F(MbdmMistakes, counts) {
  EXPECT_EQ(changed("bodies : 1", "bodies : 2"),
            "mbdm:3:20: error: Number of bodies: 2 announced, but 1 body follows; write 1, or add what is "
            "missing\n");
  EXPECT_EQ(changed("drivers): 0", "drivers): 3"),
            "mbdm:4:39: error: Number of joints (including drivers): 3 announced, but 0 joints follow; write "
            "0, or add what is missing\n");
  EXPECT_EQ(changed("bodies : 1", "bodies : 1.5"),
            "mbdm:3:20: error: Number of bodies: expected a whole number, got '1.5'\n");
  EXPECT_EQ(beside("mooring", with(kTable23, "lines: 1", "lines: 2")),
            "mbdm.expert.mooring:1:26: error: Number of mooring lines: 2 announced, but 1 line follows; "
            "write 1, or add what is missing\n");
  EXPECT_EQ(beside("tracers", with(kTable4, "groups: 1", "groups: 0")),
            "mbdm.expert.tracers:1:26: error: Number of tracer groups: 0 announced, but 1 group follows; "
            "write 1, or add what is missing\n");
}

TEST_F(MbdmMistakes, times_and_tolerances) {
  EXPECT_EQ(changed("dt: 1e-3", "dt: 0"), "mbdm:7:5: error: dt: must be greater than 0 s, got 0 s\n");
  EXPECT_EQ(changed("dt: 1e-3", "dt: -1e-3"),
            "mbdm:7:5: error: dt: must be greater than 0 s, got -0.001 s\n");
  EXPECT_EQ(changed("t_end: 1", "t_end: 0"), "mbdm:6:8: error: t_end: 0 s is not after the start at 0 s\n");
  EXPECT_EQ(changed("1e-10", "0"), "mbdm:8:15: error: N-R accuracy: must be greater than 0, got 0\n");
  EXPECT_EQ(changed("1e-10", "1e-30"),
            "mbdm:8:15: error: N-R accuracy: 1e-30 cannot be reached with numbers of 16 digits; 1e-6 to "
            "1e-10 are usual\n");
  EXPECT_EQ(changed("1e-10", "10"),
            "mbdm:8:15: error: N-R accuracy: 10 would leave the joints open; 1e-6 to 1e-10 are usual\n");
  EXPECT_EQ(changed("1e-10", "1e-3"),
            "mbdm:8:15: warning: N-R accuracy: 0.001 is unusual; 1e-6 to 1e-10 are usual\n");
  EXPECT_EQ(changed("N-R steps: 100", "N-R steps: 0"),
            "mbdm:9:12: error: N-R steps: must be at least 1, got 0\n");
  EXPECT_EQ(changed("Save tracers every (n) steps: 10", "Save tracers every (n) steps: -1"),
            "mbdm:12:31: error: Save tracers every (n) steps: must not be negative, got -1; 0 means never\n");
  EXPECT_EQ(changed("Dynamic (1): 1", "Dynamic (1): 2"),
            "mbdm:2:29: error: expected 0 for kinematic or 1 for dynamic analysis, got 2\n");
}

TEST_F(MbdmMistakes, numbers) {
  EXPECT_EQ(changed("r: 0, 0, 0", "r: 0, 0"),
            "mbdm:16:7: error: body 1 (body): r: expected 3 numbers, got 2: '0, 0'\n");
  EXPECT_EQ(changed("r: 0, 0, 0", "r: 0, 0, 0, 4"),
            "mbdm:16:13: error: body 1 (body): r: expected 3 numbers, got more: '4'\n");
  EXPECT_EQ(changed("r: 0, 0, 0", "r:"),
            "mbdm:16:1: error: body 1 (body): r: expected 3 numbers, got none\n");
  EXPECT_EQ(changed("r: 0, 0, 0", "r: 0, zero, 0"),
            "mbdm:16:7: error: body 1 (body): r: expected a number, got 'zero'\n");
  EXPECT_EQ(changed("mass: 60", "mass: 6d1"),
            "mbdm:19:7: error: body 1 (body): mass: expected a number, got '6d1'; write 6e1\n");
  EXPECT_EQ(changed("mass: 60", "mass: 1e999"),
            "mbdm:19:7: error: body 1 (body): mass: the number '1e999' is out of range\n");
  EXPECT_EQ(changed("mass: 60", "mass: nan"),
            "mbdm:19:7: error: body 1 (body): mass: the number 'nan' is out of range\n");
  EXPECT_EQ(changed("mass: 60", "mass: +60"), "");
  // Columns count characters, not bytes.
  EXPECT_EQ(changed("r: 0, 0, 0", "r: \xC3\xA4, x, 0"),
            "mbdm:16:4: error: body 1 (body): r: expected a number, got '\xC3\xA4'\n");
}

TEST_F(MbdmMistakes, labels) {
  EXPECT_EQ(changed("N-R accuracy", "N-R acuracy"),
            "mbdm:1:1: error: the line 'N-R accuracy:' is missing\nmbdm:8:1: error: 'N-R acuracy' is not a "
            "label of this file; did you mean 'N-R accuracy'?\n");
  EXPECT_EQ(changed("mass: 60", "mas: 60"),
            "mbdm:13:1: error: body 1 (body): the line 'mass:' is missing\nmbdm:19:1: error: 'mas' is not a "
            "label of this file; did you mean 'mass'?\n");
  EXPECT_EQ(changed("mass: 60", "mass 60"), "mbdm:19:1: error: ':' is missing after 'mass'\n");
  EXPECT_EQ(changed("mass: 60\n", ""), "mbdm:13:1: error: body 1 (body): the line 'mass:' is missing\n");
  EXPECT_EQ(changed("mass: 60", "mass: 60\nmass: 61"),
            "mbdm:20:1: warning: body 1: 'mass' is given again; this line is taken instead of line 19\n");
  EXPECT_EQ(changed("mass: 60", "mass: 60\nwhat is this"),
            "mbdm:20:1: error: 'what is this' stands here without a label\n");
  EXPECT_EQ(changed("mass: 60", "mass: 60\np1: 0, 0, 0"),
            "mbdm:20:1: error: 'p1' is a line of a joint, but this is body 1\n");
  EXPECT_EQ(changed("Body 1\n", "r: 0, 0, 0\nBody 1\n"),
            "mbdm:13:1: error: 'r' is a line of a body, but none has begun\n");
}

TEST_F(MbdmMistakes, headers) {
  EXPECT_EQ(changed("Body 1", "Body 7"),
            "mbdm:13:1: warning: body 1: its header says '7', but numbers follow the order in the file: this "
            "is body 1\n");
  EXPECT_EQ(problems(kTable22.substr(kTable22.find("Kinematic"))),
            "mbdm:1:1: error: the first line must be the name of the case; write 'Name: <case>'\n");
  EXPECT_EQ(changed("TestCase_1", ""),
            "mbdm:1:1: error: the case has no name; files of results are called by it\n");
  EXPECT_EQ(changed("TestCase_1", "a/b"),
            "mbdm:1:7: error: the name 'a/b' cannot be part of the name of a file\n");
  EXPECT_EQ(changed("TestCase_1", "a\x01"),
            "mbdm:1:7: error: the name 'a\\x01' cannot be part of the name of a file\n");
  EXPECT_EQ(changed("TestCase_1", std::string(201, 'a')),
            "mbdm:1:7: error: the name has 201 bytes, too many for the name of a file; at most 200\n");
  EXPECT_EQ(problems(" \n"), "mbdm:1:1: error: the file is empty; a model begins with 'Name: <case>'\n");
  EXPECT_EQ(changed("name: body", std::string("name: b\xC3\xA4\0y", 11)),
            "mbdm:14:9: error: there is a zero byte: this is no text; save it as UTF-8\n");
  EXPECT_EQ(beside("mooring", std::string(3, '\0')),
            "mbdm.expert.mooring:1:1: error: there is a zero byte: this is no text; save it as UTF-8\n");
  EXPECT_THAT(problems("TestCase\nNumber of bodies: 0\n"),
              HasSubstr("mbdm:1:1: error: the file has no bodies"));
}

TEST_F(MbdmMistakes, masses_and_inertias) {
  EXPECT_EQ(changed("mass: 60", "mass: -1"),
            "mbdm:19:7: error: body 1 (body): mass: must be greater than 0 kg, got -1 kg\n");
  EXPECT_EQ(changed("mass: 60", "mass: 0"),
            "mbdm:19:7: error: body 1 (body): mass: must be greater than 0 kg, got 0 kg; a body needs a mass "
            "even where joints hold it\n");
  EXPECT_EQ(changed("I(2,1-3): 0.00", "I(2,1-3): 1.00"),
            "mbdm:21:11: error: body 1 (body): the inertia is not symmetric: I(2,1) is 1, but I(1,2) is 0\n");
  EXPECT_EQ(
      changed("I(1,1-3): 10.0", "I(1,1-3): -10"),
      "mbdm:20:11: error: body 1 (body): the inertia is not positive: a principal moment is -10 kg m^2\n");
  EXPECT_EQ(changed("I(1,1-3): 10.0", "I(1,1-3): 21"),
            "mbdm:20:11: error: body 1 (body): no body has this inertia: the principal moment 21 kg m^2 "
            "exceeds the sum of the others, 10 and 10\n");
}

TEST_F(MbdmMistakes, moorings_and_tracers) {
  EXPECT_EQ(beside("mooring", with(kTable23, "body nr: 1", "body nr: 2")),
            "mbdm.expert.mooring:4:31: error: mooring 1: Fairlead attached to body nr: there is no body 2; "
            "the only body has the ID 1\n");
  EXPECT_EQ(beside("mooring", with(kTable23, "coefficient: 10000.0", "coefficient: -1")),
            "mbdm.expert.mooring:9:24: error: mooring 1: Stiffness coefficient: must not be negative, got -1 "
            "N/m\n");
  EXPECT_EQ(beside("mooring", with(kTable23, "offset: 0, 0, 0", "offset: 0, 0, 1")),
            "mbdm.expert.mooring:7:36: warning: mooring 1: Correction for mass centre offset: it is not "
            "used, as in the C version; add it to the location of the fairlead\n");
  EXPECT_EQ(
      beside("mooring", with(kTable23, "Not stretched length of the line: 1.5\n", "")),
      "mbdm.expert.mooring:3:1: error: mooring 1: the line 'Not stretched length of the line:' is missing\n");
  EXPECT_EQ(beside("mooring", kTable23 + "Taut only : 2\n"),
            "mbdm.expert.mooring:11:13: error: mooring 1: Taut only: expected 0 (off) or 1 (on), got '2'\n");
  EXPECT_EQ(beside("tracers", with(kTable4, "Body ID: 1", "Body ID: 0")),
            "mbdm.expert.tracers:5:10: error: tracer group 1: Body ID: there is no body 0; the only body has "
            "the ID 1\n");
  EXPECT_EQ(beside("tracers", with(kTable4, "0.0, 0.0, -1.0", "0.0, -1.0")),
            "mbdm.expert.tracers:9:30: error: tracer group 1: Tracer(x, y, z in LCS): expected 3 numbers, "
            "got 2: '0.0, -1.0'\n");
}

TEST_F(MbdmMistakes, parameters_and_solvers) {
  EXPECT_EQ(beside("parameters", "Debug : 2\n"),
            "mbdm.expert.parameters:1:9: error: Debug: expected 0 (off) or 1 (on), got '2'\n");
  EXPECT_EQ(beside("parameters", "Integrator : rk5\n"),
            "mbdm.expert.parameters:1:14: error: Integrator: 'rk5' is not known; did you mean 'rk4'?\n");
  EXPECT_EQ(beside("parameters", "Partition : sometimes\n"),
            "mbdm.expert.parameters:1:13: error: Partition: 'sometimes' is not known; choose 'when_needed' "
            "or 'every_step'\n");
  EXPECT_EQ(beside("parameters", "Tolerance : 0\n"),
            "mbdm.expert.parameters:1:13: error: Tolerance: must be greater than 0, got 0\n");
  EXPECT_EQ(beside("parameters", "Tolerance : 1e-40\n"),
            "mbdm.expert.parameters:1:13: error: Tolerance: 1e-40 cannot be reached with numbers of 16 "
            "digits; 1e-6 to 1e-12 are usual\n");
  EXPECT_EQ(beside("parameters", "Tolerance : 1e5\n"),
            "mbdm.expert.parameters:1:13: error: Tolerance: 100000 would allow any error; 1e-6 to 1e-12 are "
            "usual\n");
  EXPECT_EQ(beside("parameters", "Debg : 1\n"),
            "mbdm.expert.parameters:1:1: error: 'Debg' is not a label of this file; did you mean 'Debug'?\n");
  EXPECT_EQ(beside("solvers", "hmb nproc: 0\nHMB body ID: 5\ncoupling type: 7\n"),
            "mbdm.expert.solvers:1:12: error: hmb nproc: must be at least 1, got "
            "0\nmbdm.expert.solvers:2:14: error: HMB body ID: there is no body 5; the only body has the ID "
            "1\nmbdm.expert.solvers:3:16: error: coupling type: expected 0, 1 or 2, got 7\n");
}

TEST_F(MbdmMistakes, several_are_told_in_one_run) {
  std::string text = with(with(kTable22, "dt: 1e-3", "dt: 0"), "mass: 60", "mass: -1");
  text = with(text, "r: 0, 0, 0", "r: 0, 0");
  read(text, {{"mooring", with(kTable23, "body nr: 1", "body nr: 9")}});
  EXPECT_EQ(diagnostics_.error_count(), 4) << diagnostics_.to_text();
}

}  // namespace
}  // namespace pintle
