#include "pintle/results/file_kind.h"

#include <gmock/gmock.h>

#include "pintle/results/results_test_support.h"

namespace pintle {
namespace {

using testing::HasSubstr;

class FileKindTest : public ResultsTest {
 protected:
  std::filesystem::path write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder / name, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return folder / name;
  }
};

TEST_F(FileKindTest, is_known_by_the_bytes) {
  write_results(path, moving_results(2));
  EXPECT_EQ(kind_of_file(path), FileKind::run);
  const std::string scheme = "linear";
  std::string state = "PINTLEST" + std::string(12, 'x') + std::string(8, '\0') + scheme;
  state[20] = static_cast<char>(scheme.size());
  EXPECT_EQ(kind_of_file(write("a.state", state)), FileKind::linear_state);
  EXPECT_EQ(kind_of_file(write("b.state", state.substr(0, 21))), FileKind::other);
  EXPECT_EQ(kind_of_file(write("a.html", "<!doctype html>\n<title>Pintle</title>")), FileKind::page);
  EXPECT_EQ(kind_of_file(write("b.html", "<!doctype html>\n<title>Mine</title>")), FileKind::other);
  EXPECT_EQ(kind_of_file(write("empty", "")), FileKind::nothing);
  EXPECT_EQ(kind_of_file(write("cut.nc", contents(path).substr(0, 100))), FileKind::other);
  EXPECT_EQ(kind_of_file(folder / "missing"), FileKind::nothing);
  EXPECT_EQ(kind_of_file("/dev/null"), FileKind::nothing);
}

TEST_F(FileKindTest, decides_what_is_replaced) {
  write_results(path, moving_results(2));
  EXPECT_EQ(why_not_replaced(path, FileKind::run, false), "");
  EXPECT_THAT(why_not_replaced(path, FileKind::page, false), HasSubstr("holds the results of a run"));
  EXPECT_EQ(why_not_replaced(path, FileKind::page, true), "");
  EXPECT_THAT(why_not_replaced(write("x", "mine"), FileKind::other, false), HasSubstr("something else"));
  EXPECT_THAT(why_not_written({path, FileKind::run, {path}, true}), HasSubstr("the file that is read"));
  EXPECT_THAT(why_not_written({folder / "no" / "x", FileKind::run, {}, true}), HasSubstr("does not exist"));
}

}  // namespace
}  // namespace pintle
