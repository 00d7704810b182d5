//===- StopToken.h - Time limits and cancellation ---------------*- C++ -*-===//
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

/// Clock of a time limit.
enum class LimitClock {
  Wall,
  /// CPU time of all threads of the process, which does not depend on other
  /// load of the machine.
  Cpu,
};

/// Stop criterion of long computations: a time limit, and a request to stop
/// from Ctrl-C, another thread or a callback. Time counts from the construction
/// of the token, so construct it first. Thread-safe unless a member says
/// otherwise.
class StopToken {
public:
  /// \p cancel requests a stop once its value is true; another thread or a
  /// signal handler may write the flag. \p cancel must outlive the token.
  explicit StopToken(
      std::optional<std::chrono::duration<double>> time = std::nullopt,
      const std::atomic<bool> *cancel = nullptr,
      LimitClock clock = LimitClock::Wall)
      : clock(clock), start(now()),
        allowed(time ? time->count() : std::numeric_limits<double>::infinity()),
        isLimited(time), cancel(cancel) {}

  /// Returns the seconds since construction.
  double seconds() const { return now() - start; }
  /// Returns the seconds left; negative after the limit, infinity without one.
  double secondsLeft() const {
    return isLimited ? allowed - seconds() : allowed;
  }
  /// Shortens the limit by \p seconds, to reserve time for later work. Not
  /// thread-safe.
  void keepBack(double seconds) { allowed -= seconds; }

  void stop() { stopped = true; }
  /// Returns true if the computation has to stop. Reads the clock if there is a
  /// time limit.
  bool isOver() {
    if ((cancel && cancel->load(std::memory_order_relaxed)) ||
        (isLimited && secondsLeft() <= 0))
      stopped = true;
    return stopped;
  }
  /// Returns true after `stop`, or once `isOver` has returned true. Does not
  /// read the clock.
  bool wasOver() const { return stopped; }

private:
  /// Seconds since an arbitrary fixed moment.
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
