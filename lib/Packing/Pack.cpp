//===- Pack.cpp - From a packing problem to a packing ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Packs buffers with fixed live ranges into one memory: dynamic storage
// allocation with all requests known (NP-hard: Garey and Johnson 1979,
// "Computers and Intractability"). Items fall into parts without a common step,
// packed independently: first by the portfolio of heuristics, then, the highest
// part first, by better orders and exact search (PackPart.cpp), until the peak
// equals the bound, i.e. the largest load of a step, or a limit is reached. No
// part needs to be lower than the bound of the worst part.
//
//===----------------------------------------------------------------------===//

#include "Arenas.h"
#include "PackPart.h"

#include <algorithm>
#include <numeric>

using namespace memplace;
using namespace memplace::packing;

std::string_view memplace::statusName(PackStatus status) {
  switch (status) {
  case PackStatus::Packed:
    return "packed";
  case PackStatus::Optimal:
    return "optimal";
  case PackStatus::Infeasible:
    return "infeasible";
  case PackStatus::LimitReached:
    return "limit-reached";
  }
  return "";
}

int64_t memplace::lowerBoundOnPeak(const PackingProblem &problem) {
  std::vector<int32_t> all(problem.buffers.size());
  std::iota(all.begin(), all.end(), 0);
  return lowerBound(makeItems(problem, all));
}

std::vector<std::string> memplace::packerNames() {
  std::vector<std::string> names;
  for (const Packer &packer : portfolio())
    names.emplace_back(packer.name);
  return names;
}

static const Packer *findPacker(std::string_view name) {
  auto found =
      std::find_if(portfolio().begin(), portfolio().end(),
                   [&](const Packer &packer) { return packer.name == name; });
  return found == portfolio().end() ? nullptr : &*found;
}

std::string_view memplace::packerSummary(std::string_view name) {
  const Packer *packer = findPacker(name);
  return packer ? packer->summary : "";
}

namespace {

/// The independent parts of some items; a single part is not copied.
class Parts {
public:
  explicit Parts(const Items &items) : items(items), parts(partsOf(items)) {}

  size_t count() const { return parts.size(); }
  /// Calls \p use(const Items &) with the items of one part.
  template <typename Use> void with(size_t part, Use use) const {
    if (parts.size() == 1)
      return use(items);
    use(subset(items, parts[part]));
  }
  /// Returns the index in all items of item \p index of \p part.
  int32_t itemOf(size_t part, int32_t index) const {
    return parts.size() == 1 ? index : parts[part][index];
  }

private:
  const Items &items;
  const std::vector<std::vector<int32_t>> parts;
};

} // namespace

/// Returns the indices of parts by peak, highest first.
static std::vector<size_t>
hardestFirst(const std::vector<PartResult> &results) {
  std::vector<size_t> order(results.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::pair(results[b].peak, a) < std::pair(results[a].peak, b);
  });
  return order;
}

/// Improves the parts; no part needs to be lower than the bound of the worst
/// part.
static void improveParts(const Parts &parts, int64_t capacity, Budget &budget,
                         std::vector<PartResult> &results) {
  int64_t bound = 0;
  for (const PartResult &result : results)
    bound = std::max(bound, result.bound);
  for (size_t part : hardestFirst(results)) {
    int64_t goal = capacity == infiniteOffset ? bound : capacity;
    if (results[part].peak <= goal || bound > capacity || budget.isSpent())
      break;
    parts.with(part, [&](const Items &items) {
      Workspace workspace(items);
      improve(workspace, goal, capacity, budget, results[part]);
    });
    // No part needs to be lower than a proven bound of another.
    bound = std::max(bound, results[part].bound);
  }
}

PartResult packing::packItems(const Items &items, int64_t capacity,
                              Budget &budget) {
  PartResult whole;
  whole.bound = lowerBound(items);
  whole.offsets.resize(items.numItems);
  if (whole.bound > capacity || whole.bound == infiniteOffset)
    return whole;
  const int64_t goal = capacity == infiniteOffset ? whole.bound : capacity;
  Parts parts(items);
  std::vector<PartResult> results(parts.count());
  for (size_t part = 0; part < parts.count(); ++part)
    parts.with(part, [&](const Items &own) {
      Workspace workspace(own);
      results[part].bound = lowerBound(own);
      packByPortfolio(workspace, goal, budget, results[part]);
    });
  improveParts(parts, capacity, budget, results);
  whole.peak = 0;
  for (size_t part = 0; part < parts.count(); ++part) {
    PartResult &result = results[part];
    whole.bound = std::max(whole.bound, result.bound);
    if (result.peak >= whole.peak) {
      whole.peak = result.peak;
      whole.packer = result.packer;
    }
    for (size_t i = 0; i < result.offsets.size(); ++i)
      whole.offsets[parts.itemOf(part, static_cast<int32_t>(i))] =
          result.offsets[i];
    std::vector<Offset>().swap(result.offsets);
  }
  return whole;
}

