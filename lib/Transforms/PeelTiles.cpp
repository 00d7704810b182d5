//===- PeelTiles.cpp - Peel partial tiles off loops -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PeelTiles.h"

#include "../Analysis/ComputedOf.h"
#include "StreamSlices.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace memplace;

/// Returns the first index of the last trip of \p loop if its bounds are
/// constant, it has two trips or more, and its step does not divide its range.
static std::optional<int64_t> getPartialTrip(scf::ForOp loop) {
  const std::optional<int64_t> begin =
      getConstantIntValue(loop.getLowerBound());
  const std::optional<int64_t> end = getConstantIntValue(loop.getUpperBound());
  const std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!begin || !end || !step || *step <= 0 || *end - *begin <= *step ||
      (*end - *begin) % *step == 0 || loop.getUnsignedCmp())
    return std::nullopt;
  return *begin + (*end - *begin) / *step * *step;
}

/// Returns true if a view in \p loop has a different size in some trip.
static bool hasChangingSizes(scf::ForOp loop) {
  return loop.getBody()
      ->walk([&](memref::SubViewOp view) {
        const bool isChanging = llvm::any_of(view.getSizes(), [&](Value size) {
          return isComputedOf(size, loop.getInductionVar());
        });
        return isChanging ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

static scf::ForOp findLoop(func::FuncOp function) {
  scf::ForOp found;
  function.walk([&](scf::ForOp loop) {
    if (!getPartialTrip(loop) || !hasChangingSizes(loop))
      return WalkResult::advance();
    found = loop;
    return WalkResult::interrupt();
  });
  return found;
}

bool memplace::peelTiles(func::FuncOp function) {
  IRRewriter rewriter(function.getContext());
  bool isChanged = false;
  while (scf::ForOp loop = findLoop(function)) {
    const int64_t begin = *getPartialTrip(loop);
    scf::ForOp last;
    if (failed(scf::peelForLoopAndSimplifyBounds(rewriter, loop, last)))
      break;
    // Views keep the loop's index as their position: slices of the loop.
    rewriter.setInsertionPoint(last);
    Value index = arith::ConstantOp::create(
        rewriter, last.getLoc(),
        rewriter.getIntegerAttr(last.getInductionVar().getType(), begin));
    last.getInductionVar().replaceUsesWithIf(index, [](OpOperand &use) {
      return !isa<memref::SubViewOp>(use.getOwner());
    });
    foldIndices(function);
    isChanged = true;
  }
  return isChanged;
}

LogicalResult memplace::foldViews(func::FuncOp function) {
  RewritePatternSet patterns(function.getContext());
  memref::CastOp::getCanonicalizationPatterns(patterns, function.getContext());
  memref::CopyOp::getCanonicalizationPatterns(patterns, function.getContext());
  memref::SubViewOp::getCanonicalizationPatterns(patterns,
                                                 function.getContext());
  return applyPatternsGreedily(function, std::move(patterns));
}
