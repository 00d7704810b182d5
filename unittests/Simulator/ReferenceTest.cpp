//===- ReferenceTest.cpp --------------------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A second implementation of docs/reference/problem.md, sections 4 and 7,
// written from the text: slow, without a queue, in absolute times, and with
// rates found by bisection. Random programs must have the same makespan in
// both.
//
//===----------------------------------------------------------------------===//

#include "memplace/Simulator/Simulator.h"

#include "gtest/gtest.h"

#include <cmath>
#include <deque>
#include <random>
#include <tuple>

using namespace memplace;

namespace {

/// A transfer in the reference implementation.
struct Copy {
  const Transfer *transfer = nullptr;
  double bytesLeft = 0;
  double issued = -1;     // Seconds; below 0: not issued.
  int64_t invocation = 0; // Awaiting invocation.
  double arrived = -1;    // Seconds; below 0: not arrived.
  int64_t ticket = 0;     // Order of issue.
};

class Reference {
public:
  Reference(const Problem &problem, const Solution &solution)
      : problem(problem), solution(solution),
        issued(solution.transfers.size(), nullptr) {}

  double run() {
    if (!problem.isCyclic)
      return runInvocation();
    runInvocation();
    ++invocation;
    runInvocation();
    ++invocation;
    return runInvocation();
  }

private:
  double runInvocation() {
    total = 0;
    Step end = problem.numSteps();
    for (Step step = 0;; ++step) {
      waitForEarlier(step);
      for (size_t i = 0; i < solution.transfers.size(); ++i)
        if (solution.transfers[i].start == step)
          issue(i);
      for (size_t i = 0; i < solution.transfers.size(); ++i)
        if (solution.transfers[i].start == step &&
            solution.transfers[i].done == step)
          wait(*issued[i]);
      if (step == end)
        return total;
      runOp(step);
    }
  }

  void issue(size_t index) {
    const Transfer &transfer = solution.transfers[index];
    const int64_t size =
        problem.buffers[solution.residencies[transfer.from].buffer].size;
    copies.push_back({.transfer = &transfer,
                      .bytesLeft = static_cast<double>(size),
                      .issued = now,
                      .ticket = nextTicket++});
    copies.back().invocation =
        invocation + (transfer.done < transfer.start ? 1 : 0);
    issued[index] = &copies.back();
  }

  double trips(Step step) const {
    double product = 1;
    for (const Loop &loop : problem.loops)
      if (loop.range.contains(step))
        product *= static_cast<double>(loop.tripCount);
    return product;
  }

  void waitForEarlier(Step step) {
    // No wrapped transfer was issued before the first invocation.
    std::vector<Copy *> awaited;
    for (size_t i = 0; i < issued.size(); ++i)
      if (solution.transfers[i].done == step &&
          solution.transfers[i].start != step && issued[i])
        awaited.push_back(issued[i]);
    while (!awaited.empty()) {
      auto best = awaited.begin();
      for (auto it = awaited.begin(); it != awaited.end(); ++it)
        if (trips((*it)->transfer->start) > trips((*best)->transfer->start))
          best = it;
      wait(**best);
      awaited.erase(best);
    }
  }

  void wait(Copy &copy) {
    double begin = now;
    std::vector<double> whole(problem.target.tiers.size(), 1.0);
    while (copy.arrived < 0)
      advance(1e30, whole);
    total += (now - begin) * trips(copy.transfer->start);
  }

  void runOp(Step step) {
    const Op &op = problem.ops[step];
    const Target &target = problem.target;
    std::vector<double> busy(target.tiers.size(), 0.0);
    std::vector<double> needed(target.tiers.size(), 0.0);
    for (size_t k = 0; k < op.accesses.size(); ++k) {
      TierId tier = solution.residencies[solution.served[step][k]].tier;
      auto bytes = static_cast<double>(op.accesses[k].bytes);
      double seconds = 0;
      if (op.accesses[k].mode != AccessMode::Write)
        seconds += bytes / target.tiers[tier].readBytesPerSecond;
      if (op.accesses[k].mode != AccessMode::Read)
        seconds += bytes / target.tiers[tier].writeBytesPerSecond;
      busy[tier] += seconds;
      needed[tier] += seconds / op.accesses[k].efficiency;
    }
    double sum = 0, largest = 0;
    for (double seconds : needed) {
      sum += seconds;
      largest = std::max(largest, seconds);
    }
    double memory = target.combine == Combine::Sum ? sum : largest;
    double compute = static_cast<double>(op.computePs) * 1e-12;
    double duration = static_cast<double>(target.launchPs) * 1e-12 +
                      std::max(compute, memory) +
                      (1 - op.overlap) * std::min(compute, memory);
    bool movesBytes = false;
    for (const Access &access : op.accesses)
      movesBytes |= access.bytes > 0;
    if (op.computePs == 0 && !movesBytes)
      duration = 0;
    total += duration * trips(step);
    if (duration == 0)
      return;
    std::vector<double> free(busy.size());
    for (size_t i = 0; i < busy.size(); ++i)
      free[i] = std::max(0.0, 1 - busy[i] / duration);
    double end = now + duration;
    while (now < end)
      advance(end, free);
    now = end;
  }

