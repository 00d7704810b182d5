//===- StreamSlices.cpp - Stream slices through windows -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Merging pairs of trips copies the body of a loop up to four times, so a nest
// of loops would grow without bounds. In three cases, a loop keeps its trips,
// and its slices get one window each:
// - the loop has the attribute `oneWindowAttr`;
// - the streaming of its inner loops has made its body more than `maxGrowth`
//   times as long;
// - the function would have more than the given number of steps.
//
//===----------------------------------------------------------------------===//

#include "StreamSlices.h"

#include "../Interfaces/RunTimeAddress.h"
#include "StreamLoop.h"
#include "TileableOps.h"

#include "memplace/Analysis/OpCost.h"
#include "memplace/Analysis/Schedule.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/FoldUtils.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

#include <map>

using namespace mlir;
using namespace memplace;

/// A loop makes pairs of trips if the streaming of its inner loops has made its
/// body at most so many times as long.
static constexpr int64_t maxGrowth = 2;

/// Returns true if \p loop has a constant positive step and signed bounds, and
/// is not known to make no trip.
static bool isStreamable(scf::ForOp loop) {
  const std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  const std::optional<APInt> trips = loop.getStaticTripCount();
  return step && *step > 0 && !loop.getUnsignedCmp() &&
         (!trips || trips->ugt(0));
}

/// Returns the windows of \p storage that loops in \p loop move.
static SmallVector<Value> getWindowsIn(scf::ForOp loop, Value storage) {
  SmallVector<Value> windows;
  loop->walk([&](MoveOp move) {
    auto window = move.getWindow().getDefiningOp<WindowOp>();
    if (getStorage(window.getSource()) == storage)
      windows.push_back(window);
  });
  return windows;
}

/// Returns the number of steps in the body of each loop that the schedule
/// enters. Loops over tiles that it does not enter, as marked by `tilesAttr`,
/// are one step.
static DenseMap<Operation *, int64_t> countSteps(func::FuncOp function,
                                                 const Schedule &schedule) {
  DenseMap<Operation *, int64_t> steps;
  function.walk([&](scf::ForOp loop) {
    if (loop->hasAttr(tilesAttr))
      steps[loop] = 1;
  });
  for (const ScheduledLoop &loop : schedule.getLoops())
    steps[loop.op] = loop.range.end - loop.range.begin;
  return steps;
}

/// Returns true if the position of \p slice is known only at run time. Values
/// in \p known count as known.
static bool isAtRunTimePosition(const LoopSlice &slice,
                                const DenseSet<Value> &known = {}) {
  return llvm::any_of(slice.offsets, [&](OpFoldResult offset) {
    auto value = dyn_cast<Value>(offset);
    return value && llvm::any_of(getRunTimeSources(value), [&](Value source) {
             return !known.contains(source);
           });
  });
}

namespace {
/// Finds the slices of loops in a function that may move through windows.
class SliceFinder {
public:
  SliceFinder(func::FuncOp function, StreamReach reach)
      : aliasSets(function), reach(reach) {
    if (!reach.channelsMoveRows)
      known = getSourcesOfBounds(function);
  }
  SmallVector<LoopSlice> find(scf::ForOp loop) const {
    SmallVector<LoopSlice> slices = findLoopSlices(loop, aliasSets);
    if (!reach.channelsMoveRows)
      llvm::erase_if(slices, [&](const LoopSlice &slice) {
        return isAtRunTimePosition(slice, known);
      });
    return slices;
  }

private:
  const AliasSets aliasSets;
  const StreamReach reach;
  DenseSet<Value> known; // Sources of bounds of loops.
};
} // namespace

/// Returns true if the home of \p memref serves \p user, a load or store of an
/// element: the host accesses the element, or a step accesses the storage at
/// run-time addresses only. The body of a linalg op may load any elements.
static bool isServedByHome(Operation *user, Value memref) {
  Operation *step = getStep(user);
  if (step == user || isa<linalg::LinalgOp>(step))
    return true;
  return llvm::all_of(
      getStepCost(step).accesses, [&](const MemoryAccess &access) {
        return getStorage(access.memref) != getStorage(memref) ||
               access.isAtRunTimeAddress;
      });
}

