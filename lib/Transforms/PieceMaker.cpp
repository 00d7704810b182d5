//===- PieceMaker.cpp - Pieces of ops in the IR ---------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PieceMaker.h"

#include "PieceOps.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace memplace;

/// Returns the part of a piece in place of \p operand; null if the piece has
/// the whole operand.
static const OperandPart *findPart(ArrayRef<OperandPart> parts,
                                   OpOperand &operand) {
  const unsigned number = operand.getOperandNumber();
  const auto *found = llvm::find_if(parts, [&](const OperandPart &part) {
    return part.memref == operand.get() &&
           part.operand.value_or(number) == number;
  });
  return found == parts.end() ? nullptr : found;
}

static bool isSameRegion(const OperandPart &a, const OperandPart &b) {
  return a.memref == b.memref && a.axis == b.axis && a.begin == b.begin &&
         a.end == b.end;
}

/// Sets the piece's share of the cost given by the user, with the shares of the
/// cut problem.
static void setCost(Operation *op, Operation *piece,
                    ArrayRef<OperandPart> parts, int64_t indices,
                    int64_t extent) {
  auto cost = op->getAttrOfType<CostAttr>(MemPlaceDialect::costAttrName);
  if (!cost)
    return;
  SmallVector<Share> traffic;
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    if (!type)
      continue;
    const OperandPart *part = findPart(parts, operand);
    traffic.push_back(
        part ? Share{part->end - part->begin, type.getDimSize(part->axis)}
             : Share());
  }
  piece->setAttr(MemPlaceDialect::costAttrName,
                 shareCost(cost, {indices, extent}, traffic));
}

/// Returns \p part as a memref; null if it does not exist.
Value PieceMaker::makeOperand(OpBuilder &builder, const OperandPart &part) {
  auto type = dyn_cast<MemRefType>(part.memref.getType());
  if (!type || part.axis >= type.getRank() || part.begin < 0 ||
      part.end > type.getDimSize(part.axis) || part.begin >= part.end)
    return {};
  if (!buffers.getPieces(part.memref).empty())
    return buffers.getPart(builder, part);
  SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(type.getRank(), builder.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes;
  for (int64_t size : type.getShape())
    sizes.push_back(builder.getIndexAttr(size));
  offsets[part.axis] = builder.getIndexAttr(part.begin);
  sizes[part.axis] = builder.getIndexAttr(part.end - part.begin);
  return memref::SubViewOp::create(builder, part.memref.getLoc(), part.memref,
                                   offsets, sizes, ones);
}

FailureOr<Operation *> PieceMaker::make(OpBuilder &builder, const OpCut &cut,
                                        size_t index) {
  Operation *op = extracted.schedule->getSteps()[cut.op];
  const MemoryCut &memoryCut = extracted.cuts[cut.op][cut.dimension];
  auto [begin, end] = getIndices(cut, memoryCut.extent, index);
  const SmallVector<OperandPart> parts = getParts(cut, memoryCut, index);
  auto refuse = [&](const Twine &reason) -> FailureOr<Operation *> {
    return op->emitOpError("has a model that allows cuts along dimension ")
           << memoryCut.dimension << ", but the piece of indices " << begin
           << " to " << end - 1 << " is not valid: " << reason;
  };
  // Memrefs used in the body stay whole.
  SmallVector<Value> operands(op->getOperands());
  DenseMap<const OperandPart *, Value> made;
  for (OpOperand &operand : op->getOpOperands()) {
    const OperandPart *part = findPart(parts, operand);
    if (!part)
      continue;
    part = llvm::find_if(parts, [&](const OperandPart &other) {
      return isSameRegion(other, *part);
    });
    Value &value = made[part];
    if (!value && !(value = makeOperand(builder, *part)))
      return refuse("it would use indices " + Twine(part->begin) + " to " +
                    Twine(part->end - 1) + " of axis " + Twine(part->axis) +
                    " of an operand of type " + "'" +
                    mlir::debugString(part->memref.getType()) + "'");
    operands[operand.getOperandNumber()] = value;
  }
  Operation *piece = builder.clone(*op);
  piece->setOperands(operands);
  piece->removeDiscardableAttr(MemPlaceDialect::cutAttrName);
  shiftIndices(piece, memoryCut.dimension, begin);
  setCost(op, piece, parts, end - begin, memoryCut.extent);
  if (std::string error = verifyQuietly(piece); !error.empty())
    return refuse(error);
  return piece;
}
