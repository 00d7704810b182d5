//===- Portfolio.cpp - Heuristics by name ---------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The heuristics, each a greedy method over one fixed order of the items: our
// own skylines, and methods of compilers and runtimes for comparison. A
// heuristic combines an order with a rule for places. All are deterministic,
// and cost O(n log n) for the order plus the cost of placement (Skyline.cpp,
// Fit.cpp). docs/guide/packing.md lists the differences from the originals.
//
//===----------------------------------------------------------------------===//

#include "Portfolio.h"

#include "Fit.h"
#include "StartOrderFit.h"

#include <algorithm>
#include <numeric>
#include <tuple>

using namespace memplace;
using namespace memplace::packing;

Workspace::Workspace(const Items &items) : items(items) {
  if (items.fixed.empty())
    skyline.emplace(items);
}

std::vector<Offset> Workspace::packInOrder(std::span<const int32_t> order,
                                           int64_t limit) {
  if (!skyline)
    return fitInOrder(items, order, FitRule::First, {limit, budget});
  skyline->pack(ranksOf(order), limit, SkylineRule::Tightest, budget);
  return skyline->offsets;
}

/// Returns the items sorted by \p keyOf (greatest first), then by index.
template <typename KeyOf>
static std::vector<int32_t> sortedBy(const Items &items, KeyOf keyOf) {
  using Key = decltype(keyOf(0));
  std::vector<std::pair<Key, int32_t>> keys;
  keys.reserve(items.numItems);
  for (int32_t i = 0; i < items.numItems; ++i)
    keys.emplace_back(keyOf(i), -i);
  std::sort(keys.begin(), keys.end(), std::greater<>());
  std::vector<int32_t> order;
  order.reserve(items.numItems);
  for (const auto &[key, minusItem] : keys)
    order.push_back(-minusItem);
  return order;
}

std::vector<int32_t> packing::ranksOf(std::span<const int32_t> order) {
  std::vector<int32_t> ranks(order.size());
  for (size_t rank = 0; rank < order.size(); ++rank)
    ranks[order[rank]] = static_cast<int32_t>(rank);
  return ranks;
}

/// Steps times bytes.
static double areaOf(const Items &items, int32_t item) {
  return static_cast<double>(items.length[item]) *
         static_cast<double>(items.size[item]);
}

/// Returns by item the largest load among the sections of its hull. A table of
/// maxima over powers of two would take more memory than this tree.
static std::vector<int64_t> largestLoads(const Items &items) {
  size_t width = 1;
  while (width < static_cast<size_t>(items.numSections))
    width *= 2;
  std::vector<int64_t> tree(2 * width);
  std::vector<int64_t> loads = loadsOf(items);
  std::copy(loads.begin(), loads.end(), tree.begin() + width);
  for (size_t node = width; --node > 0;)
    tree[node] = std::max(tree[2 * node], tree[2 * node + 1]);
  std::vector<int64_t> largest(items.numItems);
  for (int32_t i = 0; i < items.numItems; ++i) {
    size_t begin = width + items.begin[i], end = width + items.end[i];
    for (; begin < end; begin /= 2, end /= 2) {
      if (begin % 2)
        largest[i] = std::max(largest[i], tree[begin++]);
      if (end % 2)
        largest[i] = std::max(largest[i], tree[--end]);
    }
  }
  return largest;
}

std::vector<int32_t> packing::skylineOrder(const Items &items, int which) {
  const auto &length = items.length;
  const auto &size = items.size;
  switch (which) {
  case 0:
    return sortedBy(items,
                    [&](int32_t i) { return std::pair(length[i], size[i]); });
  case 1:
    return sortedBy(items, [&](int32_t i) { return areaOf(items, i); });
  case 2:
    return sortedBy(items,
                    [&](int32_t i) { return std::pair(size[i], length[i]); });
  case 3:
    return sortedBy(items, [&](int32_t i) {
      return std::pair(-items.begin[i], length[i]);
    });
  case 4:
    return sortedBy(
        items, [&](int32_t i) { return std::pair(items.end[i], length[i]); });
  default:
    std::vector<int64_t> loads = largestLoads(items);
    return sortedBy(items, [&](int32_t i) {
      return std::pair(loads[i], areaOf(items, i));
    });
  }
}

