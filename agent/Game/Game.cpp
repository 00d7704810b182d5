//===- Game.cpp - Placement as a game for one player ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GameState.h"
#include "Playable.h"

#include "memplace/Simulator/Simulator.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>
#include <tuple>

using namespace memplace;
using namespace memplace::planning;

//===----------------------------------------------------------------------===//
// Set-up
//===----------------------------------------------------------------------===//

Game::Impl::Impl(const Problem &given)
    : problem(given), uses(problem), open(problem.buffers.size()),
      lastFixedUse(problem.buffers.size(), -1) {
  const TierId numTiers = static_cast<TierId>(problem.target.tiers.size());
  copyTiers.resize(numTiers);
  for (TierId home = 0; home < numTiers; ++home)
    for (TierId tier = 0; tier < numTiers; ++tier)
      if (tier != home)
        copyTiers[home].push_back(tier);
}

void Game::Impl::start(Placement base) {
  placement = std::move(base);
  std::vector<double> worth; // By unit: seconds per byte.
  std::vector<UseUnit> found;
  for (size_t b = 0; b < problem.buffers.size(); ++b) {
    const BufferId id = static_cast<BufferId>(b);
    const double size = static_cast<double>(problem.buffers[b].size);
    for (size_t i = 0; i < uses.byBuffer[b].size(); ++i) {
      const int32_t use = static_cast<int32_t>(i);
      if (placement->planOf(id).serving[i] != 0)
        continue; // No decision: the home may not serve this use.
      found.push_back({id, uses.byBuffer[b][i].step, use});
      worth.push_back(placement->savingOf(id, use, use, 0, 0) / size);
    }
  }
  std::vector<size_t> order(found.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    // Within an op, the largest saving per byte comes first.
    return std::tuple(found[a].step, -worth[a], a) <
           std::tuple(found[b].step, -worth[b], b);
  });
  for (size_t i : order)
    units.push_back(found[i]);
  placement->keepJournal();
  baseline = memplace::makespan(problem, assemble(uses, placement->getPlans()));
}

