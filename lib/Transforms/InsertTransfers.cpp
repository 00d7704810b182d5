//===- InsertTransfers.cpp - Make transfers explicit ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessRewriter.h"
#include "Boundaries.h"
#include "FunctionBackup.h"
#include "PlacedFunction.h"

#include "../IRToProblem/Pins.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/SolutionToIR/SolutionToIR.h"
#include "memplace/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace memplace {
#define GEN_PASS_DEF_INSERTTRANSFERSPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

/// Returns the pin for the places of \p buffer; null if the buffer may be in
/// several tiers. The original op may be erased, and with it a user's pin, a
/// tier as memory space, or a reason to stay in the home tier. Lower bounds
/// need this information, so a pin on the places keeps it.
static Attribute getPin(Attribute pin, const Buffer &buffer,
                        const Target &target, MLIRContext *context) {
  if (pin || buffer.tiers.size() != 1)
    return pin;
  StringRef tier = target.tiers[buffer.tiers.front()].name;
  return TierAttr::get(context, StringAttr::get(context, tier));
}

/// Creates an allocation at \p builder for each residency with an offset; null
/// for other residencies.
static SmallVector<Value> createAllocations(OpBuilder &builder,
                                            const ExtractedFunction &extracted,
                                            const BufferPins &pins,
                                            const Solution &solution) {
  const Problem &problem = extracted.problem;
  SmallVector<Value> allocations;
  for (const Residency &residency : solution.residencies) {
    if (!residency.offset) {
      allocations.emplace_back();
      continue;
    }
    const Buffer &buffer = problem.buffers[residency.buffer];
    StringRef tier = problem.target.tiers[residency.tier].name;
    Value root =
        extracted.aliasSets->getSets()[extracted.setOfBuffer[residency.buffer]]
            .roots.front();
    auto alloc = memref::AllocOp::create(
        builder, root.getLoc(),
        inTier(withoutLayout(cast<MemRefType>(root.getType())), tier),
        builder.getI64IntegerAttr(problem.alignmentIn(buffer, residency.tier)));
    alloc->setAttr(MemPlaceDialect::residencyAttrName,
                   ResidencyAttr::get(builder.getContext(),
                                      builder.getStringAttr(tier),
                                      residency.offset, residency.range.begin,
                                      residency.range.end));
    alloc->setAttr(MemPlaceDialect::bufferAttrName,
                   builder.getStringAttr(buffer.name));
    if (Attribute pin =
            getPin(pins.lookup(extracted.setOfBuffer[residency.buffer]), buffer,
                   problem.target, builder.getContext()))
      alloc->setAttr(MemPlaceDialect::pinAttrName, pin);
    allocations.push_back(alloc);
  }
  return allocations;
}

/// Returns the memref copied from or to by transfers, by ResidencyId: the
/// allocation, or the caller's memref. Null for a memref of the caller without
/// transfers.
static SmallVector<Value> getTransferEnds(OpBuilder &builder,
                                          const ExtractedFunction &extracted,
                                          const BufferPins &pins,
                                          const Solution &solution,
                                          ArrayRef<Value> allocations) {
  SmallVector<Value> ends(allocations);
  for (const Transfer &transfer : solution.transfers)
    for (ResidencyId id : {transfer.from, transfer.to}) {
      if (ends[id])
        continue;
      unsigned set = extracted.setOfBuffer[solution.residencies[id].buffer];
      ends[id] = extracted.aliasSets->getSets()[set].roots.front();
      // The op may come after the transfer or be in a loop, so clone it. Pieces
      // of arguments already come first.
      if (auto global = ends[id].getDefiningOp<memref::GetGlobalOp>()) {
        Operation *copy = builder.clone(*global);
        copy->removeDiscardableAttr(MemPlaceDialect::residenciesAttrName);
        if (Attribute pin = pins.lookup(set))
          copy->setAttr(MemPlaceDialect::pinAttrName, pin);
        ends[id] = copy->getResult(0);
      }
    }
  return ends;
}

