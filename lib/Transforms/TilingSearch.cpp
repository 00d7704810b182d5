//===- TilingSearch.cpp - Sizes of tiles and order of loops ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of an operand arrives again in each trip of the loops from the
// outermost down to the innermost loop along one of its dimensions; loops
// further in reuse it. So the order of the loops decides which operand stays:
// weights, inputs or results.
//
//===----------------------------------------------------------------------===//

#include "TilingSearch.h"

#include "StandIns.h"

#include "memplace/Analysis/OpCost.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/Problem/Units.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace memplace;

/// Returns the channel from \p from to \p to; null if there is none.
static const Channel *findChannel(const Target &machine, TierId from,
                                  TierId to) {
  const std::vector<ChannelId> channels = machine.channelsBetween(from, to);
  return channels.empty() ? nullptr : &machine.channels[channels.front()];
}

/// Returns the bytes of a tile of \p operand.
static int64_t getTileBytes(const TiledOperand &operand,
                            ArrayRef<int64_t> extents,
                            ArrayRef<int64_t> sizes) {
  uint64_t bytes = operand.elementBytes;
  for (int64_t length : getTileShape(operand, extents, sizes))
    bytes = llvm::SaturatingMultiply<uint64_t>(bytes, length);
  return static_cast<int64_t>(bytes);
}

namespace {

/// Most dimensions that are tiled, besides outer dimensions with tiles of one
/// index: batches and heads.
constexpr size_t maxTiledDims = 3;

/// Finds the fastest tiling of an op.
class TilingSearch {
public:
  TilingSearch(const TileSpace &space, const Target &machine, TierId tier)
      : space(space), tier(machine.tiers[tier]),
        load(findChannel(machine, machine.defaultTier, tier)),
        store(findChannel(machine, tier, machine.defaultTier)),
        computeSeconds(secondsOf(space.computePs)),
        launchSeconds(secondsOf(machine.launchPs)), sizes(space.extents) {}
  /// Returns the best tiling; none if no tile fits.
  std::optional<Tiling> run();

private:
  void choose(size_t numLeft);
  void tryOuterTiles(size_t numOuter);
  void tryOrders(size_t numOuter = 0);
  int64_t tripsOf(size_t dim) const {
    return llvm::divideCeil(space.extents[dim], sizes[dim]);
  }
  SmallVector<int64_t> getShape(const TiledOperand &operand) const {
    return getTileShape(operand, space.extents, sizes);
  }
  int64_t getBytes(const TiledOperand &operand) const {
    return getTileBytes(operand, space.extents, sizes);
  }
  double countDescriptors(const TiledOperand &operand,
                          const Channel &channel) const;
  double getComputeSeconds() const;
  double getSeconds(ArrayRef<unsigned> order) const;
  /// Returns true if \p operand takes another tile in each trip of the
  /// innermost loop. It then has two windows, unless these do not fit, and its
  /// transfers overlap with computation.
  bool hasTwoWindows(const TiledOperand &operand,
                     ArrayRef<unsigned> order) const {
    return !isSerial && !order.empty() && operand.usesLoop(order.back());
  }
  /// Returns true if the windows of all operands fit.
  bool fits(ArrayRef<unsigned> order) const;

  const TileSpace &space;
  const Tier &tier;
  const Channel *const load, *const store; // Null if there is none.
  const double computeSeconds, launchSeconds;
  SmallVector<int64_t> sizes;
  bool isSerial = false;
  Tiling best;
};

} // namespace

/// Returns `TiledOperand::steps` of an operand. Only loops in results of \p map
/// that are sums of loops are tiled, so the steps of others do not matter.
static SmallVector<SmallVector<int64_t>> getSteps(AffineMap map) {
  SmallVector<int64_t> indices(map.getNumDims(), 0);
  const SmallVector<int64_t> origin = map.compose(indices);
  SmallVector<SmallVector<int64_t>> steps(
      map.getNumResults(), SmallVector<int64_t>(map.getNumDims()));
  for (unsigned loop = 0; loop < map.getNumDims(); ++loop) {
    indices[loop] = 1;
    for (auto [dim, index] : llvm::enumerate(map.compose(indices)))
      steps[dim][loop] = index - origin[dim];
    indices[loop] = 0;
  }
  return steps;
}

