//===- Stays.cpp - Exact search for stays of buffers ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Depth-first branch and bound (Land and Doig 1960, "An automatic method of
// solving discrete programming problems") over partial timetables, one step and
// one unit after another. Stays.h defines partial timetables and proves that
// they suffice. A node is pruned if the price bound or the stall bound is not
// below the best placement.
//
//===----------------------------------------------------------------------===//

#include "Stays.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::solver::exact;

StaySearch::StaySearch(const Model &model, NodeBudget &budget,
                       const Incumbent &incumbent,
                       PartialTimetableVisitor &visitor,
                       const PriceBound *prices)
    : model(model), budget(budget), incumbent(incumbent), visitor(visitor),
      occupancy(model), stalls(model), refined(model),
      held(model.problem.buffers.size() * model.numTiers, -1),
      version(model.problem.buffers.size()),
      since(model.problem.buffers.size()), origin(model.problem.buffers.size()),
      hasContents(model.problem.buffers.size()), opSeconds(model.numSteps + 2) {
  if (prices)
    priced.emplace(model, *prices);
  how.resize(model.numTiers);
  releases.resize(model.numTiers);
  partial.choices.resize(model.numSteps + 1);
  partial.serving.resize(model.numSteps + 1);
  for (Step step = 0; step <= model.numSteps; ++step)
    partial.serving[step].resize(model.units[step].size());
  for (size_t b = 0; b < model.problem.buffers.size(); ++b) {
    if (!model.problem.buffers[b].liveIn)
      continue;
    const auto id = static_cast<BufferId>(b);
    hasContents[b] = true;
    origin[b] = model.problem.homeOf(id);
    heldIn(id, model.problem.homeOf(id)) =
        static_cast<int32_t>(partial.stays.size());
    partial.stays.push_back({.buffer = id, .tier = model.problem.homeOf(id)});
  }
}

double StaySearch::run() {
  explore(0);
  return unsearched;
}

void StaySearch::explore(Step step) {
  if (step > model.numSteps)
    return leaf();
  const double before =
      opSeconds[step] + (step > 0 ? stalls.upTo(step - 1) : 0);
  const size_t count = model.choices[step].size();
  for (size_t i = 0; i < count; ++i) {
    const size_t number = priced ? priced->order(step)[i] : i;
    const OpChoice &choice = model.choices[step][number];
    double bound = before + choice.seconds * model.tripsOf(step) +
                   model.minSecondsFrom[step + 1];
    if (priced)
      bound = std::max(bound, priced->bound(step, number));
    if (incumbent.rejects(bound))
      continue;
    if (!budget.spend(incumbent.seconds)) {
      unsearched = std::min(unsearched, bound);
      return;
    }
    partial.choices[step] = &choice;
    opSeconds[step + 1] =
        opSeconds[step] + choice.seconds * model.tripsOf(step);
    if (priced)
      priced->choose(step, number);
    if (step < model.numSteps)
      stalls.setOp(step, choice);
    serve(step, 0);
  }
}

void StaySearch::serve(Step step, size_t index) {
  if (index == model.units[step].size())
    return finishStep(step);
  const AccessUnit &unit = model.units[step][index];
  const TierId tier = partial.choices[step]->tiers[index];
  const bool isFirst = !hasContents[unit.buffer];
  if (!unit.reads || isFirst)
    return create(step, index);
  const int32_t stay = heldIn(unit.buffer, tier);
  if (stay < 0)
    return fill(step, index,
                since[unit.buffer] - 1 +
                    model.hops(unit.buffer, origin[unit.buffer], tier));
  keep(step, index, stay);
  const Step last = partial.stays[stay].end - 1;
  if (!model.isExternalHome(unit.buffer, tier) && last + 2 <= step)
    fill(step, index, last + 2);
}

