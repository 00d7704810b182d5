//===- StayCommit.cpp - Commits a stay to the plan ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last of three stages of `Placement::addStay`, which cannot fail. Adds
// residencies and transfers to the plan, allocates their bytes, moves the
// accesses, and reserves the planned time of the transfers: of a fill from its
// end, of an evict from its start. Takes time in the steps of the transfers.
//
//===----------------------------------------------------------------------===//

#include "StayCommit.h"

#include <algorithm>
#include <cassert>

using namespace memplace;
using namespace memplace::planning;

namespace {

/// Commits one stay.
class StayWriter {
public:
  StayWriter(const AccessIndex &uses, const StayShape &shape,
             const StayTiming &timing, const StayPolicy &policy,
             const StayDestination &destination)
      : uses(uses), problem(uses.problem), shape(shape), timing(timing),
        policy(policy), destination(destination),
        data(problem.buffers[shape.buffer]),
        bufferUses(uses.byBuffer[shape.buffer]) {}

  void write();
  void writeWrapped();

private:
  StayId addStay(TierId tier, LiveRange range, Offset offset, Step reservedEnd);
  StayId addRelays(const std::vector<Relay> &relays);
  void addTransfer(StayId from, StayId to, const Hop &hop);
  void addFill(StayTransfer transfer, const Hop &hop);
  void writeFill(StayId stay, StayId relay);
  void writeEvict(StayId stay, StayId relay);
  void reserve(const Hop &hop, bool isBackward);
  void serve(StayId stay, int32_t from, int32_t to);
  void serveOnTheWay(StayId stay, const Hop &arrival);

  Step stepIn(Step step) const {
    return shape.stepIn(step, problem.numSteps());
  }

  const AccessIndex &uses;
  const Problem &problem;
  const StayShape &shape;
  const StayTiming &timing;
  const StayPolicy &policy;
  const StayDestination &destination;
  const Buffer &data;
  const std::vector<BufferUse> &bufferUses;
};

} // namespace

void StayWriter::write() {
  const Lifetime &life = timing.life;
  const StayId stay =
      addStay(shape.tier, life.range, timing.offset, life.reservedEnd);
  const StayId before = addRelays(timing.before);
  const StayId after = addRelays(timing.after);
  // Serve first: moved accesses change the ops' durations, and with them the
  // time left to transfers.
  serve(stay, shape.firstUse, shape.lastUse);
  if (timing.fill)
    writeFill(stay, before);
  if (timing.evict)
    writeEvict(stay, after);
}

// Commits a single residency, or two: from the fill to the end of the program,
// and from its start on.
void StayWriter::writeWrapped() {
  const Lifetime &life = timing.life;
  const int32_t numUses = static_cast<int32_t>(bufferUses.size());
  const int32_t first = shape.firstUse;
  const int32_t last = shape.lastUse;
  const StayId stay =
      addStay(shape.tier, life.range, timing.offset, life.reservedEnd);
  StayId next = stay;
  if (life.hasHead()) {
    next = addStay(shape.tier, life.head, timing.offset, life.head.end);
    serve(stay, std::min(first, numUses), std::min(last, numUses - 1));
    serve(next, std::max(first, numUses) - numUses, last - numUses);
  } else {
    const int32_t turn = first < numUses ? 0 : numUses;
    serve(stay, first - turn, last - turn);
  }
  if (!timing.fill)
    return;
  const Hop &hop = *timing.fill;
  const bool isAwaitedInNext = hop.done >= problem.numSteps() && life.hasHead();
  addFill({.from = 0,
           .to = isAwaitedInNext ? next : stay,
           .channel = hop.channel,
           .tail = isAwaitedInNext ? stay : -1},
          hop);
  reserve(hop, /*isBackward=*/true);
}

StayId StayWriter::addStay(TierId tier, LiveRange range, Offset offset,
                           Step reservedEnd) {
  destination.arenas[tier].take({range.begin, reservedEnd}, offset, data.size,
                                shape.buffer);
  destination.plan.stays.push_back({tier, range, offset, reservedEnd});
  return static_cast<StayId>(destination.plan.stays.size() - 1);
}