/// Returns true if each index along \p expr is a dimension, a constant, or a
/// sum of such with positive factors.
static bool isForward(AffineExpr expr) {
  if (isa<AffineDimExpr, AffineConstantExpr>(expr))
    return true;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || !isForward(binary.getLHS()))
    return false;
  if (expr.getKind() == AffineExprKind::Add)
    return isForward(binary.getRHS());
  auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return expr.getKind() == AffineExprKind::Mul && factor &&
         factor.getValue() > 0;
}

/// Returns true if some operand of \p op runs backward along \p loop, or
/// repeats its elements, so that upstream's tiling would take the wrong part.
static bool isNotForward(linalg::LinalgOp op, unsigned loop) {
  return llvm::any_of(op.getIndexingMapsArray(), [&](AffineMap map) {
    return llvm::any_of(map.getResults(), [&](AffineExpr result) {
      return !isForward(result) && result.isFunctionOfDim(loop);
    });
  });
}

/// Returns true if \p loop may have tiles. A parallel loop may. A reduction may
/// with \p tilesSums if it is the outermost reduction, since tiles then keep
/// the order of the terms of each sum. Loops named by `getWholeLoops` may not,
/// nor may loops along which upstream's tiling would take the wrong part of an
/// operand.
static bool mayTile(linalg::LinalgOp op, unsigned loop, bool tilesSums) {
  const SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  if (llvm::is_contained(getWholeLoops(op), loop) || isNotForward(op, loop))
    return false;
  if (kinds[loop] == utils::IteratorType::parallel)
    return true;
  return tilesSums && kinds[loop] == utils::IteratorType::reduction &&
         llvm::find(kinds, utils::IteratorType::reduction) ==
             kinds.begin() + loop;
}

TiledOperand memplace::makeTiledOperand(Operation *op, MemRefType type,
                                        SmallVector<SmallVector<int64_t>> steps,
                                        SmallVector<int64_t> span) {
  TiledOperand operand{std::move(steps), std::move(span)};
  operand.shape.assign(type.getShape().begin(), type.getShape().end());
  operand.strides = type.getStridesAndOffset().first;
  operand.elementBytes = static_cast<int64_t>(llvm::divideCeil(
      DataLayout::closest(op).getTypeSizeInBits(type.getElementType()), 8));
  return operand;
}

/// Returns the strides of \p memref in its source if it is a view of equal
/// rank; empty otherwise.
static ArrayRef<int64_t> getViewStrides(Value memref) {
  auto view = memref.getDefiningOp<memref::SubViewOp>();
  const bool isOfRank =
      view && view.getType().getRank() == view.getSourceType().getRank();
  return isOfRank && !llvm::is_contained(view.getStaticStrides(),
                                         ShapedType::kDynamic)
             ? view.getStaticStrides()
             : ArrayRef<int64_t>();
}

/// Extends \p operand of \p space to the elements between those that a view
/// with \p strides shows, since a window takes them, too. Tiles of a result
/// would share such elements, so there are none along strides.
static void includeGaps(TileSpace &space, TiledOperand &operand,
                        ArrayRef<int64_t> strides) {
  for (auto [dim, stride] : llvm::enumerate(strides)) {
    if (stride <= 1)
      continue;
    for (auto [loop, step] : llvm::enumerate(operand.steps[dim])) {
      if (operand.isWritten && step != 0)
        space.mayTile[loop] = false;
      step *= stride;
    }
    operand.shape[dim] = (operand.shape[dim] - 1) * stride + 1;
    operand.strides[dim] /= stride;
  }
}