/// Serves the unit from a copy that already exists.
void StaySearch::keep(Step step, size_t index, int32_t id) {
  const Stay before = partial.stays[id];
  const Step end = std::max(before.end, step + 1);
  if (!occupancy.add(before.buffer, before.tier, before.end, end))
    return;
  const size_t numTails = tails.size();
  // No transfer can start at the boundary directly after the op that made the
  // contents.
  const Step there = since[before.buffer] == before.end && before.end > 0
                         ? before.end - 1
                         : before.end;
  const bool hasRoom =
      model.forEachLoopEntered(before.buffer, there, step, [&](Step loopEnd) {
        if (!occupancy.add(before.buffer, before.tier, loopEnd - 1, loopEnd))
          return false;
        tails.push_back(loopEnd);
        return true;
      });
  if (hasRoom) {
    partial.stays[id].end = end;
    serveFrom(step, index, id);
    partial.stays[id] = before;
  }
  for (; tails.size() > numTails; tails.pop_back())
    occupancy.remove(before.buffer, before.tier, tails.back() - 1,
                     tails.back());
  occupancy.remove(before.buffer, before.tier, before.end, end);
}

/// Serves the unit by a new fill, from boundary \p release on.
void StaySearch::fill(Step step, size_t index, Step release) {
  const AccessUnit &unit = model.units[step][index];
  const TierId tier = partial.choices[step]->tiers[index];
  if (release > step || model.channelsInto(unit.buffer, tier) == 0 ||
      !occupancy.add(unit.buffer, tier, step, step + 1))
    return;
  const auto id = static_cast<int32_t>(partial.stays.size());
  partial.stays.push_back({unit.buffer, tier, step, step + 1,
                           /*isFilled=*/true, release, step,
                           version[unit.buffer], version[unit.buffer]});
  stalls.add(unit.buffer, tier, release);
  const int32_t before = heldIn(unit.buffer, tier);
  heldIn(unit.buffer, tier) = id;
  serveFrom(step, index, id);
  heldIn(unit.buffer, tier) = before;
  stalls.remove(unit.buffer, tier, release);
  partial.stays.pop_back();
  occupancy.remove(unit.buffer, tier, step, step + 1);
}

/// The op makes the contents: it overwrites the buffer or is the first op to
/// access the buffer.
void StaySearch::create(Step step, size_t index) {
  const AccessUnit &unit = model.units[step][index];
  const TierId tier = partial.choices[step]->tiers[index];
  if (!occupancy.add(unit.buffer, tier, step, step + 1))
    return;
  const auto id = static_cast<int32_t>(partial.stays.size());
  partial.stays.push_back({unit.buffer, tier, step, step + 1,
                           /*isFilled=*/false, step, step, version[unit.buffer],
                           version[unit.buffer]});
  const bool hadContents = hasContents[unit.buffer];
  const Step sinceBefore = since[unit.buffer];
  const int32_t before = heldIn(unit.buffer, tier);
  hasContents[unit.buffer] = true;
  const TierId originBefore = origin[unit.buffer];
  origin[unit.buffer] = tier;
  if (!hadContents)
    since[unit.buffer] = step + 1;
  heldIn(unit.buffer, tier) = id;
  serveFrom(step, index, id);
  origin[unit.buffer] = originBefore;
  heldIn(unit.buffer, tier) = before;
  since[unit.buffer] = sinceBefore;
  hasContents[unit.buffer] = hadContents;
  partial.stays.pop_back();
  occupancy.remove(unit.buffer, tier, step, step + 1);
}

