//===- LateStarts.cpp - Fills with a possible earlier start ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LateStarts.h"

#include <algorithm>
#include <bit>

using namespace memplace;
using namespace memplace::solver::exact;

/// Returns the single tier from which all channels to the copy lead; nothing if
/// there are several tiers.
std::optional<TierId> LateStarts::sourceTier(const Copy &copy) const {
  std::optional<TierId> tier;
  for (ChannelSet rest = model.channelsInto(copy.buffer, copy.tier); rest != 0;
       rest &= rest - 1) {
    const TierId next = model.channelModels[std::countr_zero(rest)].from;
    if (tier && *tier != next)
      return std::nullopt;
    tier = next;
  }
  return tier;
}

/// Returns true if a loop begins or ends in [first, last].
bool LateStarts::isLoopBound(Step first, Step last) const {
  for (const Loop &loop : model.problem.loops)
    for (Step bound : {loop.range.begin, loop.range.end})
      if (first <= bound && bound <= last)
        return true;
  return false;
}

/// Returns true if a copy may have to last beyond \p step, as the source of a
/// transfer due later or of an open fill other than \p to.
bool LateStarts::mayLast(size_t copy, Step step, size_t to) const {
  const BufferId buffer = timetable.copies[copy].buffer;
  for (size_t i = 0; i < timetable.copies.size(); ++i)
    if (timetable.copies[i].buffer == buffer && timetable.copies[i].isFilled &&
        timetable.copies[i].move < 0 && i != to)
      return true;
  return std::any_of(
      timetable.plannedTransfers.begin(), timetable.plannedTransfers.end(),
      [&](const PlannedTransfer &move) {
        return move.from == static_cast<int32_t>(copy) && move.due > step;
      });
}

/// Returns true if a copy has room at \p step even if other copies are later
/// extended. Ignores \p to.
bool LateStarts::staysFree(Step step, size_t copy, size_t to) const {
  const Copy &one = timetable.copies[copy];
  if (model.isExternalHome(one.buffer, one.tier))
    return true;
  int64_t reserved = 0;
  for (size_t i = 0; i < timetable.copies.size(); ++i) {
    const Copy &other = timetable.copies[i];
    if (i != copy && other.tier == one.tier && other.end <= step &&
        !model.isExternalHome(other.buffer, other.tier) && mayLast(i, step, to))
      reserved += model.paddedSize(other.buffer, other.tier);
  }
  return timetable.occupancy.hasRoom(one.buffer, one.tier, step, reserved);
}

bool LateStarts::couldStart(Step step, size_t to) const {
  const Copy &copy = timetable.copies[to];
  if (!copy.isFilled || step < copy.release ||
      versions.at(copy.buffer, step) != copy.firstVersion ||
      isLoopBound(step + 1, step + 1))
    return false;
  const std::optional<TierId> tier = sourceTier(copy);
  for (size_t i = 0; i < timetable.copies.size(); ++i) {
    const Copy &source = timetable.copies[i];
    if (i == to || source.buffer != copy.buffer || source.tier != tier ||
        (source.move >= 0 &&
         timetable.plannedTransfers[source.move].due > step) ||
        !versions.canBeSource(timetable, source, step))
      continue;
    bool canLast = true;
    for (Step at = source.end; at <= step && canLast; ++at)
      canLast = staysFree(at, i, to);
    if (canLast)
      return staysFree(step, to, to);
  }
  return false;
}

/// Returns the most room that fills started after boundary \p step may take at
/// \p at in the tier of copy \p to, including sources of transfers in flight
/// but not \p to itself.
int64_t LateStarts::maxRoom(Step step, Step at, size_t to) const {
  const TierId tier = timetable.copies[to].tier;
  int64_t room = 0;
  auto add = [&](BufferId buffer) {
    if (!model.isExternalHome(buffer, tier))
      room +=
          std::min(model.paddedSize(buffer, tier), model.paddedCapacity(tier));
  };
  for (const PlannedTransfer &move : timetable.plannedTransfers)
    if (timetable.copies[move.from].tier == tier && move.due > step)
      add(timetable.copies[move.from].buffer);
  for (size_t i = 0; i < timetable.copies.size(); ++i) {
    const Copy &open = timetable.copies[i];
    if (i == to || !open.isFilled || open.move >= 0 || open.due <= step)
      continue;
    // With two tiers, either the copy or its source is in this tier, even if
    // the copy comes by way of the other tier.
    if (model.numTiers > 2 || (open.tier != tier && at <= open.due) ||
        (open.tier == tier && at < open.due))
      add(open.buffer);
    if (model.numTiers > 2)
      add(open.buffer);
  }
  return room;
}

bool LateStarts::isLate(Step step) const {
  for (size_t to = 0; to < timetable.copies.size(); ++to) {
    const Copy &copy = timetable.copies[to];
    if (!copy.isFilled || copy.move >= 0 || copy.release > step ||
        copy.due <= step ||
        versions.at(copy.buffer, step) != copy.firstVersion ||
        isLoopBound(step + 1, copy.due))
      continue;
    const std::optional<TierId> tier = sourceTier(copy);
    const bool hasSource = std::any_of(
        timetable.copies.begin(), timetable.copies.end(),
        [&](const Copy &source) {
          return source.buffer == copy.buffer && source.tier == tier &&
                 (source.move < 0 ||
                  timetable.plannedTransfers[source.move].due <= step) &&
                 (source.end > copy.due ||
                  model.isExternalHome(source.buffer, source.tier)) &&
                 versions.canBeSource(timetable, source, step);
        });
    if (!hasSource)
      continue;
    bool hasRoom = true;
    for (Step at = step; at < copy.due && hasRoom; ++at)
      hasRoom = timetable.occupancy.hasRoom(copy.buffer, copy.tier, at,
                                            maxRoom(step, at, to));
    if (hasRoom)
      return true;
  }
  return false;
}
