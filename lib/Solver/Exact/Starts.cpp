//===- Starts.cpp - Which transfers start when ----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Starts.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::solver::exact;

StartSearch::StartSearch(const Model &model, Budget &budget,
                         Incumbent &incumbent)
    : model(model), budget(budget), incumbent(incumbent),
      timing(model, budget, incumbent), stalls(model, /*perChannel=*/true),
      versions(model.problem.buffers.size() * (model.numSteps + 1)) {
  for (size_t b = 0; b < model.problem.buffers.size(); ++b)
    for (const AccessGroup &group : model.uses.groups[b])
      if (group.writes)
        for (Step step = group.step + 1; step <= model.numSteps; ++step)
          ++versions[b * (model.numSteps + 1) + step];
}

bool StartSearch::visit(const Outline &outline, double bound,
                        Occupancy &occupancy) {
  Plot next(model, outline, occupancy);
  plot = &next;
  opSeconds = 0;
  for (Step step = 0; step < model.numSteps; ++step) {
    stalls.setOp(step, *outline.choices[step]);
    opSeconds += outline.choices[step]->seconds * model.tripsOf(step);
  }
  boundary(0);
  plot = nullptr;
  if (budget.isOver())
    leastUntried = std::min(leastUntried, bound);
  return !budget.isOver();
}

void StartSearch::boundary(Step step) {
  if (step > model.numSteps)
    return leaf();
  if (budget.spend(incumbent.seconds))
    issue(step, 0);
}

/// Whether the copy can be a source at boundary \p step.
bool StartSearch::isNewest(const Copy &copy, Step step) const {
  const int32_t version = versionAt(copy.buffer, step);
  if (version < copy.firstVersion || version > copy.lastVersion)
    return false;
  // A copy A -> B -> C needs two boundaries.
  if (copy.move >= 0)
    return plot->moves[copy.move].start < step;
  if (copy.isFilled || !copy.isUsed)
    return false;
  // Contents that an op makes are there after it.
  return copy.begin < step ||
         (model.problem.buffers[copy.buffer].liveIn && copy.firstVersion == 0);
}

/// Whether every fill that is needed now was issued.
bool StartSearch::isOnTime(Step step) const {
  return std::none_of(
      plot->copies.begin(), plot->copies.end(), [&](const Copy &copy) {
        return copy.isFilled && copy.move < 0 && copy.due <= step;
      });
}

/// Issues any set of what can start here, copies from \p firstCopy on.
void StartSearch::issue(Step step, size_t firstCopy) {
  for (size_t i = firstCopy; i < plot->copies.size(); ++i) {
    const Copy &copy = plot->copies[i];
    if (copy.isFilled && copy.move < 0 && copy.release <= step &&
        step <= copy.due)
      fillCopy(step, i, i + 1);
  }
  relay(step, firstCopy);
  if (isOnTime(step) && !budget.isOver())
    close(step);
}

/// Fills copy \p to from each place, by each channel.
void StartSearch::fillCopy(Step step, size_t to, size_t nextCopy) {
  for (size_t from = 0; from < plot->copies.size(); ++from) {
    if (plot->copies[from].buffer != plot->copies[to].buffer || from == to ||
        !isNewest(plot->copies[from], step))
      continue;
    for (size_t c = 0; c < model.engines.size(); ++c) {
      const Engine &engine = model.engines[c];
      if (engine.from != plot->copies[from].tier ||
          engine.to != plot->copies[to].tier || engine.from == engine.to)
        continue;
      const size_t numTaken = plot->numTaken();
      const bool wasUsed = plot->copies[from].isUsed;
      const int32_t fill = plot->copies[from].move;
      const Step fillDue = fill < 0 ? 0 : plot->moves[fill].due;
      if (start(step, from, to, static_cast<ChannelId>(c))) {
        if (budget.spend(incumbent.seconds) &&
            !incumbent.rejects(opSeconds + stallsAhead(step, nextCopy)))
          issue(step, nextCopy);
        plot->moves.pop_back();
        plot->copies[to].move = -1;
      }
      plot->giveBack(numTaken);
      plot->copies[from].isUsed = wasUsed;
      if (fill >= 0)
        plot->moves[fill].due = fillDue;
    }
  }
}

bool StartSearch::start(Step step, size_t from, size_t to, ChannelId channel) {
  Copy &source = plot->copies[from];
  Copy &target = plot->copies[to];
  if (!plot->take(static_cast<int32_t>(from), source.begin, step + 1) ||
      !plot->take(static_cast<int32_t>(to), step, step + 1))
    return false;
  source.isUsed = true;
  if (source.move >= 0) {
    Step &due = plot->moves[source.move].due;
    due = std::min(due, step);
  }
  target.move = static_cast<int32_t>(plot->moves.size());
  plot->moves.push_back({static_cast<int32_t>(from), static_cast<int32_t>(to),
                         channel, step,
                         target.isFilled ? target.due : model.numSteps + 1});
  return true;
}

