#include "pintle/app/interruption.h"

#include <array>
#include <csignal>

namespace pintle {

namespace {

constexpr std::array<int, 4> kSignals{SIGINT, SIGTERM, SIGHUP, SIGPIPE};

volatile std::sig_atomic_t has_signal_come = 0;
std::array<struct sigaction, kSignals.size()> actions_before;

void note_signal(int) { has_signal_come = 1; }

}  // namespace

Interruption::Interruption() {
  has_signal_come = 0;
  struct sigaction action = {};
  action.sa_handler = note_signal;
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    ::sigaction(kSignals[i], nullptr, &actions_before[i]);
    action.sa_flags = static_cast<int>(kSignals[i] == SIGPIPE ? SA_RESTART : SA_RESETHAND | SA_RESTART);
    const bool is_ignored = actions_before[i].sa_handler == SIG_IGN;  // nohup and background jobs mean it
    if (!is_ignored) ::sigaction(kSignals[i], &action, nullptr);
  }
}

Interruption::~Interruption() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &actions_before[i], nullptr);
}

bool Interruption::has_come() const { return has_signal_come != 0; }

}  // namespace pintle
