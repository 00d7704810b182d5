//===- StandIns.cpp - Linalg ops in place of opaque ops -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StandIns.h"

#include "PieceOps.h"
#include "TileableOps.h"

#include "../Interfaces/StatedAccess.h"
#include "memplace/Interfaces/MemoryOpInterface.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <map>

using namespace mlir;
using namespace memplace;

// Attributes of stand-ins and of ops with `markCost`. `StandIns::restore`
// removes all of these attributes.
/// Index of the op in `StandIns::ops`.
static constexpr StringLiteral numberAttr = "stand_in.number";
/// Loops that must not be tiled; see `getWholeLoops`.
static constexpr StringLiteral wholeAttr = "stand_in.whole_loops";
/// Product of the trip counts of the op's loops, before tiling.
static constexpr StringLiteral tripsAttr = "stand_in.trips";
/// Number of elements of each operand, before tiling.
static constexpr StringLiteral elementsAttr = "stand_in.elements";

/// Returns the product of the trip counts of all loops; none if an extent is
/// dynamic.
static std::optional<int64_t> getTrips(linalg::LinalgOp op) {
  int64_t trips = 1;
  for (int64_t extent : op.getStaticLoopRanges()) {
    if (ShapedType::isDynamic(extent))
      return std::nullopt;
    trips = multiplyCounts(trips, extent);
  }
  return trips;
}

static CostAttr getCost(Operation *op) {
  return op->getAttrOfType<CostAttr>(MemPlaceDialect::costAttrName);
}

/// Returns the number of elements of each operand; 1 for a scalar, and for a
/// memref of dynamic shape.
static SmallVector<int64_t> getNumElements(Operation *op) {
  return llvm::map_to_vector(op->getOperandTypes(), [](Type type) -> int64_t {
    auto memref = dyn_cast<MemRefType>(type);
    return memref && memref.hasStaticShape() ? memref.getNumElements() : 1;
  });
}

/// Marks \p op, if it has a cost and static extents, so that each of its tiles
/// gets a share of the cost.
static void markCost(linalg::LinalgOp op) {
  const std::optional<int64_t> trips = getTrips(op);
  if (!getCost(op) || !trips)
    return;
  Builder builder(op);
  op->setAttr(tripsAttr, builder.getI64IntegerAttr(*trips));
  op->setAttr(elementsAttr, builder.getDenseI64ArrayAttr(getNumElements(op)));
}

bool memplace::sharesCost(Operation *op) { return op->hasAttr(tripsAttr); }

SmallVector<unsigned> memplace::getWholeLoops(linalg::LinalgOp op) {
  auto loops = op->getAttrOfType<DenseI32ArrayAttr>(wholeAttr);
  return loops ? SmallVector<unsigned>(loops.asArrayRef().begin(),
                                       loops.asArrayRef().end())
               : SmallVector<unsigned>();
}

//===----------------------------------------------------------------------===//
// Making stand-ins
//===----------------------------------------------------------------------===//

namespace {
/// Operands of an op, with inputs first, as in its stand-in.
struct Operands {
  SmallVector<Value> inputs, outputs;
  SmallVector<AffineMap> maps;
  SmallVector<unsigned> numbers;
};
} // namespace