void StaySearch::serveFrom(Step step, size_t index, int32_t id) {
  const AccessUnit &unit = model.units[step][index];
  partial.serving[step][index] = id;
  if (!unit.writes)
    return serve(step, index + 1);
  // All other copies become stale.
  const auto firstTier = held.begin() + unit.buffer * model.numTiers;
  const std::vector<int32_t> heldBefore(firstTier, firstTier + model.numTiers);
  const Step sinceBefore = since[unit.buffer];
  std::fill(firstTier, firstTier + model.numTiers, -1);
  heldIn(unit.buffer, partial.stays[id].tier) = id;
  since[unit.buffer] = step + 1;
  const TierId originBefore = origin[unit.buffer];
  origin[unit.buffer] = partial.stays[id].tier;
  partial.stays[id].lastVersion = ++version[unit.buffer];
  // Overwritten contents never existed in this stay.
  const int32_t firstVersion = partial.stays[id].firstVersion;
  if (!unit.reads && !partial.stays[id].isFilled)
    partial.stays[id].firstVersion = version[unit.buffer];
  serve(step, index + 1);
  partial.stays[id].firstVersion = firstVersion;
  partial.stays[id].lastVersion = --version[unit.buffer];
  since[unit.buffer] = sinceBefore;
  origin[unit.buffer] = originBefore;
  std::copy(heldBefore.begin(), heldBefore.end(), firstTier);
}

/// Informs `priced` about the service of the op's buffers.
void StaySearch::pay(Step step) {
  const std::vector<AccessUnit> &units = model.units[step];
  for (size_t k = 0; k < units.size(); ++k) {
    const BufferId buffer = units[k].buffer;
    if (k > 0 && units[k - 1].buffer == buffer)
      continue; // Units of one buffer are consecutive.
    std::fill(how.begin(), how.end(), Serving::No);
    for (size_t i = k; i < units.size() && units[i].buffer == buffer; ++i) {
      const Stay &stay = partial.stays[partial.serving[step][i]];
      const bool isNew = stay.due == step;
      how[stay.tier] = isNew && stay.isFilled ? Serving::Filled : Serving::Kept;
      releases[stay.tier] = stay.release;
    }
    changes.push_back(
        priced->serve(buffer, how, releases, partial.choices[step]->tiers));
  }
}

void StaySearch::finishStep(Step step) {
  const size_t numBefore = changes.size();
  bool isRejected = false;
  if (priced) {
    pay(step);
    isRejected = incumbent.rejects(priced->bound(step + 1));
  }
  if (!isRejected) {
    stalls.update(step);
    isRejected = incumbent.rejects(opSeconds[step + 1] + stalls.upTo(step) +
                                   model.minSecondsFrom[step + 1]);
  }
  if (!isRejected)
    explore(step + 1);
  for (; changes.size() > numBefore; changes.pop_back())
    priced->undo(changes.back());
}

/// Returns the stall bound with fills delayed until their tier has room. A copy
/// arrived by boundary r occupies its tier from op r on.
double StaySearch::refinedBound() {
  std::vector<Step> releases(partial.stays.size());
  for (size_t i = 0; i < partial.stays.size(); ++i) {
    const Stay &stay = partial.stays[i];
    Step &release = releases[i];
    release = stay.due;
    while (release > stay.release &&
           occupancy.hasRoom(stay.buffer, stay.tier, release - 1))
      --release;
  }
  for (Step step = 0; step <= model.numSteps; ++step) {
    for (size_t i = 0; i < partial.stays.size(); ++i)
      if (const Stay &stay = partial.stays[i];
          stay.isFilled && stay.due == step)
        refined.add(stay.buffer, stay.tier, releases[i]);
    if (step < model.numSteps)
      refined.setOp(step, *partial.choices[step]);
    refined.update(step);
  }
  for (size_t i = 0; i < partial.stays.size(); ++i)
    if (const Stay &stay = partial.stays[i]; stay.isFilled)
      refined.remove(stay.buffer, stay.tier, releases[i]);
  return opSeconds[model.numSteps + 1] + refined.upTo(model.numSteps);
}

void StaySearch::leaf() {
  const double bound = refinedBound();
  if (incumbent.rejects(bound))
    return;
  if (!visitor.visit(partial, bound, occupancy))
    unsearched = std::min(unsearched, bound);
}
