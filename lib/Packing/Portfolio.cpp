//===- Portfolio.cpp - Heuristics by name ---------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Portfolio.h"

#include "Fit.h"

#include <algorithm>
#include <numeric>
#include <tuple>

using namespace memplace;
using namespace memplace::packing;

Workspace::Workspace(const Items &items) : items(items) {
  if (items.fixed.empty())
    skyline.emplace(items);
}

/// Items sorted by \p keyOf (greatest first), then by index.
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

/// By item, the largest load among the sections of its hull: a table of maxima
/// over powers of two would take more memory than this walk over a heap-like
/// tree.
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

template <int which>
static std::vector<Offset> packSkyline(Workspace &workspace, int64_t limit) {
  if (!workspace.skyline)
    return std::vector<Offset>(workspace.items.numItems, -1);
  workspace.skyline->pack(ranksOf(skylineOrder(workspace.items, which)), limit);
  return workspace.skyline->offsets;
}

static std::vector<int32_t> largestFirst(const Items &items) {
  return sortedBy(items, [&](int32_t i) { return items.size[i]; });
}

/// Size, then length of life: XLA's "spatial" order.
static std::vector<int32_t> largestThenLongest(const Items &items) {
  return sortedBy(items, [&](int32_t i) {
    return std::pair(items.size[i], items.length[i]);
  });
}

static std::vector<Offset> packSizeFirstFit(Workspace &workspace,
                                            int64_t limit) {
  return fitInOrder(workspace.items, largestThenLongest(workspace.items),
                    FitRule::First, limit);
}

static std::vector<Offset> packSizeBestFit(Workspace &workspace,
                                           int64_t limit) {
  std::vector<int32_t> order = sortedBy(workspace.items, [&](int32_t i) {
    return std::pair(workspace.items.size[i], -workspace.items.begin[i]);
  });
  return fitInOrder(workspace.items, order, FitRule::Best, limit);
}

static std::vector<Offset> packXLA(Workspace &workspace, int64_t limit) {
  return fitInOrder(workspace.items, largestThenLongest(workspace.items),
                    FitRule::Best, limit);
}

static std::vector<Offset> packTFLiteMicro(Workspace &workspace,
                                           int64_t limit) {
  return fitInOrder(workspace.items, largestFirst(workspace.items),
                    FitRule::First, limit);
}

static std::vector<Offset> packTVM(Workspace &workspace, int64_t limit) {
  return fitInOrder(workspace.items, largestFirst(workspace.items),
                    FitRule::OnTop, limit);
}

static std::vector<Offset> packExecuTorch(Workspace &workspace, int64_t limit) {
  if (!workspace.items.fixed.empty())
    return std::vector<Offset>(workspace.items.numItems, -1);
  return shareSlots(workspace.items, largestThenLongest(workspace.items),
                    limit);
}

static std::vector<Offset> packIREE(Workspace &workspace, int64_t limit) {
  std::vector<int32_t> order(workspace.items.numItems);
  std::iota(order.begin(), order.end(), 0);
  return fitInOrder(workspace.items, order, FitRule::Best, limit);
}

static constexpr Packer packers[] = {
    {"skyline-load", "skyline, those live at the largest load first",
     packSkyline<5>},
    {"skyline-area", "skyline, most bytes times steps first", packSkyline<1>},
    {"skyline-length", "skyline, longest live range first", packSkyline<0>},
    {"skyline-size", "skyline, largest size first", packSkyline<2>},
    {"skyline-begin", "skyline, earliest first step first", packSkyline<3>},
    {"skyline-end", "skyline, latest last step first", packSkyline<4>},
    {"size-first-fit", "largest size first, lowest gap", packSizeFirstFit, true,
     true},
    {"size-best-fit", "largest size first, then earliest, smallest gap",
     packSizeBestFit, true, true},
    {"xla",
     "largest size, then longest first, smallest gap (XLA's spatial "
     "GlobalDecreasingSizeBestFitHeap)",
     packXLA, true, true},
    {"tflite-micro",
     "largest size first, lowest gap (TensorFlow Lite Micro's "
     "GreedyMemoryPlanner)",
     packTFLiteMicro, true, true},
    {"tvm",
     "largest size first, above all it overlaps (TVM USMP's "
     "greedy_by_size)",
     packTVM, true, true},
    {"executorch",
     "largest size first, in the first shared slot that is free "
     "(ExecuTorch's greedy)",
     packExecuTorch, true},
    {"iree", "in the order of the file, smallest gap (IREE's LayoutSlices)",
     packIREE, true, true},
};

std::span<const Packer> packing::portfolio() { return packers; }
