//===- StayTransits.cpp - Stays in the tiers on the way ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StayPlanner.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::planning;

bool StayPlanner::addTransit(TierId at, LiveRange range, Step reservedEnd) {
  std::optional<Offset> place =
      placement.arenas[at].find({range.begin, reservedEnd}, data.size,
                                problem.alignmentIn(data, at), policy.fit);
  if (!place)
    return false;
  transits.push_back({at, range, *place, reservedEnd});
  return true;
}

bool StayPlanner::findFillTransits() {
  if (!needsFill)
    return true;
  Hop next = fills[fill];
  for (size_t h = fillRoute.size() - 1; h-- > 0;) {
    // A copy that arrives at a boundary while the stream waits there can be
    // copied on at the next one only.
    std::vector<Hop> options;
    for (const Hop &hop :
         fillHops(fillRoute[h], fillFrom, next.start, policy.leadOnTheWay))
      if (hop.start < hop.done)
        options.push_back(hop);
    if (options.empty() || !policy.hide) {
      Step before = previousStart(next.start - 1, fillFrom);
      if (before >= fillFrom)
        options.insert(options.begin(), {fillRoute[h], before, before,
                                         static_cast<double>(data.size)});
    }
    TierId at = problem.target.channels[fillRoute[h]].to;
    bool found = false;
    // The most hidden one that has room.
    for (size_t i = options.size(); i-- > 0 && !found;) {
      const Hop &hop = options[i];
      Step reserved = next.start == next.done ? next.done + 1 : next.done;
      Step end = std::max({next.done, hop.start + 1, hop.done + 1});
      end = std::min(end, data.range.end);
      reserved = std::max(reserved, end);
      if (addTransit(at, {hop.start, end}, reserved)) {
        hopsBefore.push_back(hop);
        next = hop;
        found = true;
      }
    }
    if (!found)
      return false;
  }
  return true;
}

bool StayPlanner::findEvictTransits() {
  if (!needsEvict)
    return true;
  Hop previous = evicts[evict];
  for (size_t h = 1; h < evictRoute.size(); ++h) {
    Step from = previous.done + (previous.start == previous.done);
    std::vector<Hop> options =
        evictHops(evictRoute[h], from, evictBy, blockingEvictBy);
    TierId at = problem.target.channels[evictRoute[h]].from;
    bool found = false;
    for (size_t i = options.size(); i-- > 0 && !found;) {
      const Hop &hop = options[i];
      Step end = std::max({hop.done, previous.start + 1, previous.done + 1});
      if (end > data.range.end)
        end = std::max(hop.done, previous.start + 1);
      if (end > data.range.end)
        continue;
      Step reserved =
          std::max(end, hop.start == hop.done ? hop.done + 1 : hop.done);
      if (addTransit(at, {previous.start, end}, reserved)) {
        hopsAfter.push_back(hop);
        previous = hop;
        found = true;
      }
    }
    if (!found)
      return false;
  }
  return true;
}
