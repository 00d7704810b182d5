//===- Starts.cpp - Exact search for starts of transfers ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Starts.h"
#include "LateStarts.h"

#include <algorithm>
#include <limits>

using namespace memplace;
using namespace memplace::solver::exact;

// Node limits of one timing if its result is no proof: for the first timetables
// after an improvement, and for later ones.
static constexpr int64_t plotsEarly = 50;
static constexpr int64_t nodesEarly = 300;
static constexpr int64_t nodesLater = 30;

StartSearch::StartSearch(const Model &model, NodeBudget &budget,
                         Incumbent &incumbent, bool earlyOnly, bool isMonotone)
    : model(model), budget(budget), incumbent(incumbent),
      timing(model, budget, incumbent, /*skipWaits=*/isMonotone),
      stalls(model, /*perChannel=*/true), earlyOnly(earlyOnly),
      isMonotone(isMonotone), versions(model) {}

bool StartSearch::visit(const PartialTimetable &partial, double bound,
                        Occupancy &occupancy) {
  Timetable next(model, partial, occupancy);
  timetable = &next;
  opSeconds = 0;
  for (Step step = 0; step < model.numSteps; ++step) {
    stalls.setOp(step, *partial.choices[step]);
    opSeconds += partial.choices[step]->seconds * model.tripsOf(step);
  }
  isEarly = true;
  isProbing = !earlyOnly;
  hasPassed = false;
  boundary(0);
  if (!earlyOnly && hasPassed) {
    isEarly = isProbing = false;
    boundary(0);
  }
  timetable = nullptr;
  if (budget.isOver())
    minUntried = std::min(minUntried, bound);
  return !budget.isOver();
}

void StartSearch::boundary(Step step) {
  if (step > model.numSteps)
    return leaf();
  if (budget.spend(incumbent.seconds))
    issue(step, 0);
}

/// Returns true if every fill due now has been issued.
bool StartSearch::isOnTime(Step step) const {
  return std::none_of(timetable->copies.begin(), timetable->copies.end(),
                      [&](const Copy &copy) {
                        return copy.isFilled && copy.move < 0 &&
                               copy.due <= step;
                      });
}

/// Issues every subset of the fills possible here, for copies from \p firstCopy
/// on.
void StartSearch::issue(Step step, size_t firstCopy) {
  for (size_t i = firstCopy; i < timetable->copies.size(); ++i) {
    const Copy &copy = timetable->copies[i];
    if (copy.isFilled && copy.move < 0 && copy.release <= step &&
        step <= copy.due)
      fillCopy(step, i, i + 1);
  }
  relay(step, firstCopy);
  if (isOnTime(step) && !budget.isOver() && !(isProbing && hasPassed))
    close(step);
}

/// Fills copy \p to from each possible source, by each channel.
void StartSearch::fillCopy(Step step, size_t to, size_t nextCopy) {
  for (size_t from = 0; from < timetable->copies.size(); ++from) {
    if (timetable->copies[from].buffer != timetable->copies[to].buffer ||
        from == to ||
        !versions.canBeSource(*timetable, timetable->copies[from], step))
      continue;
    for (size_t c = 0; c < model.channelModels.size(); ++c) {
      const ChannelModel &channelModel = model.channelModels[c];
      if (channelModel.from != timetable->copies[from].tier ||
          channelModel.to != timetable->copies[to].tier ||
          channelModel.from == channelModel.to)
        continue;
      if (isEarly && step > 0 &&
          LateStarts(*timetable, versions).couldStart(step - 1, to))
        return; // An earlier start is possible.
      const size_t numTaken = timetable->numTaken();
      const bool wasUsed = timetable->copies[from].isUsed;
      const int32_t fill = timetable->copies[from].move;
      const Step fillDue = fill < 0 ? 0 : timetable->plannedTransfers[fill].due;
      if (start(step, from, to, static_cast<ChannelId>(c))) {
        if (budget.spend(incumbent.seconds) &&
            !incumbent.rejects(opSeconds + stallsAhead(step, nextCopy)))
          issue(step, nextCopy);
        timetable->plannedTransfers.pop_back();
        timetable->copies[to].move = -1;
      }
      timetable->giveBack(numTaken);
      timetable->copies[from].isUsed = wasUsed;
      if (fill >= 0)
        timetable->plannedTransfers[fill].due = fillDue;
    }
  }
}