template <int which, SkylineRule rule>
static std::vector<Offset> packSkyline(Workspace &workspace, int64_t limit) {
  if (!workspace.skyline)
    return std::vector<Offset>(workspace.items.numItems, -1);
  workspace.skyline->pack(ranksOf(skylineOrder(workspace.items, which)), limit,
                          rule, workspace.budget);
  return workspace.skyline->offsets;
}

namespace {

/// Numbers of items that begin, and end, before each section.
class Counts {
public:
  explicit Counts(const Items &items)
      : begins(static_cast<size_t>(items.numSections) + 1),
        ends(begins.size()) {
    for (int32_t i = 0; i < items.numItems; ++i) {
      ++begins[items.begin[i] + 1];
      ++ends[items.end[i]];
    }
    std::partial_sum(begins.begin(), begins.end(), begins.begin());
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
  }
  int32_t begunBefore(int32_t section) const { return begins[section]; }
  /// Includes items that end where the section begins.
  int32_t endedBefore(int32_t section) const { return ends[section]; }

private:
  std::vector<int32_t> begins;
  std::vector<int32_t> ends;
};

} // namespace

/// Returns by item the number of other items live together with it.
static std::vector<int32_t> conflictsOf(const Items &items) {
  const Counts counts(items);
  std::vector<int32_t> conflicts(items.numItems);
  for (int32_t i = 0; i < items.numItems; ++i)
    conflicts[i] = counts.begunBefore(items.end[i]) -
                   counts.endedBefore(items.begin[i]) - 1;
  return conflicts;
}

/// Returns by item its life in XLA's measure: the number of starts and ends of
/// buffers. In a section, all starts come before any end.
static std::vector<int32_t> eventsOf(const Items &items) {
  const Counts counts(items);
  std::vector<int32_t> events(items.numItems);
  std::vector<int32_t> begunIn(items.numSections), endedIn(items.numSections);
  for (int32_t i = 0; i < items.numItems; ++i) {
    const int32_t begin = items.begin[i], end = items.end[i];
    events[i] = counts.begunBefore(end) + counts.endedBefore(end - 1) +
                endedIn[end - 1]++ - counts.begunBefore(begin) -
                counts.endedBefore(begin) - begunIn[begin]++;
  }
  return events;
}

static std::vector<Offset> packSizeFirstFit(Workspace &workspace,
                                            int64_t limit) {
  const Items &items = workspace.items;
  return fitInOrder(items,
                    sortedBy(items,
                             [&](int32_t i) {
                               return std::pair(items.size[i], items.length[i]);
                             }),
                    FitRule::First, {limit, workspace.budget});
}

static std::vector<Offset> packSizeBestFit(Workspace &workspace,
                                           int64_t limit) {
  const Items &items = workspace.items;
  return fitInOrder(items,
                    sortedBy(items,
                             [&](int32_t i) {
                               return std::pair(items.size[i], -items.begin[i]);
                             }),
                    FitRule::Best, {limit, workspace.budget});
}

static std::vector<Offset> packXLA(Workspace &workspace, int64_t limit) {
  const Items &items = workspace.items;
  const std::vector<int32_t> events = eventsOf(items);
  const FitLimits limits = {limit, workspace.budget};
  std::vector<Offset> spatial = fitInOrder(
      items,
      sortedBy(items,
               [&](int32_t i) { return std::pair(items.size[i], events[i]); }),
      FitRule::Best, limits);
  std::vector<Offset> temporal = fitInOrder(
      items,
      sortedBy(items,
               [&](int32_t i) { return std::pair(events[i], items.size[i]); }),
      FitRule::Best, limits);
  return peakOf(items, temporal) < peakOf(items, spatial) ? temporal : spatial;
}

/// Largest first; for equal sizes the last in the file.
static std::vector<int32_t> largestThenLast(const Items &items) {
  return sortedBy(items,
                  [&](int32_t i) { return std::pair(items.size[i], i); });
}

static std::vector<Offset> packTFLiteMicro(Workspace &workspace,
                                           int64_t limit) {
  return fitInOrder(workspace.items, largestThenLast(workspace.items),
                    FitRule::First, {limit, workspace.budget});
}