/// Returns the allocations that some op uses as a whole. Slices of \p loops are
/// no such uses, nor are loads and stores that the home serves. Leaves out an
/// allocation that the function returns: it is placed like an argument.
static DenseSet<Value> findUsedWhole(func::FuncOp function,
                                     ArrayRef<scf::ForOp> loops,
                                     StreamReach reach) {
  DenseSet<Operation *> slices;
  const SliceFinder finder(function, reach);
  for (scf::ForOp loop : loops)
    for (const LoopSlice &slice : finder.find(loop))
      slices.insert(slice.views.begin(), slice.views.end());
  DenseSet<Value> result;
  auto look = [&](Value memref) {
    for (Operation *user : memref.getUsers())
      if (!isa<memref::DeallocOp, memref::ExpandShapeOp,
               memref::CollapseShapeOp>(user) &&
          !slices.contains(user) &&
          !(isa<memref::LoadOp, memref::StoreOp>(user) &&
            isServedByHome(user, memref)))
        result.insert(getStorage(memref));
  };
  function.walk([&](Operation *op) {
    if (isa<memref::AllocOp, memref::ExpandShapeOp, memref::CollapseShapeOp>(
            op) &&
        !isReturnedAllocation(getStorage(op->getResult(0))))
      look(op->getResult(0));
  });
  return result;
}

namespace {
/// Streams the loops of a function.
class FunctionStreamer {
public:
  FunctionStreamer(func::FuncOp function, int64_t maxSteps, StreamReach reach)
      : function(function), maxSteps(maxSteps), reach(reach) {}
  StreamedSlices run();

private:
  void streamAll(ArrayRef<scf::ForOp> loops);
  void stream(scf::ForOp loop, SmallVector<LoopSlice> slices, int64_t steps);
  bool mayStream(scf::ForOp loop, const LoopSlice &slice) const;

  func::FuncOp function;
  const int64_t maxSteps;
  const StreamReach reach;
  /// By loop: steps of its body before any streaming.
  DenseMap<Operation *, int64_t> stepsBefore;
  int64_t numSteps = 0;    // Estimate of the steps of the function.
  DenseSet<Value> refused; // Storage that gets no windows.
  DenseSet<Value> written; // Windows whose contents some op writes.
  StreamedSlices result;
};
} // namespace

bool FunctionStreamer::mayStream(scf::ForOp loop,
                                 const LoopSlice &slice) const {
  Value storage = getStorage(slice.stack);
  const SmallVector<Value> inner = getWindowsIn(loop, storage);
  return !refused.contains(storage) && (!slice.isWritten || inner.empty()) &&
         llvm::none_of(inner,
                       [&](Value window) { return written.contains(window); });
}

/// Streams \p slices of \p loop, whose body has \p steps steps.
void FunctionStreamer::stream(scf::ForOp loop, SmallVector<LoopSlice> slices,
                              int64_t steps) {
  llvm::erase_if(
      slices, [&](const LoopSlice &slice) { return !mayStream(loop, slice); });
  if (slices.empty() || steps == 0)
    return;
  const auto numSlices = static_cast<int64_t>(slices.size());
  // Steps added by streaming: copies of the body; for each slice, one move per
  // body, before and behind the loop; the two null steps of an entered loop.
  auto getGrowth = [&](int64_t bodies) {
    return (bodies - 1) * steps + numSlices * (bodies + 2) + 2;
  };
  const int64_t bodies = getNumBodies(loop);
  const bool makesPairs = !loop->hasAttr(oneWindowAttr) &&
                          steps <= maxGrowth * stepsBefore.lookup(loop) &&
                          numSteps + getGrowth(bodies) <= maxSteps;
  const StreamedLoop streamed = streamLoop(loop, slices, makesPairs);
  written.insert(streamed.written.begin(), streamed.written.end());
  numSteps += getGrowth(makesPairs ? bodies : 1);
  result.windows += streamed.windows;
  ++result.loops;
}

/// Returns the elements that \p slices of \p loop move in all trips of all
/// loops around. Loops of unknown trip count count as one trip.
static double countMoved(scf::ForOp loop, ArrayRef<LoopSlice> slices) {
  double moved = 0;
  for (const LoopSlice &slice : slices)
    moved += static_cast<double>(slice.getNumElements());
  for (; loop; loop = loop->getParentOfType<scf::ForOp>())
    moved *= static_cast<double>(getTripCount(loop).value_or(1));
  return moved;
}

