//===- SearchChain.cpp - One chain of the search --------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SearchChain.h"

#include "Imitator.h"

#include <algorithm>
#include <cmath>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

/// Temperature at the start of a round, in mean durations of an op.
static constexpr double initialTemperature = 0.02;
/// Temperature at the end of a round, as a share of the initial one.
static constexpr double finalShare = 0.01;
/// Evaluations after which a boost has fallen to 1 / e; see
/// `SearchChain::Entry`.
static constexpr double boostEvaluations = 500;

/// Returns a factor for temperature and probabilities of rare moves: 1 for
/// programs of 100 steps or more, larger for shorter programs, whose single
/// moves change a larger share of the makespan.
static double scaleOf(const Problem &problem) {
  return 100.0 /
         static_cast<double>(std::clamp<Step>(problem.numSteps(), 1, 100));
}

SearchChain::SearchChain(const AccessIndex &uses, const Placement &base,
                         const SearchOptions &options, uint64_t seed)
    : uses(uses), options(options), state(uses, base), sites(uses, state),
      repeats(uses, state, sites),
      mutator(uses, std::min(0.25, 0.05 * scaleOf(uses.problem))),
      space{
          uses, options, state, sites, repeats, mutator, scaleOf(uses.problem)},
      moves(makeMoves()), windowRemoval(createWindowRemoval(space)),
      random(seed), change(state, sites), best(state) {}

std::vector<SearchChain::Entry> SearchChain::makeMoves() const {
  std::vector<Entry> list;
  // A disabled move draws no random number, so disabling a move does not shift
  // the sequence.
  const auto add = [&](std::unique_ptr<Move> move, double probability,
                       double boost = 0) {
    if (probability > 0)
      list.push_back({std::move(move), probability, boost});
  };
  add(createLargeEjection(space),
      options.ejectLarge * std::min(3.0, space.scale));
  if (repeats.hasAny())
    add(createRepetitionCopy(space), options.repeat);
  if (repeats.hasShared())
    add(createPatternSpread(space), options.spread);
  // Window moves find good regions early; small moves refine the placement
  // later.
  add(createWindowRemoval(space), options.window, /*boost=*/3);
  add(createForcedInsertion(space), options.force);
  list.push_back({createRelatedRemoval(space), 1});
  return list;
}

void SearchChain::restartFrom(const Incumbent &other) {
  state.load(other.placed);
  best.reset(other);
}

Incumbent SearchChain::incumbentOf(const std::vector<PlacedBuffer> &placed) {
  Incumbent incumbent;
  for (const Movable &movable : state.getMovables())
    incumbent.placed.push_back(placed[movable.buffer]);
  state.load(incumbent.placed);
  incumbent.seconds = state.makespan();
  return incumbent;
}

std::vector<BufferPlan> SearchChain::plansOf(const Incumbent &incumbent) {
  state.load(incumbent.placed);
  return state.getPlans();
}

bool SearchChain::construct(size_t index,
                            const std::function<bool()> &shouldContinue) {
  const Variant variant = variantAt(index);
  change.setAllChoices(variant.choices);
  const auto count = static_cast<int32_t>(state.getMovables().size());
  for (int32_t movable = 0; movable < count; ++movable)
    change.remove(movable);
  std::vector<std::pair<double, int32_t>> order;
  for (int32_t movable = 0; movable < count; ++movable)
    order.push_back({-change.urgencyOf(movable, variant.lifePower), movable});
  std::sort(order.begin(), order.end());
  for (auto [urgency, movable] : order) {
    if (!shouldContinue()) {
      change.rollback();
      return false;
    }
    change.insert(movable);
  }
  if (change.evaluate() == infinity) {
    change.rollback();
    return true;
  }
  change.commit();
  best.note();
  return true;
}

int64_t SearchChain::anneal(int64_t count, int64_t length, const Region &where,
                            const std::function<bool()> &shouldContinue) {
  const double meanOp =
      state.makespan() / static_cast<double>(uses.problem.numSteps());
  for (int64_t i = 0; i < count; ++i) {
    if (!shouldContinue())
      return i;
    const double done = static_cast<double>(i) / static_cast<double>(length);
    const double temperature =
        space.scale * initialTemperature * meanOp * std::pow(finalShare, done);
    const double before = state.makespan();
    // A move without effect needs no evaluation; draw another one.
    constexpr int maxTries = 10;
    for (int tries = 0; tries < maxTries; ++tries) {
      applyAnyMove(where);
      if (change.hasChanged())
        break;
      change.rollback();
    }
    const double delta = change.evaluate() - before;
    if (delta > 0 && random.uniform() >= std::exp(-delta / temperature)) {
      change.rollback();
      continue;
    }
    change.commit();
    best.note();
  }
  return count;
}

void SearchChain::applyAnyMove(const Region &where) {
  const auto evaluations = static_cast<double>(change.numEvaluations());
  const auto isChosen = [&](const Entry &entry) {
    // The last move is certain and draws no random number.
    return &entry == &moves.back() ||
           random.chance(
               entry.probability *
               (1 + entry.boost * std::exp(-evaluations / boostEvaluations)));
  };
  const Move &move = *std::find_if(moves.begin(), moves.end(), isChosen)->move;
  if (!move.apply(change, where, random))
    windowRemoval->apply(change, where, random);
}

// One part of a crossover of two placements.
void SearchChain::adopt(const Incumbent &other, const Region &where) {
  const double before = state.makespan();
  std::vector<Counterpart> pairs;
  const auto count = static_cast<int32_t>(state.getMovables().size());
  for (int32_t id = 0; id < count; ++id) {
    const std::vector<SiteId> &own = sites.sitesOf(id);
    if (static_cast<size_t>(own.front()) >= where.begin &&
        static_cast<size_t>(own.back()) < where.end)
      pairs.push_back({id, id});
  }
  Imitator imitator(space, change, random);
  imitator.sortLargestFirst(pairs);
  std::vector<Model> models;
  for (const Counterpart &pair : pairs)
    models.push_back({other.placed[pair.to].plan, change.choicesOf(pair.to)});
  imitator.followAll(pairs, models, /*areAtTheirPlaces=*/true);
  change.insertAll(/*isSeedFirst=*/false, random);
  if (change.evaluate() >= before)
    return change.rollback();
  change.commit();
  best.note();
}
