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

// Runs `gnuplot -d` (no settings of the user) with the script as its input and the picture as its output.
std::string run_gnuplot(const std::string& script, const std::filesystem::path& picture) {
  const NamelessFile input(std::tmpfile()), messages(std::tmpfile());
  if (!input || !messages || std::fwrite(script.data(), 1, script.size(), input.get()) != script.size() ||
      std::fflush(input.get()) != 0)
    return fmt::format("no room for what gnuplot is to be told: {}", std::strerror(errno));
  std::rewind(input.get());

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, ::fileno(input.get()), STDIN_FILENO);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, picture.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                   0666);
  posix_spawn_file_actions_adddup2(&files, ::fileno(messages.get()), STDERR_FILENO);
  std::string name = "gnuplot", option = "-d";
  std::array<char*, 3> words{name.data(), option.data(), nullptr};
  pid_t process = -1;
  const int trouble = ::posix_spawnp(&process, name.c_str(), &files, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (trouble == ENOENT)
    return "gnuplot draws the plots and is not there; install it (on Debian: apt-get install gnuplot-nox)";
  if (trouble != 0) return fmt::format("gnuplot cannot be started: {}", std::strerror(trouble));

  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  return fmt::format("gnuplot failed: {}", without_last_blanks(text_of_file(messages.get())));
}

}  // namespace

std::string draw_plot(const PlotData& data, const PlotLook& look, const std::filesystem::path& path) {
  const std::string ending = path.extension().string();
  FreshFile picture(path);
  const std::string script = gnuplot_script(data, look, ending.empty() ? "" : ending.substr(1));
  if (std::string error = run_gnuplot(script, picture.written_to()); !error.empty()) return error;
  return picture.finish();
}

}  // namespace pintle
