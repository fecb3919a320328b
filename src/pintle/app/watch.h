// Watch: a viewer on the results of a run while it goes on: a second process serves the file that the first
// one writes.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <iosfwd>
#include <optional>

#include "pintle/system/observer.h"

namespace pintle {

struct WatchOptions {
  bool is_wanted = false;
  std::optional<int> port = {};
  bool is_opened = false;  // in a browser
};

// Comes after the writers of a run: the file is there when it starts.
class Watch final : public Observer {
 public:
  Watch(std::filesystem::path results, const WatchOptions& options, std::ostream& err)
      : results_(std::move(results)), options_(options), err_(err) {}
  bool on_start(const System& system, const RunInfo& info) override;
  bool wants(const State&) override { return false; }
  // After the run: until the server is ended.
  void stay() const;

 private:
  std::filesystem::path results_;
  WatchOptions options_;
  std::ostream& err_;
  pid_t server_ = -1;
};

}  // namespace pintle
