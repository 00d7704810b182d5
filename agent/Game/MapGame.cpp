//===- MapGame.cpp - A whole-life map of tensors as a game ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parts outside the map (places owned by callers, and stays forced by rules)
// are placed once, by `buildBasePlacement`. A map is then packed on top, in one
// of two fixed orders, by one of two methods with the same result. A map
// without copies has a makespan equal to the sum of its ops, so only bytes are
// tracked: two look-ups for each tensor. Otherwise a `Placement` grows by
// stays, and the simulator runs.
//
//===----------------------------------------------------------------------===//

#include "MapGame.h"

#include "MapModel.h"
#include "MapPacking.h"
#include "Playable.h"
#include "TensorGains.h"

#include "lib/Planning/BackingPlan.h"
#include "lib/Planning/OpDurations.h"
#include "memplace/Simulator/Simulator.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <optional>
#include <tuple>

using namespace memplace;
using namespace memplace::planning;

struct MapGame::Impl {
  explicit Impl(const Problem &problem)
      : problem(problem), uses(problem), durations(problem) {}

  std::optional<Error> build(const std::function<bool()> &shouldContinue);
  bool isInternal(BufferId buffer) const;
  void addTensor(BufferId buffer);
  std::vector<TierId> choicesOf(BufferId buffer, Arrival arrival);
  double secondsOf(BufferId buffer, TierId tier) const;
  LiveRange rangeOfUses(BufferId buffer) const;
  void findOrder();
  void findNative();
  void findServing();

  MapScore scoreOf(const TierMap &asked, const TierMap &map,
                   double seconds) const;
  double secondsWithoutCopies(const TierMap &map);
  bool put(TensorId tensor, TierId tier, Placement &placement) const;
  std::optional<Placement> place(TierMap &map) const;
  bool copies(const TierMap &map) const;
  std::vector<BufferPlan> plansOf(TierMap &map) const;

  const Problem &problem;
  const AccessIndex uses;
  std::optional<Placement> base; // With everything at home.
  // Without the backing copies of `Internal` tensors.
  std::optional<Placement> start;
  bool hasForcedCopies = false; // In `start`.
  std::vector<MapTensor> tensors;
  std::vector<TensorPlace> places; // By tensor.
  std::vector<TensorGain> gains;   // By tensor.
  MapOrders orders;
  int64_t totalBytes = 0;
  TierMap nativeMap;
  double nativeSeconds = 0;

  // For maps without copies.
  std::optional<MapPacking> packing; // On top of `start`.
  OpDurations durations;
  std::vector<double> costs; // By step: seconds, all trips.
};

/// Policy of stays demanded by the map, whatever the saving.
static StayPolicy stayPolicy() {
  StayPolicy policy;
  policy.fit = Arena::Fit::First;
  policy.minSaving = -infinity;
  return policy;
}

/// Request for all uses of \p buffer in \p tier, by copies; \p arrival is not
/// `Internal`.
static StayRequest stayRequest(const AccessIndex &uses, BufferId buffer,
                               TierId tier, Arrival arrival) {
  const auto numUses = static_cast<int32_t>(uses.byBuffer[buffer].size());
  return {buffer, tier, 0, arrival == Arrival::Pinned ? numUses : numUses - 1,
          uses.rootOf(buffer)};
}

