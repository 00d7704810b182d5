//===- IRToProblem.h - A function as a placement problem --------*- C++ -*-===//
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
#include "memplace/Interfaces/MemoryOpInterface.h"
#include "memplace/Problem/Solution.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace memplace {

struct ExtractOptions {
  /// An op without a model of MemoryOpInterface is a step that may do anything
  /// to its memref operands, which stay in their home tiers; without this it is
  /// an error that names the interface.
  bool allowUnknownOps = false;
  /// Whoever places anew does not want `recorded`: then annotations that are
  /// out of date are no error.
  bool ignoreAnnotations = false;
  /// Say of each op how it can be cut.
  bool withCuts = false;
  /// Along loops that sum floats, too, which rounds otherwise.
  bool withFloatSums = false;
};

/// Storage that stays where it was, and why: for remarks.
struct UnplacedStorage {
  mlir::Location loc;
  std::string name;
  std::string reason;
  /// It is a buffer all the same, with its home tier as its only place. If not,
  /// it stays an allocation of its own (`strict` makes that an error).
  bool isHomeOnly = false;
};

/// A function as a problem, and the way back to the IR.
struct ExtractedFunction {
  mlir::func::FuncOp function;
  Problem problem;
  std::unique_ptr<AliasSets> aliasSets;
  std::unique_ptr<Schedule> schedule;

  /// By BufferId: index into aliasSets->getSets(). Sets with an
  /// `unplacedReason` are buffers too if they have a static size: external
  /// ones, in their home tier, so that their traffic counts.
  std::vector<unsigned> setOfBuffer;
  /// accessValues[t][k]: the memref values through which op t makes its access
  /// k; several if a step's inner ops use several views of the buffer.
  std::vector<std::vector<llvm::SmallVector<mlir::Value, 1>>> accessValues;
  /// By op, one for each of its `cuts` in the problem: what its model says.
  /// With `ExtractOptions::withCuts`; else empty.
  std::vector<llvm::SmallVector<MemoryCut, 2>> cuts;
  std::vector<UnplacedStorage> unplaced;
  /// Loops whose trip count is not known: they count once.
  std::vector<mlir::Location> unknownTripCounts;

  /// The placement that the IR says, if it says one: from the attributes of an
  /// annotated function, or from slots, transfers, acquires and releases of an
  /// explicit one. A function that says nothing and has no storage to place
  /// says that all is at home.
  std::optional<Solution> recorded;
};

/// Extracts \p function (one block, static control flow;
/// docs/reference/problem.md, section 8). Emits a diagnostic at the op and
/// fails for what the model can't express (several blocks, asynchronous
/// regions, an unknown op, a buffer that is bigger than 2^62 bytes, attributes
/// that contradict the IR). The result is a problem that passes `check`. Only
/// reads the IR.
mlir::FailureOr<ExtractedFunction>
extractFunction(mlir::func::FuncOp function, const Target &target,
                const ExtractOptions &options);

/// Says as remarks what \p extracted could not place and which trip counts are
/// not known. With \p strict, storage that stays an allocation of its own is an
/// error, and the result a failure.
mlir::LogicalResult reportUnplaced(const ExtractedFunction &extracted,
                                   bool strict);

/// The target of a module: \p name (built-in name or file) if not empty, else
/// its `memplace.target`, else its DLTI spec; a diagnostic at the module if
/// there is none. \p slotAlignment, a power of two: least alignment of every
/// tier, bytes.
mlir::FailureOr<Target> getTarget(mlir::ModuleOp module, llvm::StringRef name,
                                  int64_t slotAlignment = 1);

/// The functions of \p module to be placed one by one: with a body, and not
/// called by another one. Those run inside of their caller's step; a remark
/// says so if \p emitRemarks.
llvm::SmallVector<mlir::func::FuncOp>
getPlaceableFunctions(mlir::ModuleOp module, bool emitRemarks = false);

/// The functions of \p module that should have a placement: those to be placed,
/// but for the ones that were called when it was placed.
llvm::SmallVector<mlir::func::FuncOp> getPlacedFunctions(mlir::ModuleOp module);

/// Whether \p function is still to be bufferized: it has tensors and no memref.
bool worksOnTensorsOnly(mlir::func::FuncOp function);

/// Says that no function of \p module is placed, and why not: nested modules,
/// functions of other dialects, tensors, no buffers.
mlir::InFlightDiagnostic reportNothingPlaced(mlir::ModuleOp module,
                                             mlir::DiagnosticSeverity severity);

} // namespace memplace

#endif // MEMPLACE_IRTOPROBLEM_IRTOPROBLEM_H
