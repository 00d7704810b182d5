//===- Channels.cpp - Transfers as fluids in channels ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Channels.h"

#include "../Problem/Descriptors.h"

#include <cassert>
#include <tuple>

using namespace memplace;

/// Remaining fraction of a transfer's bytes that counts as arrived: a rounding
/// error, not worth a stall.
static constexpr double roundingFraction = 1e-12;

static constexpr double forever = std::numeric_limits<double>::infinity();

Channels::Channels(const Problem &problem, const Solution &solution,
                   std::vector<TransferEvent> *events)
    : problem(problem), solution(solution), events(events),
      arrived(solution.transfers.size()),
      wholeTiers(problem.target.tiers.size(), 1.0) {
  const Target &target = problem.target;
  for (const Channel &channel : target.channels) {
    Lane lane;
    lane.channel = &channel;
    lane.limit = 1 / secondsPerByte(channel.bytesPerSecond);
    lane.latency = secondsOf(channel.latencyPs);
    lane.sourceCost =
        secondsPerByte(target.tiers[channel.from].readBytesPerSecond);
    lane.destinationCost =
        secondsPerByte(target.tiers[channel.to].writeBytesPerSecond);
    lane.isByDeadline = channel.order == ChannelOrder::Deadline;
    hasDeadlines |= lane.isByDeadline;
    lanes.push_back(std::move(lane));
  }
  for (size_t i = 0; i < arrived.size(); ++i)
    arrived[i] = solution.transfers[i].isWrapped();
}

/// Returns the number of latencies that a first-in, first-out channel's head
/// waits.
double Channels::descriptorsOf(int64_t index) const {
  const Transfer &transfer = solution.transfers[index];
  const Buffer &buffer =
      problem.buffers[solution.residencies[transfer.from].buffer];
  const Channel &channel = problem.target.channels[transfer.channel];
  return static_cast<double>(memplace::descriptorsOf(problem, buffer, channel));
}

/// Starts the latency of the head of \p lane; without a latency the head flows
/// at once.
void Channels::beginHead(Lane &lane, double now) {
  int64_t transfer = lane.queue[lane.head];
  lane.latencyLeft = lane.latency * descriptorsOf(transfer);
  lane.bytesLeft = sizeOf(transfer);
  if (events)
    (*events)[transfer].flowStart = now + lane.latencyLeft;
}

/// Returns true if \p lhs flows after \p rhs: the order of the heap.
static bool isLater(const DeadlineCopy &lhs, const DeadlineCopy &rhs) {
  return std::tuple(lhs.deadline, lhs.ticket) >
         std::tuple(rhs.deadline, rhs.ticket);
}

static void makeReady(Lane &lane, const DeadlineCopy &copy) {
  lane.ready.push_back(copy);
  std::push_heap(lane.ready.begin(), lane.ready.end(), isLater);
}

/// Each transfer has a latency of its own, which begins now.
void Channels::issueByDeadline(Lane &lane, int64_t transfer, int invocation) {
  const Transfer &issued = solution.transfers[transfer];
  const int64_t awaitedIn = invocation + (issued.isWrapped() ? 1 : 0);
  DeadlineCopy copy;
  copy.transfer = transfer;
  copy.deadline = awaitedIn * (problem.numSteps() + 1) + issued.done;
  copy.ticket = nextTicket++;
  copy.bytesLeft = sizeOf(transfer);
  if (lane.latency == 0)
    return makeReady(lane, copy);
  if (!lane.hasWaiting())
    lane.waitingLeft = 0;
  copy.latencyLeft = lane.latency - lane.waitingLeft;
  lane.waitingLeft = lane.latency;
  lane.waiting.push_back(copy);
}