/// Returns the operands of \p op. Each operand must be a number, or a memref of
/// numbers that has a static shape and that the op accesses. Returns none if
/// this is not so, or if the op writes no operand.
static std::optional<Operands> collectOperands(Operation *op,
                                               ArrayRef<StatedAccess> accesses,
                                               ArrayAttr maps) {
  Operands operands;
  auto add = [&](OpOperand &operand, AffineMap map, bool isOutput) {
    (isOutput ? operands.outputs : operands.inputs).push_back(operand.get());
    operands.maps.push_back(map);
    operands.numbers.push_back(operand.getOperandNumber());
  };
  const auto loops = cast<AffineMapAttr>(maps[0]).getValue().getNumDims();
  for (OpOperand &operand : op->getOpOperands())
    if (operand.get().getType().isIntOrIndexOrFloat())
      add(operand, AffineMap::get(loops, 0, op->getContext()), false);
  for (bool writes : {false, true})
    for (auto [access, map] :
         llvm::zip_equal(accesses, maps.getAsRange<AffineMapAttr>()))
      if (access.getMode() && access.writes() == writes)
        add(*access.operand, map.getValue(), writes);
  const bool areMemRefs =
      llvm::all_of(accesses, [](const StatedAccess &access) {
        auto type = dyn_cast<MemRefType>(access.operand->get().getType());
        return type && type.hasStaticShape() &&
               type.getElementType().isIntOrIndexOrFloat();
      });
  return areMemRefs && operands.numbers.size() == op->getNumOperands() &&
                 !operands.outputs.empty()
             ? std::optional(std::move(operands))
             : std::nullopt;
}

/// Returns the type of each loop: parallel if each output has the loop's index
/// as a subscript, else a reduction.
static SmallVector<utils::IteratorType> getKinds(const Operands &operands) {
  const AffineMap first = operands.maps.front();
  ArrayRef<AffineMap> written =
      ArrayRef(operands.maps).drop_front(operands.inputs.size());
  SmallVector<utils::IteratorType> kinds;
  for (unsigned loop = 0; loop < first.getNumDims(); ++loop) {
    const AffineExpr dim = getAffineDimExpr(loop, first.getContext());
    const bool isParallel = llvm::all_of(written, [&](AffineMap map) {
      return llvm::is_contained(map.getResults(), dim);
    });
    kinds.push_back(isParallel ? utils::IteratorType::parallel
                               : utils::IteratorType::reduction);
  }
  return kinds;
}

/// Returns the loops along which \p op cannot be cut.
static SmallVector<int32_t> findWholeLoops(Operation *op, unsigned numLoops) {
  llvm::SmallDenseSet<int64_t> cuttable;
  for (const MemoryCut &cut : getMemoryCuts(op))
    cuttable.insert(cut.dimension);
  return llvm::filter_to_vector(
      llvm::seq<int32_t>(0, static_cast<int32_t>(numLoops)),
      [&](int32_t loop) { return !cuttable.contains(loop); });
}

/// Returns the results of a stand-in's body. An output that the op updates gets
/// its old element, so that the body reads the output. An output that the op
/// overwrites gets 0.
static SmallVector<Value> makeResults(OpBuilder &builder, Location loc,
                                      ArrayRef<StatedAccess> accesses,
                                      ValueRange outputs,
                                      ValueRange arguments) {
  llvm::SmallDenseSet<Value> updated; // Not overwritten.
  for (const StatedAccess &access : accesses)
    if (access.getMode() == AccessMode::Update)
      updated.insert(access.operand->get());
  SmallVector<Value> results;
  for (auto [output, argument] : llvm::zip_equal(outputs, arguments))
    results.push_back(
        updated.contains(output)
            ? argument
            : arith::ConstantOp::create(
                  builder, loc, builder.getZeroAttr(argument.getType())));
  return results;
}