/// Whether a relay more could still find a use: each that has none yet, needs
/// another fill that comes from it in the end.
bool StartSearch::mayRelay(BufferId buffer, int32_t version) const {
  int64_t numOpen = 0;
  for (const Copy &copy : plot->copies)
    if (copy.buffer == buffer && copy.firstVersion == version) {
      numOpen += copy.isFilled && copy.move < 0;
      numOpen -= !copy.isUsed;
    }
  return numOpen > 0;
}

/// Where a copy could help to fill another that is due later. Not where the
/// contents are, or come to.
std::vector<std::pair<BufferId, TierId>>
StartSearch::relayPlaces(Step step) const {
  std::vector<std::pair<BufferId, TierId>> places;
  for (const Copy &target : plot->copies) {
    if (!target.isFilled || target.move >= 0 || target.due <= step ||
        target.firstVersion != versionAt(target.buffer, step) ||
        !mayRelay(target.buffer, target.firstVersion))
      continue;
    for (const Engine &engine : model.engines) {
      const TierId tier = engine.from;
      const bool isThere = std::any_of(
          plot->copies.begin(), plot->copies.end(), [&](const Copy &copy) {
            if (copy.buffer != target.buffer || copy.tier != tier)
              return false;
            if (copy.move >= 0 && plot->moves[copy.move].start == step)
              return true;
            return isNewest(copy, step) &&
                   (copy.end >= step ||
                    model.isExternalHome(copy.buffer, copy.tier));
          });
      // On longer ways, any tier may be the next.
      if ((engine.to == target.tier || model.numTiers > 3) && !isThere &&
          tier != engine.to && model.channelsInto(target.buffer, tier) != 0 &&
          !model.isExternalHome(target.buffer, tier))
        places.emplace_back(target.buffer, tier);
    }
  }
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

/// A copy in a tier that is only on the way to one that still needs a fill.
void StartSearch::relay(Step step, size_t firstCopy) {
  for (const auto &[buffer, tier] : relayPlaces(step)) {
    // In one order only; the relays of this boundary are the last copies.
    const Copy &last = plot->copies.back();
    if (!last.isUsed && last.move >= 0 &&
        plot->moves[last.move].start == step && firstCopy > 0 &&
        std::pair(buffer, tier) < std::pair(last.buffer, last.tier))
      continue;
    Copy copy;
    copy.buffer = buffer;
    copy.tier = tier;
    copy.begin = copy.end = step;
    copy.firstVersion = copy.lastVersion = versionAt(buffer, step);
    copy.isUsed = false;
    plot->copies.push_back(copy);
    const size_t index = plot->copies.size() - 1;
    fillCopy(step, index, index + 1);
    plot->copies.pop_back();
  }
}

/// Nothing more starts here. What is due now counts for the bound.
void StartSearch::close(Step step) {
  const size_t before = added.size();
  for (const Move &move : plot->moves)
    if (move.due == step)
      add(move.to, ChannelSet(1) << move.channel, move.start);
  stalls.update(step);
  if (!incumbent.rejects(opSeconds + stallsAhead(step + 1, 0)))
    boundary(step + 1);
  removeTo(before);
}

void StartSearch::add(int32_t copy, ChannelSet channels, Step release) {
  added.push_back({plot->copies[copy].buffer, channels, release});
  stalls.change(added.back().buffer, channels, release, 1);
}

void StartSearch::removeTo(size_t number) {
  for (; added.size() > number; added.pop_back())
    stalls.change(added.back().buffer, added.back().channels,
                  added.back().release, -1);
}

/// Seconds of all stalls, with those for what is due at boundary \p from or
/// later. What has not started can start from there on, if there is room;
/// copies before \p firstOpen only at the next boundary.
double StartSearch::stallsAhead(Step from, size_t firstOpen) {
  const size_t before = added.size();
  bool isLate = false;
  for (Step end = from; end <= model.numSteps; ++end) {
    for (const Move &move : plot->moves)
      if (move.due == end)
        add(move.to, ChannelSet(1) << move.channel, move.start);
    for (size_t i = 0; i < plot->copies.size(); ++i) {
      const Copy &copy = plot->copies[i];
      if (!copy.isFilled || copy.move >= 0 || copy.due != end)
        continue;
      const Step earliest =
          std::max(copy.release, i < firstOpen ? from + 1 : from);
      isLate |= earliest > end;
      Step release = end;
      while (release > earliest &&
             plot->occupancy.hasRoom(copy.buffer, copy.tier, release - 1))
        --release;
      add(static_cast<int32_t>(i), model.channelsInto(copy.buffer, copy.tier),
          release);
    }
    stalls.update(end);
  }
  const double seconds = isLate ? 1e300 : stalls.upTo(model.numSteps);
  removeTo(before);
  return seconds;
}

void StartSearch::leaf() {
  for (const Copy &copy : plot->copies)
    if (!copy.isUsed)
      return; // Its transfer is idle.
  const double bound = opSeconds + stalls.upTo(model.numSteps);
  if (incumbent.rejects(bound))
    return;
  timing.run(*plot);
  if (!incumbent.rejects(bound))
    leastUntried = std::min(leastUntried, bound);
}