std::optional<Error>
MapGame::Impl::build(const std::function<bool()> &shouldContinue) {
  BackingResult result = buildBasePlacement(uses);
  if (!result.placement)
    return Error{result.message};
  base = std::move(result.placement);
  start = *base;
  start->keepReservations();
  std::vector<BufferId> free;
  for (BufferId b = 0; b < static_cast<BufferId>(problem.buffers.size()); ++b) {
    const BufferPlan &plan = base->planOf(b);
    hasForcedCopies |= !plan.transfers.empty();
    if (plan.stays.size() > 1 || uses.byBuffer[b].empty())
      continue;
    free.push_back(b);
    // The map decides the place of its backing copy. A buffer with a single
    // choice keeps its place: there might be no other.
    if (isInternal(b) && choicesOf(b, Arrival::Internal).size() > 1)
      start->removeBackingCopy(b);
  }
  for (BufferId b : free) {
    if (shouldContinue && !shouldContinue())
      return Error{"stopped before the game was set up"};
    addTensor(b);
  }
  std::vector<FreeBytes> freeBytes; // By tier.
  for (TierId tier = 0; tier < static_cast<TierId>(problem.target.tiers.size());
       ++tier)
    freeBytes.push_back(start->getArena(tier).getFree());
  packing.emplace(problem, tensors, places, std::move(freeBytes));
  gains = findGains(uses, tensors);
  findOrder();
  findServing();
  findNative();
  return std::nullopt;
}

/// Returns true if the buffer's contents are made and consumed by the program.
bool MapGame::Impl::isInternal(BufferId b) const {
  const Buffer &buffer = problem.buffers[b];
  return !buffer.liveIn && !buffer.liveOut && !problem.isExternal(buffer);
}

void MapGame::Impl::addTensor(BufferId b) {
  const Buffer &buffer = problem.buffers[b];
  TensorPlace place;
  place.home = base->planOf(b).stays[0].tier;
  place.range = buffer.range;
  place.firstUse = uses.byBuffer[b][0].step;
  if (!isInternal(b))
    place.arrival = uses.mayWrapAround(b) ? Arrival::Pinned : Arrival::Copied;
  if (place.arrival == Arrival::Pinned)
    place.range = {0, problem.numSteps()};
  MapTensor tensor = {b, buffer.liveIn, choicesOf(b, place.arrival)};
  for (const BufferUse &use : uses.byBuffer[b])
    tensor.isWeight &= !use.writes;
  if (tensor.choices.size() < 2)
    return;
  double fastest = infinity;
  for (TierId tier : tensor.choices)
    fastest = std::min(fastest, secondsOf(b, tier));
  place.secondsSaved = secondsOf(b, place.home) - fastest;
  totalBytes += buffer.size;
  tensors.push_back(std::move(tensor));
  places.push_back(place);
}

/// Returns the tiers possible for \p b if it were the only tensor.
std::vector<TierId> MapGame::Impl::choicesOf(BufferId b, Arrival arrival) {
  const Buffer &buffer = problem.buffers[b];
  const TierId home = base->planOf(b).stays[0].tier;
  std::vector<TierId> choices;
  for (TierId tier = 0; tier < static_cast<TierId>(problem.target.tiers.size());
       ++tier) {
    bool isAllowed = problem.mayBeIn(buffer, tier) &&
                     buffer.size <= problem.target.tiers[tier].capacity;
    for (const BufferUse &use : uses.byBuffer[b])
      for (int32_t k : use.accesses)
        isAllowed &=
            mayServe(problem.target, problem.ops[use.step].accesses[k], tier);
    if (isAllowed && tier != home && arrival != Arrival::Internal) {
      const Placement::Sizes sizes = start->sizesOf(b);
      isAllowed =
          start->addStay(stayRequest(uses, b, tier, arrival), stayPolicy())
              .has_value();
      for (size_t u = 0; isAllowed && u < uses.byBuffer[b].size(); ++u)
        isAllowed = start->planOf(b).serving[u] != 0;
      start->removeSince(b, sizes);
    }
    if (tier == home || isAllowed)
      choices.push_back(tier);
  }
  return choices;
}

/// Returns the seconds of the accesses of \p buffer in \p tier, all trips.
double MapGame::Impl::secondsOf(BufferId buffer, TierId tier) const {
  const Tier &memory = problem.target.tiers[tier];
  double seconds = 0;
  for (const BufferUse &use : uses.byBuffer[buffer])
    for (int32_t k : use.accesses) {
      const Access &access = problem.ops[use.step].accesses[k];
      double once = 0;
      if (access.reads())
        once += secondsPerByte(memory.readBytesPerSecond);
      if (access.writes())
        once += secondsPerByte(memory.writeBytesPerSecond);
      seconds += static_cast<double>(access.bytes) / access.efficiency * once *
                 static_cast<double>(uses.trips[use.step]);
    }
  return seconds;
}

