//===- BruteForce.h - All legal placements of a tiny problem ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An oracle that shares no reasoning with solvers: `verify` decides whether a
// placement is legal, and `makespan` how long it takes. The oracle uses only
// two facts: all rules but R3 concern one buffer at a time, and longer
// residencies only take more room.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_SUPPORT_BRUTEFORCE_H
#define MEMPLACE_UNITTESTS_SUPPORT_BRUTEFORCE_H

#include "memplace/Simulator/Simulator.h"
#include "memplace/Verify/Verify.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace memplace::testing {

/// Tries all placements with at most three residencies of each buffer, at
/// multiples of its size, and with up to a given number of transfers, useful or
/// not.
class BruteForce {
public:
  BruteForce(const Problem &problem, size_t maxTransfers)
      : problem(problem), maxTransfers(maxTransfers) {}

  /// Returns the best placement, or none if no placement is legal.
  std::optional<Solution> solve() {
    for (size_t b = 0; b < problem.buffers.size(); ++b)
      listPlans(static_cast<BufferId>(b));
    chosen.resize(plans.size());
    choose(0);
    return best;
  }

  int64_t numPlacements = 0; // Number simulated.

private:
  /// All decisions for one buffer.
  using Plan = Solution;

  struct Box {
    TierId tier;
    Offset offset;
    LiveRange range;
  };
  struct Choice {
    Plan plan;
    std::vector<Box> boxes; // Rectangles of rule R3.
  };

  //===--------------------------------------------------------------------===//
  // One buffer
  //===--------------------------------------------------------------------===//

  void listPlans(BufferId id) {
    plans.emplace_back();
    minimal.clear();
    alone = problem;
    for (Op &op : alone.ops)
      std::erase_if(op.accesses,
                    [&](const Access &access) { return access.buffer != id; });
    // An op without accesses may count as a null op; `verify` does not mind.
    for (size_t b = 0; b < alone.buffers.size(); ++b)
      if (static_cast<BufferId>(b) != id) {
        alone.buffers[b].liveIn = alone.buffers[b].liveOut = false;
        alone.buffers[b].external = false;
      }
    plan = Plan();
    plan.problem = problem.name;
    plan.served.resize(problem.ops.size());
    const Buffer &buffer = problem.buffers[id];
    if (problem.isExternal(id))
      plan.residencies.push_back(
          {id, problem.homeOf(id), std::nullopt, buffer.range});
    candidates.clear();
    const Step end = problem.numSteps();
    for (TierId tier = 0;
         tier < static_cast<TierId>(problem.target.tiers.size()); ++tier) {
      if (problem.isExternal(id) && tier == problem.homeOf(id))
        continue;
      for (Offset offset = 0;
           offset + buffer.size <= problem.target.tiers[tier].capacity;
           offset += buffer.size) {
        for (Step from = buffer.range.begin; from < buffer.range.end; ++from)
          for (Step to = from + 1; to <= buffer.range.end; ++to)
            candidates.push_back({id, tier, offset, {from, to}});
        if (buffer.liveOut)
          candidates.push_back({id, tier, offset, {end, end + 1}});
      }
    }
    addResidencies(0);
    for (auto &[signature, list] : minimal)
      for (Choice &found : list)
        plans.back().push_back(std::move(found));
  }

  void addResidencies(size_t first) {
    serve(0, 0);
    if (plan.residencies.size() == 3)
      return;
    for (size_t i = first; i < candidates.size(); ++i) {
      plan.residencies.push_back(candidates[i]);
      addResidencies(i + 1);
      plan.residencies.pop_back();
    }
  }

  void serve(size_t step, size_t access) {
    if (step == alone.ops.size()) {
      listTransfers();
      return addTransfers(0);
    }
    if (access == alone.ops[step].accesses.size())
      return serve(step + 1, 0);
    for (size_t r = 0; r < plan.residencies.size(); ++r) {
      if (!plan.residencies[r].range.contains(static_cast<Step>(step)))
        continue;
      plan.served[step].push_back(static_cast<ResidencyId>(r));
      serve(step, access + 1);
      plan.served[step].pop_back();
    }
  }

