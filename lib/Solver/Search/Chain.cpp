//===- Chain.cpp - One chain of simulated annealing -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chain.h"

#include <algorithm>
#include <cmath>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

namespace {

struct Row {
  double lifePower, maxKeep, valueOfFreeTime, stallWeight, maxLead;
  Arena::Fit fit;
};

constexpr Row rows[] = {
    {0, 10, 0, 1, 5, Arena::Fit::First},
    {1, any, 0, 1, 5, Arena::Fit::Best},
    {1, any, 0, 2, 30, Arena::Fit::First},
    {0, any, 0, 1, 30, Arena::Fit::Best},
    {0.5, any, 0, 2, 5, Arena::Fit::First},
    {0.5, any, 0.3, 1, 5, Arena::Fit::Best},
};

} // namespace

// Of a cyclic problem, each also without what stays all the time.
size_t solver::search::numVariantsOf(const Problem &problem) {
  return std::size(rows) * (problem.isCyclic ? 2 : 1);
}

Variant solver::search::variantAt(size_t index) {
  const Row &row = rows[index % std::size(rows)];
  Choices all;
  all.staysAlways = index < std::size(rows);
  all.policy.servesOnTheWay = true;
  all.maxKeep = row.maxKeep;
  all.policy.minSaving = 1e-12;
  all.policy.fit = row.fit;
  all.policy.valueOfFreeTime = row.valueOfFreeTime;
  all.policy.stallWeight = row.stallWeight;
  all.policy.maxLead = row.maxLead;
  return {all, row.lifePower};
}

Chain::Chain(const Uses &uses, const Placement &base,
             const SearchOptions &options, uint64_t seed)
    : uses(uses), options(options),
      boldness(100.0 / static_cast<double>(
                           std::clamp<Step>(uses.problem.numSteps(), 1, 100))),
      state(uses, base), random(seed) {
  const std::vector<Movable> &movables = state.getMovables();
  choices.resize(movables.size());
  isStale.resize(movables.size());
  stepsOf.resize(movables.size());
  std::vector<std::vector<int32_t>> byStep(uses.problem.numSteps());
  for (size_t m = 0; m < movables.size(); ++m)
    for (const AccessGroup &group : uses.groups[movables[m].buffer])
      byStep[group.step].push_back(static_cast<int32_t>(m));
  for (size_t step = 0; step < byStep.size(); ++step) {
    if (byStep[step].empty())
      continue;
    for (int32_t movable : byStep[step])
      stepsOf[movable].push_back(static_cast<int32_t>(steps.size()));
    steps.push_back(static_cast<Step>(step));
    users.push_back(std::move(byStep[step]));
  }
  weighUsers();
  best.seconds = state.makespan();
  for (size_t m = 0; m < movables.size(); ++m)
    best.placed.push_back(state.placed(static_cast<int32_t>(m)));
}

// Buffers that can save much are chosen more often.
void Chain::weighUsers() {
  Choices choices;
  choices.policy.valueOfFreeTime = 0.5;
  std::vector<double> savings;
  for (size_t m = 0; m < stepsOf.size(); ++m)
    savings.push_back(state.savingOf(static_cast<int32_t>(m), choices));
  for (size_t i = 0; i < steps.size(); ++i) {
    std::vector<double> &chances = userChances.emplace_back();
    double sum = 0;
    for (int32_t movable : users[i])
      chances.push_back(sum += savings[movable]);
    const double share = 0.05; // Of chances that are equal for all.
    for (size_t k = 0; k < chances.size(); ++k)
      chances[k] = (sum > 0 ? (1 - share) * chances[k] / sum : 0) +
                   share * static_cast<double>(k + 1) /
                       static_cast<double>(chances.size());
  }
}

//===----------------------------------------------------------------------===//
// The best so far
//===----------------------------------------------------------------------===//

void Chain::noteBest() {
  for (int32_t movable : state.getKept())
    if (!isStale[movable]) {
      isStale[movable] = true;
      stale.push_back(movable);
    }
  if (state.makespan() >= best.seconds)
    return;
  best.seconds = state.makespan();
  for (int32_t movable : stale) {
    best.placed[movable] = state.placed(movable);
    isStale[movable] = false;
  }
  stale.clear();
}

void Chain::restartFrom(const Incumbent &other) {
  state.load(other.placed);
  if (&other != &best)
    best = other;
  for (int32_t movable : stale)
    isStale[movable] = false;
  stale.clear();
}

