#include "pintle/results/record_reader.h"

#include <gmock/gmock.h>

#include "pintle/results/results_test_support.h"

namespace pintle {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class RecordReaderTest : public ResultsTest {
 protected:
  static std::vector<std::size_t> chosen(const ResultFile& file, const RecordChoice& choice) {
    const auto records = choose_records(file, choice);
    EXPECT_TRUE(records) << records.message();
    return *records;
  }
};

TEST_F(RecordReaderTest, chooses_by_time_number_and_stride) {
  const ResultFile file = written(moving_results(11));  // 0, 0.1, ..., 1
  EXPECT_EQ(chosen(file, {}).size(), 11u);
  EXPECT_THAT(chosen(file, {.from = 0.25, .to = 0.55}), ElementsAre(3, 4, 5));
  EXPECT_THAT(chosen(file, {.every = 4}), ElementsAre(0, 4, 8));
  EXPECT_THAT(chosen(file, {.frames = 3}), ElementsAre(0, 5, 10));
  EXPECT_THAT(chosen(file, {.frames = 2}), ElementsAre(0, 10));
  EXPECT_THAT(chosen(file, {.frames = 1}), ElementsAre(0));
  EXPECT_EQ(chosen(file, {.frames = 200}).size(), 11u);
  EXPECT_THAT(chosen(file, {.from = 0.1, .to = 0.9, .every = 2, .frames = 3}), ElementsAre(1, 5, 9));
}

// 0.3 is not three times 0.1.
TEST_F(RecordReaderTest, a_time_that_was_typed_meets_its_record) {
  const ResultFile file = written(moving_results(11));
  ASSERT_NE(file.times()[3], 0.3);
  EXPECT_THAT(chosen(file, {.from = 0.3, .to = 0.3}), ElementsAre(3));
  EXPECT_THAT(chosen(file, {.from = 0.6, .to = 0.7}), ElementsAre(6, 7));
}

TEST_F(RecordReaderTest, says_which_times_there_are) {
  const ResultFile file = written(moving_results(11));
  EXPECT_THAT(choose_records(file, {.from = 2.0}).message(), HasSubstr("go from 0 s to 1 s"));
  EXPECT_FALSE(choose_records(file, {.from = 0.41, .to = 0.49}));
  EXPECT_FALSE(choose_records(file, {.from = 0.8, .to = 0.2}));
  EXPECT_THAT(choose_records(written(moving_results(0)), {}).message(), HasSubstr("no records"));
}

// Records beyond one block, all and with gaps.
TEST_F(RecordReaderTest, reads_the_same_as_the_file_whatever_the_blocks) {
  const auto value = [](double t, std::size_t i) { return 1000.0 * t + static_cast<double>(i); };
  const ResultFile file = written(
      {even_times(700, 1.0), {{"wide", "", 900, value}, {"one", "", 1, value}, {"three", "", 3, value}}});
  for (const std::size_t every : {1u, 3u, 250u}) {
    double part = -1.0;
    RecordReader reader(file, {*file.find("three"), *file.find("one")}, chosen(file, {.every = every}),
                        [&](double now) {
                          EXPECT_GT(now, part);
                          part = now;
                        });
    std::size_t count = 0;
    for (; reader.next(); ++count) {
      ASSERT_EQ(reader.record(), count * every);
      ASSERT_EQ(reader.index(), count);
      const double t = static_cast<double>(count * every);
      ASSERT_EQ(reader.time(), t);
      ASSERT_THAT(reader.values(0), ElementsAre(1000.0 * t, 1000.0 * t + 1.0, 1000.0 * t + 2.0));
      ASSERT_THAT(reader.values(1), ElementsAre(1000.0 * t));
    }
    EXPECT_EQ(count, (700 + every - 1) / every);
    EXPECT_EQ(reader.error(), "");
  }
}

TEST_F(RecordReaderTest, records_that_cannot_be_read_are_told) {
  const ResultFile file = written(moving_results(3));
  ResultChannel gone = *file.find("plate.p.stress");
  gone.id = 1000;
  RecordReader reader(file, {gone}, {0, 1});
  EXPECT_FALSE(reader.next());
  EXPECT_THAT(reader.error(), HasSubstr("its records from 0 s on cannot be read"));
}

}  // namespace
}  // namespace pintle