bool StartSearch::start(Step step, size_t from, size_t to, ChannelId channel) {
  Copy &source = timetable->copies[from];
  Copy &target = timetable->copies[to];
  if (!timetable->take(static_cast<int32_t>(from), source.begin, step + 1) ||
      !timetable->take(static_cast<int32_t>(to), step, step + 1))
    return false;
  if (target.isFilled &&
      !model.forEachLoopEntered(
          target.buffer, step, target.due, [&](Step loopEnd) {
            return timetable->reserve(static_cast<int32_t>(to), loopEnd - 1);
          }))
    return false;
  source.isUsed = true;
  if (source.move >= 0) {
    Step &due = timetable->plannedTransfers[source.move].due;
    due = std::min(due, step);
  }
  target.move = static_cast<int32_t>(timetable->plannedTransfers.size());
  timetable->plannedTransfers.push_back(
      {static_cast<int32_t>(from), static_cast<int32_t>(to), channel, step,
       model.deadline(step,
                      target.isFilled ? target.due : model.numSteps + 1)});
  return true;
}

/// Returns true if another relay could still be useful. Each relay without a
/// use needs a further fill which is eventually supplied by this relay.
bool StartSearch::mayRelay(BufferId buffer, int32_t version) const {
  int64_t numOpen = 0;
  for (const Copy &copy : timetable->copies)
    if (copy.buffer == buffer && copy.firstVersion == version) {
      numOpen += copy.isFilled && copy.move < 0;
      numOpen -= !copy.isUsed;
    }
  return numOpen > 0;
}

