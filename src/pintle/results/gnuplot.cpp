#include "pintle/results/gnuplot.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "pintle/base/result.h"
#include "pintle/results/fresh_file.h"

namespace pintle {

namespace {

// A file without a name, gone when it is closed.
struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using NamelessFile = std::unique_ptr<std::FILE, CloseFile>;

std::string text_of_file(std::FILE* file) {
  std::string text;
  std::rewind(file);
  std::array<char, 4096> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file))
    text.append(buffer.data(), count);
  return text;
}

std::string without_last_blanks(std::string text) { return text.erase(text.find_last_not_of(" \n\r\t") + 1); }

// All that comes out of a pipe until its other end is closed.
std::string text_of_pipe(int pipe) {
  std::string text;
  std::array<char, 1u << 16> buffer{};
  for (;;) {
    const ssize_t count = ::read(pipe, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

// Runs `gnuplot -d` (no settings of the user) with the script as its input. What it draws comes by a pipe: it
// would not notice that a disk is full.
Result<std::string> run_gnuplot(const std::string& script) {
  const NamelessFile input(std::tmpfile()), messages(std::tmpfile());
  if (!input || !messages || std::fwrite(script.data(), 1, script.size(), input.get()) != script.size() ||
      std::fflush(input.get()) != 0)
    return Failure{fmt::format("no room for what gnuplot is to be told: {}", std::strerror(errno))};
  std::rewind(input.get());
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0)
    return Failure{fmt::format("gnuplot cannot be started: {}", std::strerror(errno))};

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, ::fileno(input.get()), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, pipe[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, ::fileno(messages.get()), STDERR_FILENO);
  std::string name = "gnuplot", option = "-d";
  std::array<char*, 3> words{name.data(), option.data(), nullptr};
  pid_t process = -1;
  const int trouble = ::posix_spawnp(&process, name.c_str(), &files, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  ::close(pipe[1]);
  std::string picture = trouble == 0 ? text_of_pipe(pipe[0]) : "";
  ::close(pipe[0]);
  if (trouble == ENOENT)
    return Failure{
        "gnuplot draws the plots and is not there; install it (on Debian: apt-get install gnuplot-nox)"};
  if (trouble != 0) return Failure{fmt::format("gnuplot cannot be started: {}", std::strerror(trouble))};

  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return picture;
  return Failure{fmt::format("gnuplot failed: {}", without_last_blanks(text_of_file(messages.get())))};
}

}  // namespace

std::string draw_plot(const PlotData& data, const PlotLook& look, const std::filesystem::path& path) {
  const std::string ending = path.extension().string();
  const Result<std::string> picture =
      run_gnuplot(gnuplot_script(data, look, ending.empty() ? "" : ending.substr(1)));
  return picture ? write_fresh(path, *picture) : picture.message();
}

}  // namespace pintle
