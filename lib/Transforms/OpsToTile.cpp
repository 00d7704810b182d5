//===- OpsToTile.cpp - Ops that do not fit, and their tilings ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpsToTile.h"

#include "StandIns.h"
#include "TileableOps.h"

#include "memplace/Analysis/OpCost.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace memplace;

bool memplace::isConstantPart(Value memref) {
  while (Operation *op = memref.getDefiningOp()) {
    auto view = dyn_cast<memref::SubViewOp>(op);
    if (view && view.getOffsets().empty() && view.getType().hasStaticShape() &&
        view.getType().getNumElements() < view.getSourceType().getNumElements())
      return true;
    if (!view && !isa<memref::ExpandShapeOp, memref::CollapseShapeOp>(op))
      return false;
    memref = op->getOperand(0);
  }
  return false;
}

/// Returns true if \p op can access its operands through windows.
static bool isWindowed(Operation *op, const AliasSets &aliasSets) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return isTileable(linalgOp, aliasSets);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return getLoopNest(loop, aliasSets).has_value();
  return takesAnyLayout(op);
}

/// Returns true if \p op is a nest of loops whose memrefs fit into \p tier.
/// Such a nest keeps its loops. It accesses allocations that stay at home
/// through one window each, for all elements. It accesses other memrefs
/// directly.
static bool isSmallNest(Operation *op, const AliasSets &aliasSets,
                        const Tier &tier) {
  return isa<scf::ForOp>(op) && !isTooLarge(op, aliasSets, tier);
}

/// Returns the ops to tile: linalg ops, nests of loops, and opaque ops, which
/// only `memplace.access` describes. These are the ops whose operands do not
/// fit into \p tier, and all ops with an operand in an allocation that another
/// op to tile uses. An opaque op that does not fit must have a constant part as
/// an operand: a window for the part then replaces the whole storage.
static llvm::SetVector<Operation *>
findOps(func::FuncOp function, const AliasSets &aliasSets, const Tier &tier) {
  llvm::SetVector<Operation *> ops;
  function.walk([&](Operation *op) {
    if (isTooLarge(op, aliasSets, tier) && isWindowed(op, aliasSets) &&
        (!takesAnyLayout(op) ||
         llvm::any_of(op->getOperands(), isConstantPart)))
      ops.insert(op);
  });
  auto addUsers = [&](const AliasSet &set) {
    for (Value member : set.members)
      for (Operation *user : member.getUsers()) {
        Operation *step = getStep(user);
        // A linalg op that merely loads from the set in its body takes no tiles
        // of the set.
        const bool takesTiles = step == user || isa<scf::ForOp>(step);
        if (takesTiles && isWindowed(step, aliasSets))
          ops.insert(step);
      }
  };
  for (size_t i = 0; i < ops.size(); ++i)
    if (!isSmallNest(ops[i], aliasSets, tier))
      for (unsigned set : getSets(ops[i], aliasSets))
        if (aliasSets.getSets()[set].isOwned())
          addUsers(aliasSets.getSets()[set]);
  return ops;
}

/// Returns true if \p op is known not to access the storage of \p memref.
static bool isApart(Operation *op, Value memref, const AliasSets &aliasSets) {
  if (isPure(op) || isa<memref::AllocOp>(op))
    return true;
  return isa<linalg::LinalgOp>(op) &&
         llvm::all_of(getMemoryAccesses(op), [&](const MemoryAccess &access) {
           return !mayOverlap(access.memref, memref, aliasSets);
         });
}

/// Returns the `linalg.fill` before \p op that initializes its result, if the
/// fill can run tile by tile, else null. The fill of a tile then runs just
/// before \p op adds the first terms to the tile.
static linalg::FillOp findFill(linalg::LinalgOp op,
                               const AliasSets &aliasSets) {
  if (op.getNumDpsInits() != 1)
    return {};
  OpOperand &init = op.getDpsInitsMutable()[0];
  const AffineMap map = op.getMatchingIndexingMap(&init);
  const auto isParallel = [&](AffineExpr expr) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    return dim && op.getIteratorTypesArray()[dim.getPosition()] ==
                      utils::IteratorType::parallel;
  };
  if (!op.payloadUsesValueFromOperand(&init) || !map.isProjectedPermutation() ||
      map.getNumResults() != op.getNumParallelLoops() ||
      !llvm::all_of(map.getResults(), isParallel))
    return {};
  Operation *before = op->getPrevNode();
  while (before && isApart(before, init.get(), aliasSets))
    before = before->getPrevNode();
  auto fill = dyn_cast_or_null<linalg::FillOp>(before);
  return fill && fill.output() == init.get() && hasNoDescription(fill) &&
                 !sharesCost(fill)
             ? fill
             : linalg::FillOp();
}

