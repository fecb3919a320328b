// The corpus of the fuzzer, as it is and with tokens removed, doubled and exchanged: no crash, no exception,
// and every error tells its place. Runs in every build, with and without sanitizers.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "pintle/lang/json/json_reader.h"
#include "pintle/lang/json/json_writer.h"
#include "tests/fuzz/fuzz_reader.h"
#include "tests/fuzz/mutations.h"
#include "tests/fuzz/words.h"

namespace pintle {
namespace {

std::vector<std::filesystem::path> corpus_files() {
  std::vector<std::filesystem::path> files;
  const std::filesystem::path root = PINTLE_SOURCE_DIR;
  for (const auto& folder : {root / "tests/fuzz/corpus", root / "tests/mbdyn/models"})
    for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<std::string> corpus() {
  std::vector<std::string> texts;
  for (const std::filesystem::path& file : corpus_files()) {
    std::ostringstream content;
    content << std::ifstream(file).rdbuf();
    texts.push_back(content.str());
  }
  return texts;
}

// What is wrong in the text has a line there; what is missing, at least the file.
void expect_places(const Fuzzed& fuzzed, const std::string& text) {
  const auto check = [&text](const Diagnostics& diagnostics, int least_line) {
    for (const Diagnostic& diagnostic : diagnostics.items())
      if (diagnostic.severity == Severity::error) {
        ASSERT_TRUE(diagnostic.place.is_known()) << diagnostic.message << "\n" << text;
        ASSERT_GE(diagnostic.place.line, least_line) << diagnostic.message << "\n" << text;
        ASSERT_FALSE(diagnostic.message.empty()) << text;
      }
  };
  check(fuzzed.reading, 1);
  check(fuzzed.building, 0);
}

TEST(FuzzedMbdyn, the_corpus_is_read) {
  const auto texts = corpus();
  ASSERT_GT(texts.size(), 10u);
  for (const std::string& text : texts) expect_places(read_fuzzed(text), text);
}

TEST(FuzzedMbdyn, what_was_read_is_printed_and_read_again_equal) {
  const SchemaRegistry& schemas = registry_of_everything().schemas();
  int count = 0;
  for (const std::filesystem::path& file : corpus_files()) {
    Diagnostics diagnostics;
    const auto model = read_mbdyn_model(file, schemas, diagnostics);
    if (diagnostics.has_errors()) continue;
    const auto again =
        read_json_model_text(write_json_model(*model, schemas), "model.json", schemas, diagnostics);
    ASSERT_TRUE(again) << diagnostics.to_text();
    EXPECT_EQ(*model, *again) << file;
    ++count;
  }
  EXPECT_GT(count, 15);
}

TEST(FuzzedMbdyn, mutations_are_read_or_refused_with_a_place) {
  const std::vector<std::string> nasty{
      ";",  ",",  ":", "\"", "(",   "[",   "-",    "1e400", "99999999999999999999", "null", "reference",
      "\\", "/*", "#", "0.", "nan", "eye", "matr", "'"};
  fuzz::Mutator mutator(nasty, 20261116);
  const auto texts = corpus();
  for (int run = 0; run < 3000; ++run) {
    const std::string text = mutator.mutated(texts[mutator.below(texts.size())]);
    expect_places(read_fuzzed(text), text);
  }
}

TEST(FuzzedMbdyn, reads_and_writes_no_file_of_the_text) {
  const Fuzzed fuzzed = read_fuzzed("include: \"/etc/hostname\"; include: \"settings.inc\"; set: T;");
  ASSERT_EQ(fuzzed.reading.error_count(), 1) << fuzzed.reading.to_text();
  EXPECT_THAT(fuzzed.reading.to_text(), testing::HasSubstr("'/etc/hostname' cannot be read"));
  ModelDesc model;
  model.cards.push_back(Card{"drive", "fixed_step_file", "a", {}, {}}.set("file", "/dev/zero"));
  model.cards.push_back(Card{"load", "force", "b", {}, {}}.set(
      "value", Value::list({Value::map({{"type", "variable_step_file"}, {"file", "/dev/zero"}})})));
  fuzz::redirect_files(model);
  EXPECT_THAT(model.cards[0].find("file")->as_text(), testing::EndsWith("samples.txt"));
  EXPECT_THAT(model.cards[1].find("value")->as_list()[0].find("file")->as_text(),
              testing::EndsWith("samples.txt"));
}

TEST(FuzzWords, are_those_of_the_schemas_and_of_the_reader) {
  const auto words = fuzz::language_words();
  for (const char* word : {"revolute hinge", "from nodes", "linear elastic", "in assembly",
                           "begin: ", "ctanh(", "crank nicolson", "position orientation", "pad zeroes",
                           "euler123", "deg2rad", "structural: ", "model::xdistance", "end: control data;\n"})
    EXPECT_THAT(words, testing::Contains(word));
  for (const std::string& word : words)
    EXPECT_LE(word.size(), 64u) << word << ": libFuzzer takes no longer ones";
}

TEST(FuzzWords, are_escaped) {
  EXPECT_EQ(fuzz::dictionary_entry("initial theta"), "\"initial theta\"");
  EXPECT_EQ(fuzz::dictionary_entry("a\"b\\c\n\xc3"), "\"a\\\"b\\\\c\\x0A\\xC3\"");
}

}  // namespace
}  // namespace pintle
