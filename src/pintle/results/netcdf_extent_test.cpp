#include "pintle/results/netcdf_extent.h"

#include <gmock/gmock.h>

#include <random>

#include "pintle/results/results_test_support.h"

namespace pintle {
namespace {

using testing::HasSubstr;

class NetcdfExtentTest : public ResultsTest {
 protected:
  void write(const std::string& bytes) const {
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  // What is opened is no larger than the file.
  void look() const {
    const Result<ResultFile> file = ResultFile::open(path);
    if (!file) {
      EXPECT_FALSE(file.message().empty());
      return;
    }
    const std::uintmax_t size = std::filesystem::file_size(path);
    EXPECT_LE(file->records() * sizeof(double), size);
    EXPECT_LE(file->scene().size() + file->report().size(), 2 * size);
    for (const ResultChannel& channel : file->channels()) {
      ASSERT_LE(channel.size, size) << channel.name;
      ASSERT_LE(channel.size * file->records(), size) << channel.name;
      file->read(channel);
    }
  }
};

TEST_F(NetcdfExtentTest, is_what_was_written) {
  for (const int format : {0, NC_64BIT_OFFSET, NC_64BIT_DATA}) {
    WrittenResults results = moving_results(7);
    results.format = format;
    write_results(path, results);
    const Result<NetcdfExtent> extent = netcdf_extent(path);
    ASSERT_TRUE(extent) << extent.message();
    EXPECT_EQ(extent->announced, 7u);
    EXPECT_EQ(extent->whole_records(std::filesystem::file_size(path)), 7u);
    EXPECT_EQ(extent->text("format"), "pintle results 1");
    EXPECT_EQ(extent->text("nothing"), "");
    EXPECT_FALSE(is_hdf5(path));
  }
}

// The library would make room for what the header says.
TEST_F(NetcdfExtentTest, counts_beyond_the_file_are_refused) {
  write_results(path, moving_results(3));
  const std::string whole = contents(path);
  const std::size_t header = netcdf_extent(path)->begin;
  for (std::size_t place = 12; place + 8 < header; place += 12) {
    for (const std::size_t bytes : {4u, 8u}) {
      std::string wrong = whole;
      wrong.replace(place, bytes, std::string("\x3f") + std::string(bytes - 1, '\xff'));
      write(wrong);
      look();
    }
  }
}

TEST_F(NetcdfExtentTest, wrong_bytes_do_no_harm) {
  std::mt19937 random(16);
  for (const int format : {0, NC_64BIT_OFFSET, NC_64BIT_DATA}) {
    WrittenResults results = moving_results(3);
    results.format = format;
    write_results(path, results);
    const std::string whole = contents(path);
    for (int attempt = 0; attempt < 150; ++attempt) {
      std::string wrong = whole;
      for (unsigned flips = 1 + random() % 4; flips > 0; --flips)
        wrong[random() % std::min<std::size_t>(4096, wrong.size())] = static_cast<char>(random());
      write(wrong);
      look();
    }
  }
}

TEST_F(NetcdfExtentTest, says_what_is_wrong) {
  write("CDF\x05");
  EXPECT_THAT(netcdf_extent(path).message(), HasSubstr("header is cut short"));
  write("CDF\x07 and more");
  EXPECT_THAT(netcdf_extent(path).message(), HasSubstr("damaged: the version"));
  write("{}");
  EXPECT_THAT(netcdf_extent(path).message(), HasSubstr("not in NetCDF's format"));
}

}  // namespace
}  // namespace pintle