  /// Returns the copy to flow on \p channel in order of deadline: the due copy
  /// among those with an elapsed latency. \p next: end of the next latency.
  Copy *firstDue(ChannelId channel, double &next) {
    const double latency = latencyOf(channel);
    Copy *best = nullptr;
    for (Copy &copy : copies) {
      if (copy.transfer->channel != channel || copy.issued < 0 ||
          copy.arrived >= 0)
        continue;
      if (copy.issued + latency > now + 1e-13) {
        next = std::min(next, copy.issued + latency);
        continue;
      }
      auto keyOf = [](const Copy &each) {
        return std::tuple(each.invocation, each.transfer->done, each.ticket);
      };
      if (!best || keyOf(copy) < keyOf(*best))
        best = &copy;
    }
    return best;
  }

  double latencyOf(ChannelId channel) const {
    return static_cast<double>(problem.target.channels[channel].latencyPs) *
           1e-12;
  }

  /// A descriptor for each row, unless the channel moves several rows at once.
  double descriptorsOf(const Copy &copy) const {
    const Buffer &buffer =
        problem.buffers[solution.residencies[copy.transfer->from].buffer];
    const Channel &channel = problem.target.channels[copy.transfer->channel];
    const TierId home = problem.target.defaultTier;
    if (buffer.rows.empty() || (channel.from != home && channel.to != home))
      return 1;
    int64_t rows = 1;
    for (int64_t count : buffer.rows)
      rows *= count;
    const int64_t row = buffer.size / rows;
    int64_t descriptors = rows;
    if (row >= channel.leastRun && channel.dimensions >= 2)
      descriptors /= buffer.rows.back();
    if (row >= channel.leastRun && channel.dimensions >= 3 &&
        buffer.rows.size() == 2)
      descriptors /= buffer.rows.front();
    return static_cast<double>(descriptors);
  }

  /// Returns the copy at the head of \p channel, if any, and the time since
  /// when.
  Copy *headOf(ChannelId channel, double &since) {
    Copy *head = nullptr;
    double lastArrival = 0;
    for (Copy &copy : copies) {
      if (copy.transfer->channel != channel || copy.issued < 0)
        continue;
      if (copy.arrived >= 0)
        lastArrival = std::max(lastArrival, copy.arrived);
      else if (!head || copy.ticket < head->ticket)
        head = &copy;
    }
    if (head)
      since = std::max(head->issued, lastArrival);
    return head;
  }

  /// Returns true if \p flows can have \p rates together.
  bool fits(const std::vector<Copy *> &flows, const std::vector<double> &rates,
            const std::vector<double> &free) const {
    const Target &target = problem.target;
    std::vector<double> used(free.size(), 0.0);
    for (size_t i = 0; i < flows.size(); ++i) {
      const Channel &channel = target.channels[flows[i]->transfer->channel];
      if (rates[i] > channel.bytesPerSecond)
        return false;
      used[channel.from] +=
          rates[i] / target.tiers[channel.from].readBytesPerSecond;
      used[channel.to] +=
          rates[i] / target.tiers[channel.to].writeBytesPerSecond;
    }
    for (size_t i = 0; i < free.size(); ++i)
      if (used[i] > free[i])
        return false;
    return true;
  }

  /// Returns max-min fair rates by their definition: raises all rates that can
  /// still rise, as far as they fit together; then tests which rates can rise
  /// alone.
  std::vector<double> fairRates(const std::vector<Copy *> &flows,
                                const std::vector<double> &free) const {
    std::vector<double> rates(flows.size(), 0.0);
    std::vector<bool> settled(flows.size(), false);
    for (size_t round = 0; round < flows.size(); ++round) {
      double low = 0, high = 1e9;
      for (int i = 0; i < 200; ++i) {
        double middle = (low + high) / 2;
        std::vector<double> trial = rates;
        for (size_t k = 0; k < flows.size(); ++k)
          if (!settled[k])
            trial[k] = middle;
        (fits(flows, trial, free) ? low : high) = middle;
      }
      for (size_t k = 0; k < flows.size(); ++k)
        if (!settled[k])
          rates[k] = low;
      for (size_t k = 0; k < flows.size(); ++k) {
        std::vector<double> trial = rates;
        trial[k] += 1e-9 * (1 + low);
        if (!settled[k] && !fits(flows, trial, free))
          settled[k] = true;
      }
    }
    return rates;
  }

