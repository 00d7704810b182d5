//===- TileOps.cpp - Tile ops that do not fit -----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileOps.h"

#include "../Interfaces/RunTimeAddress.h"
#include "LoopNests.h"
#include "OpsToTile.h"
#include "PeelTiles.h"
#include "SliceArguments.h"
#include "StandIns.h"
#include "StreamSlices.h"
#include "TileableOps.h"
#include "TilingSearch.h"

#include "memplace/Analysis/OpCost.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "llvm/ADT/SetVector.h"

#include <numeric>

using namespace mlir;
using namespace memplace;

/// Sets the size limit of a table, an allocation with windows from which the
/// body of an op loads elements at run-time addresses: the tier's capacity
/// divided by this number. The loads access the table through a window for all
/// elements. Loads from larger allocations access the home tier.
static constexpr int64_t tableShare = 4;

/// Replaces copies by linalg ops, so that they can be tiled. Leaves copies that
/// fit, unless an op to tile uses their source or target.
static void replaceCopies(func::FuncOp function, const Tier &tier) {
  SmallVector<memref::CopyOp> copies;
  do {
    copies.clear();
    const AliasSets aliasSets(function);
    const std::set<unsigned> tiled = getTiledSets(function, aliasSets, tier);
    function.walk([&](memref::CopyOp copy) {
      const bool isOnTiled =
          llvm::any_of(getSets(copy, aliasSets),
                       [&](unsigned set) { return tiled.count(set) > 0; });
      if ((isOnTiled || isTooLarge(copy, aliasSets, tier)) &&
          hasNoDescription(copy))
        copies.push_back(copy);
    });
    for (memref::CopyOp copy : copies) {
      OpBuilder builder(copy);
      linalg::makeMemRefCopyOp(builder, copy.getLoc(), copy.getSource(),
                               copy.getTarget());
      copy.erase();
    }
  } while (!copies.empty());
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Returns the operands of an op; for a nest, the memrefs that it accesses.
static SmallVector<Value> getOperands(const OpToTile &toTile) {
  if (!toTile.nest)
    return llvm::to_vector(toTile.op->getOperands());
  return llvm::map_to_vector(
      toTile.nest->operands,
      [](const NestOperand &operand) { return operand.memref; });
}

/// Returns true if a tile of \p toTile takes only a part of operand \p number.
static bool takesParts(const OpToTile &toTile, unsigned number) {
  if (toTile.nest)
    return takesPart(*toTile.nest, toTile.tiling, number);
  auto op = dyn_cast<linalg::LinalgOp>(toTile.op);
  if (!op)
    return false;
  const AffineMap map = op.getMatchingIndexingMap(&op->getOpOperand(number));
  return llvm::any_of(toTile.tiling.order,
                      [&](unsigned dim) { return map.isFunctionOfDim(dim); });
}

/// Returns the tables of \p op that get a window: memrefs defined outside of
/// the op whose elements its body loads. \p withWindows has the allocations
/// that stay at home because other ops access them through windows. A table
/// gets a window for all elements if its storage is such an allocation and is
/// small enough. If all indices of the loads are constant at compile time, the
/// home tier does not serve the loads, and the table may fill \p tier;
/// otherwise it may take the share `tableShare`. Leaves out storage of the op's
/// operands.
static SmallVector<Value> findTables(linalg::LinalgOp op,
                                     const AliasSets &aliasSets,
                                     const std::set<unsigned> &withWindows,
                                     const Tier &tier) {
  llvm::SetVector<Value> tables;
  const std::set<unsigned> own = getSets(op, aliasSets);
  op->walk([&](memref::LoadOp load) {
    const ArrayRef<unsigned> sets = aliasSets.getSetsOf(load.getMemRef());
    const bool isServedByHome =
        llvm::any_of(load.getIndices(), isKnownAtRunTimeOnly);
    if (load.getMemRefType().getRank() > 0 &&
        load.getMemRefType().hasStaticShape() && sets.size() == 1 &&
        withWindows.count(sets[0]) && !own.count(sets[0]) &&
        !op->isAncestor(load.getMemRef().getParentBlock()->getParentOp()) &&
        aliasSets.getSets()[sets[0]].size <=
            tier.capacity / (isServedByHome ? tableShare : 1))
      tables.insert(load.getMemRef());
  });
  return tables.takeVector();
}

/// Sets `OpToTile::whole` and `tables` of all ops. Adds the ops that access
/// allocations with windows only by loads in their bodies, without tilings.
///
/// An allocation with windows stays at home. An op that accesses such an
/// allocation as a whole therefore needs a window for all elements. A constant
/// part needs a window, since its storage may not fit.
static void findWhole(func::FuncOp function, const Tier &tier,
                      std::vector<OpToTile> &ops) {
  const AliasSets aliasSets(function);
  std::set<unsigned> withWindows; // Allocations with windows.
  for (OpToTile &one : ops)
    for (auto [number, memref] : llvm::enumerate(getOperands(one)))
      if (takesParts(one, number) || isConstantPart(memref))
        llvm::copy_if(
            aliasSets.getSetsOf(memref),
            std::inserter(withWindows, withWindows.end()),
            [&](unsigned set) { return aliasSets.getSets()[set].isOwned(); });
  auto isWhole = [&](const OpToTile &one, unsigned number, Value memref) {
    auto type = dyn_cast<MemRefType>(memref.getType());
    if (!type || type.getRank() == 0 || takesParts(one, number) ||
        (one.nest &&
         llvm::is_contained(getOperandsAtHome(*one.nest, tier), number)))
      return false;
    if (isConstantPart(memref))
      return true;
    return llvm::any_of(aliasSets.getSetsOf(memref), [&](unsigned set) {
      return withWindows.count(set) > 0;
    });
  };
  for (OpToTile &one : ops)
    for (auto [number, memref] : llvm::enumerate(getOperands(one)))
      if (isWhole(one, number, memref))
        one.whole.push_back(number);
  DenseMap<Operation *, size_t> numberOf;
  for (auto [number, one] : llvm::enumerate(ops))
    numberOf[one.op] = number;
  function.walk([&](linalg::LinalgOp op) {
    SmallVector<Value> tables = findTables(op, aliasSets, withWindows, tier);
    auto known = numberOf.find(op);
    if (known != numberOf.end())
      ops[known->second].tables = std::move(tables);
    else if (!tables.empty())
      ops.push_back({.op = op, .tables = std::move(tables)});
  });
}

/// Moves \p nest into a new loop of one trip. The loop makes a view of all
/// elements of each of \p memrefs; `streamSlices` replaces such a view by a
/// window. Calls \p use with the index of each memref and with its view. Does
/// nothing if there are no memrefs.
static void takeWhole(Operation *nest, ArrayRef<Value> memrefs,
                      function_ref<void(size_t, Value)> use) {
  if (memrefs.empty())
    return;
  ImplicitLocOpBuilder builder(nest->getLoc(), nest);
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, value);
  };
  auto loop =
      scf::ForOp::create(builder, constant(0), constant(1), constant(1));
  loop->setAttr(tilesAttr, builder.getUnitAttr());
  nest->moveBefore(loop.getBody()->getTerminator());
  builder.setInsertionPointToStart(loop.getBody());
  for (auto [index, memref] : llvm::enumerate(memrefs)) {
    auto type = cast<MemRefType>(memref.getType());
    SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0));
    // The view must be a slice of the loop. A constant 0 would fold.
    offsets.front() = loop.getInductionVar();
    use(index, makeSubView(builder, type.getShape(), memref, offsets,
                           type.getShape()));
  }
}

