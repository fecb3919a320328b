#include "pintle/lang/json/json_writer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>

#include "pintle/lang/json/json_reader.h"

namespace pintle {
namespace {

SchemaRegistry writer_schemas() {
  SchemaRegistry registry;
  for (const char* kind : {"gravity", "node", "joint", "body"}) {
    registry.add(CardSchema(kind, "plain"));
    registry.add(CardSchema(kind, "fancy"));
  }
  return registry;
}

Card card_of(std::string kind, std::string name) {
  return {std::move(kind), "plain", std::move(name), {}, {}};
}

ModelDesc read_back(const std::string& text) {
  Diagnostics diagnostics;
  const auto model = read_json_model_text(text, "out.json", writer_schemas(), diagnostics);
  EXPECT_EQ(diagnostics.to_text(), "") << text;
  return model.value_or(ModelDesc());
}

TEST(JsonWriter, writes_one_line_for_each_card_that_fits) {
  ModelDesc model;
  model.title = "Two nodes";
  model.cards = {card_of("node", "a").set("position", Value::list({0.0, 1.5, "3 mm"})),
                 card_of("joint", "").set("a", "ground"), card_of("gravity", ""),
                 card_of("node", "a name so long that both nodes do not fit on one line of the file")};
  EXPECT_EQ(write_json_model(model, writer_schemas()),
            "{\n"
            "  \"pintle\": 1,\n"
            "  \"title\": \"Two nodes\",\n"
            "  \"gravity\": {\"type\": \"plain\"},\n"
            "  \"nodes\": [\n"
            "    {\"type\": \"plain\", \"name\": \"a\", \"position\": [0.0, 1.5, \"3 mm\"]},\n"
            "    {\"type\": \"plain\", \"name\": \"a name so long that both nodes do not fit on one line of "
            "the file\"}\n"
            "  ],\n"
            "  \"joints\": [{\"type\": \"plain\", \"a\": \"ground\"}]\n"
            "}\n");
}

TEST(JsonWriter, writes_an_empty_model) {
  EXPECT_EQ(write_json_model({}, writer_schemas()), "{\n  \"pintle\": 1\n}\n");
  EXPECT_EQ(read_back(write_json_model({}, writer_schemas())), ModelDesc());
}

// A value of a random kind; containers get rarer with depth.
Value random_value(std::mt19937& random, int depth) {
  const auto pick = [&](int count) { return static_cast<int>(random() % static_cast<unsigned>(count)); };
  switch (pick(depth > 0 ? 7 : 5)) {
    case 0:
      return {};
    case 1:
      return pick(2) == 0;
    case 2:
      return static_cast<std::int64_t>(random()) * (pick(2) == 0 ? -1 : 1 << 30);
    case 3:
      return std::ldexp(static_cast<double>(random()) - 2e9, pick(1900) - 950);
    case 4: {
      static const std::vector<std::string> kPieces = {"a",      "\"",         "\\", "\n", "\x01",
                                                       "\u00b5", "\U0001F600", "/*", "//"};
      std::string text;
      for (int i = pick(6); i > 0; --i) text += kPieces[static_cast<std::size_t>(pick(9))];
      return text;
    }
    case 5: {
      ValueList list;
      for (int i = pick(5); i > 0; --i) list.push_back(random_value(random, depth - 1));
      return list;
    }
    default: {
      ValueMap map;
      for (int i = pick(5); i > 0; --i)
        map.push_back({"key " + std::to_string(i), {}, random_value(random, depth - 1)});
      return map;
    }
  }
}

TEST(JsonWriter, what_is_written_reads_back_equal) {
  std::mt19937 random(3);
  for (int trial = 0; trial < 100; ++trial) {
    ModelDesc model;
    model.title = trial % 2 == 0 ? "A \"title\"\n" : "";
    if (trial % 3 == 0) model.cards.push_back(card_of("gravity", ""));
    for (int i = 0; i < 5; ++i) {
      const char* kinds[] = {"node", "joint", "body"};
      Card card = card_of(kinds[random() % 3], random() % 4 == 0 ? "" : "card " + std::to_string(i));
      if (random() % 2 == 0) card.type = "fancy";
      for (int j = 0; j < 4; ++j) card.set("field_" + std::to_string(j), random_value(random, 3));
      model.cards.push_back(card);
    }
    EXPECT_EQ(read_back(write_json_model(model, writer_schemas())), model);
  }
}

TEST(JsonWriter, refuses_what_the_format_cannot_hold) {
  ModelDesc model;
  model.cards = {card_of("widget", "w")};
  EXPECT_THROW(write_json_model(model, writer_schemas()), std::invalid_argument);
  model.cards = {card_of("gravity", ""), card_of("gravity", "")};
  EXPECT_THROW(write_json_model(model, writer_schemas()), std::invalid_argument);
  model.cards = {card_of("node", "n").set("x", std::numeric_limits<double>::infinity())};
  EXPECT_THROW(write_json_model(model, writer_schemas()), std::invalid_argument);
}

}  // namespace
}  // namespace pintle
