//===- ChooseResident.cpp - Chooses the weights to keep resident ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChooseResident.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

#include "memplace/Problem/Random.h"

#include <numeric>

using namespace mlir;
using namespace memplace;

/// Nodes of the packing solvers per plan, enough for their heuristics.
static constexpr int64_t evaluationNodes = 200;

/// Number of changes tried by hill climbing, times ops and buffers of all
/// regions.
static constexpr int64_t changeBudget = 100'000;
static constexpr int64_t minChanges = 100;
static constexpr int64_t maxChanges = 2000;

/// Lookahead of the simple plans: steps with weights between a read and its
/// use.
static constexpr size_t distances[] = {0, 1, 2, 4};

namespace {
/// The problem of a region with all weights read, and the buffer of each
/// weight.
struct Region {
  Problem problem;
  std::vector<std::optional<BufferId>> bufferOf; // By weight.
};

using Set = std::vector<bool>; // By weight: true if resident.

class ResidentChooser {
public:
  ResidentChooser(ArrayRef<CostedExecute> regions,
                  const ParameterGlobals &weights, const Target &target,
                  SliceAlignment alignment, int64_t memory, uint64_t seed);

  std::vector<StringAttr> choose();

private:
  int64_t bytesOf(const Set &set) const;
  std::optional<PlanValue> evaluate(const Region &region, const Set &set,
                                    int64_t arena);
  bool consider(const Set &set);
  std::vector<std::vector<size_t>> getOrders() const;
  void fill(ArrayRef<size_t> order);
  void climb();
  std::optional<Set> change();

  std::vector<Region> regions;
  std::vector<StringAttr> names;
  std::vector<int64_t> sizes; // By weight, bytes.
  SliceAlignment alignment;
  int64_t memory;
  PackLimits limits;
  Random random;
  std::optional<PlanValue> value; // Of the best set.
  Set best;
};
} // namespace

ResidentChooser::ResidentChooser(ArrayRef<CostedExecute> regions,
                                 const ParameterGlobals &weights,
                                 const Target &target, SliceAlignment alignment,
                                 int64_t memory, uint64_t seed)
    : alignment(alignment), memory(memory), random(seed) {
  limits.nodes = evaluationNodes;
  limits.seed = seed;
  llvm::SmallPtrSet<Operation *, 8> used;
  for (const CostedExecute &costed : regions)
    for (const ParameterGlobal &weight : costed.execute.weights)
      used.insert(weight.global);
  llvm::DenseMap<Operation *, size_t> indexOf;
  for (const auto &[name, weight] : weights) {
    if (!used.contains(weight.global))
      continue;
    indexOf.try_emplace(weight.global, names.size());
    names.push_back(name);
    sizes.push_back(llvm::alignTo(weight.size, uint64_t(alignment.range)));
  }
  best.resize(names.size(), false);
  for (const CostedExecute &costed : regions) {
    const StreamExecute &execute = costed.execute;
    ReadProblem made = makeReadProblem(execute, target, costed.computePs);
    Region region{std::move(made.problem), {}};
    region.bufferOf.resize(names.size());
    for (auto [storage, buffer] : llvm::zip(execute.storages, made.bufferOf))
      if (storage.kind == StreamStorage::Kind::Weight)
        region.bufferOf[indexOf.lookup(execute.weights[storage.index].global)] =
            buffer;
    this->regions.push_back(std::move(region));
  }
}

int64_t ResidentChooser::bytesOf(const Set &set) const {
  int64_t bytes = 0;
  for (auto [isResident, size] : llvm::zip(set, sizes))
    bytes += isResident ? size : 0;
  return bytes;
}

/// Evaluates \p region with the weights of \p set outside the arena. Returns
/// the best simple plan's value, or none if no simple plan fits into \p arena
/// bytes.
std::optional<PlanValue>
ResidentChooser::evaluate(const Region &region, const Set &set, int64_t arena) {
  Problem problem = region.problem;
  std::vector<bool> isBeside(problem.buffers.size(), false);
  for (auto [isResident, buffer] : llvm::zip(set, region.bufferOf))
    if (isResident && buffer) {
      isBeside[*buffer] = true;
      problem.buffers[*buffer].tiers = {deviceTier};
      problem.buffers[*buffer].home = deviceTier;
    }
  for (memplace::Op &op : problem.ops)
    for (Access &access : op.accesses)
      if (isBeside[access.buffer])
        access.tiers = {deviceTier};

  std::optional<PlanValue> least;
  for (size_t ahead : distances) {
    std::vector<WeightStay> stays = readAhead(problem, ahead);
    PackingProblem packing = toPackingProblem(problem, stays);
    packing.arenas[0].capacity = arena;
    if (lowerBoundOnPeak(packing) > arena)
      break; // A longer lookahead needs no less room.
    PackResult packed = pack(packing, limits);
    if (!packed.packing)
      continue;
    PlanValue found =
        valueOf(problem, makePlan(problem, stays, *packed.packing));
    if (int64_t(llvm::alignTo(found.peak, uint64_t(alignment.range))) <=
            arena &&
        (!least || found.isBetterThan(*least)))
      least = found;
    if (stays.empty())
      break;
  }
  return least;
}