void Channels::issue(int64_t transfer, int invocation, double now) {
  Lane &lane = lanes[solution.transfers[transfer].channel];
  assert(!problem.target.tiers[lane.channel->to].isReadOnly() &&
         "transfer into a read-only tier");
  ++numInFlight;
  arrived[transfer] = false;
  if (events) {
    TransferEvent &event = (*events)[transfer];
    event.issued = now;
    event.flowStart = event.arrived = forever;
  }
  if (lane.isByDeadline)
    return issueByDeadline(lane, transfer, invocation);
  bool wasIdle = lane.isIdle();
  lane.queue.push_back(transfer);
  if (wasIdle)
    beginHead(lane, now);
}

/// Raises the rates of all `rising` flows together up to the next limit, and
/// fixes the rates of the stopped flows. Returns true if some flows still rise.
bool Channels::raiseRates() {
  std::fill(tierDemand.begin(), tierDemand.end(), 0);
  double level = forever; // Bytes per second.
  for (const Lane *lane : rising) {
    tierDemand[lane->channel->from] += lane->sourceCost;
    tierDemand[lane->channel->to] += lane->destinationCost;
    level = std::min(level, lane->limit);
  }
  for (size_t tier = 0; tier < tierLeft.size(); ++tier)
    if (tierDemand[tier] > 0)
      level = std::min(level, tierLeft[tier] / tierDemand[tier]);

  // Rounding may leave a sliver of a saturated tier.
  double reach = level * (1 + roundingFraction);
  auto isUsedUp = [&](TierId tier) {
    return tierLeft[tier] <= reach * tierDemand[tier];
  };
  auto isStopped = [&](const Lane *lane) {
    return lane->limit <= reach || isUsedUp(lane->channel->from) ||
           isUsedUp(lane->channel->to);
  };
  auto firstStopped =
      std::partition(rising.begin(), rising.end(),
                     [&](const Lane *lane) { return !isStopped(lane); });
  assert(firstStopped != rising.end() && "no flow reached its limit");
  for (auto it = firstStopped; it != rising.end(); ++it)
    (*it)->bytesPerSecond = level;
  for (auto it = firstStopped; it != rising.end(); ++it) {
    const Channel &channel = *(*it)->channel;
    double &from = tierLeft[channel.from];
    from = std::max(0.0, from - level * (*it)->sourceCost);
    double &to = tierLeft[channel.to];
    to = std::max(0.0, to - level * (*it)->destinationCost);
  }
  rising.erase(firstStopped, rising.end());
  return !rising.empty();
}

/// Returns the rate of a flow that shares no tier: the same as raiseRates()
/// would find. This is the case for most ops.
static double rateAlone(const Lane &lane,
                        const std::vector<double> &fractions) {
  const auto [from, to] = std::pair(lane.channel->from, lane.channel->to);
  const double toCost = lane.destinationCost;
  const double fromCost = lane.sourceCost + (from == to ? toCost : 0);
  double rate = lane.limit;
  if (fromCost > 0)
    rate = std::min(rate, fractions[from] / fromCost);
  if (toCost > 0 && from != to)
    rate = std::min(rate, fractions[to] / toCost);
  return rate;
}

/// Sets the rate of each flowing head: max-min fair, by progressive filling.
void Channels::shareTiers(const std::vector<double> &fractions) {
  rising.clear();
  for (Lane &lane : lanes)
    if (lane.isFlowing())
      rising.push_back(&lane);
  if (rising.empty())
    return;
  if (rising.size() == 1) {
    rising.front()->bytesPerSecond = rateAlone(*rising.front(), fractions);
    return;
  }
  tierLeft = fractions;
  tierDemand.resize(fractions.size());
  while (raiseRates()) {
  }
}

/// Returns the seconds until a head starts to flow, or arrives.
double Channels::secondsToNextEvent() const {
  double seconds = forever;
  for (const Lane &lane : lanes) {
    if (lane.isIdle())
      continue;
    if (lane.isByDeadline && lane.hasWaiting())
      seconds = std::min(seconds, lane.waiting[lane.firstWaiting].latencyLeft);
    if (!lane.isFlowing()) {
      if (!lane.isByDeadline)
        seconds = std::min(seconds, lane.latencyLeft);
    } else if (lane.bytesPerSecond > 0) {
      double bytes =
          lane.isByDeadline ? lane.ready.front().bytesLeft : lane.bytesLeft;
      seconds = std::min(seconds, bytes / lane.bytesPerSecond);
    }
  }
  return seconds;
}

