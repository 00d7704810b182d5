//===- Schedule.h - Operations as schedule steps ----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_ANALYSIS_SCHEDULE_H
#define MEMPLACE_ANALYSIS_SCHEDULE_H

#include "memplace/Problem/Problem.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseMap.h"

namespace memplace {

/// A loop whose body is scheduled step by step, or an arm of a branch that is:
/// a loop that runs once or not at all.
struct ScheduledLoop {
  mlir::Operation *op = nullptr;
  mlir::Block *body = nullptr;
  LiveRange range; // Its steps: all in `body`, the closing null step included.
  int64_t tripCount = 1; // 1 if not known.
  bool isTripCountKnown = true;
  bool maySkip = false;
  std::string arm; // Of a branch, what it is called; empty for a loop.
};

/// Whether \p op, which has regions, works on whole buffers in them, not only
/// on elements of them.
bool worksOnWholeBuffers(mlir::Operation *op);

/// The block whose ops are steps if \p op is a loop that is entered, or null.
mlir::Block *getScheduledBody(mlir::Operation *op);

/// The arms of the branch \p op whose ops are steps: those that touch memory,
/// if `memplace.enter_arm` stands in one of them.
llvm::SmallVector<mlir::Block *> getScheduledArms(mlir::Operation *op);

/// Whether \p op is one of memplace's that only marks where something happens,
/// and not a step that takes time or touches memory.
bool takesNoTime(mlir::Operation *op);

/// The steps of a function: the outermost operations that touch memory, in
/// program order; loops whose bodies work on whole buffers (a linalg op,
/// memref.copy, a call, ...) are entered, loop nests of scalar loads and stores
/// are one step. A branch is one step, unless `memplace.enter_arm` stands in
/// it: then each arm that touches memory is a loop of at most one trip. A null
/// step stands before each scheduled loop and at the end of its body, so that
/// there is a boundary for what happens once before the loop and at the end of
/// each trip. docs/reference/problem.md, section 8.
///
/// In a placed program, each start, wait, acquire and release is a step of its
/// own, which takes no time: so each has a boundary of its own.
///
/// Only reads the IR; valid until it changes.
class Schedule {
public:
  /// \p function must have one block.
  explicit Schedule(mlir::FunctionOpInterface function);

  /// By step; null for null steps.
  llvm::ArrayRef<mlir::Operation *> getSteps() const { return steps; }
  Step getNumSteps() const { return static_cast<Step>(steps.size()); }

  /// Outer loops before the loops they contain.
  llvm::ArrayRef<ScheduledLoop> getLoops() const { return loops; }

  /// The step that \p op is or is inside of; none if it is not in a step
  /// (views, constants, allocations between steps, a scheduled loop itself).
  std::optional<Step> getStepOf(mlir::Operation *op) const;

  /// Where to insert what happens at the boundary before \p step, once per trip
  /// of the loop nest that step \p nest is in: before the op of the step, or,
  /// if `step` is the first of a loop that `nest` is not in, before that loop;
  /// if it is the end of a loop that `nest` is in, at the end of its body.
  /// `nest` may be numSteps(): outside of all loops. No place in the IR lies
  /// between two scheduled arms of one branch.
  std::pair<mlir::Block *, mlir::Block::iterator>
  getInsertionPoint(Step step, Step nest) const;

  /// Index in getLoops() of the innermost loop around \p step, or -1.
  int getInnermostLoop(Step step) const;

  /// What the innermost arm of a branch around \p step is called; empty if
  /// there is none.
  llvm::StringRef getArmAround(Step step) const;

private:
  void addBlock(mlir::Block &block);
  void addLoop(ScheduledLoop loop);
  void addStep(mlir::Operation *op, mlir::Operation *before);

  mlir::Block *entry = nullptr;
  std::vector<mlir::Operation *> steps;
  /// Op that the boundary before each step is right before: its own, or the
  /// loop or terminator that a null step stands before.
  std::vector<mlir::Operation *> anchors;
  std::vector<ScheduledLoop> loops;
  std::vector<int> loopOf; // By step: the innermost loop around it, or -1.
  llvm::DenseMap<mlir::Operation *, Step> stepOf;
};

} // namespace memplace

#endif // MEMPLACE_ANALYSIS_SCHEDULE_H