  void listTransfers() {
    transfers.clear();
    const auto &residencies = plan.residencies;
    const Step numSteps = problem.numSteps();
    for (size_t from = 0; from < residencies.size(); ++from)
      for (size_t to = 0; to < residencies.size(); ++to)
        for (ChannelId channel : problem.target.channelsBetween(
                 residencies[from].tier, residencies[to].tier)) {
          if (from == to)
            continue;
          const LiveRange source = residencies[from].range;
          const LiveRange destination = residencies[to].range;
          // Only transfers that obey R7, to save calls of `verify`.
          for (Step start = std::max(source.begin, destination.begin);
               start <= std::min(source.end, numSteps); ++start)
            for (Step done = start; done <= std::min(destination.end, numSteps);
                 ++done)
              if (done == start || done <= source.end)
                transfers.push_back({static_cast<ResidencyId>(from),
                                     static_cast<ResidencyId>(to), channel,
                                     start, done});
        }
  }

  void addTransfers(size_t first) {
    if (breaksForGood(check()) || plan.transfers.size() == maxTransfers)
      return;
    if (plan.transfers.empty())
      std::erase_if(transfers, [&](const Transfer &transfer) {
        plan.transfers.push_back(transfer);
        const bool isHopeless = breaksForGood(verify(alone, plan));
        plan.transfers.pop_back();
        return isHopeless;
      });
    for (size_t i = first; i < transfers.size(); ++i) {
      plan.transfers.push_back(transfers[i]);
      addTransfers(i); // Perhaps an equal one.
      plan.transfers.pop_back();
    }
  }

  /// Returns true if no further transfer mends the plan. Transfers take room
  /// and change neither residencies nor accesses, and each transfer obeys R7
  /// by itself. Most plans are such plans.
  static bool breaksForGood(const std::optional<Violation> &violation) {
    return violation && (violation->rule == Rule::R3NoOverlap ||
                         violation->rule == Rule::R5Served ||
                         violation->rule == Rule::R7StableTransfers);
  }

  /// Keeps the plan if it is legal and no other plan does the same in less
  /// room. Returns a violation if the plan is illegal.
  std::optional<Violation> check() {
    // Each residency must have a purpose.
    std::vector<bool> isUsed(plan.residencies.size());
    for (const auto &step : plan.served)
      for (ResidencyId r : step)
        isUsed[r] = true;
    for (const Transfer &transfer : plan.transfers)
      isUsed[transfer.from] = isUsed[transfer.to] = true;
    for (size_t r = 0; r < isUsed.size(); ++r)
      if (!isUsed[r] && plan.residencies[r].offset &&
          !(problem.buffers[plan.residencies[r].buffer].liveOut &&
            plan.residencies[r].tier ==
                problem.homeOf(plan.residencies[r].buffer)))
        return std::nullopt;
    if (std::optional<Violation> violation = verify(alone, plan))
      return violation;
    Signature signature;
    for (const auto &step : plan.served)
      for (ResidencyId r : step)
        signature.push_back(plan.residencies[r].tier);
    for (const Transfer &transfer : plan.transfers)
      signature.insert(signature.end(),
                       {transfer.channel, transfer.start, transfer.done});
    std::vector<Choice> &list = minimal[signature];
    std::vector<Box> boxes = boxesOf(plan);
    for (const Choice &other : list)
      if (takesNoMore(other.boxes, boxes))
        return std::nullopt;
    std::erase_if(list, [&](const Choice &other) {
      return takesNoMore(boxes, other.boxes);
    });
    list.push_back({plan, std::move(boxes)});
    return std::nullopt;
  }

  std::vector<Box> boxesOf(const Plan &of) const {
    std::vector<Box> boxes;
    for (size_t r = 0; r < of.residencies.size(); ++r) {
      const Residency &residency = of.residencies[r];
      if (!residency.offset)
        continue;
      Box box = {residency.tier, *residency.offset, residency.range};
      const Buffer &buffer = problem.buffers[residency.buffer];
      if (buffer.liveOut && residency.tier == problem.homeOf(buffer) &&
          box.range.end == problem.numSteps())
        ++box.range.end;
      for (const Transfer &transfer : of.transfers)
        if (transfer.start == transfer.done &&
            transfer.from == static_cast<ResidencyId>(r))
          box.range.end = std::max(box.range.end, transfer.done + 1);
      boxes.push_back(box);
    }
    return boxes;
  }

