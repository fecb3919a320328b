#include "pintle/results/limited_server.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace pintle {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// Waits for a socket until so long after `begin`; where others wait, not for long.
bool is_ready(const LimitedServer& server, socket_t socket, short what, Clock::time_point begin,
              milliseconds patience) {
  constexpr milliseconds kSlice{50};  // then it looks whether others have come
  pollfd waiting{socket, what, 0};
  for (;;) {
    const milliseconds limit = server.is_crowded() ? std::min(patience, LimitedServer::kCrowded) : patience;
    const auto left = std::chrono::duration_cast<milliseconds>(begin + limit - Clock::now());
    const int found =
        ::poll(&waiting, 1, static_cast<int>(std::clamp(left, milliseconds{0}, kSlice).count()));
    if (found > 0) return left.count() > 0;
    if (found < 0 && errno != EINTR) return false;
    if (left.count() <= 0) return false;
  }
}

// A connection for as long as one request may take. Of the request so many bytes are read and no more.
class RequestStream final : public httplib::Stream {
 public:
  RequestStream(const LimitedServer& server, socket_t socket, std::string& rest)
      : server_(server), socket_(socket), rest_(rest) {}

  bool is_readable() const override {
    return !rest_.empty() || is_ready(server_, socket_, POLLIN, begin_, LimitedServer::kReading);
  }
  bool is_writable() const override {
    return is_ready(server_, socket_, POLLOUT, begin_, LimitedServer::kAnswering);
  }

  ssize_t read(char* bytes, std::size_t size) override {
    if (rest_.empty() && !fill()) return -1;
    const std::size_t count = std::min(size, rest_.size());
    rest_.copy(bytes, count);
    rest_.erase(0, count);
    return static_cast<ssize_t>(count);
  }
  ssize_t write(const char* bytes, std::size_t size) override {
    return is_writable() ? ::send(socket_, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT) : -1;
  }

  void get_remote_ip_and_port(std::string& ip, int& port) const override {
    ip.clear();
    port = 0;
  }
  void get_local_ip_and_port(std::string& ip, int& port) const override { get_remote_ip_and_port(ip, port); }
  socket_t socket() const override { return socket_; }

 private:
  bool fill() {
    std::array<char, 4096> bytes{};
    if (taken_ > LimitedServer::kLargestRequest || !is_readable()) return false;
    const ssize_t count = ::recv(socket_, bytes.data(), bytes.size(), 0);
    if (count <= 0) return false;
    taken_ += static_cast<std::size_t>(count);
    rest_.assign(bytes.data(), static_cast<std::size_t>(count));
    return true;
  }

  const LimitedServer& server_;
  socket_t socket_;
  std::string& rest_;  // what has come and is not read: the next request may begin in it
  Clock::time_point begin_ = Clock::now();
  std::size_t taken_ = 0;
};

}  // namespace

// The library's threads, and how many clients wait for one.
class LimitedServer::Queue final : public httplib::TaskQueue {
 public:
  explicit Queue(LimitedServer& server) : server_(server), threads_(kClients) {}
  void enqueue(std::function<void()> client) override {
    ++server_.waiting_;
    threads_.enqueue([this, client = std::move(client)] {
      --server_.waiting_;
      client();
    });
  }
  void shutdown() override { threads_.shutdown(); }

 private:
  LimitedServer& server_;
  httplib::ThreadPool threads_;
};

LimitedServer::LimitedServer() {
  new_task_queue = [this] { return new Queue(*this); };
  set_keep_alive_max_count(kRequests);
  set_keep_alive_timeout(std::chrono::duration_cast<std::chrono::seconds>(kSilence).count());
}

void LimitedServer::let_clients_wait() { ::listen(svr_sock_, SOMAXCONN); }

bool LimitedServer::process_and_close_socket(socket_t socket) {
  bool is_good = true, is_closed = false;
  std::string rest;
  for (int i = 1; i <= kRequests && is_good && !is_closed && svr_sock_ != INVALID_SOCKET; ++i) {
    if (rest.empty() && !is_ready(*this, socket, POLLIN, Clock::now(), kSilence)) break;
    RequestStream stream(*this, socket, rest);
    is_good = process_request(stream, i == kRequests, is_closed, nullptr);
  }
  ::shutdown(socket, SHUT_RDWR);
  ::close(socket);
  return is_good;
}

}  // namespace pintle
