//===- Canonicalization.cpp - Remove dead ops of placed programs ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace memplace;

//===----------------------------------------------------------------------===//
// Residencies without readers
//===----------------------------------------------------------------------===//

/// Returns true if \p user only begins, ends or fills the residency \p place.
static bool neverReads(Operation *user, Value place) {
  if (isa<AcquireOp, ReleaseOp>(user))
    return true;
  auto transfer = dyn_cast<StartTransferOp>(user);
  return transfer && transfer.getSource() != place;
}

/// Returns true if \p allocation is one of several residencies of its buffer.
/// Another residency may have the same bytes and find the contents there.
static bool hasOtherResidencies(Operation *allocation) {
  Attribute buffer =
      allocation->getDiscardableAttr(MemPlaceDialect::bufferAttrName);
  return buffer && isPlacedAllocation(allocation) &&
         llvm::any_of(*allocation->getBlock(), [&](Operation &op) {
           return &op != allocation &&
                  op.getDiscardableAttr(MemPlaceDialect::bufferAttrName) ==
                      buffer;
         });
}

/// Returns true if the contents of \p place are never read, under any name.
/// \p place must be the result of an allocation or slot: any other memref, e.g.
/// an argument, may have further aliases.
static bool isNeverRead(Value place) {
  Operation *definition = place.getDefiningOp();
  if (!definition || !llvm::all_of(place.getUsers(), [&](Operation *user) {
        return neverReads(user, place) ||
               hasSingleEffect<MemoryEffects::Free>(user, place);
      }))
    return false;
  auto slot = dyn_cast<SlotOp>(definition);
  if (!slot)
    return hasSingleEffect<MemoryEffects::Allocate>(definition, place) &&
           !hasOtherResidencies(definition);
  // An overlapping slot of the same buffer may read the contents, either after
  // an acquire with `keep_contents` or by an access within this residency.
  auto arena = slot.getArena().getDefiningOp<ArenaOp>();
  return arena && llvm::all_of(arena->getUsers(), [&](Operation *user) {
           if (isa<FreeArenaOp>(user) || user == slot)
             return true;
           auto other = dyn_cast<SlotOp>(user);
           return other && (other.getBuffer() != slot.getBuffer() ||
                            !overlap(other, slot));
         });
}

namespace {

/// Removes an arena without slots.
struct EraseUnusedArena : OpRewritePattern<ArenaOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ArenaOp arena,
                                PatternRewriter &rewriter) const override {
    if (!llvm::all_of(arena->getUsers(), llvm::IsaPred<FreeArenaOp>))
      return rewriter.notifyMatchFailure(arena, "is used");
    for (Operation *user : llvm::make_early_inc_range(arena->getUsers()))
      rewriter.eraseOp(user);
    rewriter.eraseOp(arena);
    return success();
  }
};

/// Removes a transfer to a place that is never read, and its waits.
struct EraseDeadTransfer : OpRewritePattern<StartTransferOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(StartTransferOp transfer,
                                PatternRewriter &rewriter) const override {
    if (!llvm::all_of(transfer->getUsers(), llvm::IsaPred<WaitOp>))
      return rewriter.notifyMatchFailure(transfer, "token is handed on");
    if (!isNeverRead(transfer.getDestination()))
      return rewriter.notifyMatchFailure(transfer, "destination may be read");
    for (Operation *user : llvm::make_early_inc_range(transfer->getUsers()))
      rewriter.eraseOp(user);
    rewriter.eraseOp(transfer);
    return success();
  }
};

/// Removes a wait after another wait for the same transfer.
struct EraseSecondWait : OpRewritePattern<WaitOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(WaitOp wait,
                                PatternRewriter &rewriter) const override {
    // Look only at waits in a block around both; dominance then needs no
    // analysis.
    bool hasArrived =
        llvm::any_of(wait.getToken().getUsers(), [&](Operation *other) {
          Operation *here = other->getBlock()->findAncestorOpInBlock(*wait);
          return isa<WaitOp>(other) && here && other != here &&
                 other->isBeforeInBlock(here);
        });
    if (!hasArrived)
      return rewriter.notifyMatchFailure(wait, "no wait is known to be before");
    rewriter.eraseOp(wait);
    return success();
  }
};

/// Removes a residency with its acquire right before its release.
struct EraseEmptyResidency : OpRewritePattern<AcquireOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AcquireOp acquire,
                                PatternRewriter &rewriter) const override {
    auto release = dyn_cast_or_null<ReleaseOp>(acquire->getNextNode());
    if (!release || release.getSlot() != acquire.getSlot())
      return rewriter.notifyMatchFailure(acquire, "not released at once");
    rewriter.eraseOp(release);
    rewriter.eraseOp(acquire);
    return success();
  }
};

/// Removes a residency without accesses, after the removal of its transfers.
template <typename OpT> struct EraseUnusedResidency : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    if (llvm::any_of(op.getSlot().getUsers(), llvm::IsaPred<StartTransferOp>) ||
        !isNeverRead(op.getSlot()))
      return rewriter.notifyMatchFailure(op, "place is used");
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void ArenaOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *context) {
  patterns.add<EraseUnusedArena>(context);
}
void StartTransferOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                  MLIRContext *context) {
  patterns.add<EraseDeadTransfer>(context);
}
void WaitOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<EraseSecondWait>(context);
}
void AcquireOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<EraseEmptyResidency, EraseUnusedResidency<AcquireOp>>(context);
}
void ReleaseOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<EraseUnusedResidency<ReleaseOp>>(context);
}