Game::Game(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
Game::Game(Game &&) noexcept = default;
Game &Game::operator=(Game &&) noexcept = default;
Game::~Game() = default;

Result<Game> Game::create(const Problem &problem) {
  if (std::optional<Error> error = checkPlayable(problem))
    return *error;
  auto impl = std::make_unique<Impl>(problem);
  BackingResult base = buildBasePlacement(impl->uses);
  if (!base.placement)
    return Error{base.message};
  impl->start(std::move(*base.placement));
  return Game(std::move(impl));
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

const Problem &Game::getProblem() const { return impl->problem; }

int32_t Game::numActions() const {
  return firstCopyAction +
         static_cast<int32_t>(impl->problem.target.tiers.size()) - 1;
}

std::span<const UseUnit> Game::getUnits() const { return impl->units; }
size_t Game::position() const { return impl->position; }
bool Game::isOver() const { return impl->isOver(); }
size_t Game::numDecisions() const { return impl->decisions.size(); }
double Game::baseline() const { return impl->baseline; }
double Game::rewardSoFar() const { return impl->rewardSoFar; }
uint64_t Game::hash() const { return impl->hash; }

GameDecision Game::decision(size_t index) const {
  const UndoableDecision &decision = impl->decisions[index];
  return {decision.position, decision.action};
}

double Game::makespan() const {
  return memplace::makespan(impl->problem, solution());
}

double Game::finalReward() const {
  return impl->toReward(impl->baseline - makespan()) - impl->rewardSoFar;
}

const RelaxedPlacement &
Game::Impl::getRelaxation(const std::function<bool()> &shouldContinue) {
  if (!relaxed) {
    int64_t numAccesses = 1;
    for (const Op &op : problem.ops)
      numAccesses += static_cast<int64_t>(op.accesses.size());
    // Limits the accesses visited in all iterations: at most a second.
    constexpr int64_t maxAccesses = 300'000, minIterations = 20,
                      maxIterations = 300;
    BoundLimits limits;
    limits.iterations =
        std::clamp(maxAccesses / numAccesses, minIterations, maxIterations);
    limits.shouldContinue = shouldContinue;
    limits.window = 12; // Networks were trained on placements with these.
    limits.blockLength = 0;
    limits.mayLeaveEarly = true;
    relaxed = std::make_shared<const RelaxedPlacement>(
        relaxedPlacement(problem, limits));
  }
  return *relaxed;
}

std::shared_ptr<const RelaxedPlacement>
Game::relaxation(const std::function<bool()> &shouldContinue) {
  impl->getRelaxation(shouldContinue);
  return impl->relaxed;
}

void Game::share(std::shared_ptr<const RelaxedPlacement> relaxed) {
  impl->relaxed = std::move(relaxed);
}

Solution Game::solution() const {
  return assemble(impl->uses, impl->placement->getPlans());
}

std::vector<PlacedBuffer> Game::placed() const {
  std::vector<PlacedBuffer> placed;
  for (size_t b = 0; b < impl->problem.buffers.size(); ++b)
    placed.push_back(impl->placement->placedBuffer(static_cast<BufferId>(b)));
  return placed;
}

const std::vector<bool> &Game::legalActions() {
  impl->tryAll();
  return impl->legal;
}

const std::vector<double> &Game::actionRewards() {
  impl->tryAll();
  return impl->rewards;
}

//===----------------------------------------------------------------------===//
// Playing
//===----------------------------------------------------------------------===//

// Adds the stay at the outermost feasible level, whatever the saving.
std::optional<StayOutcome> Game::Impl::addStay(BufferId buffer, TierId tier,
                                               int32_t first, int32_t last) {
  StayPolicy policy;
  policy.minSaving = -infinity;
  return planning::addStay(uses, *placement, {buffer, tier, first, last},
                           policy);
}

std::optional<OpenStay> Game::Impl::place(const UseUnit &unit,
                                          GameAction action) {
  const BufferId buffer = unit.buffer;
  const Placement::Mark before = placement->mark();
  OpenStay stay;
  if (action == noCopyAction) {
    // The environment searches for its steps and its offset again.
    const OpenStay &current = open[buffer];
    if (current.lastUse < 0 || current.lastUse != unit.use - 1)
      return std::nullopt;
    stay = current;
    placement->removeSince(buffer, current.before);
  } else {
    const TierId home = placement->planOf(buffer).stays[0].tier;
    stay.tier = copyTiers[home][action - firstCopyAction];
    stay.firstUse = unit.use;
    stay.before = placement->sizesOf(buffer);
  }
  const std::optional<StayOutcome> outcome =
      addStay(buffer, stay.tier, stay.firstUse, unit.use);
  if (!outcome) {
    placement->rewind(before);
    return std::nullopt;
  }
  stay.saving = outcome->saving;
  stay.lastUse = std::max(unit.use, outcome->lastUse);
  return stay;
}

void Game::Impl::tryAll() {
  if (isTried)
    return;
  assert(!isOver() && "there is nothing left to decide");
  isTried = true;
  const UseUnit &unit = units[position];
  const size_t numActions = firstCopyAction + problem.target.tiers.size() - 1;
  legal.assign(numActions, false);
  rewards.assign(numActions, 0);
  legal[dropAction] = true;
  for (size_t action = 1; action < numActions; ++action) {
    const Placement::Mark before = placement->mark();
    const std::optional<OpenStay> stay =
        place(unit, static_cast<GameAction>(action));
    if (!stay)
      continue;
    placement->rewind(before);
    const double gained =
        stay->saving - (action == noCopyAction ? open[unit.buffer].saving : 0);
    legal[action] = true;
    rewards[action] = toReward(gained);
  }
}

void Game::Impl::skipFixed() {
  while (!isOver() &&
         lastFixedUse[units[position].buffer] >= units[position].use)
    ++position;
}

/// Returns a well-mixed hash of an action at a position: splitmix64.
static uint64_t mix(uint64_t position, uint64_t action) {
  uint64_t z = position * 64 + action + 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

bool Game::apply(GameAction action, GameStep &result) {
  assert(!isOver() && "there is nothing left to decide");
  if (action < 0 || action >= numActions())
    return false;
  const UseUnit unit = impl->units[impl->position];
  OpenStay &open = impl->open[unit.buffer];
  int32_t &lastFixedUse = impl->lastFixedUse[unit.buffer];
  UndoableDecision decision = {
      action, impl->position,   impl->placement->mark(), open, lastFixedUse,
      0,      impl->rewardSoFar};
  if (action == dropAction) {
    open = OpenStay();
    lastFixedUse = unit.use;
  } else {
    const std::optional<OpenStay> stay = impl->place(unit, action);
    if (!stay)
      return false;
    decision.reward = impl->toReward(
        stay->saving - (action == noCopyAction ? open.saving : 0));
    open = *stay;
    lastFixedUse = stay->lastUse;
  }
  impl->rewardSoFar += decision.reward;
  impl->hash ^= mix(impl->position, static_cast<uint64_t>(action));
  impl->isTried = false;
  impl->skipFixed();
  impl->decisions.push_back(decision);
  result = {decision.reward, lastFixedUse};
  return true;
}

void Game::undo() {
  assert(numDecisions() > 0 && "there is nothing to take back");
  const UndoableDecision decision = impl->decisions.back();
  impl->decisions.pop_back();
  impl->position = decision.position;
  const UseUnit &unit = impl->units[impl->position];
  impl->placement->rewind(decision.mark);
  impl->open[unit.buffer] = decision.openBefore;
  impl->lastFixedUse[unit.buffer] = decision.lastFixedBefore;
  impl->hash ^= mix(impl->position, static_cast<uint64_t>(decision.action));
  impl->isTried = false;
  // Subtraction would leave rounding errors behind.
  impl->rewardSoFar = decision.rewardBefore;
}

//===----------------------------------------------------------------------===//
// Comparing states
//===----------------------------------------------------------------------===//

namespace {

/// FNV-1a over integers.
class Digest {
public:
  void add(uint64_t value) {
    for (int32_t byte = 0; byte < 8; ++byte, value >>= 8)
      sum = (sum ^ (value & 0xff)) * 0x100000001b3;
  }
  void add(double value) { add(std::bit_cast<uint64_t>(value)); }
  void add(int64_t value) { add(static_cast<uint64_t>(value)); }

  uint64_t sum = 0xcbf29ce484222325;
};

} // namespace

uint64_t Game::digest() const {
  Digest digest;
  const Placement &placement = *impl->placement;
  const Problem &problem = impl->problem;
  digest.add(static_cast<uint64_t>(impl->position));
  digest.add(impl->rewardSoFar);
  for (size_t b = 0; b < problem.buffers.size(); ++b) {
    const PlacedBuffer placed =
        placement.placedBuffer(static_cast<BufferId>(b));
    for (const Stay &stay : placed.plan.stays)
      for (int64_t value :
           {int64_t(stay.tier), stay.range.begin, stay.range.end,
            stay.offset.value_or(-1), stay.reservedEnd})
        digest.add(value);
    for (const StayTransfer &transfer : placed.plan.transfers)
      for (int64_t value :
           {int64_t(transfer.from), int64_t(transfer.to),
            int64_t(transfer.channel), transfer.start, transfer.done})
        digest.add(value);
    for (StayId serving : placed.plan.serving)
      digest.add(int64_t(serving));
    for (const Reservation &time : placed.reservations)
      digest.add(time.bytes);
    digest.add(int64_t(impl->open[b].lastUse));
    digest.add(impl->open[b].saving);
    digest.add(int64_t(impl->lastFixedUse[b]));
  }
  const Traffic &traffic = placement.getTraffic();
  for (Step step = 0; step < problem.numSteps(); ++step) {
    digest.add(traffic.durationOf(step));
    for (size_t c = 0; c < problem.target.channels.size(); ++c)
      digest.add(traffic.roomOf(static_cast<ChannelId>(c), step));
    for (const Tier &tier : problem.target.tiers) {
      const size_t index =
          static_cast<size_t>(&tier - problem.target.tiers.data());
      // The offset of a probe depends on the allocated bytes.
      const int64_t probe = std::max<int64_t>(1, tier.capacity / 16);
      digest.add(placement.getArena(static_cast<TierId>(index))
                     .find({step, step + 1}, probe, 1, Arena::Fit::Best)
                     .value_or(-1));
    }
  }
  return digest.sum;
}
