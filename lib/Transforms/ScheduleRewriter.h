//===- ScheduleRewriter.h - Run steps in a new order ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_SCHEDULEREWRITER_H
#define MEMPLACE_LIB_TRANSFORMS_SCHEDULEREWRITER_H

#include "memplace/IRToProblem/IRToProblem.h"
#include "memplace/Schedule/Scheduling.h"

#include "mlir/IR/Builders.h"

namespace memplace {

/// Rewrites a function for a schedule of its problem. A step that runs again is
/// cloned. Contents that the schedule keeps apart, though the program has them
/// in one buffer, get allocations of their own, with names ending in `.again`.
/// Views, arithmetic and allocations precede their first user; deallocations
/// follow the last user.
class ScheduleRewriter {
public:
  /// \p scheduled: a schedule of \p searched within `findNeeds`; \p searched is
  /// `makeSchedulable` of \p extracted.
  ScheduleRewriter(const ExtractedFunction &extracted, const Problem &searched,
                   const ScheduledProblem &scheduled);

  /// Rewrites the function. Returns false, with the function partly rewritten,
  /// if a value would be used before it exists.
  bool run();

  /// After `run`, by step op of the function: its step as written.
  const llvm::DenseMap<mlir::Operation *, Step> &getStepsAsWritten() const {
    return stepAsWritten;
  }
  /// After `run`, by new allocation: the buffer as written.
  const llvm::DenseMap<mlir::Value, BufferId> &getBuffersAsWritten() const {
    return bufferAsWritten;
  }

private:
  void findFirstCopies();
  void makeRuns();
  mlir::Operation *makeRun(Step run);
  llvm::ArrayRef<mlir::Value> getRoots(BufferId buffer) const;
  mlir::Value getView(BufferId copy, mlir::Value memref);
  mlir::Value getAllocation(BufferId copy);
  void eraseReplaced();
  void orderBlock(mlir::Block &block, llvm::ArrayRef<mlir::Operation *> order);
  void emitWithSources(mlir::Operation *op);
  void moveDeallocations();

  const ExtractedFunction &extracted;
  const Problem &searched;
  const ScheduledProblem &scheduled;
  /// By buffer as written: the scheduled buffer that keeps its allocation.
  std::vector<BufferId> firstCopy;
  /// By scheduled step; null for null steps.
  std::vector<mlir::Operation *> runs;
  /// The first clone that replaces a step, by the op of the step.
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> replacement;
  llvm::DenseMap<std::pair<BufferId, mlir::Value>, mlir::Value> views;
  llvm::DenseSet<mlir::Operation *> copied;        // Views with a copy.
  llvm::DenseSet<mlir::Operation *> deallocations; // Those that may move.
  llvm::DenseMap<mlir::Operation *, Step> stepAsWritten;
  llvm::DenseMap<mlir::Value, BufferId> bufferAsWritten;
  // Of the block being ordered.
  llvm::DenseSet<mlir::Operation *> left;  // Not moved yet.
  llvm::DenseSet<mlir::Operation *> items; // Have steps.
  bool isPossible = true;
};

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_SCHEDULEREWRITER_H