template <bool isBySize>
static std::vector<Offset> packTVM(Workspace &workspace, int64_t limit) {
  const Items &items = workspace.items;
  const std::vector<int32_t> conflicts = conflictsOf(items);
  std::vector<int32_t> order = sortedBy(items, [&](int32_t i) {
    const int64_t size = items.size[i], conflict = conflicts[i];
    const int32_t name =
        workspace.nameRanks.empty() ? i : workspace.nameRanks[i];
    return isBySize ? std::tuple(size, conflict, name)
                    : std::tuple(conflict, size, name);
  });
  return fitInOrder(items, order, FitRule::OnTop, {limit, workspace.budget});
}

static std::vector<Offset> packExecuTorch(Workspace &workspace, int64_t limit) {
  if (!workspace.items.fixed.empty())
    return std::vector<Offset>(workspace.items.numItems, -1);
  return shareSlots(workspace.items, largestThenLast(workspace.items),
                    {limit, workspace.budget});
}

static std::vector<Offset> packIREE(Workspace &workspace, int64_t limit) {
  std::vector<int32_t> order(workspace.items.numItems);
  std::iota(order.begin(), order.end(), 0);
  return fitInOrder(workspace.items, order, FitRule::BestLoose,
                    {limit, workspace.budget});
}

static std::vector<Offset> packMLIR(Workspace &workspace, int64_t limit) {
  if (!workspace.items.fixed.empty())
    return std::vector<Offset>(workspace.items.numItems, -1);
  return fitByStart(workspace.items, {limit, workspace.budget});
}

constexpr SkylineRule first = SkylineRule::First;
constexpr SkylineRule tightest = SkylineRule::Tightest;

static constexpr Packer packers[] = {
    {"tight-load", "skyline where least room is left, largest load first",
     packSkyline<5, tightest>, true},
    {"tight-area", "skyline where least room is left, most bytes times steps",
     packSkyline<1, tightest>, true},
    {"tight-begin", "skyline where least room is left, earliest first step",
     packSkyline<3, tightest>, true},
    {"tight-length", "skyline where least room is left, longest live range",
     packSkyline<0, tightest>, true},
    {"tight-size", "skyline where least room is left, largest size",
     packSkyline<2, tightest>, true},
    {"tight-end", "skyline where least room is left, latest last step",
     packSkyline<4, tightest>, true},
    {"skyline-load", "skyline, those live at the largest load first",
     packSkyline<5, first>, true},
    {"skyline-area", "skyline, most bytes times steps first",
     packSkyline<1, first>, true},
    {"skyline-length", "skyline, longest live range first",
     packSkyline<0, first>, true},
    {"skyline-size", "skyline, largest size first", packSkyline<2, first>,
     true},
    {"skyline-begin", "skyline, earliest first step first",
     packSkyline<3, first>, true},
    {"skyline-end", "skyline, latest last step first", packSkyline<4, first>,
     true},
    {"size-first-fit", "largest size first, lowest gap", packSizeFirstFit,
     false, true},
    {"size-best-fit", "largest size first, then earliest, smallest gap",
     packSizeBestFit, false, true},
    {"xla",
     "smallest gap, largest or longest first, the better of the two (XLA's "
     "GlobalDecreasingSizeBestFitHeap)",
     packXLA, false, true},
    {"tflite-micro",
     "largest size first, lowest gap (TensorFlow Lite Micro's "
     "GreedyMemoryPlanner)",
     packTFLiteMicro, false, true},
    {"tvm",
     "largest size first, above all it overlaps (TVM USMP's "
     "greedy_by_size)",
     packTVM<true>, false, true, true},
    {"tvm-conflicts",
     "most overlaps first, above all of them (TVM USMP's "
     "greedy_by_conflicts)",
     packTVM<false>, false, true, true},
    {"executorch",
     "largest size first, in the first shared slot with room "
     "(ExecuTorch's greedy)",
     packExecuTorch},
    {"iree", "in the order of the file, smallest gap (IREE's LayoutSlices)",
     packIREE, false, true},
    {"mlir-best-fit",
     "earliest first step, smallest gap below the highest byte so far (MLIR's "
     "static memory planner)",
     packMLIR},
};

std::span<const Packer> packing::portfolio() { return packers; }
