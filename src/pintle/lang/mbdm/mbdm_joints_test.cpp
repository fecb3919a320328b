// The thirteen joints of table 11 as joints of the kernel.
#include "pintle/lang/mbdm/mbdm_reader_test_support.h"

namespace pintle {
namespace {

using testing::HasSubstr;

// Two bodies; the second is turned by 90 degrees about z, so that its x is the first one's y.
class MbdmJoints : public MbdmReader {
 protected:
  static std::string model_with(const std::string& joint) {
    std::string text = with(kTable9, "(including drivers): 0", "(including drivers): 1");
    text = with(text, "another_6dof_body\nangles (1-2-3 \\text{ notation}): 0, 0, 0",
                "other\nangles: 0, 0, 1.5707963267948966");
    return with(text, "6dof_body", "one") + "Joint 1\n" + joint;
  }
  // type, bodies, p1, q1, r1, p2, q2, r2, dist
  static std::string joint(const std::vector<std::string>& lines) {
    std::string text;
    const char* labels[] = {"type", "bodies", "p1", "q1", "r1", "p2", "q2", "r2", "dist"};
    for (std::size_t i = 0; i < lines.size(); ++i) text += std::string(labels[i]) + ": " + lines[i] + "\n";
    return text;
  }
  // The card, with numbers of round-off size shown as zero.
  std::string card(const std::vector<std::string>& lines) {
    ModelDesc model = read(model_with(joint(lines)));
    for (Card& each : model.cards)
      if (each.kind == "joint")
        for (Field& field : each.fields) clean(field.value);
    return fields(model, "joint", "joint 1");
  }
  std::string problem(const std::vector<std::string>& lines) { return problems(model_with(joint(lines))); }