Incumbent Chain::incumbentOf(const std::vector<PlacedBuffer> &placed) {
  Incumbent incumbent;
  for (const Movable &movable : state.getMovables())
    incumbent.placed.push_back(placed[movable.buffer]);
  state.load(incumbent.placed);
  incumbent.seconds = state.makespan();
  return incumbent;
}

std::vector<BufferPlan> Chain::plansOf(const Incumbent &incumbent) {
  state.load(incumbent.placed);
  return state.getPlans();
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

double Chain::urgencyOf(int32_t movable, double lifePower) const {
  const auto &own = stepsOf[movable];
  const double life =
      static_cast<double>(steps[own.back()] + 1 - steps[own.front()]);
  return state.urgencyOf(movable, choices[movable]) / std::pow(life, lifePower);
}

bool Chain::construct(size_t index, const std::function<bool()> &goesOn) {
  const Variant variant = variantAt(index);
  const Choices &all = variant.choices;
  std::fill(choices.begin(), choices.end(), all);
  const int32_t count = static_cast<int32_t>(choices.size());
  for (int32_t movable = 0; movable < count; ++movable)
    state.takeOut(movable);
  order.clear();
  for (int32_t movable = 0; movable < count; ++movable)
    order.push_back({-urgencyOf(movable, variant.lifePower), movable});
  std::sort(order.begin(), order.end());
  for (auto [urgency, movable] : order) {
    if (!goesOn()) {
      state.undo();
      return false;
    }
    state.insert(movable, all);
  }
  state.evaluate();
  ++evaluations;
  state.keep();
  noteBest();
  return true;
}

//===----------------------------------------------------------------------===//
// Annealing
//===----------------------------------------------------------------------===//

std::vector<Region> Chain::regions(size_t count, double firstShare) const {
  // A change gains where ops take longer than they could, but may have to make
  // room or time for that elsewhere.
  constexpr double evenShare = 0.2;
  // Less is hardly a place by itself: changes reach 16 steps to either side.
  constexpr size_t minSteps = 64;
  double loss = 0;
  for (Step step : steps)
    loss += state.lossOf(step);
  const double even = 1 / static_cast<double>(steps.size());
  std::vector<Region> result;
  size_t begin = 0;
  double sum = 0;
  double next = firstShare / static_cast<double>(count);
  for (size_t i = 0; i < steps.size(); ++i) {
    const double part = loss > 0 ? state.lossOf(steps[i]) / loss : even;
    sum += evenShare * even + (1 - evenShare) * part;
    if (sum < next || i + 1 - begin < minSteps)
      continue;
    result.push_back({begin, i + 1});
    begin = i + 1;
    while (next <= sum)
      next += 1 / static_cast<double>(count);
  }
  if (result.empty() || steps.size() - begin >= minSteps)
    result.push_back({begin, steps.size()});
  result.back().end = steps.size();
  return result;
}

int64_t Chain::anneal(int64_t count, int64_t length, const Region &where,
                      const std::function<bool()> &goesOn) {
  region = where;
  const double meanOp =
      state.makespan() / static_cast<double>(uses.problem.numSteps());
  for (int64_t i = 0; i < count; ++i) {
    if (!goesOn())
      return i;
    const double done = static_cast<double>(i) / static_cast<double>(length);
    const double temperature =
        boldness * options.heat * meanOp * std::pow(options.cooling, done);
    // Large changes find what is good, small ones what is best near that.
    const double window =
        options.window *
        (1 + 3 * std::exp(-static_cast<double>(evaluations) / 500));
    const double before = state.makespan();
    // What changes nothing needs no evaluation.
    constexpr int maxTries = 10;
    for (int tries = 0; tries < maxTries; ++tries) {
      if (options.window > 0 && random.chance(window))
        recreateWindow();
      else if (random.chance(options.force))
        forceIn();
      else
        recreate();
      if (state.hasChanged())
        break;
      takeBack();
    }
    const double delta = state.evaluate() - before;
    ++evaluations;
    if (delta > 0 && random.uniform() >= std::exp(-delta / temperature)) {
      takeBack();
      continue;
    }
    state.keep();
    noteBest();
  }
  return count;
}

void Chain::takeBack() {
  state.undo();
  for (size_t j = 0; j < ruined.size(); ++j)
    choices[ruined[j]] = choicesBefore[j];
}