/// Replaces \p operands of \p op by views of all of their elements. A new loop
/// of one trip around \p nest makes the views. \p nest is the outermost loop
/// around \p op, or \p op itself.
static void takeWhole(Operation *nest, Operation *op,
                      ArrayRef<unsigned> operands) {
  const SmallVector<Value> memrefs =
      llvm::map_to_vector(operands, [&](unsigned number) -> Value {
        return op->getOperand(number);
      });
  takeWhole(nest, memrefs, [&](size_t index, Value view) {
    op->setOperand(operands[index], view);
  });
}

/// Replaces all uses of \p memrefs inside of \p nest by views of all of their
/// elements. A new loop of one trip around \p nest makes the views.
static void takeWholeInside(Operation *nest, ArrayRef<Value> memrefs) {
  takeWhole(nest, memrefs, [&](size_t index, Value view) {
    Value(memrefs[index]).replaceUsesWithIf(view, [&](OpOperand &use) {
      return nest->isAncestor(use.getOwner());
    });
  });
}

/// Replaces a nest of loops over elements by loops over its tiles.
static void tileNest(const OpToTile &toTile) {
  const SmallVector<Value> all = getOperands(toTile);
  const SmallVector<Value> memrefs = llvm::map_to_vector(
      toTile.whole, [&](unsigned number) { return all[number]; });
  takeWholeInside(tileNest(*toTile.nest, toTile.tiling), memrefs);
}