TileSpace memplace::getTileSpace(linalg::LinalgOp op, const Target &machine,
                                 bool floatSums, bool isFilled) {
  const bool tilesSums =
      floatSums || llvm::all_of(op.getDpsInits(), [](Value init) {
        return getElementTypeOrSelf(init).isInteger();
      });
  TileSpace space;
  space.extents = op.getStaticLoopRanges();
  space.hasWholeSums = !tilesSums && op.getNumReductionLoops() > 0;
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray())) {
    space.isParallel.push_back(kind == utils::IteratorType::parallel);
    space.mayTile.push_back(
        mayTile(op, static_cast<unsigned>(loop), tilesSums));
  }
  space.computePs = getComputePs(getStepCost(op, machine.opDefaults), machine);
  for (OpOperand &operand : op->getOpOperands())
    if (auto type = dyn_cast<MemRefType>(operand.get().getType())) {
      TiledOperand tiled = makeTiledOperand(
          op, type, getSteps(op.getMatchingIndexingMap(&operand)));
      tiled.isRead = op.isDpsInput(&operand) ||
                     (op.payloadUsesValueFromOperand(&operand) && !isFilled);
      tiled.isWritten = op.isDpsInit(&operand);
      includeGaps(space, tiled, getViewStrides(operand.get()));
      space.operands.push_back(std::move(tiled));
    }
  return space;
}

SmallVector<int64_t> memplace::getTileShape(const TiledOperand &operand,
                                            ArrayRef<int64_t> extents,
                                            ArrayRef<int64_t> sizes) {
  SmallVector<int64_t> shape;
  for (auto [dim, whole] : llvm::enumerate(operand.shape)) {
    int64_t length = operand.span.empty() ? 1 : 1 + operand.span[dim];
    bool isTiled = false;
    for (auto [loop, step] : llvm::enumerate(operand.steps[dim])) {
      length += step * (sizes[loop] - 1);
      isTiled |= step != 0 && sizes[loop] < extents[loop];
    }
    shape.push_back(isTiled ? std::min(length, whole) : whole);
  }
  return shape;
}

/// Returns the number of descriptors for a transfer of a tile, as defined for
/// the rows of a buffer in docs/reference/problem.md.
double TilingSearch::countDescriptors(const TiledOperand &operand,
                                      const Channel &channel) const {
  const std::optional<MemRefRows> rows =
      getRows(getShape(operand), operand.strides);
  if (!rows)
    return 1;
  const size_t numTogether =
      rows->run * operand.elementBytes >= channel.leastRun
          ? static_cast<size_t>(channel.dimensions) - 1
          : 0;
  double descriptors = 1;
  for (int64_t count :
       llvm::drop_end(rows->counts, std::min(numTogether, rows->counts.size())))
    descriptors *= static_cast<double>(count);
  return descriptors;
}

bool TilingSearch::fits(ArrayRef<unsigned> order) const {
  uint64_t sum = 0;
  for (const TiledOperand &operand : space.operands) {
    const uint64_t one = llvm::alignTo(getBytes(operand), tier.alignment);
    sum = llvm::SaturatingAdd<uint64_t>(
        sum, hasTwoWindows(operand, order) ? 2 * one : one);
  }
  return sum <= static_cast<uint64_t>(tier.capacity);
}

double TilingSearch::getComputeSeconds() const {
  double trips = 1;
  for (size_t dim = 0; dim < sizes.size(); ++dim)
    trips *= static_cast<double>(tripsOf(dim));
  return computeSeconds + trips * launchSeconds;
}

/// Returns the time of the transfers or of the computation during the innermost
/// loop, whichever is longer, and of the transfers outside.
double TilingSearch::getSeconds(ArrayRef<unsigned> order) const {
  double loads = 0, stores = 0, alone = 0;
  for (const TiledOperand &operand : space.operands) {
    double arrivals = 1, soFar = 1;
    for (unsigned dim : order) {
      soFar *= static_cast<double>(tripsOf(dim));
      if (operand.usesLoop(dim))
        arrivals = soFar;
    }
    const auto bytes = static_cast<double>(getBytes(operand));
    auto timeOn = [&](const Channel *channel) {
      return arrivals * (countDescriptors(operand, *channel) *
                             static_cast<double>(channel->latencyPs) * 1e-12 +
                         bytes / channel->bytesPerSecond);
    };
    const double loading = operand.isRead ? timeOn(load) : 0;
    const double storing = operand.isWritten ? timeOn(store) : 0;
    if (hasTwoWindows(operand, order)) {
      loads += loading;
      stores += storing;
    } else {
      alone += loading + storing;
    }
  }
  return alone + std::max({loads, stores, getComputeSeconds()});
}

