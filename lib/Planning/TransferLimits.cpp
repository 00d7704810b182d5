//===- TransferLimits.cpp - Limits on transfers in flight -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransferLimits.h"

#include <algorithm>
#include <deque>
#include <utility>

using namespace memplace;

Problem planning::withoutTransferLimits(Problem problem) {
  for (Channel &channel : problem.target.channels)
    channel.outstanding = 0;
  return problem;
}

/// Returns the last boundary up to \p step at which a transfer from \p start
/// may be awaited: not inside a loop that begins after \p start (R10).
static Step lastAwait(const Problem &problem, Step start, Step step) {
  for (const Loop &loop : problem.loops)
    if (start < loop.range.begin && loop.range.begin < step &&
        step < loop.range.end)
      step = loop.range.begin;
  return step;
}

namespace {

/// Meets the limit of one channel.
class ChannelLimiter {
public:
  ChannelLimiter(const Problem &problem, Solution &solution, ChannelId channel)
      : problem(problem), transfers(solution.transfers),
        limit(problem.target.channels[channel].outstanding) {
    for (size_t i = 0; i < transfers.size(); ++i)
      if (transfers[i].channel == channel)
        order.push_back(i);
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      return std::pair(transfers[a].start, a) <
             std::pair(transfers[b].start, b);
    });
  }
  bool run();

private:
  void issueAt(size_t begin, size_t end);
  void makeRoom(Step step, int64_t room);

  const Problem &problem;
  std::vector<Transfer> &transfers;
  const int64_t limit;
  std::vector<size_t> order;   // Transfers of the channel, by issue.
  std::deque<size_t> inFlight; // By issue, oldest first.
  bool hasMoved = false;
};

} // namespace

/// Waits for the oldest transfers at boundary \p step until at most \p room are
/// in flight.
void ChannelLimiter::makeRoom(Step step, int64_t room) {
  while (static_cast<int64_t>(inFlight.size()) > room) {
    Transfer &oldest = transfers[inFlight.front()];
    oldest.done = lastAwait(problem, oldest.start, step);
    inFlight.pop_front();
    hasMoved = true;
  }
}

/// Issues transfers `order[begin, end)`, which start at the same boundary.
void ChannelLimiter::issueAt(size_t begin, size_t end) {
  const Step step = transfers[order[begin]].start;
  std::erase_if(inFlight, [&](size_t i) { return transfers[i].done <= step; });
  std::vector<size_t> late; // Awaited at a later boundary.
  for (size_t i = begin; i < end; ++i)
    if (transfers[order[i]].done > step)
      late.push_back(order[i]);
  const auto numLate = static_cast<int64_t>(late.size());
  // Transfers awaited at once take one place, after each other.
  const bool isOneAwaited =
      numLate < static_cast<int64_t>(end - begin) || numLate > limit;
  const int64_t places = limit - (isOneAwaited ? 1 : 0);
  for (int64_t i = places; i < numLate; ++i) {
    transfers[late[i]].done = step;
    hasMoved = true;
  }
  late.resize(std::min(numLate, places));
  makeRoom(step, places - static_cast<int64_t>(late.size()));
  inFlight.insert(inFlight.end(), late.begin(), late.end());
}

bool ChannelLimiter::run() {
  for (size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() &&
           transfers[order[end]].start == transfers[order[begin]].start)
      ++end;
    issueAt(begin, end);
  }
  return hasMoved;
}

bool planning::meetTransferLimits(const Problem &problem, Solution &solution) {
  bool hasMoved = false;
  const auto &channels = problem.target.channels;
  for (ChannelId id = 0; static_cast<size_t>(id) < channels.size(); ++id)
    if (channels[id].outstanding > 0)
      hasMoved |= ChannelLimiter(problem, solution, id).run();
  return hasMoved;
}
