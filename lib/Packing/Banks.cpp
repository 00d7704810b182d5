//===- Banks.cpp - Packing into memories of different cost ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Alternates between a choice of banks by live bytes (BankSearch.cpp) and
// packing (BankPlan.cpp). A bank that cannot be packed gets less room in the
// next choice. Prices of bytes (BankBound.cpp) give a bound and a first choice.
// A sweep over time (BankSweep.cpp) finds the best choice where few buffers are
// live; exact search (BankExact.cpp) often proves the best plan elsewhere.
//
//===----------------------------------------------------------------------===//

#include "memplace/Packing/Banks.h"

#include "BankExact.h"
#include "BankSearch.h"
#include "BankSweep.h"

#include <algorithm>
#include <cassert>
#include <cmath>

using namespace memplace;
using namespace memplace::packing;

double memplace::costOf(const BankCosts &costs, const Packing &packing) {
  double sum = 0;
  for (size_t buffer = 0; buffer < costs.accessed.size(); ++buffer)
    sum += static_cast<double>(costs.accessed[buffer]) *
           costs.perByte[packing.arenaOf(buffer)];
  return sum;
}

namespace {

class BankSolver {
public:
  BankSolver(const PackingProblem &problem, const BankCosts &costs,
             Budget &budget, int64_t maxPairs)
      : problem(problem), costs(costs), budget(budget), maxPairs(maxPairs),
        model(makeBankModel(problem, costs)), packer(model, budget) {}

  BankResult run();

private:
  void solve();
  void searchOn();
  void round(int number);
  bool isOptimal() const {
    return isProven || (std::isfinite(best.cost) &&
                        best.cost <= lowest() + model.toleranceOf(best.cost));
  }
  void offer(BankPlan plan) {
    if (!std::isfinite(best.cost)
            ? std::isfinite(plan.cost)
            : plan.cost < best.cost - model.toleranceOf(best.cost))
      best = std::move(plan);
  }
  double lowest() const { return std::max(bound->value(), sweptBound); }
  void sweep(size_t maxStates);
  void tryExactly(const BankExact::Limits &limits);
  BankResult result();

  const PackingProblem &problem;
  const BankCosts &costs;
  Budget &budget;
  const int64_t maxPairs; // For `BankSearch::prepare`.
  const BankModel model;
  BankPacker packer;
  std::optional<BankBound> bound;
  std::optional<BankSearch> search;
  std::vector<int64_t> room; // By bank: bytes that choices may use.
  BankPlan best;
  double sweptBound = 0; // Bound on the cost by `sweepBanks`.
  bool isSwept = false;  // A sweep is complete.
  bool isProven = false;
};

} // namespace