/// Tries all orders of the loops after the first \p numOuter ones.
void TilingSearch::tryOrders(size_t numOuter) {
  if (getComputeSeconds() >= best.seconds || !fits({}))
    return;
  SmallVector<unsigned> order;
  for (size_t dim = 0; dim < sizes.size(); ++dim)
    if (tripsOf(dim) > 1)
      order.push_back(dim);
  unsigned *inner = llvm::lower_bound(order, numOuter);
  do {
    if (!fits(order))
      continue;
    // Sums stay innermost, so that a result is complete when it leaves.
    const bool isSorted = llvm::is_sorted(order, [&](unsigned a, unsigned b) {
      return space.isParallel[a] && !space.isParallel[b];
    });
    const double seconds =
        isSorted ? getSeconds(order) : std::numeric_limits<double>::infinity();
    // `run` counts the tiles of the best tiling.
    if (seconds < best.seconds)
      best = {sizes, order, /*numTiles=*/1, isSerial, seconds};
  } while (std::next_permutation(inner, order.end()));
}

/// Returns the size of about \p pieces tiles of \p extent indices. A divisor is
/// best, because a smaller last tile becomes an op of its own.
static int64_t getTileSize(int64_t extent, int64_t pieces) {
  const int64_t largest = llvm::divideCeil(extent, pieces);
  for (int64_t size = largest; 2 * size > largest; --size)
    if (extent % size == 0)
      return size;
  return largest;
}

/// Tries tiles of one index along each of the first \p numOuter dimensions.
void TilingSearch::tryOuterTiles(size_t numOuter) {
  const SmallVector<int64_t> before(sizes);
  for (size_t dim = 0; dim < numOuter; ++dim)
    sizes[dim] = 1;
  if (llvm::all_of(llvm::seq(numOuter), [&](size_t dim) {
        return space.isParallel[dim] && space.mayTile[dim];
      }))
    tryOrders(numOuter);
  sizes = before;
}

/// Tries all sizes of the first \p numLeft dimensions. Of equally fast tilings,
/// the first with whole inner dimensions wins, whose rows are longest.
void TilingSearch::choose(size_t numLeft) {
  if (numLeft == 0)
    return tryOrders();
  const size_t dim = numLeft - 1;
  choose(dim);
  const auto numTiled =
      llvm::count_if(llvm::seq(numLeft, sizes.size()),
                     [&](size_t other) { return tripsOf(other) > 1; });
  if (static_cast<size_t>(numTiled) == maxTiledDims)
    return tryOuterTiles(numLeft);
  if (!space.mayTile[dim])
    return;
  for (int64_t pieces = 2; pieces / 2 < space.extents[dim]; pieces *= 2) {
    const int64_t size = getTileSize(space.extents[dim], pieces);
    if (size == sizes[dim] ||
        (space.onlyDivisors && space.extents[dim] % size != 0))
      continue;
    sizes[dim] = size;
    choose(dim);
  }
  sizes[dim] = space.extents[dim];
}

std::optional<Tiling> TilingSearch::run() {
  if (!load || !store)
    return std::nullopt;
  auto isFound = [&] {
    return best.seconds < std::numeric_limits<double>::infinity();
  };
  choose(sizes.size());
  if (!isFound()) {
    isSerial = true;
    choose(sizes.size());
  }
  if (!isFound())
    return std::nullopt;
  sizes = best.sizes;
  for (unsigned dim : best.order)
    best.numTiles *= tripsOf(dim);
  return best;
}

int64_t memplace::getLeastBytes(const TileSpace &space, const Tier &tier) {
  SmallVector<int64_t> sizes(space.extents);
  for (size_t dim = 0; dim < sizes.size(); ++dim)
    if (space.mayTile[dim])
      sizes[dim] = 1;
  uint64_t sum = 0;
  for (const TiledOperand &operand : space.operands)
    sum = llvm::SaturatingAdd<uint64_t>(
        sum, llvm::alignTo(getTileBytes(operand, space.extents, sizes),
                           tier.alignment));
  return static_cast<int64_t>(sum);
}

std::optional<Tiling> memplace::findTiling(const TileSpace &space,
                                           const Target &machine, TierId tier) {
  return TilingSearch(space, machine, tier).run();
}
