//===- Supported.cpp - Checks for unsupported programs --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extraction.h"

#include "../Interfaces/StatedAccess.h"
#include "memplace/Analysis/OpCost.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace memplace;

static LogicalResult refuse(Operation *op) {
  op->emitError("cannot place buffers around '")
      << op->getName() << "': " << getRefusedReason(op);
  return failure();
}

static LogicalResult refuseUnknown(Operation *op) {
  InFlightDiagnostic error = op->emitError("cannot tell what '")
                             << op->getName()
                             << "' does to memory: it does not implement "
                                "MemoryOpInterface";
  if (getStatedAccesses(op))
    error << ", and 'memplace.access' does not tell where its memref results "
             "are";
  error.attachNote() << "state its accesses by 'memplace.access', attach a "
                        "model of the interface to the op, or set "
                        "'allow-unknown-ops' to treat it as a barrier";
  return failure();
}

/// Checks that `memplace.access` is not weaker than the model of an op.
static LogicalResult checkStatedAccess(Operation *op,
                                       ArrayRef<MemoryAccess> accesses,
                                       ArrayRef<StatedAccess> stated) {
  for (const MemoryAccess &access : accesses) {
    bool reads = false, writes = false, isOperand = false;
    for (const StatedAccess &its : stated) {
      if (its.operand->get() != access.memref)
        continue;
      isOperand = true;
      const std::optional<AccessMode> mode = its.getMode();
      reads |= mode && *mode != AccessMode::Write;
      writes |= its.writes();
    }
    const bool isWeaker = (access.mode != AccessMode::Write && !reads) ||
                          (access.mode != AccessMode::Read && !writes);
    if (isOperand && isWeaker)
      return op->emitError("'memplace.access' of '")
             << op->getName() << "' leaves out an access: by its model the op "
             << "makes an access \"" << toString(access.mode)
             << "\" to an operand of type " << access.memref.getType();
  }
  return success();
}

/// Checks that `memplace.access` of a call does not contradict the attributes
/// of the callee's arguments.
static LogicalResult checkStatedAccess(func::CallOp call) {
  const auto stated = getStatedAccesses(call);
  if (!stated)
    return success();
  auto callee = SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(
      call, call.getCalleeAttr());
  for (const StatedAccess &access : *stated) {
    const unsigned index = access.operand->getOperandNumber();
    const std::optional<AccessMode> mode = access.getMode();
    const std::optional<AccessMode> byCallee = getStatedAccess(callee, index);
    if (mode && byCallee && *mode != *byCallee)
      return call.emitError("'memplace.access' states the access \"")
             << toString(*mode) << "\" to operand " << index
             << ", but the attributes of this argument of function '"
             << call.getCallee() << "' state \"" << toString(*byCallee)
             << "\"; remove one of them";
  }
  return success();
}

/// Checks attributes that describe the op against its model.
static LogicalResult checkStated(Operation *op) {
  if (!isa<MemoryOpInterface>(op) || isa<FunctionOpInterface>(op))
    return success();
  if (auto call = dyn_cast<func::CallOp>(op);
      call && failed(checkStatedAccess(call)))
    return failure();
  if (op->hasAttr(MemPlaceDialect::cutDimsAttrName))
    return op->emitError("'memplace.cut_dims' is for ops without a model; the "
                         "model of '")
           << op->getName() << "' states its cuts";
  if (!op->hasAttr(MemPlaceDialect::accessAttrName))
    return success();
  const std::optional<MemoryOpKind> kind = getMemoryOpKind(op);
  if (kind == MemoryOpKind::Barrier)
    return success();
  if (kind != MemoryOpKind::Access)
    return op->emitError("'memplace.access' belongs on an op that accesses "
                         "memory, but '")
           << op->getName() << "' is of kind \"" << toString(*kind) << "\"";
  return checkStatedAccess(op, getMemoryAccesses(op), *getStatedAccesses(op));
}

/// Checks that the user's trip count agrees with the loop's bounds.
static LogicalResult checkTripCount(Operation *op) {
  Attribute attr = op->getDiscardableAttr(MemPlaceDialect::tripCountAttrName);
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  if (!attr || !loop)
    return success();
  auto told = dyn_cast<IntegerAttr>(attr);
  if (!told || told.getInt() < 1) {
    op->emitError("'memplace.trip_count' must be an integer of at least 1, "
                  "got ")
        << attr;
    return failure();
  }
  std::optional<APInt> known = loop.getStaticTripCount();
  if (!known || known->getLimitedValue() == told.getValue().getLimitedValue())
    return success();
  op->emitError("'memplace.trip_count' is ")
      << told.getInt() << ", but by its bounds the loop makes "
      << known->getLimitedValue() << " trips; remove the attribute";
  return failure();
}

/// Checks that a number from a model is between \p least and 1, since a model
/// may return anything.
static LogicalResult checkShare(Operation *op, StringRef what, double least,
                                std::optional<double> value) {
  if (!value || (*value >= least && *value <= 1)) // False for NaN.
    return success();
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format("%g to 1, got %g", least, *value);
  op->emitError("'") << op->getName() << "' has a model with an " << what
                     << " outside of " << text;
  return failure();
}

static LogicalResult checkModel(Operation *op) {
  if (failed(checkShare(op, "overlap", 0, getOverlap(op))) ||
      failed(checkStated(op)))
    return failure();
  for (const MemoryAccess &access : getMemoryAccesses(op))
    if (failed(checkShare(op, "efficiency", minEfficiency, access.efficiency)))
      return failure();
  return success();
}

LogicalResult memplace::checkSupported(func::FuncOp function,
                                       const ExtractOptions &options) {
  if (!function.getBody().hasOneBlock()) {
    InFlightDiagnostic error =
        mlir::emitError(function.getLoc(), "cannot place the buffers "
                                           "of a function of ")
        << function.getBody().getBlocks().size() << " blocks";
    error.attachNote() << "place before control flow is lowered to branches, "
                          "or run --lift-cf-to-scf";
    return failure();
  }
  WalkResult result =
      function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
        std::optional<MemoryOpKind> kind = getMemoryOpKind(op);
        if (kind == MemoryOpKind::Refused && failed(refuse(op)))
          return WalkResult::interrupt();
        if (!kind && !options.allowUnknownOps && failed(refuseUnknown(op)))
          return WalkResult::interrupt();
        if (failed(checkTripCount(op)) || failed(checkModel(op)))
          return WalkResult::interrupt();
        return isOpaque(op) ? WalkResult::skip() : WalkResult::advance();
      });
  return failure(result.wasInterrupted());
}
