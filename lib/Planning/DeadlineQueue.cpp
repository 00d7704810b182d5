//===- DeadlineQueue.cpp - A channel that serves by deadline ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Latencies are stored as differences, so only the first waiting transfer is
// updated as time passes. The state is independent of absolute time, and is
// comparable between runs.
//
//===----------------------------------------------------------------------===//

#include "DeadlineQueue.h"

#include <algorithm>
#include <tuple>

using namespace memplace;
using namespace memplace::planning;

static auto keyOf(const InFlightTransfer &flight) {
  return std::tuple(flight.deadline, flight.issued, flight.buffer);
}

void DeadlineQueue::clear() {
  waiting.clear();
  waitingLeft = 0;
  ready.clear();
}

void DeadlineQueue::makeReady(const InFlightTransfer &flight) {
  // Usually few transfers flow, or the new transfer has the first deadline.
  auto place = ready.end();
  while (place != ready.begin() && keyOf(place[-1]) <= keyOf(flight))
    --place;
  ready.insert(place, flight)->latencyLeft = 0;
}

void DeadlineQueue::issue(const InFlightTransfer &flight, double latency) {
  if (latency == 0)
    return makeReady(flight);
  waiting.push_back(flight);
  waiting.back().latencyLeft = latency - waitingLeft;
  waitingLeft = latency;
}

bool DeadlineQueue::pass(double seconds, double rate, double latency) {
  bool hasArrived = false;
  if (!ready.empty()) {
    InFlightTransfer &flows = ready.back();
    flows.bytesLeft -= rate * seconds;
    hasArrived = flows.bytesLeft <= flows.size * roundingFraction;
    if (hasArrived)
      ready.pop_back();
  }
  if (waiting.empty())
    return hasArrived;
  waitingLeft -= seconds;
  waiting.front().latencyLeft -= seconds;
  auto over = waiting.begin();
  for (;
       over != waiting.end() && over->latencyLeft <= latency * roundingFraction;
       ++over)
    makeReady(*over);
  waiting.erase(waiting.begin(), over);
  if (waiting.empty())
    waitingLeft = 0;
  return hasArrived;
}

bool DeadlineQueue::find(const InFlightTransfer &which, double &latencyLeft,
                         double &bytesLeft) const {
  latencyLeft = 0;
  for (auto it = ready.rbegin();
       it != ready.rend() && it->deadline <= which.deadline; ++it)
    if (keyOf(*it) == keyOf(which)) {
      bytesLeft = it->bytesLeft;
      return true;
    }
  for (const InFlightTransfer &flight : waiting) {
    latencyLeft += flight.latencyLeft;
    if (keyOf(flight) == keyOf(which)) {
      bytesLeft = flight.bytesLeft;
      return true;
    }
  }
  return false;
}
