// What a mistake in a model makes the reader say.
#include "pintle/lang/mbdyn/mbdyn_reader_test_support.h"

namespace pintle {
namespace {

using testing::HasSubstr;

TEST_F(MbdynReader, suggests_what_could_stand_where_a_number_may) {
  const auto node = [this](const std::string& rest) {
    read("begin: nodes;\nstructural: 1, static, " + rest + ";\nend: nodes;\n");
    return diagnostics_.to_text();
  };
  EXPECT_THAT(node("nul, eye, null, null"), HasSubstr("2:24: error: 'nul' is neither a keyword here nor a "
                                                      "variable; did you mean 'null'?"));
  EXPECT_THAT(node("null, eey, null, null"), HasSubstr("did you mean 'eye'?"));
  EXPECT_THAT(node("null, eulr, 1., 2., 3., null, null"), HasSubstr("did you mean 'euler'?"));
  EXPECT_THAT(node("refernce, 3, null, eye, null, null"), HasSubstr("did you mean 'reference'?"));
  EXPECT_THAT(node("reference, glbal, null, eye, null, null"), HasSubstr("did you mean 'global'?"));
  EXPECT_THAT(node("1., 2., eye, null, null"),
              HasSubstr("number 3 of 3 of the position is missing before 'eye'"));
  EXPECT_THAT(problems("joint: 5, some hinge, 1, null, 2, null, initial thta, 1.;"),
              HasSubstr("did you mean 'initial theta'?"));
  EXPECT_THAT(problems("joint: 5, some hinge, 1, null, 2, null, output, maybe;"),
              HasSubstr("output is 'yes' or 'no', not 'maybe'"));
  EXPECT_THAT(problems("joint: 5, some distance, 1, 2, ramp, 2., forevr;"),
              HasSubstr("did you mean 'forever'?"));
  EXPECT_THAT(problems("joint: 5, some distance, 1, 2, ramp;"),
              HasSubstr("slope of 'ramp' is missing before ';'"));
}

TEST_F(MbdynReader, knows_words_of_other_programs) {
  EXPECT_THAT(problems("joint: 5, swivel, 1, null, 2, null;"), HasSubstr("did you mean 'some hinge'?"));
}

TEST_F(MbdynReader, tells_a_mistake_once) {
  read(
      "reference: 7, 1., 2., oops, eye;\n"
      "begin: nodes;\nstructural: 1, static, reference, 7, null, eey, null, null;\nend: nodes;\n"
      "begin: elements;\njoint: 5, some pin, 1, null, null;\nend: elements;\n");
  EXPECT_EQ(diagnostics_.items().size(), 2u) << diagnostics_.to_text();
}

TEST_F(MbdynReader, tells_the_place_and_the_remedy) {
  EXPECT_THAT(
      problems("joint: 5, some hnge, 1, null, 2, null;"),
      HasSubstr("model.mbd:6:11: error: 'some hnge' is no type of joint; did you mean 'some hinge'?"));
  EXPECT_THAT(problems("joint: 5, some hinge, 1, null, 3, null;"),
              HasSubstr("model.mbd:6:32: error: there is no structural node 3 before this line"));
  EXPECT_THAT(
      problems("jiont: 5, some hinge, 1, null, 2, null;"),
      HasSubstr(
          "model.mbd:6:1: error: there is no card 'jiont' in the section 'elements'; did you mean 'joint'?"));
  EXPECT_THAT(problems("joint: 5, some hinge, 1, 0., 0.;"),
              HasSubstr("model.mbd:6:32: error: number 3 of 3 of the offset is missing before ';'"));
  EXPECT_THAT(problems("beam3: 1, 2;"), HasSubstr("the card 'beam3' is not supported yet"));
  EXPECT_THAT(problems("module load: \"libx\";"),
              HasSubstr("'module load' is not supported yet (module \"libx\")"));
  EXPECT_THAT(problems("joint: 5, some hinge, 1, null, hinge, matr, 1.,0.,0., 0.,1.,0., 0.,0.,2., 2, null;"),
              HasSubstr("is not orthogonal"));
  EXPECT_THAT(problems("joint: 5, some hinge, 1, reference, 77, null, 2, null;"),
              HasSubstr("there is no reference frame 77 before this line"));
}

// What is found wrong later has a place, too.
TEST_F(MbdynReader, gives_everything_a_place) {
  const ModelDesc model = read_elements("joint: 5, some hinge, 1, 0., 1., 0., 2, null;\n");
  const Value& side = *model.of_kind("joint").at(0)->find("a");
  EXPECT_EQ(side.place().line, 6);
  EXPECT_EQ(side.find("offset")->as_list().at(1).place().line, 6);
}

TEST_F(MbdynReader, goes_on_after_a_missing_semicolon) {
  const std::string text = problems(
      "joint: 5, some hinge, 1, null, 2, null\n"
      "joint: 6, some hnge, 1, null, 2, null;\n"
      "joint: 7, some hinge, 1, null, 2, null;");
  EXPECT_THAT(text, HasSubstr("model.mbd:7:1: error: a ',' or ';' is missing before 'joint'"));
  EXPECT_THAT(text, HasSubstr("model.mbd:7:11: error: 'some hnge' is no type of joint"));
}

}  // namespace
}  // namespace pintle
