//===- Timing.cpp - When transfers run ------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Timing.h"

#include "memplace/Problem/Verify.h"
#include "memplace/Simulator/Simulator.h"

#include <algorithm>
#include <bit>

using namespace memplace;
using namespace memplace::solver::exact;

TimingSearch::TimingSearch(const Model &model, Budget &budget,
                           Incumbent &incumbent)
    : model(model), budget(budget), incumbent(incumbent), fluid(model),
      versions(model.problem.buffers.size() * (model.numSteps + 1)),
      opsFrom(model.numSteps + 2), time(model.numSteps + 1),
      reach(model.engines.size(), std::vector<double>(model.numSteps + 1)),
      slack(model.numTiers, std::vector<double>(model.numSteps + 1)) {
  for (size_t b = 0; b < model.problem.buffers.size(); ++b)
    for (const AccessGroup &group : model.uses.groups[b])
      if (group.writes)
        for (Step step = group.step + 1; step <= model.numSteps; ++step)
          ++versions[b * (model.numSteps + 1) + step];
}

void TimingSearch::setUp(const Outline &next, Occupancy &room) {
  outline = &next;
  occupancy = &room;
  copies.clear();
  for (const Stay &stay : next.stays)
    copies.emplace_back(stay);
  cost = 0;
  const Step numSteps = model.numSteps;
  for (Step step = numSteps; step-- > 0;)
    opsFrom[step] =
        opsFrom[step + 1] + next.choices[step]->seconds * model.tripsOf(step);
  for (Step step = 0; step < numSteps; ++step) {
    const OpChoice &op = *next.choices[step];
    time[step + 1] = time[step] + op.seconds;
    for (size_t c = 0; c < reach.size(); ++c)
      reach[c][step + 1] =
          reach[c][step] +
          (op.seconds > 0 ? op.seconds * model.engines[c].rate(op.left.data())
                          : 0);
    for (size_t m = 0; m < slack.size(); ++m)
      slack[m][step + 1] = slack[m][step] + op.seconds * op.left[m];
  }
}

bool TimingSearch::visit(const Outline &next, double bound, Occupancy &room) {
  setUp(next, room);
  boundary(0);
  if (!budget.isOver())
    leastUntried = std::min(leastUntried, bound);
  return !budget.isOver();
}

//===----------------------------------------------------------------------===//
// Going back
//===----------------------------------------------------------------------===//

TimingSearch::State TimingSearch::save() const {
  return {fluid.getLanes(), cost, takenRoom.size(), marks.size(), moves.size()};
}

void TimingSearch::restore(const State &state) {
  fluid.restore(state.lanes);
  cost = state.cost;
  for (; marks.size() > state.numMarks; marks.pop_back())
    moves[marks.back()].done = notDone;
  for (; moves.size() > state.numMoves; moves.pop_back())
    copies[moves.back().to].move = -1;
  for (; takenRoom.size() > state.numTaken; takenRoom.pop_back()) {
    const Taken &taken = takenRoom.back();
    Copy &copy = copies[taken.copy];
    occupancy->remove(copy.buffer, copy.tier, taken.begin, taken.end);
    copy.begin = taken.oldBegin;
    copy.end = taken.oldEnd;
  }
}

