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

/// Redirects the steps of a function to the residencies that serve them.
/// Re-creates the views of each buffer on its residencies.
///
/// If the type of a memref is fixed (operand of a call, value carried by a
/// region op), it is cast to its old type. A memref stays as it is if its
/// buffer, or its part of the buffer, is only known at run time. The buffers of
/// such a memref must have a single place, which `replaceRoots` inserts.
class AccessRewriter {
public:
  /// \p memrefs: the memref of each residency, by ResidencyId. Null for
  /// residencies without an offset, which are the caller's memref itself.
  AccessRewriter(const ExtractedFunction &extracted, const Solution &solution,
                 llvm::ArrayRef<mlir::Value> memrefs);

  /// Erases the deallocations of placed buffers. Call before all steps.
  void eraseDeallocations();

  /// Rewrites a step. Fails with a diagnostic and partly rewritten IR if a
  /// residency depends on a memref only known at run time.
  mlir::LogicalResult rewriteStep(Step step);

  /// Erases dead views of the placed buffers and replaces remaining uses of the
  /// old storage. Call after all steps.
  void replaceRoots();

private:
  void castWindows();
  std::optional<ResidencyId> getResidencyFor(mlir::OpOperand &use, Step step,
                                             BufferId buffer) const;
  bool hasOnePlace(BufferId buffer) const;
  bool isViewOfRoot(mlir::Value memref) const;
  mlir::LogicalResult serveUse(mlir::OpOperand &use, Step step);
  mlir::Value recreate(mlir::Value memref, ResidencyId residency);
  mlir::Value recreateFrom(mlir::Value newSource, mlir::Value memref);
  mlir::Value getSourceOf(mlir::Value memref) const;
  mlir::Value getRecreated(mlir::Value memref, ResidencyId residency) const;
  bool isReplaced(unsigned set) const;
  void replaceRoot(mlir::Value root, BufferId buffer);

  const ExtractedFunction &extracted;
  const Solution &solution;
  llvm::SmallVector<mlir::Value> memrefs; // By ResidencyId.

  mlir::Operation *stepOp = nullptr; // The current step.
  /// Never null. Each value is in the block of the step for which it was
  /// created.
  llvm::DenseMap<std::pair<mlir::Value, ResidencyId>, mlir::Value> recreated;
};

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_ACCESSREWRITER_H