static void insertBoundaries(const ExtractedFunction &extracted,
                             const Solution &solution, ArrayRef<Value> ends) {
  func::FuncOp function = extracted.function;
  OpBuilder builder(function.getContext());
  const Target &target = extracted.problem.target;
  SmallVector<Value> tokens(solution.transfers.size());
  for (const BoundaryEvent &event :
       planBoundaries(extracted.problem, solution)) {
    auto [block, position] =
        extracted.schedule->getInsertionPoint(event.step, event.nest);
    builder.setInsertionPoint(block, position);
    bool isTransfer = event.action == BoundaryAction::Start ||
                      event.action == BoundaryAction::Wait;
    const Transfer *transfer =
        isTransfer ? &solution.transfers[event.id] : nullptr;
    Location loc = ends[transfer ? transfer->to : event.id].getLoc();
    switch (event.action) {
    case BoundaryAction::Start:
      tokens[event.id] = StartTransferOp::create(
          builder, loc, TokenType::get(builder.getContext()),
          ends[transfer->from], ends[transfer->to],
          builder.getStringAttr(target.channels[transfer->channel].name));
      break;
    case BoundaryAction::Wait:
      WaitOp::create(builder, loc, tokens[event.id]);
      break;
    case BoundaryAction::Acquire:
      AcquireOp::create(builder, loc, ends[event.id], event.keepContents);
      break;
    case BoundaryAction::Release:
      ReleaseOp::create(builder, loc, ends[event.id]);
      break;
    }
  }
}

static LogicalResult makeExplicit(const ExtractedFunction &extracted) {
  if (!extracted.recorded)
    return success(); // No buffers.
  const Solution &solution = *extracted.recorded;
  func::FuncOp function = extracted.function;
  FailureOr<BufferPins> pins = collectPins(function, *extracted.aliasSets);
  if (failed(pins))
    return failure();
  OpBuilder builder = OpBuilder::atBlockBegin(&function.front());
  SmallVector<Value> allocations =
      createAllocations(builder, extracted, *pins, solution);
  SmallVector<Value> ends =
      getTransferEnds(builder, extracted, *pins, solution, allocations);
  insertBoundaries(extracted, solution, ends);

  AccessRewriter rewriter(extracted, solution, allocations);
  rewriter.eraseDeallocations();
  for (Step step = 0; step < extracted.problem.numSteps(); ++step)
    if (failed(rewriter.rewriteStep(step)))
      return failure();
  rewriter.replaceRoots();
  eraseRecordedSolution(function);
  // The body shows no sign of the placement if all residencies belong to the
  // caller.
  if (llvm::none_of(allocations, [](Value allocation) { return !!allocation; }))
    function->setAttr(MemPlaceDialect::placedAttrName, builder.getUnitAttr());
  return success();
}

/// Rewrites all functions, or, with a diagnostic, none: an access may turn out
/// to be impossible to serve only during the rewrite.
static LogicalResult makeAllExplicit(ArrayRef<ExtractedFunction> functions) {
  std::vector<FunctionBackup> backups;
  for (const ExtractedFunction &one : functions) {
    backups.emplace_back(one.function);
    if (succeeded(makeExplicit(one)))
      continue;
    for (FunctionBackup &backup : backups)
      backup.restore();
    return failure();
  }
  return success();
}

namespace {
struct InsertTransfersPass
    : public memplace::impl::InsertTransfersPassBase<InsertTransfersPass> {
  void runOnOperation() override {
    SmallVector<func::FuncOp> annotated;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function->hasAttr(MemPlaceDialect::transfersAttrName))
        annotated.push_back(function);
    if (annotated.empty())
      return;

    FailureOr<Target> target = getTarget(getOperation(), "");
    if (failed(target))
      return signalPassFailure();
    std::vector<ExtractedFunction> extracted;
    for (func::FuncOp function : annotated) {
      // The placing pass already decided about unknown ops.
      FailureOr<ExtractedFunction> one =
          extractPlaced(function, *target, {.allowUnknownOps = true});
      if (failed(one))
        return signalPassFailure();
      extracted.push_back(std::move(*one));
    }
    if (failed(makeAllExplicit(extracted)))
      signalPassFailure();
  }
};
} // namespace