/// Makes a copy last over [begin, end), too, if there is room.
bool TimingSearch::take(int32_t index, Step begin, Step end) {
  Copy &copy = copies[index];
  const Taken before = {index, begin, copy.begin, copy.begin, copy.end};
  if (begin < copy.begin) {
    if (!occupancy->add(copy.buffer, copy.tier, begin, copy.begin))
      return false;
    takenRoom.push_back(before);
    copy.begin = begin;
  }
  if (end > copy.end) {
    if (!occupancy->add(copy.buffer, copy.tier, copy.end, end))
      return false;
    takenRoom.push_back({index, copy.end, end, copy.begin, copy.end});
    copy.end = end;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

Step TimingSearch::deadlineOf(const Move &move) const {
  const Copy &copy = copies[move.to];
  return model.deadline(move.start, copy.isFilled ? copy.due : model.numSteps);
}

bool TimingSearch::isOver(Step step) {
  if (incumbent.rejects(cost + opsFrom[step]))
    return true;
  return incumbent.rejects(cost + opsFrom[step] + stallsFrom(step));
}

/// Seconds of stalls from boundary \p step on that can't be avoided: a channel
/// has to move what is queued before what is due, and then what is still to be
/// issued, in the time and with the rate that ops leave.
double TimingSearch::stallsFrom(Step step) {
  double stalls = 0;
  for (size_t c = 0; c < model.engines.size(); ++c) {
    const Engine &engine = model.engines[c];
    const double stallRate = engine.rate(model.wholeTiers.data());
    const Lane &lane = fluid.getLanes()[c];
    double bytes = 0;
    double seconds = 0;
    auto expect = [&](Step due) {
      stalls = std::max({stalls,
                         (bytes - (reach[c][due] - reach[c][step])) / stallRate,
                         seconds - (time[due] - time[step])});
    };
    auto queue = [&](double size, double latency) {
      bytes += size;
      seconds += latency + size / stallRate;
    };
    for (const Move &move : moves) {
      if (move.channel != static_cast<ChannelId>(c) ||
          fluid.hasArrived(move.flow))
        continue;
      if (move.flow.position == lane.head)
        queue(lane.bytesLeft, lane.latencyLeft);
      else
        queue(static_cast<double>(
                  model.problem.buffers[copies[move.to].buffer].size),
              engine.latency);
      expect(std::max(step, deadlineOf(move)));
    }
    const double queuedBytes = bytes;
    const double queuedSeconds = seconds;
    for (const Copy &last : copies) {
      if (!last.isFilled || last.move >= 0 ||
          model.channelsInto(last.buffer, last.tier) != ChannelSet(1) << c)
        continue;
      bytes = queuedBytes;
      seconds = queuedSeconds;
      for (const Copy &copy : copies)
        if (copy.isFilled && copy.move < 0 && copy.due <= last.due &&
            model.channelsInto(copy.buffer, copy.tier) == ChannelSet(1) << c)
          queue(static_cast<double>(model.problem.buffers[copy.buffer].size),
                engine.latency);
      expect(std::max(step, last.due));
    }
  }
  return stalls;
}

//===----------------------------------------------------------------------===//
// Waits
//===----------------------------------------------------------------------===//

/// What has arrived is done: of the transfers that started before, or of those
/// that start here.
void TimingSearch::markArrived(Step step, bool hidden) {
  for (size_t i = 0; i < moves.size(); ++i)
    if (isInFlight(moves[i]) && fluid.hasArrived(moves[i].flow) &&
        (moves[i].start < step) == hidden &&
        model.mayBeDone(moves[i].start, step)) {
      moves[i].done = step;
      marks.push_back(i);
    }
}

void TimingSearch::await(Step step, size_t index) {
  Move &move = moves[index];
  cost += fluid.await(move.flow) * model.tripsOf(move.start);
  move.done = step;
  marks.push_back(index);
}

void TimingSearch::boundary(Step step) {
  if (isOver(step) || !budget.spend(incumbent.seconds))
    return;
  const State before = save();
  markArrived(step, /*hidden=*/true);
  while (true) {
    // Those of inner loops come first.
    size_t next = moves.size();
    for (size_t i = 0; i < moves.size(); ++i)
      if (isInFlight(moves[i]) && moves[i].start < step &&
          deadlineOf(moves[i]) <= step &&
          (next == moves.size() ||
           model.tripsOf(moves[i].start) > model.tripsOf(moves[next].start)))
        next = i;
    if (next == moves.size())
      break;
    await(step, next);
  }
  markArrived(step, /*hidden=*/true);
  awaitMore(step);
  restore(before);
}

/// Perhaps one more wait, which nothing needs.
void TimingSearch::awaitMore(Step step) {
  if (isOver(step))
    return;
  issue(step, 0);
  for (size_t i = 0; i < moves.size(); ++i) {
    if (!isInFlight(moves[i]) || !model.mayBeDone(moves[i].start, step))
      continue;
    const State before = save();
    await(step, i);
    markArrived(step, /*hidden=*/true);
    if (!isOver(step))
      issue(step, 0);
    restore(before);
  }
}

void TimingSearch::awaitIssued(Step step) {
  for (size_t i = 0; i < moves.size(); ++i)
    if (isInFlight(moves[i]) && moves[i].start == step &&
        deadlineOf(moves[i]) <= step)
      await(step, i);
  markArrived(step, /*hidden=*/false);
  if (isOver(step))
    return;
  runOp(step);
  for (size_t i = 0; i < moves.size(); ++i) {
    if (!isInFlight(moves[i]) || moves[i].start != step)
      continue;
    const State before = save();
    await(step, i);
    markArrived(step, /*hidden=*/false);
    if (!isOver(step))
      runOp(step);
    restore(before);
  }
}

//===----------------------------------------------------------------------===//
// Issues
//===----------------------------------------------------------------------===//

/// Whether every fill that is needed now was issued.
bool TimingSearch::isOnTime(Step step) const {
  return std::none_of(copies.begin(), copies.end(), [&](const Copy &copy) {
    return copy.isFilled && copy.move < 0 && copy.due <= step;
  });
}

/// Whether the copy has the newest contents at boundary \p step.
bool TimingSearch::isNewest(const Copy &copy, Step step) const {
  const int32_t version = versionAt(copy.buffer, step);
  if (version < copy.firstVersion || version > copy.lastVersion)
    return false;
  if (copy.move >= 0)
    return !isInFlight(moves[copy.move]);
  if (copy.isFilled || !copy.isUsed)
    return false;
  // Contents that an op makes are there after it.
  return copy.begin < step ||
         (model.problem.buffers[copy.buffer].liveIn && copy.firstVersion == 0);
}

void TimingSearch::issue(Step step, ChannelId firstChannel) {
  if (budget.isOver())
    return;
  for (size_t i = 0; i < copies.size(); ++i)
    if (copies[i].isFilled && copies[i].move < 0 && copies[i].release <= step &&
        step <= copies[i].due)
      issueFrom(step, static_cast<int32_t>(i), firstChannel);
  if (model.numTiers > 2)
    relay(step, firstChannel);
  if (!isOnTime(step))
    return;
  const State before = save();
  awaitIssued(step);
  restore(before);
}

/// Fills \p to from each place, by each channel from \p firstChannel on.
void TimingSearch::issueFrom(Step step, int32_t to, ChannelId firstChannel) {
  for (size_t from = 0; from < copies.size(); ++from) {
    if (copies[from].buffer != copies[to].buffer ||
        static_cast<int32_t>(from) == to || !isNewest(copies[from], step))
      continue;
    for (size_t c = firstChannel; c < model.engines.size(); ++c) {
      const Engine &engine = model.engines[c];
      if (engine.from != copies[from].tier || engine.to != copies[to].tier ||
          engine.from == engine.to)
        continue;
      const State before = save();
      const auto channel = static_cast<ChannelId>(c);
      const bool wasUsed = copies[from].isUsed;
      if (start(step, static_cast<int32_t>(from), to, channel) &&
          budget.spend(incumbent.seconds))
        issue(step, channel);
      restore(before);
      copies[from].isUsed = wasUsed;
    }
  }
}

bool TimingSearch::start(Step step, int32_t from, int32_t to,
                         ChannelId channel) {
  if (!take(from, copies[from].begin, step + 1) ||
      !take(to, step, std::max(copies[to].end, step + 1)))
    return false;
  copies[from].isUsed = true;
  copies[to].move = static_cast<int32_t>(moves.size());
  const double bytes =
      static_cast<double>(model.problem.buffers[copies[to].buffer].size);
  moves.push_back(
      {from, to, channel, step, notDone, fluid.issue(channel, bytes)});
  return true;
}

/// A copy in a tier that is only on the way to one that still needs a fill.
void TimingSearch::relay(Step step, ChannelId firstChannel) {
  const size_t numCopies = copies.size();
  std::vector<std::pair<BufferId, TierId>> ways;
  for (const Copy &target : copies) {
    if (!target.isFilled || target.move >= 0 || target.release > step ||
        target.due <= step)
      continue;
    for (const Engine &engine : model.engines)
      if (engine.to == target.tier && engine.from != target.tier &&
          model.channelsInto(target.buffer, target.tier) != 0)
        ways.emplace_back(target.buffer, engine.from);
    // Longer ways.
    for (const Engine &engine : model.engines)
      if (engine.from != target.tier && model.numTiers > 3)
        ways.emplace_back(target.buffer, engine.from);
  }
  std::sort(ways.begin(), ways.end());
  ways.erase(std::unique(ways.begin(), ways.end()), ways.end());
  for (const auto &[buffer, tier] : ways) {
    const int32_t version = versionAt(buffer, step);
    // Not where the contents are, come to, or will come to anyway.
    const bool isThere =
        std::any_of(copies.begin(), copies.end(),
                    [&, buffer = buffer, tier = tier](const Copy &copy) {
                      return copy.buffer == buffer && copy.tier == tier &&
                             (copy.move >= 0 || isNewest(copy, step)) &&
                             copy.firstVersion <= version &&
                             version <= copy.lastVersion;
                    });
    if (isThere || model.isExternalHome(buffer, tier) ||
        model.channelsInto(buffer, tier) == 0)
      continue;
    Copy copy;
    copy.buffer = buffer;
    copy.tier = tier;
    copy.begin = copy.end = step;
    copy.firstVersion = copy.lastVersion = version;
    copy.isUsed = false;
    copies.push_back(copy);
    issueFrom(step, static_cast<int32_t>(numCopies), firstChannel);
    copies.pop_back();
  }
}

//===----------------------------------------------------------------------===//
// Ops, and the end
//===----------------------------------------------------------------------===//

void TimingSearch::runOp(Step step) {
  if (step == model.numSteps)
    return finish();
  const State before = save();
  bool isLegal = true;
  for (size_t i = 0; i < moves.size() && isLegal; ++i) {
    if (!isInFlight(moves[i]))
      continue;
    const Copy &to = copies[moves[i].to];
    // R7: the source lasts, and nobody writes the buffer.
    isLegal = versionAt(to.buffer, step + 1) == versionAt(to.buffer, step) &&
              take(moves[i].from, copies[moves[i].from].begin, step + 1) &&
              take(moves[i].to, to.begin, std::max(to.end, step + 1));
  }
  if (isLegal) {
    const OpChoice &op = *outline->choices[step];
    cost += op.seconds * model.tripsOf(step);
    if (op.seconds > 0)
      fluid.advance(op.seconds, op.left);
    boundary(step + 1);
  }
  restore(before);
}

/// What R10 asks for is added: a copy that a loop finds at its begin and reads
/// lasts to its end.
LiveRange TimingSearch::rangeOf(const Copy &copy) const {
  LiveRange range = {copy.begin, copy.end};
  const auto index = static_cast<int32_t>(&copy - copies.data());
  auto isReadIn = [&](LiveRange body) {
    for (Step step = body.begin; step < body.end; ++step)
      for (size_t k = 0; k < outline->serving[step].size(); ++k)
        if (outline->serving[step][k] == index && model.units[step][k].reads)
          return true;
    return std::any_of(moves.begin(), moves.end(), [&](const Move &move) {
      return move.from == index && body.contains(move.start);
    });
  };
  for (size_t i = model.uses.loops.size(); i-- > 0;) { // Inner loops first.
    const LiveRange body = model.uses.loops[i].range;
    const bool isMade = copy.move < 0 && copy.firstVersion == 0 &&
                        !model.problem.buffers[copy.buffer].liveIn;
    const bool isOlder = copy.move >= 0
                             ? moves[copy.move].done <= body.begin &&
                                   moves[copy.move].start < body.begin
                             : copy.begin < body.begin;
    const bool covers = model.problem.buffers[copy.buffer].range.covers(body);
    const bool isFromStart = body.begin == 0 && copy.begin == 0;
    if (!covers || !isReadIn(body) ||
        !(isOlder || isFromStart || (isMade && body.contains(copy.begin))))
      continue;
    range.end = std::max(range.end, body.end);
    if (isMade)
      range.begin = std::min(range.begin, body.begin);
  }
  return range;
}

/// The residencies but for those whose place the caller owns.
std::vector<Place> TimingSearch::places() const {
  std::vector<Place> result;
  for (const Copy &copy : copies)
    if (copy.begin < copy.end && !model.isExternalHome(copy.buffer, copy.tier))
      result.push_back({copy.buffer, copy.tier, rangeOf(copy)});
  return result;
}

Solution TimingSearch::assemble(const std::vector<Place> &found) const {
  const Problem &problem = model.problem;
  Solution solution;
  solution.problem = problem.name;
  std::vector<ResidencyId> homes(problem.buffers.size());
  for (size_t b = 0; b < problem.buffers.size(); ++b)
    if (problem.isExternal(static_cast<BufferId>(b))) {
      homes[b] = static_cast<ResidencyId>(solution.residencies.size());
      const auto id = static_cast<BufferId>(b);
      solution.residencies.push_back(
          {id, problem.homeOf(id), std::nullopt, problem.buffers[b].range});
    }
  std::vector<ResidencyId> ids(copies.size());
  size_t next = 0;
  for (size_t i = 0; i < copies.size(); ++i) {
    const Copy &copy = copies[i];
    ids[i] = homes[copy.buffer];
    if (copy.begin == copy.end || model.isExternalHome(copy.buffer, copy.tier))
      continue;
    ids[i] = static_cast<ResidencyId>(solution.residencies.size());
    const Place &place = found[next++];
    LiveRange range = place.range;
    // R3 lets it last through a boundary that ends its life.
    if (range.begin < model.numSteps)
      range.end = std::min(range.end, problem.buffers[copy.buffer].range.end);
    solution.residencies.push_back(
        {copy.buffer, copy.tier, place.offset, range});
  }
  for (const Move &move : moves)
    solution.transfers.push_back({ids[move.from], ids[move.to], move.channel,
                                  move.start, move.done, std::nullopt});
  for (Step step = 0; step < model.numSteps; ++step) {
    std::vector<ResidencyId> &served =
        solution.served.emplace_back(problem.ops[step].accesses.size());
    for (size_t k = 0; k < model.units[step].size(); ++k)
      for (int32_t access : model.units[step][k].accesses)
        served[access] = ids[outline->serving[step][k]];
  }
  return solution;
}

void TimingSearch::finish() {
  for (const Copy &copy : copies)
    if (!copy.isUsed)
      return; // Has an idle transfer.
  for (const Move &move : moves)
    if (isInFlight(move))
      return;
  if (incumbent.rejects(cost))
    return;
  std::vector<Place> found = places();
  const bool hasLoops = !model.uses.loops.empty();
  Fit fit = findOffsets(model.problem, found, /*sharePlaces=*/hasLoops);
  if (hasLoops && fit != Fit::Found)
    fit = findOffsets(model.problem, found, /*sharePlaces=*/false);
  if (fit != Fit::Found) {
    isLeftOut |= fit == Fit::Unknown;
    return;
  }
  Solution solution = assemble(found);
  if (verify(model.problem, solution)) {
    isLeftOut = true;
    return;
  }
  const double seconds = makespan(model.problem, solution);
  if (seconds >= incumbent.seconds)
    return;
  incumbent.seconds = seconds;
  incumbent.solution = std::move(solution);
}
