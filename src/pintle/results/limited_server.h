// LimitedServer: an HTTP server that clients cannot block, be they slow, silent, or many. All are on this
// machine and cannot be told apart, so that limits hold for each connection and in total.
#pragma once

#include <httplib.h>
#undef _res  // a macro of <resolv.h>, which Eigen has as a name

#include <atomic>
#include <chrono>

namespace pintle {

class LimitedServer : public httplib::Server {
 public:
  static constexpr std::size_t kClients = 32;  // at a time; others wait
  static constexpr int kRequests = 100;        // of one connection
  static constexpr std::size_t kLargestRequest = 65'536;
  // Between two requests; to read one, to answer one, in all; and any of these where others wait.
  static constexpr std::chrono::milliseconds kSilence{2000}, kReading{5000}, kAnswering{60'000},
      kCrowded{200};

  LimitedServer();

  // After the port is taken: the library lets five clients wait for their connection, where others would be
  // told to come back in a second.
  void let_clients_wait();
  bool is_crowded() const { return waiting_ > 0; }

 private:
  class Queue;

  bool process_and_close_socket(socket_t socket) override;

  std::atomic<int> waiting_ = 0;  // clients that no thread serves yet
};

}  // namespace pintle