void MapGame::Impl::findOrder() {
  std::vector<TensorId> &order = orders.placing;
  order.resize(tensors.size());
  std::iota(order.begin(), order.end(), 0);
  // Compute may hide the time of a single tensor, but not of several tensors of
  // an op.
  constexpr double hiddenShare = 0.1;
  std::vector<std::tuple<bool, double, TensorId>> keys;
  for (size_t k = 0; k < tensors.size(); ++k) {
    const TensorPlace &place = places[k];
    const bool isCopied = place.arrival == Arrival::Copied;
    const double area =
        static_cast<double>(problem.buffers[tensors[k].buffer].size) *
        static_cast<double>(place.range.end - place.range.begin);
    const double gain = gains[k].seconds + hiddenShare * place.secondsSaved;
    keys.emplace_back(
        isCopied, isCopied ? static_cast<double>(place.firstUse) : -gain / area,
        k);
  }
  std::sort(order.begin(), order.end(),
            [&](TensorId a, TensorId b) { return keys[a] < keys[b]; });
  // Short lives fit above long lives, small sizes above large, and similar
  // rectangles pack best in sequence.
  const auto hardness = [&](TensorId k) {
    const LiveRange &range = places[k].range;
    return std::tuple(range.begin - range.end,
                      -problem.buffers[tensors[k].buffer].size, range.begin, k);
  };
  orders.packing = order;
  std::sort(orders.packing.begin(), orders.packing.end(),
            [&](TensorId a, TensorId b) { return hardness(a) < hardness(b); });
}

void MapGame::Impl::findServing() {
  for (BufferId b = 0; b < static_cast<BufferId>(problem.buffers.size()); ++b) {
    const BufferPlan &plan = base->planOf(b);
    for (size_t u = 0; u < plan.serving.size(); ++u) {
      const BufferUse &use = uses.byBuffer[b][u];
      for (int32_t k : use.accesses) {
        const Access &access = problem.ops[use.step].accesses[k];
        const StayId stay =
            servingAccess(problem, plan, plan.serving[u], access);
        durations.serve(use.step, k, plan.stays[stay].tier);
      }
    }
  }
  durations.refresh([](Step) {});
  for (Step step = 0; step < problem.numSteps(); ++step)
    costs.push_back(durations.secondsOf(step) *
                    static_cast<double>(uses.trips[step]));
}

double MapGame::Impl::secondsWithoutCopies(const TierMap &map) {
  for (size_t k = 0; k < tensors.size(); ++k)
    for (const BufferUse &use : uses.byBuffer[tensors[k].buffer])
      for (int32_t access : use.accesses)
        durations.serve(use.step, access, map[k]);
  durations.refresh([&](Step step) {
    costs[step] =
        durations.secondsOf(step) * static_cast<double>(uses.trips[step]);
  });
  // A full sum each time limits the accumulation of rounding errors.
  return std::accumulate(costs.begin(), costs.end(), 0.0);
}

/// Returns true if \p map needs transfers.
bool MapGame::Impl::copies(const TierMap &map) const {
  if (hasForcedCopies)
    return true;
  for (size_t k = 0; k < tensors.size(); ++k)
    if (places[k].arrival == Arrival::Copied && map[k] != places[k].home)
      return true;
  return false;
}

bool MapGame::Impl::put(TensorId k, TierId tier, Placement &placement) const {
  const Arrival arrival = places[k].arrival;
  const BufferId buffer = tensors[k].buffer;
  if (arrival == Arrival::Internal)
    return placement.addBackingCopy(buffer, tier);
  return tier == places[k].home ||
         placement
             .addStay(stayRequest(uses, buffer, tier, arrival), stayPolicy())
             .has_value();
}

