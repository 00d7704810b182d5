//===- AccessRewriter.h - Serve accesses from residencies -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_ACCESSREWRITER_H
#define MEMPLACE_LIB_TRANSFORMS_ACCESSREWRITER_H

#include "memplace/IRToProblem/IRToProblem.h"

#include "mlir/IR/Builders.h"

namespace memplace {

/// Makes the steps of a function use the residencies that serve them, by
/// re-creating the views of each buffer on its residencies.
///
/// A memref whose type can't change (a call's operand, a value that a region op
/// carries) is cast to the type it had. A memref of which it is not known
/// statically which part of which buffer it is stays as it is: its buffers must
/// have one place only, which `replaceRoots` brings in.
class AccessRewriter {
public:
  /// \p slots: by ResidencyId, the residency's memref; null for those without
  /// an offset, which are the caller's memref itself.
  AccessRewriter(const ExtractedFunction &extracted, const Solution &solution,
                 llvm::ArrayRef<mlir::Value> slots);

  /// Before all steps: erases the deallocations of placed buffers.
  void eraseDeallocations();

  /// Rewrites one step. Fails with a diagnostic, and half-changed IR, if a
  /// residency is needed of a memref that is only known at run time.
  mlir::LogicalResult rewriteStep(Step step);

  /// After all steps: erases dead views of the placed buffers and replaces what
  /// still uses the old storage.
  void replaceRoots();

private:
  void castSlots();
  BufferId getBufferOf(mlir::Value memref) const;
  std::optional<ResidencyId> getResidencyFor(mlir::OpOperand &use, Step step,
                                             BufferId buffer) const;
  bool hasOnePlace(BufferId buffer) const;
  bool isViewOfRoot(mlir::Value memref) const;
  mlir::LogicalResult serveUse(mlir::OpOperand &use, Step step);
  mlir::Value recreate(mlir::Value memref, ResidencyId residency);
  mlir::Value recreateFrom(mlir::Value newSource, mlir::Value memref);
  mlir::Value getSourceOf(mlir::Value memref) const;
  mlir::Value getRecreated(mlir::Value memref, ResidencyId residency) const;
  bool isMoved(unsigned set) const;
  void replaceRoot(mlir::Value root, BufferId buffer);

  const ExtractedFunction &extracted;
  const Solution &solution;
  llvm::SmallVector<mlir::Value> slots;
  std::vector<BufferId> bufferOfSet; // -1: not placed.

  mlir::Operation *stepOp = nullptr; // The step that is being rewritten.
  /// Not null; each is in the block of the step that it was made for.
  llvm::DenseMap<std::pair<mlir::Value, ResidencyId>, mlir::Value> recreated;
};

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_ACCESSREWRITER_H
