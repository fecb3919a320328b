#include "pintle/lang/json/json_parser.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>

#include "pintle/model/json_text.h"

namespace pintle {
namespace {

const auto kParsedFile = std::make_shared<const std::string>("a.json");

Value parsed(std::string_view text) {
  Diagnostics diagnostics;
  const auto value = parse_json(text, kParsedFile, diagnostics);
  EXPECT_TRUE(value) << text;
  EXPECT_EQ(diagnostics.to_text(), "") << text;
  return value.value_or(Value());
}

// The one error of a text that cannot be parsed.
std::string fault(std::string_view text) {
  Diagnostics diagnostics;
  EXPECT_FALSE(parse_json(text, kParsedFile, diagnostics)) << text;
  EXPECT_EQ(diagnostics.items().size(), 1u) << text;
  std::string problem = diagnostics.to_text();
  if (!problem.empty()) problem.pop_back();
  return problem;
}

TEST(JsonParser, reads_every_kind_of_value) {
  EXPECT_EQ(parsed(R"({"a": null, "b": [true, false], "c": -3, "d": 0.5, "e": "x", "f": {}, "g": []})"),
            Value::map({{"a", Value()},
                        {"b", Value::list({true, false})},
                        {"c", -3},
                        {"d", 0.5},
                        {"e", "x"},
                        {"f", Value::map({})},
                        {"g", Value::list({})}}));
  EXPECT_EQ(parsed(" 7 "), Value(7));
}

TEST(JsonParser, tells_integers_from_reals) {
  EXPECT_EQ(parsed("1"), Value(1));
  EXPECT_EQ(parsed("1.0"), Value(1.0));
  EXPECT_EQ(parsed("1e2"), Value(100.0));
  EXPECT_EQ(parsed("-1E-2"), Value(-0.01));
  EXPECT_EQ(parsed("9223372036854775807"), Value(std::numeric_limits<std::int64_t>::max()));
  EXPECT_EQ(parsed("9223372036854775808"), Value(9223372036854775808.0));
  EXPECT_TRUE(std::signbit(parsed("-0").as_number()));
}

TEST(JsonParser, knows_the_place_of_every_key_and_value) {
  const Value root = parsed(
      "// a model\n"
      "{\n"
      "  \"\u00b5\": 1, \"b\":[2.5,\n"
      "\t\"x\" , {\"c\" :\n"
      "null}], /* three */ \"d\": true\n"
      "}\n");
  const auto place = [](const SourcePlace& p) {
    return std::to_string(p.line) + ":" + std::to_string(p.column);
  };
  EXPECT_EQ(place(root.place()), "2:1");
  const ValueMap& map = root.as_map();
  EXPECT_EQ(place(map[0].key_place), "3:3");
  EXPECT_EQ(place(map[0].value.place()), "3:8");
  EXPECT_EQ(place(map[1].key_place), "3:11");
  EXPECT_EQ(place(map[1].value.place()), "3:15");
  const ValueList& list = map[1].value.as_list();
  EXPECT_EQ(place(list[0].place()), "3:16");
  EXPECT_EQ(place(list[1].place()), "4:2");
  EXPECT_EQ(place(list[2].place()), "4:8");
  EXPECT_EQ(place(list[2].as_map()[0].key_place), "4:9");
  EXPECT_EQ(place(list[2].as_map()[0].value.place()), "5:1");
  EXPECT_EQ(place(map[2].key_place), "5:21");
  EXPECT_EQ(place(map[2].value.place()), "5:26");
  EXPECT_EQ(root.place().file, kParsedFile);
}

TEST(JsonParser, says_what_it_expected) {
  EXPECT_EQ(fault(""), "a.json:1:1: error: expected a value, got the end of the file");
  EXPECT_EQ(fault("{"), "a.json:1:2: error: expected a name in double quotes, got the end of the file");
  EXPECT_EQ(fault("{\"a\" 1}"), "a.json:1:6: error: expected ':' after 'a', got '1'");
  EXPECT_EQ(fault("{\"a\": }"), "a.json:1:7: error: expected a value, got '}'");
  EXPECT_EQ(fault("{\"a\": 1\n \"b\": 2}"),
            "a.json:2:2: error: expected ',' or '}' after the value of 'a', got '\"'");
  EXPECT_EQ(fault("[1 2]"), "a.json:1:4: error: expected ',' or ']', got '2'");
  EXPECT_EQ(fault("[1, 2"), "a.json:1:6: error: expected ',' or ']', got the end of the file");
  EXPECT_EQ(fault("[\u00b5]"), "a.json:1:2: error: expected a value, got '\u00b5'");
  EXPECT_EQ(fault("{} {}"), "a.json:1:4: error: expected the end of the file, got '{'");
  EXPECT_EQ(fault("{} /* x"), "a.json:1:4: error: the comment that begins here has no end");
  EXPECT_EQ(fault("[\"abc]\n"),
            "a.json:1:2: error: the text that begins here has no closing quote on its line");
}

TEST(JsonParser, advises_on_common_slips) {
  EXPECT_EQ(fault("{\"a\": 1,}"),
            "a.json:1:9: error: expected a name in double quotes, got '}'; remove the comma before it");
  EXPECT_EQ(fault("[1,]"), "a.json:1:4: error: expected a value, got ']'; remove the comma before it");
  EXPECT_EQ(fault("{a: 1}"),
            "a.json:1:2: error: expected a name in double quotes, got 'a'; names need double quotes");
  EXPECT_EQ(fault("['x']"), "a.json:1:2: error: expected a value, got '''; use double quotes");
  EXPECT_EQ(fault("[True]"), "a.json:1:2: error: 'True' is not a value; did you mean 'true'?");
  EXPECT_EQ(fault("[ground]"), "a.json:1:2: error: 'ground' is not a value; texts need double quotes");
  EXPECT_EQ(fault("[15kN]"),
            "a.json:1:2: error: '15kN' is not a number in JSON; a number with a unit needs quotes, such as "
            "\"15 kN\"");
}

TEST(JsonParser, refuses_malformed_numbers) {
  for (const char* bad : {"01", "+1", ".5", "5.", "1e", "1e+", "-", "--1", "1.2.3", "1-2"}) {
    EXPECT_EQ(fault(bad), "a.json:1:1: error: '" + std::string(bad) + "' is not a number in JSON");
  }
}

TEST(JsonParser, refuses_numbers_that_are_not_finite) {
  EXPECT_EQ(fault("NaN"), "a.json:1:1: error: 'NaN' is not a value; numbers must be finite");
  EXPECT_EQ(fault("Infinity"), "a.json:1:1: error: 'Infinity' is not a value; numbers must be finite");
  EXPECT_EQ(fault("-Infinity"), "a.json:1:1: error: '-Infinity' is not a number in JSON");
  EXPECT_EQ(fault("1e400"), "a.json:1:1: error: the number '1e400' is out of range");
  EXPECT_EQ(fault("-1e400"), "a.json:1:1: error: the number '-1e400' is out of range");
}

TEST(JsonParser, reports_a_key_given_twice_and_goes_on) {
  Diagnostics diagnostics;
  const auto value =
      parse_json("{\"a\": 1,\n \"b\": {\"c\": 1, \"c\": 2},\n \"a\": 3}", kParsedFile, diagnostics);
  ASSERT_TRUE(value);
  EXPECT_EQ(*value, Value::map({{"a", 1}, {"b", Value::map({{"c", 1}})}}));
  EXPECT_EQ(diagnostics.to_text(),
            "a.json:2:16: error: 'c' is given twice; see a.json:2:8\n"
            "a.json:3:2: error: 'a' is given twice; see a.json:1:2\n");
}

TEST(JsonParser, refuses_to_nest_without_end) {
  EXPECT_EQ(fault(std::string(100000, '[')), "a.json:1:201: error: nested deeper than 200 levels");
  const std::string deep = std::string(200, '[') + std::string(200, ']');
  EXPECT_TRUE(parsed(deep).is_list());
}

TEST(JsonParser, reads_back_every_number_that_is_written) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 10000; ++i) {
    const std::uint64_t bits = random();
    double number;
    std::memcpy(&number, &bits, sizeof number);
    if (!std::isfinite(number)) continue;
    EXPECT_EQ(parsed(to_json(number)), Value(number));
  }
  EXPECT_EQ(parsed(to_json(5e-324)), Value(5e-324));
}

// Every beginning of a text, and many texts with one byte changed, is either parsed or refused with a place.
TEST(JsonParser, survives_any_damage) {
  const std::string good = R"({"a": [1, -2.5e3, "x\u00b5", {"b": null}], /* c */ "d": true} // e)";
  const auto try_text = [](const std::string& text) {
    Diagnostics diagnostics;
    if (parse_json(text, kParsedFile, diagnostics)) return;
    ASSERT_TRUE(diagnostics.has_errors()) << text;
    for (const Diagnostic& item : diagnostics.items()) EXPECT_GT(item.place.column, 0) << text;
  };
  for (std::size_t i = 0; i < good.size(); ++i) try_text(good.substr(0, i));
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (int byte = 0; byte < 256; byte += 3) {
      std::string text = good;
      text[i] = static_cast<char>(byte);
      try_text(text);
    }
  }
}

}  // namespace
}  // namespace pintle