/// Like `MapPacking::pack`, with all transfers. Returns nothing if there is no
/// room.
std::optional<Placement> MapGame::Impl::place(TierMap &map) const {
  const auto isCopied = [&](TensorId k) {
    return places[k].arrival == Arrival::Copied;
  };
  std::optional<Placement> placement;
  const auto fits = [&](const std::vector<TensorId> &inOrder) {
    placement = *start;
    return std::all_of(inOrder.begin(), inOrder.end(), [&](TensorId k) {
      return isCopied(k) || put(k, map[k], *placement);
    });
  };
  const bool hasRoom = fits(orders.packing) || fits(orders.native);
  if (!hasRoom)
    placement = *start;
  for (TensorId k : orders.placing) {
    if ((hasRoom && !isCopied(k)) || put(k, map[k], *placement))
      continue;
    std::vector<TierId> tiers = fallbackOrder(tensors[k].choices, map[k]);
    if (isCopied(k))
      tiers = {places[k].home};
    const auto found =
        std::find_if(tiers.begin(), tiers.end(),
                     [&](TierId tier) { return put(k, tier, *placement); });
    if (found == tiers.end())
      return std::nullopt;
    map[k] = *found;
  }
  return placement;
}

std::vector<BufferPlan> MapGame::Impl::plansOf(TierMap &map) const {
  while (true) {
    const TierMap asked = map;
    std::optional<Placement> placement = place(map);
    if (!placement)
      break;
    // A rectified map may be packed in the other order, which may leave less
    // room for copies. The loop ends: each further turn only sends tensors
    // home.
    if (map == asked)
      return placement->getPlans();
  }
  for (size_t k = 0; k < tensors.size(); ++k)
    map[k] = places[k].home;
  return base->getPlans();
}

MapScore MapGame::Impl::scoreOf(const TierMap &asked, const TierMap &map,
                                double seconds) const {
  MapScore score;
  score.seconds = seconds;
  for (size_t k = 0; k < tensors.size(); ++k)
    if (asked[k] != map[k])
      score.movedBytes += problem.buffers[tensors[k].buffer].size;
  if (score.movedBytes > 0)
    score.reward = -static_cast<double>(score.movedBytes) /
                   static_cast<double>(totalBytes);
  else
    score.reward =
        seconds > 0 ? rewardScale * nativeSeconds / seconds : rewardScale;
  return score;
}

/// Assigns tensors in the order of XLA's memory space assignment.
void MapGame::Impl::findNative() {
  std::vector<TensorId> &order = orders.native;
  order.resize(tensors.size());
  std::iota(order.begin(), order.end(), 0);
  const auto benefitOf = [&](TensorId k) {
    const int64_t size = problem.buffers[tensors[k].buffer].size;
    return places[k].secondsSaved / std::sqrt(static_cast<double>(size));
  };
  std::sort(order.begin(), order.end(), [&](TensorId a, TensorId b) {
    return std::tuple(-benefitOf(a), a) < std::tuple(-benefitOf(b), b);
  });
  for (size_t k = 0; k < tensors.size(); ++k)
    nativeMap.push_back(places[k].home);
  for (TensorId k : order)
    for (TierId tier : tensors[k].choices)
      // The cost of a copy is ignored, as for any map.
      if (packing->take(k, tier)) {
        nativeMap[k] = tier;
        break;
      }
  packing->clear();
}

