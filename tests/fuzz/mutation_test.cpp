// The corpus of the fuzzer, as it is and with tokens removed, doubled and exchanged: no crash, no exception,
// and every error tells its place. Runs in every build, with and without sanitizers.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "pintle/lang/json/json_reader.h"
#include "pintle/lang/json/json_writer.h"
#include "tests/fuzz/fuzz_reader.h"

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

// Words, numbers, texts and signs, with the blanks before them.
std::vector<std::string> tokens_of(const std::string& text) {
  std::vector<std::string> tokens;
  std::string token;
  const auto is_wordy = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    token += text[i];
    const bool goes_on = i + 1 < text.size() && is_wordy(text[i]) && is_wordy(text[i + 1]);
    if (goes_on || std::isspace(static_cast<unsigned char>(text[i]))) continue;
    tokens.push_back(std::move(token));
    token.clear();
  }
  return tokens;
}

std::string joined(const std::vector<std::string>& tokens) {
  std::string text;
  for (const std::string& token : tokens) text += token;
  return text;
}

void expect_places(const Diagnostics& diagnostics, const std::string& text) {
  for (const Diagnostic& diagnostic : diagnostics.items())
    if (diagnostic.severity == Severity::error) {
      ASSERT_GT(diagnostic.place.line, 0) << diagnostic.message << "\n" << text;
      ASSERT_FALSE(diagnostic.message.empty()) << text;
    }
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
  std::mt19937 random(20261116);
  const auto below = [&random](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
  };
  const std::vector<std::string> nasty{
      ";",  ",",  ":", "\"", "(",   "[",   "-",    "1e400", "99999999999999999999", "null", "reference",
      "\\", "/*", "#", "0.", "nan", "eye", "matr", "'"};
  const auto texts = corpus();
  for (int run = 0; run < 3000; ++run) {
    std::vector<std::string> tokens = tokens_of(texts[below(texts.size())]);
    if (tokens.empty()) continue;
    for (std::size_t changes = 1 + below(4); changes > 0 && !tokens.empty(); --changes) {
      const std::size_t at = below(tokens.size());
      switch (below(4)) {
        case 0:
          tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(at));
          break;
        case 1:
          tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(at), tokens[below(tokens.size())]);
          break;
        case 2:
          std::swap(tokens[at], tokens[below(tokens.size())]);
          break;
        default:
          tokens[at] = nasty[below(nasty.size())];
      }
    }
    const std::string text = joined(tokens);
    expect_places(read_fuzzed(text), text);
  }
}

}  // namespace
}  // namespace pintle
