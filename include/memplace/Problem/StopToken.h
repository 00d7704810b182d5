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
#include <limits>
#include <optional>

namespace memplace {

/// Says when to stop: when the wall time is over, or when somebody wishes it,
/// which may be Ctrl-C, another thread, or a callback that says no. What takes
/// long asks this and nothing else. The time counts from when this is made, so
/// make it first. May be asked and told from any thread.
class StopToken {
public:
  /// \p cancel: set from elsewhere, also by a signal handler, it asks to stop.
  /// It must outlive this.
  explicit StopToken(
      std::optional<std::chrono::duration<double>> wallTime = std::nullopt,
      const std::atomic<bool> *cancel = nullptr)
      : start(Clock::now()),
        allowed(wallTime ? wallTime->count()
                         : std::numeric_limits<double>::infinity()),
        isLimited(wallTime), cancel(cancel) {}

  /// Since this was made.
  double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }
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
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start;
  double allowed; // Seconds.
  const bool isLimited;
  const std::atomic<bool> *const cancel;
  std::atomic<bool> stopped = false;
};

} // namespace memplace

#endif // MEMPLACE_PROBLEM_STOPTOKEN_H