MapGame::MapGame(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
MapGame::MapGame(MapGame &&) noexcept = default;
MapGame &MapGame::operator=(MapGame &&) noexcept = default;
MapGame::~MapGame() = default;

Result<MapGame> MapGame::create(const Problem &problem,
                                const std::function<bool()> &shouldContinue) {
  if (std::optional<Error> error = checkPlayable(problem))
    return *error;
  auto impl = std::make_unique<Impl>(problem);
  if (std::optional<Error> error = impl->build(shouldContinue))
    return *error;
  MapGame game(std::move(impl));
  game.impl->nativeSeconds = game.evaluate(game.impl->nativeMap).seconds;
  // The native order ignores the costs of copies.
  TierMap home = game.homeMap();
  const double atHome = game.evaluate(home).seconds;
  if (atHome < game.impl->nativeSeconds) {
    game.impl->nativeMap = home;
    game.impl->nativeSeconds = atHome;
  }
  return game;
}

const Problem &MapGame::getProblem() const { return impl->problem; }
std::span<const MapTensor> MapGame::getTensors() const { return impl->tensors; }
int64_t MapGame::totalBytes() const { return impl->totalBytes; }
double MapGame::secondsSaved(TensorId tensor) const {
  return impl->places[tensor].secondsSaved;
}
const TensorGain &MapGame::gainOf(TensorId tensor) const {
  return impl->gains[tensor];
}
const TierMap &MapGame::nativeMap() const { return impl->nativeMap; }
double MapGame::nativeSeconds() const { return impl->nativeSeconds; }

/// Returns the steps from the first use of \p b to the last, loops around uses
/// included.
LiveRange MapGame::Impl::rangeOfUses(BufferId b) const {
  LiveRange range = {problem.numSteps(), 0};
  for (const BufferUse &use : uses.byBuffer[b]) {
    const LoopId loop = uses.childAt(uses.rootOf(b), use.step);
    const LiveRange steps =
        loop == noLoop ? LiveRange{use.step, use.step + 1} : uses.rangeOf(loop);
    range.begin = std::min(range.begin, steps.begin);
    range.end = std::max(range.end, steps.end);
  }
  return range;
}

RelaxedMaps MapGame::relaxed() const {
  std::vector<ModelTensor> places;
  for (size_t k = 0; k < impl->places.size(); ++k) {
    const TensorPlace &place = impl->places[k];
    const BufferId buffer = impl->tensors[k].buffer;
    const bool isCopied = place.arrival == Arrival::Copied;
    const std::vector<BufferUse> &bufferUses = impl->uses.byBuffer[buffer];
    const bool isWritten =
        std::any_of(bufferUses.begin(), bufferUses.end(),
                    [](const BufferUse &use) { return use.writes; });
    places.push_back(
        {isCopied ? impl->rangeOfUses(buffer) : place.range, place.home,
         isCopied, isCopied && bufferUses.front().reads,
         isCopied && isWritten && impl->problem.buffers[buffer].liveOut,
         place.firstUse, bufferUses.back().step});
  }
  const MapModel model(impl->uses, impl->tensors, places);
  RelaxedMaps relaxed = {relaxMap(model), {}, {}};
  for (size_t k = 0; k < places.size(); ++k)
    relaxed.copySeconds.push_back(
        (model.copiesIn[k][0] + model.copiesBack[k][0]) * model.unit);
  relaxed.map = roundMap(model, relaxed.shares, impl->nativeMap);
  return relaxed;
}

TierMap MapGame::homeMap() const {
  TierMap map;
  for (const TensorPlace &place : impl->places)
    map.push_back(place.home);
  return map;
}

TierMap MapGame::fastestMap() const {
  TierMap map;
  for (const MapTensor &tensor : impl->tensors)
    map.push_back(tensor.choices.front());
  return map;
}

MapScore MapGame::evaluate(TierMap &map) {
  assert(map.size() == impl->tensors.size() && "a map has all tensors");
  const TierMap asked = map;
  if (!impl->copies(map)) {
    const bool hasRoom = impl->packing->pack(map, impl->orders);
    impl->packing->clear();
    if (hasRoom)
      return impl->scoreOf(asked, map, impl->secondsWithoutCopies(map));
    map = asked;
  }
  const std::vector<BufferPlan> plans = impl->plansOf(map);
  return impl->scoreOf(asked, map,
                       makespan(impl->problem, assemble(impl->uses, plans)));
}

std::vector<BufferPlan> MapGame::plans(const TierMap &map) {
  TierMap rectified = map;
  return impl->plansOf(rectified);
}

Solution MapGame::solution(const TierMap &map) {
  return assemble(impl->uses, plans(map));
}
