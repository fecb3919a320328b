// Observer: follows a run. Observers write files, print progress, or ask the run to stop; they never change
// the State.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "pintle/system/system.h"

namespace pintle {

// What a run tells about itself before it starts; writers keep it as metadata.
struct RunInfo {
  std::string title;
  std::string model_file;
  std::vector<std::pair<std::string, std::string>> settings;  // name, value as text
  double start_time = 0.0, end_time = 0.0, step_size = 0.0;
};

// How an accepted step was found.
struct StepInfo {
  double size = 0.0;  // s
  int iterations = 0;
  double error = 0.0;  // largest residual, as a part of what is tolerated
};

// Finds the reactions of a State, where steps do without them.
using CompleteState = std::function<void(State&)>;

class Observer {
 public:
  virtual ~Observer() = default;
  // False asks not to start: nothing can be written, for example.
  virtual bool on_start(const System&, const RunInfo&) { return true; }
  // Called after every accepted step, before on_state.
  virtual void on_step(const State&, const StepInfo&) {}
  // Whether on_state is to be called for this state; saves the evaluation when nobody wants it.
  virtual bool wants(const State&) { return true; }
  // True: on_state keeps a copy, to look at it in a thread of its own. The State is as the step left it then,
  // and the Context need not be of it; complete_with() tells how to complete the copy, in one thread at a
  // time. It is called before the first on_state, with nothing where steps find all.
  virtual bool looks_later() const { return false; }
  virtual void complete_with(const CompleteState&) {}
  // Called at the start and after accepted steps it wants, with the snapshot of that state. False asks the
  // run to stop.
  virtual bool on_state(const System&, const State&, const Context&) { return true; }
  virtual void on_finish(const System&, const State&) {}
  // A state to go on from was reached; true when it was written, so that the run can forget what is not in
  // the State.
  virtual bool on_checkpoint(const System&, const State&) { return false; }
};

}  // namespace pintle