// Adds a stay for each relay, with consecutive ids. Returns the first.
StayId StayWriter::addRelays(const std::vector<Relay> &relays) {
  const StayId first = static_cast<StayId>(destination.plan.stays.size());
  for (const Relay &relay : relays)
    addStay(relay.tier, relay.life.range, relay.offset, relay.life.reservedEnd);
  return first;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

// Reserves channel time for the hop's bytes: from its end backwards if
// `isBackward` is true, otherwise from its start.
void StayWriter::reserve(const Hop &hop, bool isBackward) {
  double bytes = static_cast<double>(data.size);
  for (Step i = hop.start; i < hop.done && bytes > 0; ++i) {
    const Step step = stepIn(isBackward ? hop.done - 1 - (i - hop.start) : i);
    const double now =
        std::min(bytes, destination.traffic.roomOf(hop.channel, step));
    destination.traffic.reserve(hop.channel, step, now);
    if (destination.reservations && now > 0)
      destination.reservations->push_back({hop.channel, step, now});
    bytes -= now;
  }
}

void StayWriter::addTransfer(StayId from, StayId to, const Hop &hop) {
  destination.plan.transfers.push_back(
      {from, to, hop.channel, hop.start, hop.done});
}

// Adds `transfer` at the boundaries of `hop`. A boundary in the next invocation
// gets its number there.
void StayWriter::addFill(StayTransfer transfer, const Hop &hop) {
  transfer.start = stepIn(hop.start);
  transfer.done = stepIn(hop.done);
  if (!transfer.isWrapped())
    transfer.tail = -1;
  destination.plan.transfers.push_back(transfer);
}

// Adds the transfers from the backing copy to the stay, in reverse order;
// `relay` is the intermediate copy nearest to the stay.
void StayWriter::writeFill(StayId stay, StayId relay) {
  const StayId firstRelay = relay;
  const Hop *hop = &*timing.fill;
  StayId to = stay;
  for (const Relay &on : timing.before) {
    addTransfer(relay, to, *hop);
    reserve(*hop, /*isBackward=*/true);
    to = relay++;
    hop = &on.hop;
  }
  if (timing.before.empty())
    addFill({.to = to, .channel = hop->channel}, *hop);
  else
    addTransfer(0, to, *hop);
  reserve(*hop, /*isBackward=*/true);
  if (policy.servesFromRelays)
    for (size_t i = 0; i < timing.before.size(); ++i)
      serveOnTheWay(firstRelay + static_cast<StayId>(i), timing.before[i].hop);
}

// Adds the transfers from the stay to the backing copy; `relay` is the
// intermediate copy nearest to the stay.
void StayWriter::writeEvict(StayId stay, StayId relay) {
  const Hop *hop = &*timing.evict;
  StayId from = stay;
  for (const Relay &on : timing.after) {
    addTransfer(from, relay, *hop);
    reserve(*hop, /*isBackward=*/false);
    from = relay++;
    hop = &on.hop;
  }
  addTransfer(from, 0, *hop);
  reserve(*hop, /*isBackward=*/false);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

void StayWriter::serve(StayId stay, int32_t from, int32_t to) {
  for (int32_t u = from; u <= to; ++u) {
    assert(destination.plan.serving[u] == 0 &&
           "only what the base serves moves");
    destination.plan.serving[u] = stay;
    for (int32_t k : bufferUses[u].accesses) {
      const Access &access = problem.ops[bufferUses[u].step].accesses[k];
      const StayId server =
          servingAccess(problem, destination.plan, stay, access);
      destination.traffic.serve(bufferUses[u].step, k,
                                destination.plan.stays[server].tier);
    }
  }
}

// An intermediate copy has the contents from its arrival on.
void StayWriter::serveOnTheWay(StayId stay, const Hop &arrival) {
  const Stay copy = destination.plan.stays[stay];
  for (int32_t u = 0; u < static_cast<int32_t>(bufferUses.size()); ++u) {
    const BufferUse &use = bufferUses[u];
    if (use.step >= copy.range.end)
      break;
    if (use.step < arrival.done || destination.plan.serving[u] != 0 ||
        uses.definesContents(shape.buffer, u) ||
        uses.loopOf(use.step) != shape.level)
      continue;
    double freed = 0;
    if (destination.traffic.savingOf(use, copy.tier, freed) > 0)
      serve(stay, u, u);
  }
}

void memplace::planning::commit(const AccessIndex &uses, const StayShape &shape,
                                const StayTiming &timing,
                                const StayPolicy &policy,
                                const StayDestination &destination) {
  StayWriter writer(uses, shape, timing, policy, destination);
  if (shape.wrapsAround)
    writer.writeWrapped();
  else
    writer.write();
}
