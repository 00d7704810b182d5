//===- CutRewriter.h - Ops and buffers become pieces ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_CUTREWRITER_H
#define MEMPLACE_LIB_TRANSFORMS_CUTREWRITER_H

#include "PieceMaker.h"

namespace memplace {

/// Makes a function what its cut problem says: its steps in that order, ops on
/// parts of their operands instead of ops that are cut, and allocations (casts
/// of the caller's memrefs) of their own instead of buffers that are.
class CutRewriter {
public:
  CutRewriter(const ExtractedFunction &extracted, const Cuts &cuts,
              const CutProblem &cut);

  /// With a diagnostic at the op if a model tells what is not so. `false`,
  /// without one, if the order can't be that of the cut problem, or a buffer
  /// has uses that are not understood. The IR is half-changed then.
  mlir::FailureOr<bool> run();

private:
  /// Ops of a block between two that nothing passes.
  struct Segment {
    llvm::SmallVector<mlir::Operation *> ops;
    mlir::Operation *end = nullptr;
    /// Step and piece, in the new order.
    llvm::SmallVector<std::pair<Step, int32_t>> order;
    bool hasCuts = false;
  };

  void makeSegments();
  void addSegments(mlir::Block &block);
  void fillOrder();
  mlir::LogicalResult rewrite(Segment &segment);
  bool emitSources(llvm::ArrayRef<mlir::Operation *> users,
                   const Segment &segment);
  void emit(mlir::Operation *op, const Segment &segment);

  const ExtractedFunction &extracted;
  const CutProblem &cut;
  CutBuffers buffers;
  PieceMaker maker;
  std::vector<const OpCut *> cutOf; // By step.
  int64_t overheadPs; // Of the launch of each piece after an op's first.
  std::vector<Segment> segments;
  llvm::DenseMap<mlir::Operation *, unsigned> segmentOf;
  llvm::DenseMap<mlir::Operation *, unsigned> numberOf; // In its segment.
  llvm::DenseSet<mlir::Operation *> emitted;
  bool isPossible = true;
};

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_CUTREWRITER_H