void Channels::arrive(int64_t transfer, double now) {
  arrived[transfer] = true;
  if (events)
    (*events)[transfer].arrived = now;
  --numInFlight;
}

/// `flow` for a first-in, first-out lane that is not idle.
void Channels::flowInOrder(Lane &lane, double seconds, double now) {
  if (!lane.isFlowing()) {
    lane.latencyLeft -= seconds;
    if (lane.latencyLeft <= lane.latency * roundingFraction)
      lane.latencyLeft = 0;
    return;
  }
  int64_t transfer = lane.queue[lane.head];
  lane.bytesLeft -= lane.bytesPerSecond * seconds;
  if (lane.bytesLeft > sizeOf(transfer) * roundingFraction)
    return;
  arrive(transfer, now);
  ++lane.head;
  if (!lane.isIdle())
    beginHead(lane, now);
}

/// `flow` by deadline: the front flows first, then transfers past their latency
/// join.
void Channels::flowByDeadline(Lane &lane, double seconds, double now) {
  if (lane.isFlowing()) {
    DeadlineCopy &front = lane.ready.front();
    front.bytesLeft -= lane.bytesPerSecond * seconds;
    if (front.bytesLeft <= sizeOf(front.transfer) * roundingFraction) {
      arrive(front.transfer, now);
      std::pop_heap(lane.ready.begin(), lane.ready.end(), isLater);
      lane.ready.pop_back();
    }
  }
  if (!lane.hasWaiting())
    return;
  lane.waitingLeft -= seconds;
  lane.waiting[lane.firstWaiting].latencyLeft -= seconds;
  while (lane.hasWaiting() && lane.waiting[lane.firstWaiting].latencyLeft <=
                                  lane.latency * roundingFraction) {
    makeReady(lane, lane.waiting[lane.firstWaiting]);
    ++lane.firstWaiting;
  }
}

/// Records \p now as the start of the flow of each front transfer by deadline,
/// unless a start is recorded already.
void Channels::noteFlowStarts(double now) {
  for (const Lane &lane : lanes) {
    if (!lane.isByDeadline || !lane.isFlowing())
      continue;
    double &flowStart = (*events)[lane.ready.front().transfer].flowStart;
    flowStart = std::min(flowStart, now);
  }
}

/// Moves bytes for \p seconds, up to the next event at most, which is at
/// \p now. Returns true if the set of flows, and thus the rates, change.
bool Channels::flow(double seconds, double now) {
  bool othersFlow = false;
  for (Lane &lane : lanes) {
    if (lane.isIdle())
      continue;
    const bool didFlow = lane.isFlowing();
    if (lane.isByDeadline)
      flowByDeadline(lane, seconds, now);
    else
      flowInOrder(lane, seconds, now);
    othersFlow |= lane.isFlowing() != didFlow;
  }
  return othersFlow;
}

/// Lets time pass until \p limit seconds are over or \p awaited has arrived.
/// Returns the seconds that passed.
double Channels::advanceUntil(double now, double limit,
                              const std::vector<double> &fractions,
                              std::optional<int64_t> awaited) {
  double elapsed = 0;
  double left = limit;
  bool areRatesOld = true;
  while (left > 0 && !areIdle() && !(awaited && arrived[*awaited])) {
    if (areRatesOld)
      shareTiers(fractions);
    if (events && hasDeadlines)
      noteFlowStarts(now + elapsed);
    double seconds = std::min(left, secondsToNextEvent());
    assert(seconds < forever && "an awaited transfer has no rate");
    left -= seconds;
    elapsed += seconds;
    areRatesOld = flow(seconds, now + elapsed);
  }
  assert((!awaited || arrived[*awaited]) &&
         "an awaited transfer was not issued");
  return elapsed;
}
