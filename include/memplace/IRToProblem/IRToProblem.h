//===- IRToProblem.h - A function as a placement problem -*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_IRTOPROBLEM_IRTOPROBLEM_H
#define MEMPLACE_IRTOPROBLEM_IRTOPROBLEM_H

#include "memplace/Analysis/AliasSets.h"
#include "memplace/Analysis/Schedule.h"
#include "memplace/Problem/Solution.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace memplace {

struct ExtractOptions {
  /// An op without a model of MemoryOpInterface is a step that may do anything
  /// to its memref operands, which stay in their home tiers; without this it is an error
  /// that names the interface.
  bool allowUnknownOps = false;
};

/// Storage that stays where it was, and why: for remarks.
struct UnplacedStorage {
  mlir::Location loc;
  std::string name;
  std::string reason;
};

/// A function as a problem, and the way back to the IR.
struct ExtractedFunction {
  mlir::func::FuncOp function;
  Problem problem;
  std::unique_ptr<AliasSets> aliasSets;
  std::unique_ptr<Schedule> schedule;

  /// By BufferId: index into aliasSets->getSets().
  std::vector<unsigned> setOfBuffer;
  /// accessValues[t][k]: the memref values through which op t makes its access
  /// k; several if a step's inner ops use several views of the buffer.
  std::vector<std::vector<llvm::SmallVector<mlir::Value, 1>>> accessValues;
  std::vector<UnplacedStorage> unplaced;

  /// The placement that the IR says, if it says one: from the attributes of an
  /// annotated function, or from slots, transfers, acquires and releases of an
  /// explicit one.
  std::optional<Solution> recorded;
};

/// Extracts \p function (one block, static control flow; docs/problem.md,
/// section 8). Emits a diagnostic at the op and fails for what the model can't
/// express (several blocks, asynchronous regions, an unknown op, a buffer that
/// is bigger than 2^62 bytes, attributes that contradict the IR). The result is a
/// problem that passes `check`. Only reads the IR.
mlir::FailureOr<ExtractedFunction>
extractFunction(mlir::func::FuncOp function, const Target &target,
                const ExtractOptions &options);

/// The target of a module: \p name (built-in name or file) if not empty, else its
/// `memplace.target`, else its DLTI spec; a diagnostic at the module if there is none.
mlir::FailureOr<Target> getTarget(mlir::ModuleOp module, llvm::StringRef name);

/// The functions of \p module to be placed one by one: with a body, and not called
/// by another one (those run inside of their caller's step; a remark says so).
llvm::SmallVector<mlir::func::FuncOp> getPlaceableFunctions(mlir::ModuleOp module);

} // namespace memplace

#endif // MEMPLACE_IRTOPROBLEM_IRTOPROBLEM_H
