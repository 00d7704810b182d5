//===- StandIns.cpp - Linalg ops in place of opaque ops -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StandIns.h"

#include "memplace/Interfaces/MemoryOpInterface.h"
#include "memplace/Interfaces/StatedAccess.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"

#include <map>

using namespace mlir;
using namespace memplace;

// Attributes of stand-ins and of marked ops, never seen outside of a pass.
/// Number of the op in `StandIns::ops`.
static constexpr StringLiteral numberAttr = "stand_in.number";
/// Numbers of the op's operands, by operand of the stand-in.
static constexpr StringLiteral operandsAttr = "stand_in.operands";
/// Loops without tiles.
static constexpr StringLiteral wholeAttr = "stand_in.whole_loops";
/// Number of trips of all loops of the op before tiling.
static constexpr StringLiteral tripsAttr = "stand_in.trips";
/// Numbers of elements of the operands before tiling.
static constexpr StringLiteral elementsAttr = "stand_in.elements";

/// Returns the trips of all loops; none if some extent is not static.
static std::optional<double> getTrips(linalg::LinalgOp op) {
  double trips = 1;
  for (int64_t extent : op.getStaticLoopRanges()) {
    if (ShapedType::isDynamic(extent))
      return std::nullopt;
    trips *= static_cast<double>(extent);
  }
  return trips;
}

static CostAttr getCost(Operation *op) {
  return op->getAttrOfType<CostAttr>(MemPlaceDialect::costAttrName);
}

/// Returns the number of elements of each operand: 1 of a scalar and of a
/// dynamic shape.
static SmallVector<int64_t> getNumElements(Operation *op) {
  return llvm::map_to_vector(op->getOperandTypes(), [](Type type) -> int64_t {
    auto memref = dyn_cast<MemRefType>(type);
    return memref && memref.hasStaticShape() ? memref.getNumElements() : 1;
  });
}

/// Lets tiles of \p op share its cost, if it has one.
static void markCost(linalg::LinalgOp op) {
  const std::optional<double> trips = getTrips(op);
  if (!getCost(op) || !trips)
    return;
  Builder builder(op);
  op->setAttr(tripsAttr, builder.getF64FloatAttr(*trips));
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
/// Operands of an op, in the order of its stand-in.
struct Operands {
  SmallVector<Value> inputs, outputs;
  SmallVector<AffineMap> maps;
  SmallVector<int32_t> numbers;
};
} // namespace

