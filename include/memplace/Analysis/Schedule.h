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

/// A loop whose body is scheduled step by step, or a scheduled arm of a branch.
/// Such an arm is a loop with at most one trip.
struct ScheduledLoop {
  mlir::Operation *op = nullptr;
  mlir::Block *body = nullptr;
  LiveRange range;       // Steps of `body`, including its closing null step.
  int64_t tripCount = 1; // 1 if unknown.
  bool isTripCountKnown = true;
  bool maySkip = false; // Perhaps no trip runs.
  std::string arm;      // Name of the arm of a branch; empty for a loop.
};

/// Returns true if some op in the regions of \p op works on a whole buffer, not
/// only on single elements.
bool worksOnWholeBuffers(mlir::Operation *op);

/// Returns the block whose ops are steps, if \p op is an entered loop;
/// otherwise null.
mlir::Block *getScheduledBody(mlir::Operation *op);

/// Returns the arms of the branch \p op whose ops are steps: all arms that
/// touch memory, if some arm has a `memplace.enter_arm`; otherwise none.
llvm::SmallVector<mlir::Block *> getScheduledArms(mlir::Operation *op);

/// Returns true if \p op is an op of the dialect without accesses and without
/// compute time: all but `memplace.move` and `memplace.launch_overhead`.
bool hasNoCost(mlir::Operation *op);

/// Null steps beyond those of loops. Transfers of several hops, and moves
/// between two tiers, need their boundaries.
struct NullSteps {
  int atEnds = 0; // Null steps at the start, and as many at the end.
  /// Number of null steps before an op that is a step.
  llvm::DenseMap<mlir::Operation *, int> before;
};

/// The steps of a function: the outermost ops that touch memory, in program
/// order.
///
/// A loop whose body works on whole buffers (a linalg op, memref.copy, a call,
/// ...) is entered, unless it has a `memplace.cost` or is a `while` with an
/// unknown trip count; a loop nest of scalar accesses is a single step. A
/// branch is a single step unless it contains `memplace.enter_arm`. With such a
/// marker, each arm that touches memory is a loop of at most one trip.
///
/// A null step precedes each scheduled loop, and another null step ends its
/// body. They give boundaries to transfers once before the loop and at the end
/// of each trip. See docs/reference/problem.md, section 2.
///
/// The caller may ask for further null steps.
///
/// In a placed program, each start, wait, acquire and release is its own step
/// without time, with a boundary of its own.
///
/// Only reads the IR; valid until the IR changes.
class Schedule {
public:
  /// \p function must have one block. \p nullSteps: further null steps.
  explicit Schedule(mlir::FunctionOpInterface function,
                    const NullSteps &nullSteps = NullSteps());

  /// By step; null for null steps.
  llvm::ArrayRef<mlir::Operation *> getSteps() const { return steps; }
  Step getNumSteps() const { return static_cast<Step>(steps.size()); }

  /// Outer loops before the loops they contain.
  llvm::ArrayRef<ScheduledLoop> getLoops() const { return loops; }

  /// Returns the step that is \p op or contains \p op. None for ops outside
  /// steps (views, constants, allocations between steps, a scheduled loop
  /// itself).
  std::optional<Step> getStepOf(mlir::Operation *op) const;

  /// Returns the place in the IR for code at the boundary before \p step. The
  /// code runs once per trip of the loop nest around step \p nest.
  ///
  /// * By default: before the op of \p step.
  /// * If a loop begins at \p step and does not contain \p nest: before this
  ///   loop.
  /// * If \p step is the end of the innermost loop around \p nest: at the end
  ///   of its body.
  ///
  /// \p nest may be getNumSteps(), a position outside all loops. No place in
  /// the IR lies between two scheduled arms of the same branch.
  std::pair<mlir::Block *, mlir::Block::iterator>
  getInsertionPoint(Step step, Step nest) const;

  /// Index in getLoops() of the innermost loop around \p step, or -1.
  int getInnermostLoop(Step step) const;

  /// Returns the name of the innermost scheduled branch arm around \p step;
  /// empty outside all arms.
  llvm::StringRef getArmAround(Step step) const;

private:
  void addBlock(mlir::Block &block, const NullSteps &nullSteps);
  void addLoop(ScheduledLoop loop, const NullSteps &nullSteps);
  void addStep(mlir::Operation *op, mlir::Operation *before);

  mlir::Block *entry = nullptr;
  std::vector<mlir::Operation *> steps;
  /// For each step, the op right after its boundary: the op of the step, or the
  /// loop or terminator right after a null step.
  std::vector<mlir::Operation *> anchors;
  std::vector<ScheduledLoop> loops;
  std::vector<int> loopOf; // By step: the innermost loop around it, or -1.
  llvm::DenseMap<mlir::Operation *, Step> stepOf;
};

} // namespace memplace

#endif // MEMPLACE_ANALYSIS_SCHEDULE_H