/// Returns the places for a copy as a source of a fill due later. Excludes
/// places with the contents, now or by a fill at this boundary.
std::vector<std::pair<BufferId, TierId>>
StartSearch::relayPlaces(Step step) const {
  std::vector<std::pair<BufferId, TierId>> places;
  for (const Copy &target : timetable->copies) {
    if (!target.isFilled || target.move >= 0 || target.due <= step ||
        target.firstVersion != versions.at(target.buffer, step) ||
        !mayRelay(target.buffer, target.firstVersion))
      continue;
    for (const ChannelModel &channelModel : model.channelModels) {
      const TierId tier = channelModel.from;
      const bool isThere = std::any_of(
          timetable->copies.begin(), timetable->copies.end(),
          [&](const Copy &copy) {
            if (copy.buffer != target.buffer || copy.tier != tier)
              return false;
            if (copy.move >= 0 &&
                timetable->plannedTransfers[copy.move].start == step)
              return true;
            return versions.canBeSource(*timetable, copy, step) &&
                   (copy.end >= step ||
                    model.isExternalHome(copy.buffer, copy.tier));
          });
      // On longer routes any tier may be the next.
      if ((channelModel.to == target.tier || model.numTiers > 3) && !isThere &&
          tier != channelModel.to &&
          model.channelsInto(target.buffer, tier) != 0 &&
          !model.isExternalHome(target.buffer, tier))
        places.emplace_back(target.buffer, tier);
    }
  }
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

/// Adds a relay: a copy in an intermediate tier on the route to an open fill.
void StartSearch::relay(Step step, size_t firstCopy) {
  for (const auto &[buffer, tier] : relayPlaces(step)) {
    // One order of relays suffices; the relays of this boundary are the last
    // copies.
    const Copy &last = timetable->copies.back();
    if (!last.isUsed && last.move >= 0 &&
        timetable->plannedTransfers[last.move].start == step && firstCopy > 0 &&
        std::pair(buffer, tier) < std::pair(last.buffer, last.tier))
      continue;
    Copy copy;
    copy.buffer = buffer;
    copy.tier = tier;
    copy.begin = copy.end = step;
    copy.firstVersion = copy.lastVersion = versions.at(buffer, step);
    copy.isUsed = false;
    timetable->copies.push_back(copy);
    const size_t index = timetable->copies.size() - 1;
    fillCopy(step, index, index + 1);
    timetable->copies.pop_back();
  }
}

/// Returns true if a fill in flight must be done at boundary \p step: its
/// source has no room at the op, or a later transfer on the same channel is
/// due.
bool StartSearch::isDue(Step step, const PlannedTransfer &move) const {
  if (move.due <= step)
    return true;
  const Copy &source = timetable->copies[move.from];
  if (source.end <= step && step < model.numSteps &&
      !timetable->occupancy.hasRoom(source.buffer, source.tier, step))
    return true;
  // An earlier start may be worse for other transfers of the channel.
  return !isEarly && !model.channelModels[move.channel].isByDeadline() &&
         std::any_of(timetable->plannedTransfers.begin(),
                     timetable->plannedTransfers.end(),
                     [&](const PlannedTransfer &later) {
                       return later.channel == move.channel &&
                              later.start > move.start && later.due <= step;
                     });
}

/// Ends the issues of this boundary, and adds the fills due now to the bound.
void StartSearch::close(Step step) {
  if (isEarly && LateStarts(*timetable, versions).isLate(step))
    return;
  const size_t before = added.size();
  const size_t numShortened = shortened.size();
  for (size_t i = timetable->plannedTransfers.size(); i-- > 0;) {
    // Backward, so that a due transfer also makes its source due.
    PlannedTransfer &move = timetable->plannedTransfers[i];
    if (move.due <= step || !isDue(step, move))
      continue;
    shortened.emplace_back(i, move.due);
    move.due = step;
  }
  for (const PlannedTransfer &move : timetable->plannedTransfers)
    if (move.due == step)
      add(move.to, ChannelSet(1) << move.channel, move.start,
          /*isStart=*/true);
  stalls.update(step);
  if (!incumbent.rejects(opSeconds + stallsAhead(step + 1, 0)))
    boundary(step + 1);
  removeTo(before);
  for (; shortened.size() > numShortened; shortened.pop_back())
    timetable->plannedTransfers[shortened.back().first].due =
        shortened.back().second;
}

void StartSearch::add(int32_t copy, ChannelSet channels, Step release,
                      bool isStart) {
  added.push_back({timetable->copies[copy].buffer, channels, release, isStart});
  stalls.change(added.back().buffer, channels, release, 1, isStart);
}

void StartSearch::removeTo(size_t number) {
  for (; added.size() > number; added.pop_back())
    stalls.change(added.back().buffer, added.back().channels,
                  added.back().release, -1, added.back().isStart);
}

/// Returns the seconds of all stalls, including fills due at boundary \p from
/// or later. An open fill can start from \p from on, as far as room permits;
/// copies before \p firstOpen start at the next boundary at the earliest.
double StartSearch::stallsAhead(Step from, size_t firstOpen) {
  const size_t before = added.size();
  bool isLate = false;
  for (Step end = from; end <= model.numSteps; ++end) {
    for (const PlannedTransfer &move : timetable->plannedTransfers)
      if (move.due == end)
        add(move.to, ChannelSet(1) << move.channel, move.start,
            /*isStart=*/true);
    for (size_t i = 0; i < timetable->copies.size(); ++i) {
      const Copy &copy = timetable->copies[i];
      if (!copy.isFilled || copy.move >= 0 || copy.due != end)
        continue;
      const Step earliest =
          std::max(copy.release, i < firstOpen ? from + 1 : from);
      isLate |= earliest > end;
      Step release = end;
      while (release > earliest &&
             timetable->occupancy.hasRoom(copy.buffer, copy.tier, release - 1))
        --release;
      add(static_cast<int32_t>(i), model.channelsInto(copy.buffer, copy.tier),
          release, /*isStart=*/false);
    }
    stalls.update(end);
  }
  const double seconds = isLate ? infinity : stalls.upTo(model.numSteps);
  removeTo(before);
  return seconds;
}

void StartSearch::leaf() {
  for (const Copy &copy : timetable->copies)
    if (!copy.isUsed)
      return; // Its transfer is idle.
  const double bound = opSeconds + stalls.upTo(model.numSteps);
  if (incumbent.rejects(bound))
    return;
  if (isProbing) {
    hasPassed = true;
    return;
  }
  const double before = incumbent.seconds;
  timing.run(*timetable,
             earlyOnly && !isMonotone
                 ? (numTimed++ < plotsEarly ? nodesEarly : nodesLater)
                 : std::numeric_limits<int64_t>::max());
  if (incumbent.seconds < before)
    numTimed = 0;
  if (!incumbent.rejects(bound))
    minUntried = std::min(minUntried, bound);
}