/// Streams \p loops, none of which contains another. Those that move most come
/// first, since not all may make pairs of trips.
void FunctionStreamer::streamAll(ArrayRef<scf::ForOp> loops) {
  const Schedule schedule(function);
  const DenseMap<Operation *, int64_t> steps = countSteps(function, schedule);
  numSteps = schedule.getNumSteps();
  // All slices are found before some loop changes.
  const SliceFinder finder(function, reach);
  SmallVector<SmallVector<LoopSlice>> slices;
  SmallVector<std::pair<double, size_t>> order;
  for (auto [number, loop] : llvm::enumerate(loops)) {
    slices.push_back(finder.find(loop));
    order.push_back({-countMoved(loop, slices.back()), number});
  }
  llvm::sort(order);
  for (auto [moved, number] : order)
    stream(loops[number], std::move(slices[number]),
           steps.lookup(loops[number]));
}

StreamedSlices FunctionStreamer::run() {
  SmallVector<scf::ForOp> all;
  // The height of a loop is the depth of the deepest nest in its body.
  std::map<int64_t, SmallVector<scf::ForOp>> byHeight;
  DenseMap<Operation *, int64_t> heights;
  function.walk([&](scf::ForOp loop) {
    const int64_t height = heights.lookup(loop);
    if (auto outer = loop->getParentOfType<scf::ForOp>())
      heights[outer] = std::max(heights.lookup(outer), height + 1);
    if (!isStreamable(loop))
      return;
    all.push_back(loop);
    byHeight[height].push_back(loop);
  });
  stepsBefore = countSteps(function, Schedule(function));
  // An allocation with windows stays at home, where ops may not reach it.
  if (!reach.allTiersServeOps)
    refused = findUsedWhole(function, all, reach);
  for (const auto &[height, loops] : byHeight)
    streamAll(loops);
  function.walk([](scf::ForOp loop) {
    loop->removeAttr(oneWindowAttr);
    loop->removeAttr(tilesAttr);
  });
  return result;
}

/// Moves index computations out of loops that do not change them. Views in the
/// copies of a body then have the same offsets, and are one slice.
static void hoistIndices(func::FuncOp function) {
  function.walk([](scf::ForOp loop) {
    moveLoopInvariantCode(
        loop.getLoopRegions(),
        [&](Value value, Region *) {
          return loop.isDefinedOutsideOfLoop(value);
        },
        [](Operation *op, Region *) {
          return isPure(op) && op->getNumRegions() == 0 &&
                 llvm::all_of(op->getResultTypes(), llvm::IsaPred<IndexType>);
        },
        [&](Operation *op, Region *) { loop.moveOutOfLoop(op); });
  });
}

bool memplace::channelsMoveRows(const Target &target) {
  return llvm::all_of(target.channels, [&](const Channel &channel) {
    const bool servesFrom = target.tiers[channel.from].servesOps;
    const bool servesTo = target.tiers[channel.to].servesOps;
    return channel.isIndexed || servesFrom == servesTo;
  });
}

StreamedSlices memplace::streamSlices(func::FuncOp function, int64_t maxSteps,
                                      StreamReach reach) {
  IRRewriter rewriter(function.getContext());
  DominanceInfo dominance(function);
  eliminateCommonSubExpressions(rewriter, dominance, function);
  hoistIndices(function);
  return FunctionStreamer(function, maxSteps, reach).run();
}

void memplace::streamReads(scf::ForOp loop) {
  if (!isStreamable(loop))
    return;
  const AliasSets aliasSets(loop->getParentOfType<func::FuncOp>());
  SmallVector<LoopSlice> slices = findLoopSlices(loop, aliasSets);
  llvm::erase_if(slices, [](const LoopSlice &slice) {
    return slice.isWritten || !isAtRunTimePosition(slice);
  });
  if (!slices.empty())
    streamLoop(loop, slices, /*makesPairs=*/true);
}

void memplace::foldIndices(func::FuncOp function) {
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) {
    if (isa_and_nonnull<arith::ArithDialect, affine::AffineDialect>(
            op->getDialect()) &&
        isPure(op) && !op->hasTrait<OpTrait::ConstantLike>())
      ops.push_back(op);
  });
  OperationFolder folder(function.getContext());
  for (Operation *op : ops)
    (void)folder.tryToFold(op);
}