/// Chooses and packs, from the best plan or from the prices.
void BankSolver::round(int number) {
  if (number % 2 && std::isfinite(best.cost))
    search->startFrom(best.banks, room);
  else
    search->startGreedily(*bound, room);
  int64_t moves = std::clamp<int64_t>(20 * model.items.numItems, 200, 20'000);
  if (number == 0)
    moves /= 4; // Something better than greedy before a close deadline.
  search->improve(moves, budget);
  offer(packer.packNearly(search->banks()));
  for (int32_t bank = 0; bank < model.numBanks(); ++bank) {
    if (!model.isLimited(bank))
      continue;
    const int64_t capacity = model.capacity[bank];
    if (packer.excessOf(bank) > 0)
      room[bank] = std::max(
          capacity - capacity / 4,
          room[bank] - std::min(packer.excessOf(bank), capacity / 50 + 1));
    else
      room[bank] += (capacity - room[bank] + 1) / 2;
  }
}

/// Raises the bound to the least cost by live bytes, and packs that choice.
void BankSolver::sweep(size_t maxStates) {
  if (isOptimal() || isSwept || budget.isSpent())
    return;
  const double limit = std::isfinite(best.cost)
                           ? best.cost - model.toleranceOf(best.cost)
                           : best.cost;
  Budget part = budget.share(0.3);
  const SweepResult swept = sweepBanks(model, *bound, limit, maxStates, part);
  budget.spend(part.nodesUsed());
  isSwept = swept.isComplete;
  if (!isSwept)
    return;
  if (!std::isfinite(swept.cost)) {
    isProven = true;
    return;
  }
  // Rounding errors must not make the bound too high.
  constexpr double error = 1e-13;
  sweptBound = swept.cost - error * swept.cost;
  constexpr int64_t packNodes = 100'000;
  BankPlan plan;
  if (packer.packExactly(swept.banks, packNodes, plan) == BankVerdict::Fits)
    offer(std::move(plan));
}

void BankSolver::tryExactly(const BankExact::Limits &limits) {
  if (!isOptimal())
    isProven = BankExact(model, *bound, packer, budget).run(best, limits);
}

void BankSolver::solve() {
  search->startGreedily(*bound, room);
  offer(packer.packQuickly(search->banks()));
  if (isOptimal() || budget.isSpent())
    return;
  offer(packer.packNearly(search->banks()));
  if (isOptimal() || budget.isSpent())
    return;
  Budget part = budget.share(0.25);
  bound->improve(std::min(best.cost, model.penalty), 400, part);
  search->startGreedily(*bound, room);
  offer(packer.packNearly(search->banks()));
  if (!isOptimal() && !budget.isSpent() && search->prepare(maxPairs))
    searchOn();
}

/// Continues with search, first from the plan so far.
void BankSolver::searchOn() {
  constexpr int firstRounds = 4, maxRounds = 400, maxFailures = 16;
  constexpr size_t fewStates = 2'000, manyStates = 100'000;
  int number = 0;
  sweep(fewStates);
  for (; number < firstRounds && !isOptimal() && !budget.isSpent(); ++number)
    round(number);
  sweep(manyStates);
  tryExactly({.choices = 20'000, .failures = 8, .packNodes = 20'000});
  for (int failures = 0; failures < maxFailures && number < maxRounds &&
                         !isOptimal() && !budget.isSpent();
       ++number) {
    const double before = best.cost;
    round(number);
    failures = best.cost < before ? 0 : failures + 1;
  }
  tryExactly({.choices = 2'000'000, .failures = 256, .packNodes = 100'000});
}

BankResult BankSolver::result() {
  BankResult result;
  result.bound = lowest();
  if (!std::isfinite(best.cost)) {
    result.status =
        isProven ? PackStatus::Infeasible : PackStatus::LimitReached;
    result.message = isProven ? "there is no packing: proven by trying all "
                                "choices of banks"
                              : "found no packing within the capacities of the "
                                "banks; more time may find one";
    return result;
  }
  result.status = isOptimal() ? PackStatus::Optimal : PackStatus::Packed;
  packer.lowerPeaks(best);
  result.packing = Packing{std::move(best.offsets), std::move(best.banks)};
  result.cost = costOf(costs, *result.packing);
  result.bound = result.status == PackStatus::Optimal
                     ? result.cost
                     : std::clamp(result.bound, 0.0, result.cost);
  return result;
}

BankResult BankSolver::run() {
  if (std::optional<std::string> reason = shortageOf(model, problem, budget)) {
    BankResult result;
    result.status = PackStatus::Infeasible;
    result.message = *reason;
    return result;
  }
  bound.emplace(model);
  search.emplace(model, budget.seed());
  room = model.capacity;
  solve();
  return result();
}

BankResult memplace::packBanks(const PackingProblem &problem,
                               const BankCosts &costs,
                               const PackLimits &givenLimits) {
  assert(costs.accessed.size() == problem.buffers.size() &&
         costs.perByte.size() == problem.arenas.size() &&
         "a number for each buffer and each arena");
  PackLimits limits = givenLimits;
  // Without any limit, exact search could take years.
  if (!limits.timeLimit && !limits.nodes)
    limits.nodes = 20'000'000;
  if (problem.buffers.empty())
    return {.status = PackStatus::Optimal, .packing = Packing{}};
  // The list of pairs takes about a third of the time at most.
  constexpr int64_t pairs = 60'000'000, pairsInSecond = 3'000'000;
  const int64_t maxPairs =
      limits.timeLimit ? static_cast<int64_t>(std::min<double>(
                             pairs, limits.timeLimit->count() * pairsInSecond))
                       : pairs;
  Budget budget(limits);
  return BankSolver(problem, costs, budget, maxPairs).run();
}
