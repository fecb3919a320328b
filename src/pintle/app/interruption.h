// Interruption: Ctrl-C (SIGINT), SIGTERM, the end of the terminal (SIGHUP) and of what reads the output
// (SIGPIPE) end a run after the step under way, so that its files are whole.
#pragma once

#include "pintle/system/observer.h"

namespace pintle {

// Listens while it lives; at most one at a time. A second signal of the same kind ends the program at once,
// but for one of a pipe, as all that is said comes after it.
class Interruption final : public Observer {
 public:
  Interruption();
  ~Interruption() override;
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  bool has_come() const;
  bool wants(const State&) override { return has_come(); }
  bool on_state(const System&, const State&, const Context&) override { return !has_come(); }
};

}  // namespace pintle
