// Damaged files never crash the reader, and whatever it says has a place.
#include <random>

#include "pintle/lang/mbdm/mbdm_reader_test_support.h"

namespace pintle {
namespace {

class Damage {
 public:
  explicit Damage(unsigned seed) : random_(seed) {}

  std::string of(std::string text) {
    const int changes = 1 + below(6);
    for (int i = 0; i < changes && !text.empty(); ++i) text = once(std::move(text));
    return text;
  }

 private:
  int below(std::size_t limit) { return static_cast<int>(random_() % std::max<std::size_t>(limit, 1)); }

  std::string once(std::string text) {
    static const std::vector<std::string> kParts{":",         "::",
                                                 ",",         ",,",
                                                 "\n",        "\n\n",
                                                 "(",         ")",
                                                 "[",         "]",
                                                 "-",         "1e400",
                                                 "nan",       "0",
                                                 "-1",        "99999",
                                                 "1e-320",    "#",
                                                 "//",        "\r",
                                                 "\xFF",      "\xC3\xA4",
                                                 "name:",     "type:",
                                                 "Body",      "Joint",
                                                 "Body 2\n",  "r: ",
                                                 "mass: -1 ", "Load 1\n",
                                                 "x1",        "vx9",
                                                 "? : ",      "sin(",
                                                 "=====",     "\t",
                                                 "I(1,1-3):", "I(9):",
                                                 "dist:",     "Mooring 1\n",
                                                 "Value:",    "1.5.5",
                                                 "\"text",    "\\",
                                                 "+",         "bodies: 1, 2\n"};
    const auto at = static_cast<std::size_t>(below(text.size()));
    const auto length = static_cast<std::size_t>(below(40));
    switch (below(7)) {
      case 0:
        return text.erase(at, length);
      case 1:
        return text.insert(at, kParts[static_cast<std::size_t>(below(kParts.size()))]);
      case 2:
        return text.replace(at, 1 + length / 8, kParts[static_cast<std::size_t>(below(kParts.size()))]);
      case 3:
        return text.insert(at, text.substr(static_cast<std::size_t>(below(text.size())), length));
      case 4:
        text[at] = static_cast<char>(below(256));
        return text;
      case 5:
        return text.substr(0, at);
      default: {  // a line gone
        const std::size_t begin = text.rfind('\n', at), end = text.find('\n', at);
        if (begin == std::string::npos || end == std::string::npos) return text;
        return text.erase(begin, end - begin);
      }
    }
  }

  std::mt19937 random_;
};

class MbdmMutations : public MbdmReader {
 protected:
  // Whether the files are in order, after checks of what was said.
  bool check(const std::string& text, const std::map<std::string, std::string>& files) {
    const ModelDesc model = read(text, files);
    for (const Diagnostic& item : diagnostics_.items()) {
      EXPECT_TRUE(item.place.is_known() && item.place.line >= 1 && item.place.column >= 1)
          << item.to_text() << text;
      EXPECT_FALSE(item.message.empty());
    }
    for (const Card& card : model.cards) EXPECT_TRUE(card.place.is_known()) << describe(card);
    return !diagnostics_.has_errors();
  }
};

const std::string kLoads =
    "Number of loads: 1\nGravity: 9.81, 0, 0\n\nLoad 1\nBody ID: 3\nType: force\nAxes: global\n"
    "Point (x, y, z in LCS): 0, 0, 0\nValue (x, y, z): vx3 > 0 ? -282857/(6 - x3) : 0, Eangz1, max(0, "
    "LCSomegaz1)\n";

TEST_F(MbdmMutations, of_main_files) {
  const std::string table_26 = corrected_table_26();
  int good = 0;
  for (unsigned seed = 0; seed < 900; ++seed) {
    const std::string& original = seed % 3 == 0 ? table_26 : seed % 3 == 1 ? kTable28 : kTable9;
    good += check(Damage(seed).of(original), {}) ? 1 : 0;
  }
  EXPECT_GT(good, 10);  // some damage does no harm; if none did, the test would not reach far
  EXPECT_LT(good, 450);
}

TEST_F(MbdmMutations, of_the_files_beside) {
  const std::map<std::string, std::string> originals{
      {"mooring", kTable23},
      {"tracers", kTable4},
      {"parameters", kTable7 + "Integrator : rk45\nTolerance : 1e-8\n"},
      {"solvers", kTable8},
      {"loads", kLoads}};
  ASSERT_TRUE(check(
      kTable28, {{"mooring", kTable23}, {"tracers", kTable4}, {"parameters", kTable7}, {"loads", kLoads}}))
      << diagnostics_.to_text();
  for (unsigned seed = 0; seed < 400; ++seed)
    for (const auto& [ending, text] : originals) check(kTable28, {{ending, Damage(seed).of(text)}});
}

TEST_F(MbdmMutations, every_beginning_of_a_file_is_told_what_is_missing) {
  const std::string body = kTable22.substr(0, kTable22.size() - 1);
  for (std::size_t length = 1; length < body.size() - 6; ++length)
    EXPECT_FALSE(check(body.substr(0, length), {})) << body.substr(0, length);
}

TEST_F(MbdmMutations, long_lines_are_read_in_time) {
  check(kTable22 + std::string(1'000'000, ':'), {});
  check(kTable22 + "name: " + std::string(1'000'000, '('), {});
  std::string words;
  for (int i = 0; i < 100'000; ++i) words += "r: ";
  check(kTable22 + words, {});
  check(kTable28, {{"loads", kLoads + std::string(100'000, '(')}});
  check(kTable28, {{"loads", kLoads + "Value: " + std::string(100'000, '-') + "1, 0, 0"}});
}

}  // namespace
}  // namespace pintle
