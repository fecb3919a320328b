// Every keyword of MBDyn's language, misspelt by one or two letters, where it would stand in a model: the
// reader suggests a word that is as near.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <string>
#include <vector>

#include "pintle/app/registry_of_everything.h"
#include "pintle/base/suggest.h"
#include "pintle/lang/mbdyn/mbdyn_reader.h"

namespace pintle {
namespace {

// Letters left out, put in, replaced and swapped, at the beginning, in the middle and at the end.
std::vector<std::string> misspelt(const std::string& word) {
  std::vector<std::string> all;
  const std::size_t n = word.size();
  for (const std::size_t i : {std::size_t{0}, n / 2, n - 1}) {
    if (word[i] == ' ') continue;
    if (n > 3) all.push_back(word.substr(0, i) + word.substr(i + 1));
    all.push_back(word.substr(0, i) + "q" + word.substr(i));
    std::string replaced = word;
    replaced[i] = 'q';
    all.push_back(replaced);
    all.push_back(replaced.substr(0, n / 2) + "j" + replaced.substr(n / 2));
    if (i + 1 < n && word[i + 1] != ' ' && word[i + 1] != word[i]) {
      std::string swapped = word;
      std::swap(swapped[i], swapped[i + 1]);
      all.push_back(swapped);
    }
  }
  return all;
}

// A model in which %s stands where a word of that kind does.
std::string model_with(const std::string& card) {
  return "begin: nodes;\nstructural: 1, static, null, eye, null, null;\nstructural: 2, static, null, eye, "
         "null, "
         "null;\nend: nodes;\nbegin: elements;\n" +
         card + "\nend: elements;\n";
}

const std::vector<std::pair<std::string, std::string>>& places() {
  static const std::vector<std::pair<std::string, std::string>> kPlaces{
      {"joint", "joint: 1, {}, 1, null, 2, null;"},
      {"drive", "force: 1, follower, 1, position, null, 0., 0., 1., {}, 1., 2.;"},
      {"law", "joint: 1, rod, 1, 2, 1., {}, 1.;"},
      {"function", "scalar function: \"f\", {}, 1., 2.;"},
  };
  return kPlaces;
}

// The word that the reader suggests for the misspelt one; empty when it says nothing of it.
std::string suggested(const std::string& text) {
  static const std::regex kSuggestion("did you mean '([^']*)'");
  std::smatch match;
  Diagnostics diagnostics;
  read_mbdyn_model_text(text, "misspelt.mbd", registry_of_everything().schemas(), diagnostics);
  const std::string said = diagnostics.to_text();
  return std::regex_search(said, match, kSuggestion) ? match[1].str() : "";
}

void expect_suggestion(const std::string& word, const std::string& wrong, const std::string& text) {
  const std::string found = suggested(text);
  EXPECT_LE(edit_distance(wrong, found), edit_distance(wrong, word)) << wrong << " -> " << found;
}

TEST(MisspeltMbdyn, types_of_joints_drives_laws_and_functions) {
  int count = 0;
  for (const auto& [kind, card] : places()) {
    std::set<std::string> known;
    for (const CardSchema& schema : registry_of_everything().schemas().schemas())
      if (schema.kind() == kind)
        for (const MbdynSpelling& spelling : schema.mbdyn_spellings())
          known.insert(spelling.keywords.begin(), spelling.keywords.end());
    for (const std::string& word : known)
      for (const std::string& wrong : misspelt(word)) {
        if (known.contains(wrong)) continue;  // "in plane" without a letter may be another
        expect_suggestion(word, wrong, model_with(fmt::format(fmt::runtime(card), wrong)));
        ++count;
      }
  }
  EXPECT_GT(count, 1000);
}

TEST(MisspeltMbdyn, sections_and_cards) {
  const auto in_section = [](const std::string& section, const std::string& card) {
    return fmt::format("begin: {0};\n{1}\nend: {0};\n", section, card);
  };
  const std::vector<std::pair<std::string, std::vector<std::string>>> cards{
      {"data", {"problem", "integrator"}},
      {"initial value",
       {"initial time", "final time", "time step", "strategy", "abort after", "output", "method", "tolerance",
        "max iterations", "nonlinear solver", "linear solver", "threads", "derivatives tolerance",
        "derivatives max iterations", "derivatives coefficient", "dummy steps number"}},
      {"control data",
       {"title", "structural nodes", "rigid bodies", "joints", "forces", "file drivers", "print",
        "default output", "default orientation", "output precision", "output frequency", "output meter",
        "make restart file", "max iterations", "tolerance", "skip initial joint assembly",
        "initial stiffness", "omega rotates"}},
      {"nodes", {"structural", "set", "include", "reference", "remark"}},
      {"elements",
       {"body", "joint", "force", "couple", "gravity", "driven", "inertia", "drive caller",
        "constitutive law", "scalar function", "module load"}}};
  for (const auto& [section, words] : cards) {
    for (const std::string& word : words)
      for (const std::string& wrong : misspelt(word))
        expect_suggestion(word, wrong, in_section(section, wrong + ": 1;"));
    for (const std::string& wrong : misspelt(section))
      expect_suggestion(section, wrong, fmt::format("begin: {};\n", wrong));
  }
}

TEST(MisspeltMbdyn, words_among_the_arguments) {
  const std::vector<std::pair<std::string, std::string>> arguments{
      {"null", "joint: 1, spherical hinge, 1, {}, 2, null;"},
      {"reference", "joint: 1, spherical hinge, 1, {}, global, null, 2, null;"},
      {"global", "joint: 1, spherical hinge, 1, reference, {}, null, 2, null;"},
      {"other position", "joint: 1, spherical hinge, 1, null, 2, reference, {}, null;"},
      {"orientation", "joint: 1, spherical hinge, 1, null, {}, eye, 2, null;"},
      {"position constraint", "joint: 1, total joint, 1, 2, {}, 1, 1, 1, null;"},
      {"position", "force: 1, follower, 1, {}, null, 0., 0., 1., const, 1.;"},
      {"component", "force: 1, follower, 1, position, null, {}, const, 1., const, 1., const, 1.;"},
      {"absolute internal", "force: 1, {}, 1, position, null, 2, position, null, null;"},
      {"forever", "force: 1, follower, 1, position, null, 0., 0., 1., sine, 0., 1., 1., {}, 0.;"},
      {"from nodes", "joint: 1, rod, 1, 2, {}, linear elastic, 1.;"},
      {"prestress", "joint: 1, rod, 1, 2, 1., linear elastic, 1., {}, 2.;"},
      {"proportional", "joint: 1, rod, 1, 2, 1., linear viscoelastic, 1., {}, 2.;"},
      {"output", "joint: 1, rod, 1, 2, 1., linear elastic, 1., {}, no;"},
      {"condense", "body: 1, 1, {}, 2, 1., null, eye, 1., null, eye;"},
      {"inertial", "body: 1, 1, 1., null, eye, {}, eye;"},
      {"diag", "body: 1, 1, 1., null, {}, 1., 1., 1.;"},
  };
  for (const auto& [word, card] : arguments)
    for (const std::string& wrong : misspelt(word)) {
      std::string text = model_with(fmt::format(fmt::runtime(card), wrong));
      if (card.starts_with("body")) text = std::regex_replace(text, std::regex("static"), "dynamic");
      expect_suggestion(word, wrong, text);
    }
}

}  // namespace
}  // namespace pintle
