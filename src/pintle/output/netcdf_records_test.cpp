#include "pintle/output/netcdf_records.h"

#include <gmock/gmock.h>
#include <netcdf.h>
#include <unistd.h>

#include <array>

namespace pintle {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A record is a time, a count and a vector.
class NetcdfRecordsTest : public testing::Test {
 protected:
  void SetUp() override {
    int file = -1, time = -1, axes = -1, id = -1;
    ASSERT_EQ(nc_create(path.c_str(), NC_CLOBBER | NC_64BIT_DATA, &file), NC_NOERR);
    nc_def_dim(file, "time", NC_UNLIMITED, &time);
    nc_def_dim(file, "axes", 3, &axes);
    const std::array<int, 2> both{time, axes};
    nc_def_var(file, "time", NC_DOUBLE, 1, both.data(), &id);
    nc_def_var(file, "count", NC_INT, 1, both.data(), &id);
    nc_def_var(file, "vector", NC_DOUBLE, 2, both.data(), &id);
    ASSERT_EQ(nc_close(file), NC_NOERR);
  }
  void TearDown() override { std::filesystem::remove(path); }
  std::vector<double> read(const char* name) const {
    int file = -1, id = -1, rank = 0, dimension = -1;
    std::size_t records = 0;
    nc_open(path.c_str(), NC_NOWRITE, &file);
    nc_inq_unlimdim(file, &dimension);
    nc_inq_dimlen(file, dimension, &records);
    nc_inq_varid(file, name, &id);
    nc_inq_varndims(file, id, &rank);
    std::vector<double> values(records * (rank > 1 ? 3 : 1));
    nc_get_var_double(file, id, values.data());
    nc_close(file);
    return values;
  }

  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("pintle_records_" + std::to_string(::getpid()) + ".nc");
  std::vector<bool> is_whole{false, true, false, false, false};
};

TEST_F(NetcdfRecordsTest, are_what_the_library_reads) {
  NetcdfRecords records;
  ASSERT_EQ(records.open(path, is_whole, 0), "");
  EXPECT_EQ(records.append(std::array{0.5, 7.0, 1.0, 2.0, 3.0, 1.5, -8.0, 4.0, 5.0, 6e-300}), "");
  EXPECT_THAT(read("time"), ElementsAre(0.5, 1.5)) << "while the file is open";
  EXPECT_EQ(records.append(std::array{2.5, 9.0, -1.0, -2.0, -3.0}), "");
  EXPECT_EQ(records.close(), "");
  EXPECT_THAT(read("count"), ElementsAre(7, -8, 9));
  EXPECT_THAT(read("vector"), ElementsAre(1, 2, 3, 4, 5, 6e-300, -1, -2, -3));
}

TEST_F(NetcdfRecordsTest, go_on_after_those_that_stay) {
  for (const std::uint64_t kept : {0u, 1u}) {
    NetcdfRecords records;
    ASSERT_EQ(records.open(path, is_whole, kept), "");
    const double start = kept ? 10.0 : 0.0;
    EXPECT_EQ(records.append(std::array{start, 1.0, 0.0, 0.0, 0.0, start + 1, 1.0, 0.0, 0.0, 0.0, start + 2,
                                        1.0, 0.0, 0.0, 0.0}),
              "");
  }
  EXPECT_THAT(read("time"), ElementsAre(0, 10, 11, 12));
  NetcdfRecords records;
  ASSERT_EQ(records.open(path, is_whole, 2), "");
  EXPECT_THAT(read("time"), ElementsAre(0, 10));
}

// Half a record of a run that was killed, and records that are not gone on with.
TEST_F(NetcdfRecordsTest, leave_nothing_behind_those_that_stay) {
  NetcdfRecords records;
  ASSERT_EQ(records.open(path, is_whole, 0), "");
  const auto empty = std::filesystem::file_size(path);
  ASSERT_EQ(records.append(std::array{0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0}), "");
  ASSERT_EQ(records.close(), "");
  const auto two = std::filesystem::file_size(path);
  for (const auto& [kept, size] :
       {std::pair<std::uint64_t, std::uintmax_t>{2, two}, {1, (empty + two) / 2}, {0, empty}}) {
    std::filesystem::resize_file(path, std::filesystem::file_size(path) + 5);
    ASSERT_EQ(records.open(path, is_whole, kept), "");
    ASSERT_EQ(records.close(), "");
    EXPECT_EQ(std::filesystem::file_size(path), size);
    EXPECT_EQ(read("time").size(), kept);
  }
}

TEST_F(NetcdfRecordsTest, of_another_size_are_refused) {
  NetcdfRecords records;
  is_whole.push_back(false);
  EXPECT_THAT(records.open(path, is_whole, 0), HasSubstr("not those of this model"));
  EXPECT_FALSE(records.is_open());
  EXPECT_NE(records.open("no/such/file.nc", is_whole, 0), "");
}

}  // namespace
}  // namespace pintle
