#include "pintle/app/watch.h"

#include <fmt/ostream.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ostream>
#include <string>
#include <vector>

namespace pintle {

// A run does not fail for want of a viewer.
bool Watch::on_start(const System&, const RunInfo&) {
  std::vector<std::string> words{"pintle", "view", results_.string(), "--serve", "--end-with-run"};
  if (options_.port) words.insert(words.end(), {"--port", std::to_string(*options_.port)});
  if (options_.is_opened) words.emplace_back("--open");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const int error = ::posix_spawn(&server_, "/proc/self/exe", nullptr, nullptr, arguments.data(), ::environ);
  if (error != 0) {
    server_ = -1;
    fmt::print(err_, "the viewer could not be started: {}\n", std::strerror(error));
  }
  return true;
}

void Watch::stay() const {
  int status = 0;
  while (server_ > 0 && ::waitpid(server_, &status, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace pintle
