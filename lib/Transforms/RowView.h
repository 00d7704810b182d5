//===- RowView.h - Views of rows at run-time positions ----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_ROWVIEW_H
#define MEMPLACE_LIB_TRANSFORMS_ROWVIEW_H

#include "memplace/Analysis/AliasSets.h"
#include "memplace/IRToProblem/IRToProblem.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace memplace {

/// A view that is a run of whole rows of its source. Until its last use, no
/// other access to the source conflicts with the accesses through the view, so
/// that the view may have its own storage up to this use.
class RowView {
public:
  /// Returns the view's uses. Returns nothing if its elements do not lie side
  /// by side, if it has more than \p maxBytes bytes, if an access conflicts, if
  /// a use is out of sight, or if the view is below an op other than loops
  /// that run.
  static std::optional<RowView> analyse(mlir::memref::SubViewOp view,
                                        const AliasSets &aliasSets,
                                        int64_t maxBytes);

  /// Number of dimensions up to the last one that the view does not cover.
  size_t getNumSliced() const { return numSliced; }
  /// The last use, in the view's block.
  mlir::Operation *getLast() const { return last; }
  bool isWritten() const { return hasWrites; }
  /// True if some use is a view of the view.
  bool hasInnerViews() const { return values.size() > 1; }

  mlir::memref::SubViewOp getView() const { return view; }

private:
  explicit RowView(mlir::memref::SubViewOp view) : view(view) {}
  bool isInSteps();
  bool findSlicedDims();
  bool findUses();
  bool isUndisturbed(const AliasSets &aliasSets);

  mlir::memref::SubViewOp view;
  size_t numSliced = 0;
  mlir::Operation *last = nullptr;
  bool hasWrites = false;
  llvm::SmallDenseSet<mlir::Value> values; // The view, and views of the view.
};

/// Returns true if \p home has a channel to a tier that serves ops, and each
/// such channel moves rows at run-time addresses; with \p isWritten, each
/// channel back to \p home, too.
bool mayMoveRows(const Target &target, TierId home, bool isWritten);

/// Adds to \p views the views of \p stack from which \p memref is taken.
void addViewsOf(mlir::Value stack, mlir::Value memref,
                llvm::SetVector<mlir::Operation *> &views);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_ROWVIEW_H