/// Returns the ops to tile. Their fields after `fill` are not yet set. Leaves
/// out fills that run in the loops over tiles of other ops.
static std::vector<OpToTile> listOps(func::FuncOp function, const Tier &tier,
                                     const AliasSets &aliasSets) {
  std::vector<OpToTile> ops;
  DenseSet<Operation *> fills;
  for (Operation *op : findOps(function, aliasSets, tier)) {
    ops.push_back({.op = op});
    if (auto loop = dyn_cast<scf::ForOp>(op))
      ops.back().nest = getLoopNest(loop, aliasSets);
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
      ops.back().fill = findFill(linalgOp, aliasSets);
      fills.insert(ops.back().fill);
    }
  }
  llvm::erase_if(ops,
                 [&](const OpToTile &one) { return fills.contains(one.op); });
  return ops;
}

/// Returns the possible tilings of an op. Returns none for an opaque op or a
/// small nest: each of these is a single tile. Sums of floats are tiled only
/// with \p floatSums.
static std::optional<TileSpace> getSpace(const OpToTile &one,
                                         const AliasSets &aliasSets,
                                         const Target &machine,
                                         bool floatSums) {
  if (auto op = dyn_cast<linalg::LinalgOp>(one.op))
    return getTileSpace(op, machine, floatSums,
                        /*isFilled=*/one.fill != nullptr);
  const Tier &tier = machine.tiers[getLargestTier(machine)];
  if (!one.nest || isSmallNest(one.op, aliasSets, tier))
    return std::nullopt;
  return getTileSpace(*one.nest, machine);
}

std::optional<std::vector<OpToTile>>
memplace::chooseTilings(func::FuncOp function, const Target &machine,
                        bool floatSums,
                        std::optional<OpWithoutTiles> *without) {
  const TierId tier = getLargestTier(machine);
  const AliasSets aliasSets(function);
  std::vector<OpToTile> ops = listOps(function, machine.tiers[tier], aliasSets);
  for (OpToTile &one : ops) {
    const std::optional<TileSpace> space =
        getSpace(one, aliasSets, machine, floatSums);
    if (!space) {
      if (one.nest)
        one.tiling.sizes = one.nest->extents;
      continue;
    }
    std::optional<Tiling> tiling = findTiling(*space, machine, tier);
    if (tiling) {
      one.tiling = std::move(*tiling);
      continue;
    }
    if (without)
      *without = {one.op->getLoc(), one.op->getName().getStringRef().str(),
                  getLeastBytes(*space, machine.tiers[tier]),
                  space->hasWholeSums};
    return std::nullopt;
  }
  return ops;
}

std::set<unsigned> memplace::getTiledSets(func::FuncOp function,
                                          const AliasSets &aliasSets,
                                          const Tier &tier) {
  std::set<unsigned> tiled;
  for (Operation *op : findOps(function, aliasSets, tier))
    for (unsigned set : getSets(op, aliasSets))
      if (aliasSets.getSets()[set].isOwned())
        tiled.insert(set);
  return tiled;
}

TileCounts memplace::countTiles(func::FuncOp function, const Target &machine,
                                bool floatSums) {
  TileCounts counts;
  std::optional<std::vector<OpToTile>> ops =
      chooseTilings(function, machine, floatSums);
  if (!ops)
    return counts;
  for (const OpToTile &one : *ops) {
    counts.most = std::max(counts.most, one.tiling.numTiles);
    counts.total += one.tiling.numTiles;
  }
  return counts;
}

std::optional<OpWithoutTiles>
memplace::findOpWithoutTiles(func::FuncOp function, const Target &machine,
                             bool floatSums) {
  std::optional<OpWithoutTiles> without;
  (void)chooseTilings(function, machine, floatSums, &without);
  return without;
}