/// Returns the offsets by buffer.
static std::vector<Offset> spread(const Items &items,
                                  std::vector<Offset> offsets) {
  if (items.itemOf.empty())
    return offsets;
  std::vector<Offset> spread;
  for (int32_t item : items.itemOf)
    spread.push_back(offsets[item]);
  return spread;
}

static PackResult toResult(const Items &items, PartResult part,
                           int64_t capacity, int64_t nodes) {
  PackResult result;
  result.bound = part.bound;
  result.nodes = nodes;
  const std::string room = std::to_string(capacity) + " bytes of the capacity";
  if (part.bound == infiniteOffset) {
    result.status = PackStatus::Infeasible;
    result.message = "there is no packing: two buffers with fixed offsets "
                     "overlap, or 2^63 bytes are live together";
    return result;
  }
  if (part.bound > capacity) {
    result.status = PackStatus::Infeasible;
    result.message = "no packing fits in the " + room + ": proven to need " +
                     std::to_string(part.bound) + " bytes";
    return result;
  }
  if (part.peak > capacity || part.peak == infiniteOffset) {
    result.message = part.peak == infiniteOffset
                         ? "found no packing whose peak is less than 2^63 bytes"
                         : "found no packing within the " + room +
                               ", the best needs " + std::to_string(part.peak) +
                               "; more time or nodes may find one";
    return result;
  }
  result.status =
      part.peak == part.bound ? PackStatus::Optimal : PackStatus::Packed;
  result.peak = part.peak;
  result.packer = part.packer;
  result.packing = Packing{spread(items, std::move(part.offsets)), {}};
  return result;
}

/// Sets a default limit: without any limit, a search for the last byte could
/// take years.
static PackLimits withDefaults(PackLimits limits) {
  constexpr int64_t defaultNodes = 2'000'000;
  if (!limits.timeLimit && !limits.nodes)
    limits.nodes = defaultNodes;
  return limits;
}

PackResult memplace::pack(const PackingProblem &problem,
                          const PackLimits &givenLimits) {
  const PackLimits limits = withDefaults(givenLimits);
  Budget budget(limits);
  if (problem.arenas.size() > 1)
    return packArenas(problem, budget);
  std::vector<int32_t> all(problem.buffers.size());
  std::iota(all.begin(), all.end(), 0);
  const Items items = makeItems(problem, all);
  std::vector<int32_t>().swap(all);
  const int64_t capacity = problem.arenas[0].capacity.value_or(infiniteOffset);
  PartResult part = packItems(items, capacity, budget);
  return toResult(items, std::move(part), capacity, budget.nodesUsed());
}

/// Returns by item the rank of its name (of a group's first name) among all
/// names.
static std::vector<int32_t> nameRanksOf(const PackingProblem &problem,
                                        const Items &items) {
  std::vector<int32_t> buffers(problem.buffers.size());
  std::iota(buffers.begin(), buffers.end(), 0);
  std::sort(buffers.begin(), buffers.end(), [&](int32_t a, int32_t b) {
    return problem.buffers[a].id < problem.buffers[b].id;
  });
  std::vector<int32_t> ranks(items.numItems, -1);
  for (int32_t rank = 0; rank < std::ssize(buffers); ++rank) {
    const int32_t item =
        items.itemOf.empty() ? buffers[rank] : items.itemOf[buffers[rank]];
    if (ranks[item] < 0)
      ranks[item] = rank;
  }
  return ranks;
}

PackResult memplace::packBy(std::string_view name,
                            const PackingProblem &problem,
                            const PackLimits &limits) {
  const Packer *packer = findPacker(name);
  assert(packer && "the name must be one of packerNames()");
  std::vector<int32_t> all(problem.buffers.size());
  std::iota(all.begin(), all.end(), 0);
  const Items items = makeItems(problem, all);
  PartResult part;
  part.bound = lowerBound(items);
  if (items.numItems == 0)
    part.peak = 0;
  Budget budget(limits);
  Workspace workspace(items);
  workspace.budget = &budget;
  if (packer->usesNames)
    workspace.nameRanks = nameRanksOf(problem, items);
  if (part.bound != infiniteOffset &&
      (items.fixed.empty() || packer->takesFixed))
    part.offer(items, packer->pack(workspace, infiniteOffset - 1),
               packer->name);
  PackResult result =
      toResult(items, std::move(part),
               problem.arenas[0].capacity.value_or(infiniteOffset), 0);
  if (result.status == PackStatus::LimitReached && budget.isTimedOut())
    result.message = "found no packing: out of time";
  return result;
}