  static bool takesNoMore(const std::vector<Box> &a,
                          const std::vector<Box> &b) {
    for (const Box &box : a)
      if (std::none_of(b.begin(), b.end(), [&](const Box &other) {
            return other.tier == box.tier && other.offset == box.offset &&
                   other.range.covers(box.range);
          }))
        return false;
    return true;
  }

  //===--------------------------------------------------------------------===//
  // All buffers
  //===--------------------------------------------------------------------===//

  void choose(size_t buffer) {
    if (buffer == plans.size())
      return finish();
    for (const Choice &next : plans[buffer]) {
      chosen[buffer] = &next;
      bool fits = true;
      for (size_t other = 0; other < buffer && fits; ++other)
        fits = !overlap(other, buffer);
      if (fits)
        choose(buffer + 1);
    }
  }

  /// Returns true if the chosen plans of two buffers overlap.
  bool overlap(size_t a, size_t b) const {
    for (const Box &box : chosen[a]->boxes)
      for (const Box &other : chosen[b]->boxes)
        if (box.tier == other.tier && box.range.overlaps(other.range) &&
            box.offset < other.offset + problem.buffers[b].size &&
            other.offset < box.offset + problem.buffers[a].size)
          return true;
    return false;
  }

  void finish() {
    Solution solution;
    solution.problem = problem.name;
    solution.served.resize(problem.ops.size());
    std::vector<size_t> nextAccess(problem.ops.size() * plans.size());
    std::vector<ResidencyId> firstOf;
    for (const Choice *choice : chosen) {
      const Plan *of = &choice->plan;
      const auto first = static_cast<ResidencyId>(solution.residencies.size());
      firstOf.push_back(first);
      solution.residencies.insert(solution.residencies.end(),
                                  of->residencies.begin(),
                                  of->residencies.end());
      for (Transfer transfer : of->transfers) {
        transfer.from += first;
        transfer.to += first;
        solution.transfers.push_back(transfer);
      }
    }
    for (size_t step = 0; step < problem.ops.size(); ++step)
      for (const Access &access : problem.ops[step].accesses)
        solution.served[step].push_back(
            firstOf[access.buffer] +
            chosen[access.buffer]->plan.served
                [step][nextAccess[step * plans.size() + access.buffer]++]);
    auto key = [](const Transfer &a) {
      return std::tuple(a.start, a.channel, a.done, a.from, a.to);
    };
    auto less = [&](const Transfer &a, const Transfer &b) {
      return key(a) < key(b);
    };
    std::sort(solution.transfers.begin(), solution.transfers.end(), less);
    permute(solution, 0);
  }

  /// Tries all orders of transfers that start together on one channel.
  void permute(Solution &solution, size_t begin) {
    std::vector<Transfer> &transfers = solution.transfers;
    if (begin >= transfers.size())
      return score(solution);
    size_t end = begin;
    while (end < transfers.size() &&
           transfers[end].start == transfers[begin].start &&
           transfers[end].channel == transfers[begin].channel)
      ++end;
    auto key = [](const Transfer &a) {
      return std::tuple(a.done, a.from, a.to);
    };
    do {
      permute(solution, end);
    } while (std::next_permutation(
        transfers.begin() + begin, transfers.begin() + end,
        [&](const Transfer &a, const Transfer &b) { return key(a) < key(b); }));
  }

  void score(const Solution &solution) {
    ++numPlacements;
    const double seconds = makespan(problem, solution);
    if (best && seconds >= bestSeconds)
      return;
    best = solution;
    bestSeconds = seconds;
  }

  const Problem &problem;
  const size_t maxTransfers;
  std::vector<std::vector<Choice>> plans; // By buffer.
  std::vector<const Choice *> chosen;
  std::optional<Solution> best;
  double bestSeconds = 0;

  // For one buffer.
  using Signature = std::vector<int64_t>;
  Problem alone;
  Plan plan;
  std::vector<Residency> candidates;
  std::vector<Transfer> transfers;
  std::map<Signature, std::vector<Choice>> minimal;
};

} // namespace memplace::testing

#endif // MEMPLACE_UNITTESTS_SUPPORT_BRUTEFORCE_H