/// Moves \p fill into the loops over the tiles of \p op. The fill of a tile
/// runs just before the outermost loop that adds terms to the tile. \p loops
/// are the loops over tiles, outermost first. \p order has the tiled dimension
/// of \p op for each of the loops.
static void fillTiles(linalg::FillOp fill, linalg::LinalgOp op,
                      ArrayRef<Operation *> loops, ArrayRef<unsigned> order) {
  Operation *place = op;
  for (auto [loop, dim] : llvm::reverse(llvm::zip_equal(loops, order)))
    if (op.getIteratorTypesArray()[dim] != utils::IteratorType::parallel) {
      // Moves the view of the tile in front of the loop, where the fill needs
      // the view.
      moveLoopInvariantCode(cast<LoopLikeOpInterface>(loop));
      place = loop;
    }
  OpBuilder builder(place);
  linalg::FillOp::create(builder, fill.getLoc(), fill.value(),
                         op.getDpsInits()[0]);
  fill.erase();
}

/// Replaces an op by loops over its tiles. A dimension of a single tile gets no
/// loop. An op of a single tile, such as an opaque op, only gets windows for
/// its tables and for the operands that it accesses as a whole.
static LogicalResult tile(const OpToTile &toTile) {
  if (toTile.nest) {
    tileNest(toTile);
    return success();
  }
  auto op = dyn_cast<linalg::LinalgOp>(toTile.op);
  if (!op) {
    takeWhole(toTile.op, toTile.op, toTile.whole);
    return success();
  }
  const Tiling &tiling = toTile.tiling;
  if (tiling.sizes.empty()) {
    takeWholeInside(op, toTile.tables);
    return success();
  }
  SmallVector<int64_t> sizes(tiling.sizes.size(), 0); // 0: no loop.
  for (unsigned dim : tiling.order)
    sizes[dim] = tiling.sizes[dim];
  SmallVector<unsigned> interchange(tiling.order);
  for (unsigned dim = 0; dim < sizes.size(); ++dim)
    if (!llvm::is_contained(tiling.order, dim))
      interchange.push_back(dim);
  IRRewriter rewriter(op->getContext());
  rewriter.setInsertionPoint(op);
  // Casts to the type of a tile fold into other linalg ops, but not into these
  // named ops. So replace them by generic ops.
  if (isa<linalg::MapOp, linalg::ReduceOp, linalg::TransposeOp,
          linalg::BroadcastOp>(op)) {
    const DictionaryAttr attributes = op->getDiscardableAttrDictionary();
    FailureOr<linalg::GenericOp> general =
        linalg::generalizeNamedOp(rewriter, op);
    if (failed(general))
      return op->emitError("'") << op->getName() << "' cannot be tiled";
    op = *general;
    op->setDiscardableAttrs(attributes);
    rewriter.setInsertionPoint(op);
  }
  if (tiling.order.empty()) {
    takeWholeInside(op, toTile.tables);
    takeWhole(op, op, toTile.whole);
    if (toTile.fill)
      fillTiles(toTile.fill, op, {}, {});
    return success();
  }
  SmallVector<unsigned> order(tiling.order);
  // If upstream's tiling interchanges loops, `linalg.index` becomes the index
  // of a wrong loop. So interchange the loops of such an op before tiling.
  if (auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
      generic && generic.hasIndexSemantics()) {
    if (failed(linalg::interchangeGenericOp(rewriter, generic, interchange)))
      return op->emitError("the loops of '")
             << op->getName() << "' cannot be interchanged";
    applyPermutationToVector(sizes, llvm::to_vector_of<int64_t>(interchange));
    std::iota(interchange.begin(), interchange.end(), 0);
    std::iota(order.begin(), order.end(), 0);
    rewriter.setInsertionPoint(op);
  }
  FailureOr<linalg::TiledLinalgOp> tiled = linalg::tileLinalgOp(
      rewriter, op,
      linalg::LinalgTilingOptions().setTileSizes(sizes).setInterchange(
          interchange));
  if (failed(tiled))
    return op->emitError("'") << op->getName() << "' cannot be tiled";
  rewriter.eraseOp(op);
  if (tiling.isSerial)
    for (Operation *loop : tiled->loops)
      loop->setAttr(oneWindowAttr, rewriter.getUnitAttr());
  takeWholeInside(tiled->loops.front(), toTile.tables);
  takeWhole(tiled->loops.front(), tiled->op, toTile.whole);
  if (toTile.fill)
    fillTiles(toTile.fill, tiled->op, tiled->loops, order);
  return success();
}

