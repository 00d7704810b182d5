//===- CutRewriter.h - Replace ops and buffers by pieces --------*- C++ -*-===//
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

/// Returns true for a piece of the caller's storage, for a global used only by
/// such pieces, and for an allocation that the function returns. These ops
/// stay in place, before all transfers that use them.
bool isOutsidePiece(mlir::Operation *op);

/// Rewrites a function as its cut problem describes, with steps in the order of
/// the cut problem. Cut ops become ops on parts of their operands. Cut buffers
/// become separate allocations, or casts if the buffer is a memref of the
/// caller.
class CutRewriter {
public:
  CutRewriter(const ExtractedFunction &extracted, const Cuts &cuts,
              const CutProblem &cut);

  /// Fails with a diagnostic at the op if a model is wrong. Returns `false`,
  /// without a diagnostic, if the IR cannot have the order of the cut problem,
  /// or if a buffer has unsupported uses. The IR is partly rewritten in both
  /// cases.
  mlir::FailureOr<bool> run();

private:
  /// Ops of a block between two fixed points, which no op may pass.
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
  bool moveSources(llvm::ArrayRef<mlir::Operation *> users,
                   const Segment &segment);
  void emit(mlir::Operation *op, const Segment &segment);

  const ExtractedFunction &extracted;
  const CutProblem &cut;
  CutBuffers buffers;
  PieceMaker maker;
  std::vector<const OpCut *> cutOf; // By step.
  int64_t overheadPs; // Overhead of the launch of each piece after an op's
                      // first, picoseconds.
  std::vector<Segment> segments;
  llvm::DenseMap<mlir::Operation *, unsigned> segmentOf;
  llvm::DenseMap<mlir::Operation *, unsigned>
      numberOf; // Position in its segment.
  llvm::DenseSet<mlir::Operation *> emitted;
  bool isPossible = true;
};

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_CUTREWRITER_H