  /// Advances to the next event, at most to \p limit.
  void advance(double limit, const std::vector<double> &free) {
    double next = limit;
    std::vector<Copy *> flows;
    for (size_t i = 0; i < problem.target.channels.size(); ++i) {
      const auto channel = static_cast<ChannelId>(i);
      if (problem.target.channels[i].order == ChannelOrder::Deadline) {
        if (Copy *copy = firstDue(channel, next))
          flows.push_back(copy);
        continue;
      }
      double since = 0;
      Copy *head = headOf(channel, since);
      if (!head)
        continue;
      double flowsAt = since + latencyOf(channel) * descriptorsOf(*head);
      if (flowsAt <= now + 1e-13)
        flows.push_back(head);
      else
        next = std::min(next, flowsAt);
    }
    std::vector<double> rates = fairRates(flows, free);
    for (size_t i = 0; i < flows.size(); ++i)
      if (rates[i] > 1e-6)
        next = std::min(next, now + flows[i]->bytesLeft / rates[i]);
    for (size_t i = 0; i < flows.size(); ++i) {
      flows[i]->bytesLeft -= rates[i] * (next - now);
      if (flows[i]->bytesLeft < 1e-9)
        flows[i]->arrived = next;
    }
    now = next;
  }

  const Problem &problem;
  const Solution &solution;
  std::deque<Copy> copies;    // Of all invocations.
  std::vector<Copy *> issued; // By transfer: the latest copy.
  double now = 0;
  double total = 0;
  int64_t nextTicket = 1;
  int64_t invocation = 0;
};

/// Small numbers, so that events often coincide.
class Generator {
public:
  explicit Generator(uint64_t seed) : random(seed) {}

  void make(Problem &problem, Solution &solution) {
    makeTarget(problem.target);
    int64_t numOps = pick(1, 8);
    for (int64_t i = 0; i < numOps; ++i)
      addOp(problem, solution);
    if (pick(0, 1) == 1) {
      Step begin = pick(0, numOps - 1);
      Step end = pick(begin + 1, numOps);
      problem.loops.push_back({.range = {begin, end}, .tripCount = pick(1, 4)});
      problem.loops.push_back(
          {.range = {begin, pick(begin + 1, end)}, .tripCount = pick(1, 4)});
    }
    int64_t numTransfers = pick(0, 8);
    for (int64_t i = 0; i < numTransfers; ++i)
      addTransfer(problem, solution);
  }

  /// Lets some transfers end in the next invocation.
  void extend(Problem &problem, Solution &solution) {
    problem.isCyclic = pick(0, 3) > 0;
    for (Transfer &transfer : solution.transfers) {
      Step start = pick(0, problem.numSteps() - 1);
      bool isInLoop = false;
      for (const Loop &loop : problem.loops)
        isInLoop |= loop.range.contains(start);
      if (problem.isCyclic && start > 0 && !isInLoop) {
        transfer.start = start;
        transfer.done = pick(0, start - 1);
      }
    }
  }

  /// Adds partial overlap, inefficient accesses and channels by deadline: each
  /// to some of the problems, there to half of the places.
  void slow(Problem &problem) {
    const bool overlaps = pick(0, 2) > 0, isSlow = pick(0, 2) > 0;
    const bool hasDeadlines = pick(0, 2) > 0;
    for (Op &op : problem.ops) {
      if (overlaps && pick(0, 1) == 1)
        op.overlap = 0.25 * static_cast<double>(pick(0, 4));
      for (Access &access : op.accesses)
        if (isSlow && pick(0, 1) == 1)
          access.efficiency = 0.25 * static_cast<double>(pick(1, 4));
    }
    for (Channel &channel : problem.target.channels)
      if (hasDeadlines && pick(0, 3) > 0)
        channel.order = ChannelOrder::Deadline;
    lieInRows(problem);
  }

private:
  /// Puts some buffers in rows at home; some channels move several rows at
  /// once.
  void lieInRows(Problem &problem) {
    if (pick(0, 1) == 0)
      return;
    for (Buffer &buffer : problem.buffers)
      if (pick(0, 1) == 1)
        buffer.rows = pick(0, 1) == 1 ? std::vector<int64_t>{2, 5}
                                      : std::vector<int64_t>{5};
    for (Channel &channel : problem.target.channels) {
      channel.dimensions = pick(1, 3);
      channel.leastRun = pick(0, 1) == 1 ? 8 : 1;
    }
  }

  int64_t pick(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  }
  double pickBandwidth() { return static_cast<double>(10 * pick(1, 10)); }

