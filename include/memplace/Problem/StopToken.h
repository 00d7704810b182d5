//===- StopToken.h - When to stop -------------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PROBLEM_STOPTOKEN_H
#define MEMPLACE_PROBLEM_STOPTOKEN_H

#include <atomic>
#include <chrono>
#include <ctime>
#include <limits>
#include <optional>

namespace memplace {

/// Which seconds a limit counts.
enum class LimitClock {
  Wall,
  /// Those that all threads of the process had of a core: what else a busy
  /// machine does takes nothing away.
  Cpu,
};

/// Says when to stop: when the time is over, or when somebody wishes it,
/// which may be Ctrl-C, another thread, or a callback that says no. What takes
/// long asks this and nothing else. The time counts from when this is made, so
/// make it first. May be asked and told from any thread.
class StopToken {
public:
  /// \p cancel: set from elsewhere, also by a signal handler, it asks to stop.
  /// It must outlive this.
  explicit StopToken(
      std::optional<std::chrono::duration<double>> time = std::nullopt,
      const std::atomic<bool> *cancel = nullptr,
      LimitClock clock = LimitClock::Wall)
      : clock(clock), start(now()),
        allowed(time ? time->count() : std::numeric_limits<double>::infinity()),
        isLimited(time), cancel(cancel) {}

  /// Since this was made.
  double seconds() const { return now() - start; }
  /// Perhaps less than none; infinity without a limit.
  double secondsLeft() const {
    return isLimited ? allowed - seconds() : allowed;
  }
  /// Keeps \p seconds of the time back, for what comes after. Not while another
  /// thread asks.
  void keepBack(double seconds) { allowed -= seconds; }

  void stop() { stopped = true; }
  /// Looks at the clock, if there is a limit.
  bool isOver() {
    if ((cancel && cancel->load(std::memory_order_relaxed)) ||
        (isLimited && secondsLeft() <= 0))
      stopped = true;
    return stopped;
  }
  /// What the last question found, for those who may not take time.
  bool wasOver() const { return stopped; }

private:
  /// Seconds since some moment.
  double now() const {
    if (clock == LimitClock::Cpu)
      return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    const auto passed = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(passed).count();
  }

  const LimitClock clock;
  const double start; // Seconds.
  double allowed;     // Seconds.
  const bool isLimited;
  const std::atomic<bool> *const cancel;
  std::atomic<bool> stopped = false;
};

} // namespace memplace

#endif // MEMPLACE_PROBLEM_STOPTOKEN_H
