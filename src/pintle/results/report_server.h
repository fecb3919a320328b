// ReportServer: the viewer and its data over HTTP, on the loopback interface only. It follows files that are
// still being written.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "pintle/base/result.h"
#include "pintle/results/result_file.h"

namespace pintle {

class ReportServer {
 public:
  ReportServer(ResultFile run, std::optional<ResultFile> other);
  ~ReportServer();

  // Takes the port, or any free one when it is zero. The failure says who is in the way.
  Result<int> bind(int port);
  // Until stop() is called from another thread or a signal handler.
  void serve();
  void stop();

 private:
  struct Implementation;
  std::unique_ptr<Implementation> own_;
};

}  // namespace pintle