  void makeTarget(Target &target) {
    for (int i = 0; i < 3; ++i)
      target.tiers.push_back({.capacity = 1000000,
                              .readBytesPerSecond = pickBandwidth(),
                              .writeBytesPerSecond = pickBandwidth()});
    int64_t numChannels = pick(1, 5);
    for (int64_t i = 0; i < numChannels; ++i) {
      auto from = static_cast<TierId>(pick(0, 2));
      auto to = static_cast<TierId>((from + pick(1, 2)) % 3);
      target.channels.push_back({.from = from,
                                 .to = to,
                                 .bytesPerSecond = pickBandwidth(),
                                 .latencyPs = pick(0, 2) * 500'000'000'000});
    }
    target.combine = pick(0, 1) == 0 ? Combine::Sum : Combine::Max;
    target.launchPs = pick(0, 1) * 250'000'000'000;
  }

  ResidencyId addResidency(Problem &problem, Solution &solution, TierId tier) {
    problem.buffers.push_back({.size = 10 * pick(1, 20)});
    solution.residencies.push_back(
        {.buffer = static_cast<BufferId>(problem.buffers.size() - 1),
         .tier = tier});
    return static_cast<ResidencyId>(solution.residencies.size() - 1);
  }

  void addOp(Problem &problem, Solution &solution) {
    Op op = {.computePs = pick(0, 3) * 500'000'000'000};
    std::vector<ResidencyId> served;
    int64_t numAccesses = pick(0, 3);
    for (int64_t k = 0; k < numAccesses; ++k) {
      served.push_back(
          addResidency(problem, solution, static_cast<TierId>(pick(0, 2))));
      op.accesses.push_back(
          {.buffer = solution.residencies[served.back()].buffer,
           .mode = static_cast<AccessMode>(pick(0, 2)),
           .bytes = 10 * pick(0, 5)});
    }
    problem.ops.push_back(op);
    solution.served.push_back(served);
  }

  void addTransfer(Problem &problem, Solution &solution) {
    auto channel = static_cast<ChannelId>(
        pick(0, static_cast<int64_t>(problem.target.channels.size()) - 1));
    ResidencyId from =
        addResidency(problem, solution, problem.target.channels[channel].from);
    solution.residencies.push_back(
        {.buffer = solution.residencies[from].buffer,
         .tier = problem.target.channels[channel].to});
    Step start = pick(0, problem.numSteps());
    solution.transfers.push_back({.from = from,
                                  .to = from + 1,
                                  .channel = channel,
                                  .start = start,
                                  .done = pick(start, problem.numSteps())});
  }

  std::mt19937_64 random;
};

// Simulates, and expects the same makespan from the reference.
Timeline simulateAsReference(const Problem &problem, const Solution &solution) {
  Timeline timeline = simulate(problem, solution);
  double expected = Reference(problem, solution).run();
  EXPECT_NEAR(timeline.makespan, expected, 1e-7 * (1 + expected));
  return timeline;
}

TEST(ReferenceTest, RandomProgramsTakeAsLongInTheReference) {
  int numWithStalls = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    Problem problem;
    Solution solution;
    Generator(seed).make(problem, solution);

    Timeline timeline = simulateAsReference(problem, solution);
    numWithStalls += timeline.stallSeconds > 0 ? 1 : 0;
  }
  // A smaller number would prove little.
  EXPECT_GT(numWithStalls, 200);
}

TEST(ReferenceTest, CyclicProgramsTakeAsLongInTheReference) {
  int numWithWrappedStalls = 0;
  for (uint64_t seed = 1000; seed < 1600; ++seed) {
    SCOPED_TRACE(seed);
    Problem problem;
    Solution solution;
    Generator generator(seed);
    generator.make(problem, solution);
    generator.extend(problem, solution);

    Timeline timeline = simulateAsReference(problem, solution);
    bool isWrapped = false;
    for (const StallEvent &stall : timeline.stalls)
      isWrapped |= solution.transfers[stall.transfer].isWrapped();
    numWithWrappedStalls += isWrapped;
  }
  EXPECT_GT(numWithWrappedStalls, 100);
}

TEST(ReferenceTest, OverlapEfficiencyAndDeadlinesTakeAsLongInTheReference) {
  int numPreempted = 0;
  for (uint64_t seed = 2000; seed < 2800; ++seed) {
    SCOPED_TRACE(seed);
    Problem problem;
    Solution solution;
    Generator generator(seed);
    generator.make(problem, solution);
    if (seed % 2 == 0)
      generator.extend(problem, solution);
    generator.slow(problem);

    Timeline timeline = simulateAsReference(problem, solution);
    bool isPreempted = false;
    for (const TransferEvent &late : timeline.transfers)
      for (const TransferEvent &urgent : timeline.transfers)
        isPreempted |= solution.transfers[late.transfer].channel ==
                           solution.transfers[urgent.transfer].channel &&
                       late.flowStart < urgent.flowStart &&
                       urgent.arrived < late.arrived;
    numPreempted += isPreempted;
  }
  EXPECT_GT(numPreempted, 40);
}

} // namespace
