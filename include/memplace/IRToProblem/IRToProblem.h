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

/// Options of `extractFunction`.
struct ExtractOptions {
  /// Treats an op without a MemoryOpInterface model as a step with arbitrary
  /// effects on its memref operands, which stay in their home tiers. Without
  /// this option, such an op is an error that names the interface.
  bool allowUnknownOps = false;
  /// Ignores outdated annotations instead of reporting an error. For callers
  /// that compute a new placement and do not need `recorded`.
  bool ignoreAnnotations = false;
  /// `memplace-fetch-rows` runs later: an op of linalg on a large array that
  /// cannot be cut counts as served at home, since a loop over rows will do its
  /// work.
  bool rowsComeLater = false;
  /// Fills `Op::cuts` of the problem and `ExtractedFunction::cuts`.
  bool withCuts = false;
  /// Also cuts along loops over sums of floats, with different rounding.
  bool withFloatSums = false;
};

/// Storage without a placement, and the reason; for remarks.
struct UnplacedStorage {
  mlir::Location loc;
  std::string name;
  std::string reason;
  /// The storage is a buffer with its home tier as its only tier. Otherwise the
  /// storage stays a separate allocation (an error with `strict`).
  bool isHomeOnly = false;
};

/// An access that the home tier of its buffer serves, because the operands of
/// the op fit nowhere else at once. The access is at a run-time address (a
/// gather, a scatter), or the op uses a buffer that such an access keeps from
/// being cut (a copy).
struct AccessAtHome {
  Step step = 0;
  size_t access = 0; // Index in the op's accesses.
};

/// Stands for the absence of a buffer.
constexpr BufferId noBuffer = -1;

/// A function as a problem, with maps back to the IR.
struct ExtractedFunction {
  mlir::func::FuncOp function;
  Problem problem;
  std::unique_ptr<AliasSets> aliasSets;
  std::unique_ptr<Schedule> schedule;

  /// By BufferId: index into aliasSets->getSets(). A set with an
  /// `unplacedReason` and a static size is an external buffer in its home tier,
  /// to count its traffic.
  std::vector<unsigned> setOfBuffer;
  /// By index into aliasSets->getSets(): the buffer of the set, or `noBuffer`.
  std::vector<BufferId> bufferOfSet;
  /// accessValues[t][k]: the memref values of access k of op t. Several values
  /// if the inner ops of a step use several views of the buffer.
  std::vector<std::vector<llvm::SmallVector<mlir::Value, 1>>> accessValues;
  /// By op, one entry for each of its `cuts` in the problem, as stated by its
  /// model. Empty without `ExtractOptions::withCuts`.
  std::vector<llvm::SmallVector<MemoryCut, 2>> cuts;
  std::vector<UnplacedStorage> unplaced;
  std::vector<AccessAtHome> accessesAtHome;
  /// Loops with an unknown trip count, which count as a single trip.
  std::vector<mlir::Location> unknownTripCounts;

  /// The placement recorded in the IR, if any: attributes of an annotated
  /// function, or slots, transfers, acquires and releases of an explicit
  /// function. For a function without annotations and without storage to place:
  /// every buffer in its home tier.
  std::optional<Solution> recorded;

  /// Returns the buffer that certainly contains \p memref; `noBuffer` if there
  /// is no such buffer.
  BufferId getBufferOf(mlir::Value memref) const;
};

/// Extracts \p function, which must have a single block. Only reads the IR. The
/// resulting problem passes `check`. docs/guide/placed-programs.md says which
/// ops are steps.
///
/// Fails with a diagnostic at the op if the model cannot express the function:
/// several blocks, asynchronous regions, an unknown op, a buffer of 2^62 bytes
/// or more, attributes in conflict with the IR.
mlir::FailureOr<ExtractedFunction>
extractFunction(mlir::func::FuncOp function, const Target &target,
                const ExtractOptions &options);

/// Emits a remark for each unplaced storage, each access at home and each
/// unknown trip count of \p extracted. Fails with an error at an op that
/// accesses storage of unknown size in a tier that serves no ops. With \p
/// strict, a separate allocation is an error, too.
mlir::LogicalResult reportUnplaced(const ExtractedFunction &extracted,
                                   bool strict);

/// Returns the target of a module: \p name (built-in name or file) if not
/// empty, else its `memplace.target`, else its DLTI spec. Emits a diagnostic at
/// the module if there is no target. \p slotAlignment, a power of two, is the
/// minimum alignment of every tier in bytes.
mlir::FailureOr<Target> getTarget(mlir::ModuleOp module, llvm::StringRef name,
                                  int64_t slotAlignment = 1);

/// Returns the functions of \p module to place individually: those with a body
/// and without callers in the module. A called function runs inside a step of
/// its caller; with \p emitRemarks, a remark says so.
llvm::SmallVector<mlir::func::FuncOp>
getPlaceableFunctions(mlir::ModuleOp module, bool emitRemarks = false);

/// Returns the functions of \p module that should have a placement. Excludes
/// functions that had callers at the time of placement.
llvm::SmallVector<mlir::func::FuncOp> getPlacedFunctions(mlir::ModuleOp module);

/// Returns true if \p function is not bufferized yet: it has tensors and no
/// memref.
bool worksOnTensorsOnly(mlir::func::FuncOp function);

/// Reports that no function of \p module is placed, with the reason: nested
/// modules, functions of other dialects, tensors, no buffers.
mlir::InFlightDiagnostic reportNothingPlaced(mlir::ModuleOp module,
                                             mlir::DiagnosticSeverity severity);

} // namespace memplace

#endif // MEMPLACE_IRTOPROBLEM_IRTOPROBLEM_H