/// Keeps \p set if feasible and better than the best so far. Returns true if
/// kept.
bool ResidentChooser::consider(const Set &set) {
  const int64_t arena = memory - bytesOf(set);
  if (arena < 0)
    return false;
  PlanValue total;
  for (const Region &region : regions) {
    std::optional<PlanValue> one = evaluate(region, set, arena);
    if (!one)
      return false;
    total.makespan += one->makespan;
    total.bytesRead += one->bytesRead;
    total.peak = std::max(total.peak, one->peak);
  }
  if (value && !total.isBetterThan(*value))
    return false;
  value = total;
  best = set;
  return true;
}

/// Returns four orders of the weights. By first use: nothing hides the first
/// reads. Reversed. Largest first. Spread: evenly distributed at each prefix,
/// which leaves time between the reads of the other weights.
std::vector<std::vector<size_t>> ResidentChooser::getOrders() const {
  std::vector<std::pair<size_t, Step>> firstUse(names.size(),
                                                {regions.size(), Step(0)});
  for (auto [number, region] : llvm::enumerate(regions))
    for (Step step = 0; step < region.problem.numSteps(); ++step)
      for (auto [weight, buffer] : llvm::enumerate(region.bufferOf))
        if (buffer && llvm::any_of(region.problem.ops[step].accesses,
                                   [id = *buffer](const Access &access) {
                                     return access.buffer == id;
                                   }))
          firstUse[weight] = std::min(firstUse[weight], {number, step});
  std::vector<size_t> used(names.size());
  std::iota(used.begin(), used.end(), size_t(0));
  llvm::sort(used, [&](size_t lhs, size_t rhs) {
    return std::pair(firstUse[lhs], lhs) < std::pair(firstUse[rhs], rhs);
  });
  std::vector<size_t> reversed(used.rbegin(), used.rend());
  std::vector<size_t> largest = used;
  llvm::sort(largest, [&](size_t lhs, size_t rhs) {
    return std::tuple(-sizes[lhs], firstUse[lhs], lhs) <
           std::tuple(-sizes[rhs], firstUse[rhs], rhs);
  });
  std::vector<size_t> spread;
  for (size_t stride = llvm::PowerOf2Ceil(used.size() + 1); stride > 1;
       stride /= 2)
    for (size_t at = stride / 2 - 1; at < used.size(); at += stride)
      spread.push_back(used[at]);
  return {used, reversed, largest, spread};
}

/// Tries resident sets for several arena sizes. Each set takes weights of
/// \p order as long as the rest of the memory has room.
void ResidentChooser::fill(ArrayRef<size_t> order) {
  std::vector<int64_t> arenas;
  for (const Region &region : regions)
    for (size_t ahead : distances)
      arenas.push_back(lowerBoundOnPeak(
          toPackingProblem(region.problem, readAhead(region.problem, ahead))));
  llvm::sort(arenas);
  arenas.erase(std::unique(arenas.begin(), arenas.end()), arenas.end());
  for (int64_t arena : arenas) {
    Set set(names.size(), false);
    int64_t left = memory - arena;
    for (size_t weight : order)
      if (sizes[weight] <= left) {
        set[weight] = true;
        left -= sizes[weight];
      }
    consider(set);
  }
}

/// Returns the best set with one or two weights flipped; none if the result is
/// too large.
std::optional<Set> ResidentChooser::change() {
  auto draw = [&](size_t limit) { return size_t(random.bits() % limit); };
  Set set = best;
  const size_t weight = draw(names.size());
  set[weight] = !set[weight];
  // With equal probability, flip one weight or try an exchange.
  if (draw(2) == 0) {
    const size_t other = draw(names.size());
    if (other != weight)
      set[other] = !set[other];
  }
  if (bytesOf(set) > memory)
    return std::nullopt;
  return set;
}

void ResidentChooser::climb() {
  int64_t extent = 1;
  for (const Region &region : regions)
    extent +=
        int64_t(region.problem.ops.size() + region.problem.buffers.size());
  const int64_t attempts =
      std::clamp<int64_t>(changeBudget / extent, minChanges, maxChanges);
  for (int64_t attempt = 0; attempt < attempts; ++attempt)
    if (std::optional<Set> set = change())
      consider(*set);
}

std::vector<StringAttr> ResidentChooser::choose() {
  std::vector<StringAttr> chosen;
  if (names.empty())
    return chosen;
  consider(Set(names.size(), false));
  for (const std::vector<size_t> &order : getOrders())
    fill(order);
  if (value)
    climb();
  for (auto [isResident, name] : llvm::zip(best, names))
    if (isResident)
      chosen.push_back(name);
  return chosen;
}

Result<std::vector<StringAttr>>
memplace::chooseResident(ArrayRef<CostedExecute> regions,
                         const ParameterGlobals &weights, const Target &machine,
                         SliceAlignment alignment, int64_t memory,
                         uint64_t seed) {
  Result<Target> target =
      makeArenaTarget(machine, std::max<int64_t>(memory, 1), alignment.offset);
  if (!target)
    return target.takeError();
  return ResidentChooser(regions, weights, *target, alignment, memory, seed)
      .choose();
}
