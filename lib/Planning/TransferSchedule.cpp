//===- TransferSchedule.cpp - Transfers by boundary -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransferSchedule.h"

#include <algorithm>
#include <cassert>
#include <tuple>

#include "../Problem/Descriptors.h"

using namespace memplace;
using namespace memplace::planning;

TransferSchedule::TransferSchedule(const AccessIndex &uses)
    : uses(uses), numChannels(uses.problem.target.channels.size()),
      queues((uses.problem.ops.size() + 1) * numChannels),
      awaited(uses.problem.ops.size() + 1) {}

QueuedTransfer
TransferSchedule::queuedFrom(BufferId buffer,
                             const StayTransfer &transfer) const {
  const Problem &problem = uses.problem;
  const Step stride = problem.numSteps() + 1;
  const Buffer &whole = problem.buffers[buffer];
  const int64_t descriptors =
      descriptorsOf(problem, whole, problem.target.channels[transfer.channel]);
  return {transfer.isWrapped() ? transfer.done + stride : transfer.done, buffer,
          static_cast<double>(whole.size), static_cast<double>(descriptors)};
}

AwaitedTransfer
TransferSchedule::awaitedFrom(BufferId buffer,
                              const StayTransfer &transfer) const {
  const int64_t trips = transfer.start == uses.problem.numSteps()
                            ? 1
                            : uses.trips[transfer.start];
  return {transfer.channel, transfer.start, transfer.done, buffer, trips};
}

static bool isIssuedBefore(const QueuedTransfer &a, const QueuedTransfer &b) {
  auto keyOf = [](const QueuedTransfer &queued) {
    return std::tuple(queued.awaited, queued.buffer);
  };
  return keyOf(a) < keyOf(b);
}

// Order of waits at a boundary: the same as in lib/Simulator.
static bool isAwaitedBefore(const AwaitedTransfer &a,
                            const AwaitedTransfer &b) {
  auto keyOf = [](const AwaitedTransfer &wait) {
    return std::tuple(!wait.isHidden(), -wait.trips, wait.start, wait.buffer,
                      wait.channel);
  };
  return keyOf(a) < keyOf(b);
}

void TransferSchedule::add(BufferId buffer, const StayTransfer &transfer) {
  auto &queue = queues[transfer.start * numChannels + transfer.channel];
  const QueuedTransfer queued = queuedFrom(buffer, transfer);
  queue.insert(
      std::upper_bound(queue.begin(), queue.end(), queued, isIssuedBefore),
      queued);
  auto &list = awaited[transfer.done];
  const AwaitedTransfer wait = awaitedFrom(buffer, transfer);
  list.insert(std::upper_bound(list.begin(), list.end(), wait, isAwaitedBefore),
              wait);
}

void TransferSchedule::remove(BufferId buffer, const StayTransfer &transfer) {
  auto &queue = queues[transfer.start * numChannels + transfer.channel];
  const auto queued =
      std::find(queue.begin(), queue.end(), queuedFrom(buffer, transfer));
  assert(queued != queue.end() && "only what was added is removed");
  queue.erase(queued);
  auto &list = awaited[transfer.done];
  list.erase(
      std::find(list.begin(), list.end(), awaitedFrom(buffer, transfer)));
}
