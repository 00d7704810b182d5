//===- Extraction.h - Steps of extractFunction ------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IRTOPROBLEM_EXTRACTION_H
#define MEMPLACE_LIB_IRTOPROBLEM_EXTRACTION_H

#include "memplace/IRToProblem/IRToProblem.h"

#include "memplace/Interfaces/MemoryOpInterface.h"

namespace memplace {

/// Fails with a diagnostic if the model cannot express \p function.
llvm::LogicalResult checkSupported(mlir::func::FuncOp function,
                                   const ExtractOptions &options);

/// The accesses of a step, at most one per buffer, place and mode.
struct StepAccesses {
  std::vector<Access> accesses;
  std::vector<llvm::SmallVector<mlir::Value, 1>>
      values;                         // As ExtractedFunction::accessValues.
  std::vector<mlir::ArrayAttr> tiers; // As MemoryAccess::tiers.
  /// As MemoryAccess::isAtRunTimeAddress.
  std::vector<bool> areAtRunTimeAddresses;
  /// Accessed memrefs with unknown storage.
  llvm::SmallVector<mlir::Value> unknown;
};

/// Joins the accesses of a step by buffer. \p bufferOfSet: buffer of each set,
/// or `noBuffer`. \p neverRuns: the step is a loop of 0 trips, so its accesses
/// have 0 bytes and overwrite nothing. \p getPlace returns the place of a
/// memref (see `getPlaceOf`) or null; accesses of the same buffer at different
/// places stay separate.
StepAccesses
joinAccesses(llvm::ArrayRef<MemoryAccess> accesses, const AliasSets &aliasSets,
             llvm::ArrayRef<BufferId> bufferOfSet, bool neverRuns,
             llvm::function_ref<mlir::Value(mlir::Value)> getPlace);

/// Returns true if \p op, with these \p accesses, may not run a second time,
/// and keeps its place among such ops: it draws random numbers, does input or
/// output, is or contains an unknown call, or accesses written storage that is
/// no buffer.
bool runsOnce(mlir::Operation *op, llvm::ArrayRef<MemoryAccess> accesses,
              const ExtractedFunction &extracted);

/// Sets the cuts of op \p step, as stated by the model of \p operation, in
/// bytes of buffers.
void addCuts(mlir::Operation *operation, Step step, bool withFloatSums,
             ExtractedFunction &extracted);

/// Sets `tiers` of each access of \p op, which stands for \p operation, from
/// the names in \p tiers, one entry per access. A null entry allows all tiers.
/// Emits a diagnostic if a name is unknown or if an entry is empty.
llvm::LogicalResult setStatedTiers(mlir::Operation *operation,
                                   llvm::ArrayRef<mlir::ArrayAttr> tiers,
                                   const Problem &problem, Op &op);

/// Sets `apart` and `together` of the op of step \p operation from the pairs of
/// memref operands that it and ops in its regions state. \p values: as
/// ExtractedFunction::accessValues, of the op. Emits a diagnostic if operands
/// of one buffer must be in different tiers.
llvm::LogicalResult
setPairs(mlir::Operation *operation,
         llvm::ArrayRef<llvm::SmallVector<mlir::Value, 1>> values,
         const Problem &problem, Op &op);

/// Sets `tiers` and `home` of each buffer and `tiers` of accesses. The sources
/// are memory spaces, pins, and reasons to stay in place. Emits a diagnostic on
/// conflicts between these or with the target.
llvm::LogicalResult setTiers(ExtractedFunction &extracted);

/// Returns the number of tiers on the way from the default tier to the farthest
/// tier that serves ops, both excluded; 0 if the default tier serves ops. A
/// buffer on its way stays in each of these tiers for at least one step.
int countTiersBetween(const Target &target);

/// Returns, by op, the number of null steps to add before the op, for the ops
/// that need some. The step before such an op leaves contents in tiers from
/// which the contents reach the op only through the buffer's home. The null
/// steps give boundaries to the write-back and to the read.
llvm::DenseMap<mlir::Operation *, int>
findTierChanges(const ExtractedFunction &extracted);

/// Restricts accesses to the home tiers of their buffers, and records them in
/// `accessesAtHome`. Call after `setTiers`. Accesses with stated tiers keep
/// them. The restricted accesses:
///
/// * Some of \p candidates, which are accesses at run-time addresses. If their
///   op does not fit with these buffers as a whole, even if each other operand
///   had a single byte, the largest buffers stay at home until the rest fits.
///   Such a buffer is not cut.
/// * The large operands of each copy that uses such a buffer and does not fit.
/// * With \p rowsComeLater, also the large operands of linalg ops, if a loop
///   over rows can do their work. These ops lose their cuts.
void serveAtHome(llvm::ArrayRef<AccessAtHome> candidates, bool rowsComeLater,
                 ExtractedFunction &extracted);

/// Emits a remark for each access at home.
void reportAccessesAtHome(const ExtractedFunction &extracted);

/// Reads `recorded` from the attributes of an annotated function. Emits a
/// diagnostic if they do not match the program.
llvm::LogicalResult readAnnotations(ExtractedFunction &extracted);

/// Returns the slot, allocation, argument or global behind \p memref, possibly
/// through views; null if it is only known at run time.
mlir::Value getPlaceOf(mlir::Value memref, const AliasSets &aliasSets);

/// Reads `recorded` from a function with explicit residencies. Emits a
/// diagnostic at each inconsistent op.
llvm::LogicalResult readExplicit(ExtractedFunction &extracted);

} // namespace memplace

#endif // MEMPLACE_LIB_IRTOPROBLEM_EXTRACTION_H
