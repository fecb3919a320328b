#include "pintle/model/field_reader.h"

#include <gtest/gtest.h>

#include "pintle/model/checked_card.h"

namespace pintle {
namespace {

// A card of one kind with fields whose shape follows from the use.
class FieldReaderTest : public testing::Test {
 protected:
  CheckedCard check(const std::string& field, Value value) {
    CardSchema schema("joint", "test");
    schema.square("k").unit("any").optional();
    schema.named_card("law", "law").optional();
    schema.named_cards("laws", "law").optional();
    Card card{"joint", "test", "", {}, {}};
    card.set(field, std::move(value));
    return check_card(card, schema, diagnostics_);
  }
  std::string problem(const std::string& field, Value value) {
    const CheckedCard card = check(field, std::move(value));
    const std::string text = diagnostics_.to_text();
    EXPECT_TRUE(card.has_errors());
    diagnostics_ = Diagnostics();
    return text;
  }
  Diagnostics diagnostics_;
};

TEST_F(FieldReaderTest, square_matrices_are_numbers_diagonals_or_rows) {
  EXPECT_EQ(check("k", "2 kN").square("k"), MatX::Constant(1, 1, 2000.0));
  EXPECT_EQ(check("k", Value::list({7})).square("k"), MatX::Constant(1, 1, 7.0));
  EXPECT_EQ(check("k", Value::list({1, 2, 3})).square("k"), MatX(Vec3(1, 2, 3).asDiagonal()));
  MatX rows(2, 2);
  rows << 1, 2, 3, 4;
  EXPECT_EQ(check("k", Value::list({Value::list({1, 2}), Value::list({3, 4})})).square("k"), rows);
  EXPECT_EQ(diagnostics_.to_text(), "");
}

TEST_F(FieldReaderTest, other_shapes_are_no_square_matrix) {
  EXPECT_NE(problem("k", Value::list({})), "");
  EXPECT_NE(problem("k", Value::map({{"x", 1}})), "");
  EXPECT_NE(problem("k", Value::list({Value::list({1, 2}), Value::list({3})})), "");
  EXPECT_EQ(check("k", true).square("k"), MatX::Zero(1, 1));
}

TEST_F(FieldReaderTest, a_named_card_is_a_name_a_card_or_a_number) {
  const Card name = check("law", "rubber").named_card("law");
  EXPECT_EQ(name.kind, "law");
  EXPECT_EQ(name.name, "rubber");
  EXPECT_TRUE(name.type.empty() && name.fields.empty());
  const Card nested = check("law", Value::map({{"type", "linear"}, {"k", 3}})).named_card("law");
  EXPECT_EQ(nested.type, "linear");
  EXPECT_EQ(*nested.find("k"), Value(3));
  const Card number = check("law", 2.5).named_card("law");
  EXPECT_EQ(number.type, "constant");
  EXPECT_EQ(*number.find("value"), Value(2.5));
  EXPECT_EQ(check("laws", Value::list({"rubber", 1})).named_cards("laws").size(), 2u);
  EXPECT_EQ(diagnostics_.to_text(), "");
}

TEST_F(FieldReaderTest, what_names_nothing_is_refused) {
  EXPECT_NE(problem("law", ""), "");
  EXPECT_NE(problem("law", Value::list({1})), "");
  EXPECT_NE(problem("laws", "rubber"), "");
  EXPECT_NE(problem("laws", Value::list({})), "");
  EXPECT_NE(problem("laws", Value::list({"rubber", true})), "");
}

}  // namespace
}  // namespace pintle