 private:
  static void clean(Value& value) {
    if (value.is_map())
      for (ValueEntry& entry : value.as_map()) clean(entry.value);
    if (value.is_list())
      for (Value& item : value.as_list()) clean(item);
    if (value.is_real() && std::abs(value.as_number() - std::round(value.as_number())) < 1e-12)
      value = Value(std::round(value.as_number()) + 0.0);
  }
};

const std::string kZero = "0, 0, 0";

TEST_F(MbdmJoints, coordinates_are_held_in_planes_of_the_ground) {
  const auto held = [this](const std::string& type) {
    return card({type, "2, 0", kZero, kZero, kZero, kZero, kZero, kZero, "1.5"});
  };
  const auto plane = [](const std::string& axis) {
    return "in_plane a={\"node\": \"ground\", \"orientation\": {\"z\": " + axis +
           "}} b=\"other\" distance=1.5";
  };
  EXPECT_EQ(held("ABX"), plane("[1.0, 0.0, 0.0]"));
  EXPECT_EQ(held("ABY"), plane("[0.0, 1.0, 0.0]"));
  EXPECT_EQ(held("ABZ"), plane("[0.0, 0.0, 1.0]"));
  EXPECT_EQ(diagnostics_.to_text(), "");
}

TEST_F(MbdmJoints, orientation_and_place_are_held_by_a_quaternion) {
  EXPECT_EQ(
      card({"ABA", "1, 0", kZero, "0, 0, 0.6", kZero, kZero, kZero, kZero, "0"}),
      "parallel_axes a={\"node\": \"ground\", \"offset\": [0.0, 0.0, 0.0], \"orientation\": {\"quaternion\": "
      "[0.8, 0.0, 0.0, 0.6]}} b=\"one\"");
  EXPECT_EQ(card({"G", "1, 0", "1, 2, 3", "1, 0, 0", kZero, kZero, kZero, kZero, "0"}),
            "clamp a={\"node\": \"ground\", \"offset\": [1.0, 2.0, 3.0], \"orientation\": {\"quaternion\": "
            "[0.0, 1.0, "
            "0.0, 0.0]}} b=\"one\" as_placed=false");
  EXPECT_EQ(diagnostics_.to_text(), "");
}

TEST_F(MbdmJoints, frames_of_revolute_and_cylindrical_joints_start_aligned) {
  // x of the first body is -y of the second.
  const std::string sides =
      " a={\"node\": \"one\", \"offset\": [1.0, 0.0, 0.0], \"orientation\": {\"z\": [0.0, 0.0, 1.0], \"x\": "
      "[1.0, 0.0, "
      "0.0]}} b={\"node\": \"other\", \"offset\": [0.0, 1.0, 0.0], \"orientation\": {\"z\": [0.0, 0.0, 1.0], "
      "\"x\": "
      "[0.0, -1.0, 0.0]}}";
  const std::vector<std::string> lines{"",        "1, 2",    "1, 0, 0", "1, 0, 1", "2, 0, 0",
                                       "0, 1, 0", "0, 1, 1", kZero,     "0"};
  for (const auto& [type, kernel] : {std::pair("R", "revolute_hinge"), std::pair("C", "cylindrical")}) {
    std::vector<std::string> typed = lines;
    typed[0] = type;
    EXPECT_EQ(card(typed), kernel + sides);
    EXPECT_EQ(diagnostics_.to_text(), "");
  }
}

TEST_F(MbdmJoints, points_are_joined_or_kept_apart) {
  const std::string sides =
      " a={\"node\": \"one\", \"offset\": [1.0, 2.0, 3.0]} b={\"node\": \"other\", \"offset\": [4.0, 5.0, "
      "6.0]}";
  EXPECT_EQ(card({"S", "1, 2", "1, 2, 3", kZero, kZero, "4, 5, 6", kZero, kZero, "0"}),
            "spherical_hinge" + sides);
  EXPECT_EQ(card({"DI", "1, 2", "1, 2, 3", kZero, kZero, "4, 5, 6", kZero, kZero, "7"}),
            "distance" + sides + " length=7.0");
  EXPECT_EQ(diagnostics_.to_text(), "");
}

// Body i has the axis of rotation, body j that of translation (ERRATA 11); the kernel's first side has the
// line.
TEST_F(MbdmJoints, the_slide_of_a_revolute_cylindrical_joint_is_the_first_side) {
  EXPECT_EQ(card({"RC", "1, 2", "1, 0, 0", "1, 0, 1", kZero, kZero, "1, 0, 0", "0, 0, 1", "0"}),
            "revolute_cylindrical a={\"node\": \"other\", \"offset\": [0.0, 0.0, 0.0], \"orientation\": "
            "{\"z\": [1.0, "
            "0.0, 0.0], \"x\": [0.0, 0.0, 1.0]}} b={\"node\": \"one\", \"offset\": [1.0, 0.0, 0.0], "
            "\"orientation\": "
            "{\"z\": [0.0, 0.0, 1.0], \"x\": [0.0, 1.0, 0.0]}}");
  EXPECT_EQ(diagnostics_.to_text(), "");
}

TEST_F(MbdmJoints, a_driver_turns_from_its_first_angle_at_the_start) {
  const std::vector<std::string> lines{"RDRV",    "1, 2", "1, 0, 0", "0, 0, 1", "0.5, 0, 0",
                                       "0, 1, 0", kZero,  kZero,     "2"};
  const std::string sides =
      "revolute_driver a={\"node\": \"one\", \"orientation\": {\"z\": [0.0, 0.0, 1.0], \"x\": [1.0, 0.0, "
      "0.0]}} "
      "b={\"node\": \"other\", \"orientation\": {\"x\": [0.0, 1.0, 0.0], \"z\": [0.0, 0.0, 1.0]}}";
  EXPECT_EQ(card(lines), sides + " angle={\"type\": \"linear\", \"constant\": 0.5, \"slope\": 2.0}");
  const ModelDesc later =
      read(with(with(model_with(joint(lines)), "t_start: 0", "t_start: 1"), "t_end: 1", "t_end: 2"));
  EXPECT_THAT(fields(later, "joint", "joint 1"), HasSubstr("\"constant\": -1.5, \"slope\": 2.0"));
  EXPECT_EQ(diagnostics_.to_text(), "");
}

// f_j is perpendicular to f_i in the document; its direction at the start decides the sign of axis 2.
TEST_F(MbdmJoints, axes_of_a_translational_joint_are_turned_by_90_degrees) {
  const auto slide = [this](const std::string& r2) {
    return card({"T", "1, 2", kZero, "0, 0, 1", "1, 0, 0", kZero, "0, 0, 1", r2, "0"});
  };
  const auto sides = [](const std::string& axis) {
    return "prismatic a={\"node\": \"one\", \"offset\": [0.0, 0.0, 0.0], \"orientation\": {\"z\": [0.0, 0.0, "
           "1.0], "
           "\"x\": [1.0, 0.0, 0.0]}} b={\"node\": \"other\", \"offset\": [0.0, 0.0, 0.0], \"orientation\": "
           "{\"z\": "
           "[0.0, 0.0, 1.0], " +
           axis + "}}";
  };
  // The other body's x is the ground's y.
  EXPECT_EQ(slide("1, 0, 0"), sides("\"y\": [1.0, 0.0, 0.0]"));
  EXPECT_EQ(slide("-1, 0, 0"), sides("\"y\": [1.0, 0.0, 0.0]"));
  EXPECT_EQ(diagnostics_.to_text(), "");
  EXPECT_EQ(slide("0, 1, 0"), sides("\"x\": [0.0, -1.0, 0.0]"));
  EXPECT_EQ(diagnostics_.to_text(),
            "mbdm:41:5: warning: joint 1: r1 - p1 and r2 - p2 should be perpendicular, but are 180 degrees "
            "apart at the "
            "start; they are taken as parallel\n");
}

TEST_F(MbdmJoints, the_cross_of_a_universal_joint_has_axes_3_and_2) {
  EXPECT_EQ(
      card({"U", "1, 2", kZero, "0, 0, 1", kZero, kZero, "1, 0, 0", kZero, "0"}),
      "universal_hinge a={\"node\": \"one\", \"offset\": [0.0, 0.0, 0.0], \"orientation\": {\"z\": [0.0, "
      "0.0, "
      "1.0], \"y\": [0.0, 1.0, 0.0]}} b={\"node\": \"other\", \"offset\": [0.0, 0.0, 0.0], \"orientation\": "
      "{\"y\": [1.0, 0.0, 0.0], \"z\": [0.0, 0.0, 1.0]}}");
  EXPECT_EQ(diagnostics_.to_text(), "");
}

TEST_F(MbdmJoints, vectors_whose_meaning_is_clear_are_repaired) {
  const auto revolute = [this](const std::string& q1, const std::string& r1, const std::string& q2) {
    return problem({"R", "1, 2", kZero, q1, r1, kZero, q2, kZero, "0"});
  };
  EXPECT_EQ(revolute("0, 0, 2", "1, 0, 0", "0, 0, 1"),
            "mbdm:37:5: note: joint 1: q1 - p1 is 2 long instead of 1; only its direction is used\n");
  EXPECT_EQ(revolute("0, 0, 1", "0.8, 0, 0.6", "0, 0, 1"),
            "mbdm:38:5: warning: joint 1: r1 - p1 is not perpendicular to q1 - p1, but 36.9 degrees off; it "
            "was turned\n");
  EXPECT_EQ(
      revolute("0, 0, 1", "0, 0, 1", "0, 0, 1"),
      "mbdm:38:5: warning: joint 1: r1 - p1 is parallel to q1 - p1; another normal of q1 - p1 is taken\n");
  EXPECT_EQ(revolute("0, 0, 1", "0, 0, 0", "0, 0, 1"),
            "mbdm:38:5: warning: joint 1: r1 - p1 has no length; another normal of q1 - p1 is taken\n");
  EXPECT_EQ(revolute("0, 0, 1", "1, 0, 0", "0, 0, -1"),
            "mbdm:40:5: note: joint 1: q2 - p2 points the other way than q1 - p1 at the start; it was turned "
            "round\n");
  EXPECT_EQ(
      problem({"RDRV", "1, 2", "2, 0, 1", "0, 0, 1", kZero, "1, 0, 0", kZero, kZero, "2"}),
      "mbdm:36:5: note: joint 1: p1 is 2.23607 long instead of 1; only its direction is used\n"
      "mbdm:36:5: warning: joint 1: p1 is not perpendicular to q1, but 26.6 degrees off; it was turned\n");
}

TEST_F(MbdmJoints, vectors_without_meaning_are_errors) {
  EXPECT_EQ(
      problem({"R", "1, 2", "1, 0, 0", "1, 0, 0", "2, 0, 0", kZero, "0, 0, 1", kZero, "0"}),
      "mbdm:37:5: error: joint 1: q1 - p1 has no length, but gives a direction; p1 and q1 must be different "
      "points\n");
  EXPECT_EQ(
      problem({"T", "1, 2", kZero, "0, 0, 1", "0, 0, 2", kZero, "0, 0, 1", "1, 0, 0", "0"}),
      "mbdm:38:5: note: joint 1: r1 - p1 is 2 long instead of 1; only its direction is used\n"
      "mbdm:38:5: error: joint 1: r1 - p1 is parallel to q1 - p1, so that the bodies are not held about the "
      "axis\n");
  EXPECT_EQ(problem({"RDRV", "1, 2", "0, 0, 1", "0, 0, 1", kZero, "1, 0, 0", kZero, kZero, "0"}),
            "mbdm:36:5: error: joint 1: p1 is parallel to the axis q1, so that it shows no angle\n");
  EXPECT_EQ(
      problem({"RDRV", "1, 2", "1, 0, 0", "0, 0, 1", kZero, "0, 0, 1", kZero, kZero, "0"}),
      "mbdm:39:5: error: joint 1: p2 is parallel to the axis q1 at the start, so that it shows no angle\n");
  EXPECT_EQ(problem({"G", "1, 0", kZero, "0.9, 0.9, 0", kZero, kZero, kZero, kZero, "0"}),
            "mbdm:37:5: error: joint 1: q1: this part of a quaternion is 1.27279 long, more than 1; q1 holds "
            "e1, e2, e3; "
            "for the axes of the ground write 0, 0, 0\n");
  EXPECT_EQ(
      problem({"DI", "1, 2", kZero, kZero, kZero, kZero, kZero, kZero, "0"}),
      "mbdm:42:7: error: joint 1: dist: a distance must be greater than 0 m, got 0 m; for 0 take type S\n");
  EXPECT_EQ(problem({"U", "1, 2", kZero, "0, 0, 1", kZero, kZero, "0, 0, 1", kZero, "0"}),
            "mbdm:40:5: warning: joint 1: q1 - p1 and q2 - p2 should be perpendicular, but are 0 degrees "
            "apart at the "
            "start\n");
}

TEST_F(MbdmJoints, bodies_are_checked) {
  const auto between = [this](const std::string& type, const std::string& bodies) {
    return problem({type, bodies, kZero, kZero, kZero, kZero, kZero, kZero, "0"});
  };
  EXPECT_EQ(between("S", "1, 3"), "mbdm:35:12: error: joint 1: bodies: there is no body 3; IDs are 1 to 2\n");
  EXPECT_EQ(between("S", "-1, 2"),
            "mbdm:35:9: error: joint 1: bodies: there is no body -1; IDs are 1 to 2\n");
  EXPECT_EQ(between("S", "1.5, 2"),
            "mbdm:35:9: error: joint 1: bodies: there is no body 1.5; IDs are 1 to 2\n");
  EXPECT_EQ(between("S", "2, 2"),
            "mbdm:35:12: error: joint 1: bodies: both are body 2; a joint needs two different bodies\n");
  EXPECT_EQ(between("S", "1, 0"),
            "mbdm:35:12: error: joint 1: bodies: a joint of type S joins two bodies, and 0 is none; hold a "
            "body with a "
            "joint of type G, and join to that\n");
  EXPECT_EQ(between("ABX", "0, 0"),
            "mbdm:35:9: error: joint 1: bodies: there is no body 0; IDs are 1 to 2\n");
  EXPECT_EQ(between("ABX", "1, 2"),
            "mbdm:35:12: error: joint 1: bodies: type ABX holds one body alone; write 1, 0\n");
  EXPECT_EQ(between("S", "1"), "mbdm:35:9: error: joint 1: bodies: expected 2 numbers, got 1: '1'\n");
}

TEST_F(MbdmJoints, types_and_lines_are_checked) {
  EXPECT_EQ(problem({"ABW", "1, 0", kZero, kZero, kZero, kZero, kZero, kZero, "0"}),
            "mbdm:34:7: error: joint 1: type: 'ABW' is no type of joint; did you mean 'ABX'?\n");
  EXPECT_THAT(
      problem({"hinge", "1, 0", kZero, kZero, kZero, kZero, kZero, kZero, "0"}),
      HasSubstr(
          "the types are 'ABX', 'ABY', 'ABZ', 'ABA', 'C', 'DI', 'G', 'R', 'RC', 'RDRV', 'S', 'T' and 'U'"));
  EXPECT_EQ(problem({"DI", "1, 2", kZero, kZero, kZero, kZero, kZero, kZero}),
            "mbdm:33:1: error: joint 1: the line 'dist:' is missing\n");
  EXPECT_EQ(problem({"S", "1, 2", kZero, kZero, kZero, kZero, kZero, kZero}),
            "mbdm:33:1: note: joint 1: the line 'dist:' is missing; type S does not use it\n");
  EXPECT_EQ(problem({"R", "1, 2", kZero, "0, 0, 1", "1, 0, 0", kZero, "0, 0, 1", kZero, "3"}),
            "mbdm:42:7: warning: joint 1: dist: type R does not use it; write 0\n");
  EXPECT_EQ(problems(model_with("bodies: 1, 2\n")),
            "mbdm:33:1: error: joint 1: the line 'type:' is missing\n");
}

}  // namespace
}  // namespace pintle
