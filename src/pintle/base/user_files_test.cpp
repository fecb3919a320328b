#include "pintle/base/user_files.h"

#include <gmock/gmock.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <fstream>

namespace pintle {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class UserFilesTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("pintle_user_files_" + std::to_string(::getpid()));
    fs::create_directories(folder_ / "inside/below");
    std::ofstream(folder_ / "inside/a.txt") << "some text";
    std::ofstream(folder_ / "outside.txt") << "secret";
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string problem(const UserFiles& files, const fs::path& path) const {
    const Result<std::string> text = files.read(folder_ / path);
    return text ? "" : text.message();
  }
  fs::path folder_;
};

TEST_F(UserFilesTest, reads_all_of_a_file) {
  EXPECT_EQ(UserFiles().read(folder_ / "inside/a.txt").value(), "some text");
  std::ofstream(folder_ / "empty");
  EXPECT_EQ(UserFiles().read(folder_ / "empty").value(), "");
}

// None of these is opened: a pipe would wait for its other end.
TEST_F(UserFilesTest, refuses_what_is_no_file) {
  EXPECT_EQ(problem({}, "missing"), "there is no such file");
  EXPECT_EQ(problem({}, "inside"), "this is a directory, not a file");
  EXPECT_EQ(problem({}, "/dev/zero"), "this is a device, not a file");
  ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(problem({}, "pipe"), "this is a pipe, not a file");
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  (folder_ / "socket").string().copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(problem({}, "socket"), "this is a socket, not a file");
  ::close(socket);
}

TEST_F(UserFilesTest, refuses_what_is_too_large) {
  std::ofstream(folder_ / "large");
  fs::resize_file(folder_ / "large", UserFiles::kLargest + 1);  // a hole
  EXPECT_THAT(problem({}, "large"), HasSubstr("larger than 1 GiB"));
}

TEST_F(UserFilesTest, stays_inside_its_folder) {
  const UserFiles files = UserFiles::inside(folder_ / "inside").value();
  fs::create_symlink(folder_ / "outside.txt", folder_ / "inside/link");
  fs::create_symlink(folder_, folder_ / "inside/up");
  fs::create_symlink(folder_ / "inside", folder_ / "into");
  EXPECT_EQ(problem(files, "inside/a.txt"), "");
  EXPECT_EQ(problem(files, "inside/below/../a.txt"), "");
  EXPECT_EQ(problem(files, "into/a.txt"), "");
  for (const char* path : {"outside.txt", "inside/../outside.txt", "inside/link", "inside/up/outside.txt",
                           "insider", "/etc/passwd"})
    EXPECT_THAT(problem(files, path), HasSubstr("it is outside of the sandbox '")) << path;
  EXPECT_EQ(files.why_outside(folder_ / "inside/new/result.nc"), "");  // not there yet
  fs::create_symlink("../new.nc", folder_ / "inside/out.nc");          // nor is this
  fs::create_symlink("new.nc", folder_ / "inside/in.nc");
  fs::create_symlink("round.nc", folder_ / "inside/round.nc");
  EXPECT_NE(files.why_outside(folder_ / "inside/out.nc"), "");
  EXPECT_EQ(files.why_outside(folder_ / "inside/in.nc"), "");
  EXPECT_NE(files.why_outside(folder_ / "inside/round.nc"), "");
  EXPECT_NE(files.why_outside(folder_ / "inside/up/result.nc"), "");
  EXPECT_THAT(UserFiles::inside(folder_ / "outside.txt").message(), HasSubstr("is not a folder"));
}

}  // namespace
}  // namespace pintle