/// Returns all operands of \p op; none if some are neither a number nor a
/// memref of numbers with a static shape that the op accesses.
static std::optional<Operands> collectOperands(Operation *op, ArrayAttr maps) {
  const SmallVector<StatedAccess> accesses = *getStatedAccesses(op);
  Operands operands;
  auto add = [&](OpOperand &operand, AffineMap map, bool isOutput) {
    (isOutput ? operands.outputs : operands.inputs).push_back(operand.get());
    operands.maps.push_back(map);
    operands.numbers.push_back(
        static_cast<int32_t>(operand.getOperandNumber()));
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

/// Returns the kind of each loop: parallel if each output has another index in
/// each trip.
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

/// Replaces \p op, unless it cannot have tiles.
LogicalResult StandIns::replace(Operation *op) {
  auto maps = dyn_cast_or_null<ArrayAttr>(
      op->getDiscardableAttr(MemPlaceDialect::cutDimsAttrName));
  if (!maps || maps.empty() || !isOpaque(op) || isa<CallOpInterface>(op) ||
      op->getNumResults() > 0 || op->getNumRegions() > 0 ||
      op->hasAttr(MemPlaceDialect::cutAttrName))
    return failure();
  const std::optional<Operands> all = collectOperands(op, maps);
  if (!all)
    return failure();
  const Operands &operands = *all;
  llvm::SmallDenseSet<Value> updated; // Not overwritten.
  const SmallVector<StatedAccess> accesses = *getStatedAccesses(op);
  for (const StatedAccess &access : accesses)
    if (access.getMode() == AccessMode::Update)
      updated.insert(access.operand->get());
  llvm::SmallDenseSet<int64_t> cuttable;
  for (const MemoryCut &cut : getMemoryCuts(op))
    cuttable.insert(cut.dimension);
  const SmallVector<utils::IteratorType> kinds = getKinds(operands);
  SmallVector<int32_t> whole;
  for (int32_t loop = 0; loop < static_cast<int32_t>(kinds.size()); ++loop)
    if (!cuttable.contains(loop))
      whole.push_back(loop);
  OpBuilder builder(op);
  auto standIn = linalg::GenericOp::create(
      builder, op->getLoc(), operands.inputs, operands.outputs, operands.maps,
      kinds, [&](OpBuilder &body, Location loc, ValueRange arguments) {
        SmallVector<Value> results;
        for (auto [output, argument] :
             llvm::zip_equal(operands.outputs,
                             arguments.drop_front(operands.inputs.size())))
          results.push_back(
              updated.contains(output)
                  ? argument
                  : arith::ConstantOp::create(
                        body, loc, body.getZeroAttr(argument.getType())));
        linalg::YieldOp::create(body, loc, results);
      });
  if (CostAttr cost = getCost(op))
    standIn->setAttr(MemPlaceDialect::costAttrName, cost);
  standIn->setAttr(numberAttr,
                   builder.getI64IntegerAttr(static_cast<int64_t>(ops.size())));
  standIn->setAttr(operandsAttr,
                   builder.getDenseI32ArrayAttr(operands.numbers));
  standIn->setAttr(wholeAttr, builder.getDenseI32ArrayAttr(whole));
  {
    // Maps of linalg ops tell the extents of all loops; those of others need
    // not.
    ScopedDiagnosticHandler quiet(op->getContext(),
                                  [](Diagnostic &) { return success(); });
    if (failed(verify(standIn))) {
      standIn.erase();
      return failure();
    }
  }
  ops.push_back({op->getName(), op->getDiscardableAttrDictionary(),
                 op->getPropertiesAsAttribute()});
  op->erase();
  return success();
}

StandIns::StandIns(func::FuncOp function) {
  SmallVector<Operation *> candidates;
  function.walk([&](Operation *op) { candidates.push_back(op); });
  for (Operation *op : candidates)
    if (op != function)
      (void)replace(op);
  function.walk([](linalg::LinalgOp op) { markCost(op); });
}

//===----------------------------------------------------------------------===//
// Restoring the ops
//===----------------------------------------------------------------------===//

/// Returns the share of \p value of a tile with \p part of \p whole.
static int64_t share(int64_t value, double part, double whole) {
  return static_cast<int64_t>(static_cast<double>(value) * part / whole);
}

/// Returns the share of the cost of the tile \p op, which is a stand-in or a
/// marked op. \p numbers: of the operands in the op that the cost describes.
static CostAttr shareCost(linalg::LinalgOp op, ArrayRef<int32_t> numbers) {
  CostAttr cost = getCost(op);
  const double whole =
      cast<FloatAttr>(op->getAttr(tripsAttr)).getValueAsDouble();
  ArrayRef<int64_t> before =
      cast<DenseI64ArrayAttr>(op->getAttr(elementsAttr)).asArrayRef();
  const SmallVector<int64_t> after = getNumElements(op);
  std::map<int32_t, size_t> memrefs; // By operand of the described op.
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    if (isa<MemRefType>(operand.getType()))
      memrefs[numbers[i]] = i;
  SmallVector<int64_t> bytes(cost.getBytes());
  for (auto [value, memref] : llvm::zip(bytes, memrefs)) {
    const size_t i = memref.second;
    value = share(value, static_cast<double>(after[i]),
                  static_cast<double>(before[i]));
  }
  return CostAttr::get(
      op->getContext(),
      share(cost.getComputePs(), getTrips(op).value_or(whole), whole), bytes,
      cost.getOverlap(), cost.getEfficiency());
}

Operation *StandIns::makeOp(linalg::LinalgOp standIn,
                            ArrayRef<int32_t> numbers) const {
  const OpWithoutOperands &made =
      ops[cast<IntegerAttr>(standIn->getAttr(numberAttr)).getInt()];
  OperationState state(standIn->getLoc(), made.name);
  state.addAttributes(made.attributes.getValue());
  state.propertiesAttr = made.properties;
  state.operands.resize(numbers.size());
  for (auto [operand, to] : llvm::zip_equal(standIn->getOperands(), numbers))
    state.operands[to] = operand;
  return OpBuilder(standIn).create(state);
}

void StandIns::restore(func::FuncOp function) {
  function.walk([&](linalg::LinalgOp tile) {
    const auto operands = tile->getAttrOfType<DenseI32ArrayAttr>(operandsAttr);
    const auto numbers =
        operands ? llvm::to_vector(operands.asArrayRef())
                 : llvm::to_vector(llvm::seq<int32_t>(
                       0, static_cast<int32_t>(tile->getNumOperands())));
    const CostAttr cost =
        sharesCost(tile) ? shareCost(tile, numbers) : CostAttr();
    Operation *op = operands ? makeOp(tile, numbers) : tile;
    op->removeAttr(tripsAttr);
    op->removeAttr(elementsAttr);
    if (cost)
      op->setAttr(MemPlaceDialect::costAttrName, cost);
    if (op != tile)
      tile->erase();
  });
}
