#include "pintle/lang/mbdyn/syntax.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace pintle::mbdyn {
namespace {

TEST(MbdynSyntax, knows_fields_keywords_options_and_choices) {
  const auto items = compile_syntax("<a>, some words, <b:pin>, [seed, {time | <seed>}], n=2");
  ASSERT_EQ(items.size(), 5u);
  EXPECT_EQ(items[0].kind, SyntaxItem::Kind::field);
  EXPECT_EQ(items[0].text, "a");
  EXPECT_EQ(items[1].kind, SyntaxItem::Kind::keyword);
  EXPECT_EQ(items[1].text, "some words");
  EXPECT_EQ(items[2].style, "pin");
  EXPECT_EQ(items[3].kind, SyntaxItem::Kind::optional);
  ASSERT_EQ(items[3].branches.at(0).size(), 2u);
  EXPECT_EQ(items[3].branches[0][1].branches.size(), 2u);
  EXPECT_EQ(items[4].kind, SyntaxItem::Kind::assignment);
  EXPECT_EQ(items[4].style, "2");
}

TEST(MbdynSyntax, refuses_brackets_that_do_not_close) {
  for (const char* text : {"<a", "[<a>", "{a | b", "<a>]"})
    EXPECT_THROW(compile_syntax(text), std::logic_error) << text;
}

}  // namespace
}  // namespace pintle::mbdyn
