#include "pintle/results/result_file.h"

#include <gmock/gmock.h>

#include "pintle/results/results_test_support.h"

namespace pintle {
namespace {

using testing::HasSubstr;

class ResultFileTest : public ResultsTest {};

TEST_F(ResultFileTest, gives_back_what_was_written) {
  const ResultFile file = written(moving_results(5));
  EXPECT_EQ(file.title(), "Test");
  EXPECT_EQ(file.records(), 5u);
  EXPECT_EQ(file.settings(), (std::vector<std::pair<std::string, std::string>>{{"step", "0.1"}}));
  const ResultChannel* shape = file.find("mooring.m.shape");
  ASSERT_NE(shape, nullptr);
  EXPECT_EQ(shape->size, 9u);
  EXPECT_EQ(shape->unit, "m");
  EXPECT_EQ(shape->doc, "meaning");
  std::vector<double> values(18);
  ASSERT_TRUE(file.read(*shape, 1, 2, 2, values));
  EXPECT_EQ(values[0], file.times()[1]);
  EXPECT_EQ(values[17], file.times()[3] + 8.0);
}

// Where they lie in files of classic formats, and through the library in others.
TEST_F(ResultFileTest, reads_channels_together_in_every_format) {
  for (const int format : {0, NC_64BIT_OFFSET, NC_64BIT_DATA, NC_NETCDF4}) {
    WrittenResults results = moving_results(50);
    results.format = format;
    const ResultFile file = written(results);
    const std::vector<ResultChannel> channels{*file.find("plate.p.stress"), *file.find("node.crank.position"),
                                              *file.find("mooring.m.shape")};
    std::vector<double> rows(16 * 13);
    ASSERT_TRUE(file.read(channels, 2, 16, 3, rows));
    for (std::size_t r = 0; r < 16; ++r) {
      const double t = results.times[2 + 3 * r];
      EXPECT_EQ(file.times()[2 + 3 * r], t);
      EXPECT_EQ(rows[13 * r], 100.0 * t) << format;
      EXPECT_EQ(rows[13 * r + 3], 0.5);
      EXPECT_EQ(rows[13 * r + 2], results.channels[0].value(t, 1));
      EXPECT_EQ(rows[13 * r + 12], t + 8.0);
    }
  }
}

TEST_F(ResultFileTest, records_that_are_not_there_are_not_read) {
  const ResultFile file = written(moving_results(5));
  std::vector<double> values(9);
  EXPECT_FALSE(file.read(*file.find("plate.p.stress"), 3, 9, 1, values));
}

// Opened at many lengths: NetCDF itself reads zeros behind the end of a file.
TEST_F(ResultFileTest, cut_short_anywhere_it_is_refused) {
  for (const int format : {0, NC_64BIT_OFFSET, NC_64BIT_DATA}) {
    WrittenResults results = moving_results(3);
    results.format = format;
    results.report = R"({"status":"finished"})";
    write_results(path, results);
    const std::string whole = contents(path);
    ASSERT_TRUE(ResultFile::open(path));
    for (std::size_t length = 0; length < whole.size(); length += length + 40 < whole.size() ? 23 : 1) {
      std::ofstream(path, std::ios::binary).write(whole.data(), static_cast<std::streamsize>(length));
      const Result<ResultFile> file = ResultFile::open(path);
      ASSERT_FALSE(file) << length << " of " << whole.size() << " bytes";
      EXPECT_THAT(file.message(), testing::AnyOf(HasSubstr("cut short"), HasSubstr("has no"))) << length;
    }
  }
}

TEST_F(ResultFileTest, cut_short_while_it_is_open_it_gives_no_numbers) {
  write_results(path, moving_results(10));
  const Result<ResultFile> file = ResultFile::open(path);
  ASSERT_TRUE(file);
  const ResultChannel& channel = file->channels().front();
  EXPECT_EQ(file->read(channel).size(), 10 * channel.size);
  EXPECT_EQ(file->why_cut_short(), "");
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 1);
  EXPECT_TRUE(file->read(channel).empty());
  EXPECT_THAT(file->why_cut_short(), HasSubstr("is cut short: 9 of its 10 records are there"));
  std::vector<double> values(9 * channel.size);
  EXPECT_TRUE(file->read(channel, 0, 9, 1, values));
  EXPECT_FALSE(file->read(channel, 1, 9, 1, values));
}

TEST_F(ResultFileTest, says_how_much_is_missing) {
  write_results(path, moving_results(10));
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 1);
  EXPECT_THAT(ResultFile::open(path).message(), HasSubstr("9 of its 10 records are there"));
}

TEST_F(ResultFileTest, other_files_are_refused_with_a_reason) {
  EXPECT_THAT(ResultFile::open(folder / "none.nc").message(), HasSubstr("no such file"));
  EXPECT_THAT(ResultFile::open(folder).message(), HasSubstr("folder"));
  std::ofstream(folder / "model.json") << "{}";
  EXPECT_THAT(ResultFile::open(folder / "model.json").message(), HasSubstr("not a file of results"));
}

// Variables with the names of ours and another shape.
TEST_F(ResultFileTest, foreign_variables_do_no_harm) {
  int file = -1, two = -1, time = -1, id = -1;
  nc_create(path.c_str(), NC_CLOBBER | NC_64BIT_DATA, &file);
  nc_def_dim(file, "time", NC_UNLIMITED, &time);
  nc_def_dim(file, "two", 2, &two);
  const std::vector<int> square{two, two}, rows{time, two};
  nc_def_var(file, "scene", NC_CHAR, 2, square.data(), &id);
  nc_def_var(file, "time", NC_DOUBLE, 2, rows.data(), &id);
  nc_close(file);
  EXPECT_THAT(ResultFile::open(path).message(), HasSubstr("no variable 'time'"));
}

}  // namespace
}  // namespace pintle
