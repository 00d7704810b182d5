//===- UnrollSwaps.cpp - Unroll loops that swap buffers -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that swaps two memrefs,
//
//   %r:2 = scf.for %i = 0 to 5 iter_args(%x = %p, %y = %q) {
//     f(%x, %y)
//     scf.yield %y, %x
//   }
//
// uses the same buffers in every second trip. Unrolled by two, each op of the
// body has one buffer per operand:
//
//   scf.for %i = 0 to 4 step 2 {
//     f(%p, %q)
//     f(%q, %p)
//   }
//   f(%p, %q)
//
//===----------------------------------------------------------------------===//

#include "UnrollSwaps.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#include <numeric>

using namespace mlir;
using namespace memplace;

/// Copies of a body at most.
static constexpr unsigned maxCopies = 4;

/// Returns the number of trips after which the carried memrefs of \p loop are
/// in the order of the start: 1 if no memref moves, 0 if a trip does not just
/// permute them.
static unsigned countTripsOfCycle(scf::ForOp loop) {
  // By iteration argument: the argument yielded in its place.
  SmallVector<unsigned> next;
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  for (auto [index, argument] : llvm::enumerate(loop.getRegionIterArgs())) {
    next.push_back(index);
    if (!isa<MemRefType>(argument.getType()))
      continue;
    auto yielded = dyn_cast<BlockArgument>(yield.getOperand(index));
    if (!yielded || yielded.getOwner() != loop.getBody() ||
        yielded == loop.getInductionVar())
      return 0;
    next.back() = yielded.getArgNumber() - loop.getNumInductionVars();
  }
  unsigned trips = 1;
  for (unsigned start = 0; start < next.size(); ++start) {
    unsigned length = 1, at = next[start];
    for (; at != start && length <= next.size(); at = next[at])
      ++length;
    if (at != start)
      return 0; // Two arguments continue as one.
    trips = std::lcm(trips, length);
  }
  return trips;
}

/// Removes the arguments that \p loop yields unchanged.
static void dropInvariantArguments(scf::ForOp loop) {
  RewritePatternSet patterns(loop.getContext());
  scf::ForOp::getCanonicalizationPatterns(patterns, loop.getContext());
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingOps);
  (void)applyOpPatternsGreedily({loop.getOperation()}, std::move(patterns),
                                config);
}

void memplace::unrollSwaps(func::FuncOp function) {
  SmallVector<std::pair<scf::ForOp, unsigned>> loops; // And copies.
  function.walk([&](scf::ForOp loop) {
    const unsigned copies = countTripsOfCycle(loop);
    const std::optional<APInt> trips = loop.getStaticTripCount();
    if (copies >= 2 && copies <= maxCopies && trips && trips->uge(copies))
      loops.push_back({loop, copies});
  });
  for (auto [loop, copies] : loops) {
    FailureOr<UnrolledLoopInfo> unrolled = loopUnrollByFactor(loop, copies);
    if (failed(unrolled))
      continue;
    if (unrolled->epilogueLoopOp)
      (void)loopUnrollFull(*unrolled->epilogueLoopOp);
    if (!unrolled->mainLoopOp)
      continue;
    // The number of trips has changed, and is constant.
    (*unrolled->mainLoopOp)
        ->removeDiscardableAttr(MemPlaceDialect::tripCountAttrName);
    dropInvariantArguments(*unrolled->mainLoopOp);
  }
}