/// Returns the outermost `scf.for` or `scf.if` around \p op. Returns null if
/// there is none, or if another op with regions, besides the function, is
/// around \p op.
static Operation *getOutermostRegion(Operation *op) {
  Operation *outermost = nullptr, *parent = op->getParentOp();
  for (; isa<scf::ForOp, scf::IfOp>(parent); parent = parent->getParentOp())
    outermost = parent;
  return isa<func::FuncOp>(parent) ? outermost : nullptr;
}

/// Returns true if all users of the storage \p set are views, and ops that
/// access elements or free the storage. So no op passes the storage on, e.g. to
/// the next trip of a loop.
static bool isLocal(const AliasSet &set) {
  return llvm::all_of(set.members, [](Value member) {
    return llvm::all_of(
        member.getUsers(),
        llvm::IsaPred<linalg::LinalgOp, memref::SubViewOp,
                      memref::ExpandShapeOp, memref::CollapseShapeOp,
                      memref::CastOp, memref::CopyOp, memref::LoadOp,
                      memref::StoreOp, memref::DeallocOp>);
  });
}

/// Moves the allocations that \p ops use out of loops and branches, together
/// with their deallocations. Only allocations at the top level of the function
/// can have windows. Leaves an allocation in place if it is freed in another
/// block or more than once.
static void hoistAllocations(func::FuncOp function, ArrayRef<OpToTile> ops) {
  const AliasSets aliasSets(function);
  llvm::SetVector<Operation *> allocations;
  for (const OpToTile &toTile : ops)
    for (unsigned set : getSets(toTile.op, aliasSets))
      for (Value root : aliasSets.getSets()[set].roots)
        if (auto alloc = root.getDefiningOp<memref::AllocOp>();
            alloc && alloc->getNumOperands() == 0 &&
            getOutermostRegion(alloc) && isLocal(aliasSets.getSets()[set]))
          allocations.insert(alloc);
  for (Operation *alloc : allocations) {
    Operation *outermost = getOutermostRegion(alloc);
    SmallVector<Operation *> deallocations;
    for (Operation *user : alloc->getUsers())
      if (isa<memref::DeallocOp>(user))
        deallocations.push_back(user);
    const bool isSimple =
        llvm::all_of(deallocations, [&](Operation *deallocation) {
          return deallocation->getBlock() == alloc->getBlock();
        });
    if (!isSimple || deallocations.size() > 1)
      continue;
    alloc->moveBefore(outermost);
    for (Operation *deallocation : deallocations)
      deallocation->moveAfter(outermost);
  }
}

FailureOr<size_t> memplace::tileOps(func::FuncOp function,
                                    const Target &machine, bool floatSums) {
  const TierId tier = getLargestTier(machine);
  replaceCopies(function, machine.tiers[tier]);
  std::optional<std::vector<OpToTile>> ops =
      chooseTilings(function, machine, floatSums);
  if (!ops)
    return 0;
  hoistAllocations(function, *ops);
  const size_t numTiled = ops->size();
  findWhole(function, machine.tiers[tier], *ops);
  for (const OpToTile &op : *ops)
    if (failed(tile(op)))
      return failure();
  RewritePatternSet patterns(function.getContext());
  scf::populateSCFForLoopCanonicalizationPatterns(patterns);
  if (failed(applyPatternsGreedily(function, std::move(patterns))) ||
      failed(foldViews(function)))
    return failure();
  return numTiled;
}