/// Replaces \p op by a stand-in, unless the op cannot have tiles.
void StandIns::replace(Operation *op) {
  auto maps = dyn_cast_or_null<ArrayAttr>(
      op->getDiscardableAttr(MemPlaceDialect::cutDimsAttrName));
  if (!maps || maps.empty() || !takesAnyLayout(op) || op->getNumResults() > 0 ||
      op->getNumRegions() > 0 || op->hasAttr(MemPlaceDialect::cutAttrName))
    return;
  const SmallVector<StatedAccess> accesses = *getStatedAccesses(op);
  const std::optional<Operands> operands = collectOperands(op, accesses, maps);
  if (!operands)
    return;
  const SmallVector<utils::IteratorType> kinds = getKinds(*operands);
  OpBuilder builder(op);
  auto standIn = linalg::GenericOp::create(
      builder, op->getLoc(), operands->inputs, operands->outputs,
      operands->maps, kinds,
      [&](OpBuilder &body, Location loc, ValueRange arguments) {
        linalg::YieldOp::create(
            body, loc,
            makeResults(body, loc, accesses, operands->outputs,
                        arguments.drop_front(operands->inputs.size())));
      });
  if (CostAttr cost = getCost(op))
    standIn->setAttr(MemPlaceDialect::costAttrName, cost);
  standIn->setAttr(numberAttr,
                   builder.getI64IntegerAttr(static_cast<int64_t>(ops.size())));
  standIn->setAttr(wholeAttr, builder.getDenseI32ArrayAttr(
                                  findWholeLoops(op, standIn.getNumLoops())));
  // The maps of a linalg op must determine the extents of all its loops. The
  // maps in `memplace.cut_dims` need not.
  if (!verifyQuietly(standIn).empty()) {
    standIn.erase();
    return;
  }
  ops.push_back({op->getName(), op->getDiscardableAttrDictionary(),
                 op->getPropertiesAsAttribute(), operands->numbers});
  op->erase();
}

StandIns::StandIns(func::FuncOp function) {
  SmallVector<Operation *> candidates;
  function.walk([&](Operation *op) { candidates.push_back(op); });
  for (Operation *op : candidates)
    if (op != function)
      replace(op);
  function.walk([](linalg::LinalgOp op) { markCost(op); });
}

//===----------------------------------------------------------------------===//
// Restoring the ops
//===----------------------------------------------------------------------===//

/// Returns the share of the cost for \p op, a tile. \p numbers: by operand of
/// the tile, the number of that operand in the op that the cost describes.
/// Empty if the tile has the operands in the order of that op.
static CostAttr getTileCost(linalg::LinalgOp op, ArrayRef<unsigned> numbers) {
  const int64_t whole = cast<IntegerAttr>(op->getAttr(tripsAttr)).getInt();
  ArrayRef<int64_t> before =
      cast<DenseI64ArrayAttr>(op->getAttr(elementsAttr)).asArrayRef();
  const SmallVector<int64_t> after = getNumElements(op);
  std::map<unsigned, Share> byNumber; // Of memref operands.
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    if (isa<MemRefType>(operand.getType()))
      byNumber[numbers.empty() ? static_cast<unsigned>(i) : numbers[i]] = {
          after[i], before[i]};
  return shareCost(getCost(op), {getTrips(op).value_or(whole), whole},
                   llvm::to_vector(llvm::make_second_range(byNumber)));
}

/// Creates \p op on the operands of \p standIn, its stand-in or a tile of its
/// stand-in.
Operation *StandIns::makeOp(linalg::LinalgOp standIn,
                            const OpWithoutOperands &op) {
  OperationState state(standIn->getLoc(), op.name);
  state.addAttributes(op.attributes.getValue());
  state.propertiesAttr = op.properties;
  state.operands.resize(op.numbers.size());
  for (auto [operand, to] : llvm::zip_equal(standIn->getOperands(), op.numbers))
    state.operands[to] = operand;
  return OpBuilder(standIn).create(state);
}

void StandIns::restore(func::FuncOp function) {
  function.walk([&](linalg::LinalgOp tile) {
    auto number = tile->getAttrOfType<IntegerAttr>(numberAttr);
    const OpWithoutOperands *made = number ? &ops[number.getInt()] : nullptr;
    CostAttr cost;
    if (sharesCost(tile))
      cost = getTileCost(tile,
                         made ? ArrayRef(made->numbers) : ArrayRef<unsigned>());
    Operation *op = made ? makeOp(tile, *made) : tile;
    op->removeAttr(tripsAttr);
    op->removeAttr(elementsAttr);
    if (cost)
      op->setAttr(MemPlaceDialect::costAttrName, cost);
    if (made)
      tile->erase();
  });
}
