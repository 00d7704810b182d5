//===- Timetable.cpp - Copies of a timetable and their fills --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Timing.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::solver::exact;

Timetable::Timetable(const Model &model, const PartialTimetable &partial,
                     Occupancy &occupancy)
    : model(model), partial(partial), occupancy(occupancy) {
  for (const Stay &stay : partial.stays)
    copies.push_back({stay});
}

Load Timetable::loadOf(const PlannedTransfer &move) const {
  return {bytesOf(move), model.latencies(copies[move.to].buffer, move.channel)};
}

bool Timetable::take(int32_t index, Step begin, Step end) {
  Copy &copy = copies[index];
  if (begin < copy.begin) {
    if (!occupancy.add(copy.buffer, copy.tier, begin, copy.begin))
      return false;
    taken.push_back({index, begin, copy.begin, copy.begin, copy.end});
    copy.begin = begin;
  }
  if (end > copy.end) {
    if (!occupancy.add(copy.buffer, copy.tier, copy.end, end))
      return false;
    taken.push_back({index, copy.end, end, copy.begin, copy.end});
    copy.end = end;
  }
  return true;
}

bool Timetable::reserve(int32_t index, Step step) {
  const Copy &copy = copies[index];
  if (!occupancy.add(copy.buffer, copy.tier, step, step + 1))
    return false;
  taken.push_back({index, step, step + 1, copy.begin, copy.end});
  return true;
}

void Timetable::giveBack(size_t numBefore) {
  for (; taken.size() > numBefore; taken.pop_back()) {
    const Taken &last = taken.back();
    Copy &copy = copies[last.copy];
    occupancy.remove(copy.buffer, copy.tier, last.begin, last.end);
    copy.begin = last.oldBegin;
    copy.end = last.oldEnd;
  }
}

bool Timetable::isReadIn(int32_t index, LiveRange body) const {
  for (Step step = body.begin; step < body.end; ++step)
    for (size_t k = 0; k < partial.serving[step].size(); ++k)
      if (partial.serving[step][k] == index && model.units[step][k].reads)
        return true;
  return std::any_of(plannedTransfers.begin(), plannedTransfers.end(),
                     [&](const PlannedTransfer &move) {
                       return move.from == index && body.contains(move.start);
                     });
}

LiveRange Timetable::rangeOf(int32_t index) const {
  const Copy &copy = copies[index];
  const Buffer &buffer = model.problem.buffers[copy.buffer];
  LiveRange range = {copy.begin, copy.end};
  const bool isMade = copy.move < 0 && copy.firstVersion == 0 && !buffer.liveIn;
  for (size_t i = model.uses.loops.size(); i-- > 0;) { // Inner loops first.
    const LiveRange body = model.uses.loops[i].range;
    const bool isOlder =
        copy.begin < body.begin ||
        (copy.move < 0 && copy.begin == 0 && buffer.liveIn && body.begin == 0);
    const bool isFirst = isMade && body.contains(copy.begin);
    if (!buffer.range.covers(body) || !(isOlder || isFirst) ||
        !isReadIn(index, body))
      continue;
    range.end = std::max(range.end, body.end);
    if (isMade)
      range.begin = std::min(range.begin, body.begin);
  }
  return range;
}

std::vector<Place> Timetable::places() const {
  std::vector<Place> result;
  for (size_t i = 0; i < copies.size(); ++i)
    if (hasOffset(copies[i]))
      result.push_back(
          {copies[i].buffer, copies[i].tier, rangeOf(static_cast<int32_t>(i))});
  return result;
}

Solution Timetable::assemble(const std::vector<Place> &places,
                             const std::vector<Step> &done) const {
  const Problem &problem = model.problem;
  Solution solution;
  solution.problem = problem.name;
  std::vector<ResidencyId> homes(problem.buffers.size());
  for (size_t b = 0; b < problem.buffers.size(); ++b) {
    const auto id = static_cast<BufferId>(b);
    if (!problem.isExternal(id))
      continue;
    homes[b] = static_cast<ResidencyId>(solution.residencies.size());
    solution.residencies.push_back(
        {id, problem.homeOf(id), std::nullopt, problem.buffers[b].range});
  }
  std::vector<ResidencyId> ids(copies.size());
  size_t next = 0;
  for (size_t i = 0; i < copies.size(); ++i) {
    const Copy &copy = copies[i];
    ids[i] = homes[copy.buffer];
    if (!hasOffset(copy))
      continue;
    ids[i] = static_cast<ResidencyId>(solution.residencies.size());
    const Place &place = places[next++];
    LiveRange range = place.range;
    // By R3 the residency lasts through a boundary at the end of its life.
    if (range.begin < model.numSteps)
      range.end = std::min(range.end, problem.buffers[copy.buffer].range.end);
    solution.residencies.push_back(
        {copy.buffer, copy.tier, place.offset, range});
  }
  for (size_t i = 0; i < plannedTransfers.size(); ++i)
    solution.transfers.push_back(
        {ids[plannedTransfers[i].from], ids[plannedTransfers[i].to],
         plannedTransfers[i].channel, plannedTransfers[i].start, done[i]});
  for (Step step = 0; step < model.numSteps; ++step) {
    std::vector<ResidencyId> &served =
        solution.served.emplace_back(problem.ops[step].accesses.size());
    for (size_t k = 0; k < model.units[step].size(); ++k)
      for (int32_t access : model.units[step][k].accesses)
        served[access] = ids[partial.serving[step][k]];
  }
  return solution;
}
