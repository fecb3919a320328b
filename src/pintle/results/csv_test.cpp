#include "pintle/results/csv.h"

#include <gmock/gmock.h>

#include <charconv>
#include <limits>
#include <sstream>

#include "pintle/results/results_test_support.h"

namespace pintle {
namespace {

class CsvTest : public ResultsTest {};

double read_back(const std::string& text) {
  double value = 0.0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  EXPECT_EQ(end.ptr, text.data() + text.size()) << text;
  return value;
}

TEST_F(CsvTest, numbers_read_back_to_the_same_bits) {
  const auto odd = [](double t, std::size_t i) {
    const std::vector<double> values{1.0 / 3.0,
                                     -0.0,
                                     5e-324,
                                     1.7976931348623157e308,
                                     std::nextafter(t, 9.0),
                                     std::numeric_limits<double>::infinity()};
    return values[i];
  };
  const ResultFile file = written({{0.1, 0.2}, {{"odd", "1", 6, odd}}});
  ASSERT_EQ(write_csv(file, *choose_channels(file, {}), {0, 1}, folder / "a.csv"), "");
  std::istringstream lines(contents(folder / "a.csv"));
  std::string line, cell;
  std::getline(lines, line);
  EXPECT_EQ(line, "time [s],odd:1 [1],odd:2 [1],odd:3 [1],odd:4 [1],odd:5 [1],odd:6 [1]");
  for (const double t : {0.1, 0.2}) {
    std::getline(lines, line);
    std::istringstream cells(line);
    std::getline(cells, cell, ',');
    EXPECT_EQ(read_back(cell), t);
    for (std::size_t i = 0; i < 6; ++i) {
      std::getline(cells, cell, ',');
      const double back = read_back(cell), value = odd(t, i);
      EXPECT_EQ(std::memcmp(&back, &value, sizeof back), 0) << cell;
    }
  }
  EXPECT_FALSE(std::getline(lines, line));
}

TEST_F(CsvTest, names_with_commas_and_quotes_are_quoted) {
  const auto zero = [](double, std::size_t) { return 0.0; };
  const ResultFile file = written({{0.0}, {{"node.a,\"b\".x", "", 1, zero}}});
  ASSERT_EQ(write_csv(file, *choose_channels(file, {}), {0}, folder / "a.csv"), "");
  EXPECT_EQ(contents(folder / "a.csv"), "time [s],\"node.a,\"\"b\"\".x\"\n0,0\n");
}

TEST_F(CsvTest, what_cannot_be_written_leaves_nothing) {
  const ResultFile file = written(moving_results(3));
  EXPECT_THAT(write_csv(file, *choose_channels(file, {}), {0}, folder / "none" / "a.csv"),
              testing::HasSubstr("cannot be written"));
  std::filesystem::create_directory(folder / "taken.csv");
  EXPECT_NE(write_csv(file, *choose_channels(file, {}), {0}, folder / "taken.csv"), "");
  EXPECT_THAT(files(), testing::ElementsAre("run.nc", "taken.csv"));
}

}  // namespace
}  // namespace pintle
