//===- MemoryOpInterface.h - What an op does to memory ----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/reference/op-models.md tells how to write a model, and what the shipped
// ones say.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_INTERFACES_MEMORYOPINTERFACE_H
#define MEMPLACE_INTERFACES_MEMORYOPINTERFACE_H

#include "memplace/Problem/Problem.h"

#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/SmallVector.h"

namespace memplace {

/// How an op takes part in the schedule.
enum class MemoryOpKind {
  /// Touches no memory: constants, arithmetic, views, terminators. A program
  /// that is placed already has the ops of the memplace dialect, also of this
  /// kind: whoever reads such programs treats them first.
  None,
  /// Reads or writes memref operands: a schedule step where it is outermost.
  Access,
  /// Makes storage of its own: each memref result is a new buffer. May access
  /// memory too (bufferization.clone) and is a step then.
  Allocate,
  /// Ends the life of its memref operands.
  Deallocate,
  /// Results are storage that a symbol names (memref.get_global).
  Global,
  /// Has regions whose ops count: scf.for, scf.if, ...
  Region,
  /// May do anything to its memref operands, e.g. a call: one step; each
  /// access is an update of the whole operand unless it says otherwise.
  Barrier,
  /// The storage behind its memref operands gets known to what cannot be seen,
  /// e.g. as a raw pointer: it must stay where it is. No step.
  Escape,
  /// Asynchronous or otherwise beyond the model: refused with a diagnostic.
  Refused,
};

/// "none", "access", ...
llvm::StringRef toString(MemoryOpKind kind);

/// One op's use of the storage behind one memref value.
struct MemoryAccess {
  mlir::Value memref; // An operand, or a captured memref.
  /// `Write`: every byte of `memref` is overwritten if not `isIndexed`.
  AccessMode mode = AccessMode::Read;
  /// Traffic in bytes; none: not known statically (dynamic shape).
  std::optional<int64_t> bytes;

  /// One element or vector at an address, as memref.load does, rather than the
  /// whole memref: what a loop around it causes depends on the address. A
  /// `Write` then overwrites `bytes` bytes only.
  bool isIndexed = false;
  /// If indexed: the values that decide the address.
  llvm::SmallVector<mlir::Value, 2> addressValues;
  /// If one element is accessed: the subscript of each dimension, null where it
  /// is no plain value. Empty otherwise.
  llvm::SmallVector<mlir::Value, 2> subscripts;

  /// The part of a tier's bandwidth that it reaches, from `leastEfficiency` to
  /// 1; none: what the target says.
  std::optional<double> efficiency;
};

/// What of a memref an index of a parallel dimension touches: index `i` the
/// elements `[first + i * step, first + i * step + width)` of one of its axes,
/// and all of the others.
struct MemoryCutAccess {
  mlir::Value memref; // An operand.
  unsigned axis = 0;
  int64_t step = 1; // At least 1.
  int64_t first = 0;
  int64_t width = 1; // At least 1; more than `step` is a halo.
  /// Number of the operand, of an op that may have several that are `memref`;
  /// none: all of them.
  std::optional<unsigned> operand;
};

/// A dimension along which an op can be cut into pieces that do not depend on
/// each other and give the same bits. Memrefs that are not listed are accessed
/// by each piece as a whole, and so are those that the op's regions use.
struct MemoryCut {
  int64_t extent = 1; // Indices, static.
  llvm::SmallVector<MemoryCutAccess, 4> accesses;
  /// By what number `memplace.cut` and remarks know it: of a structured op the
  /// loop, of `memref.copy` the axis.
  int64_t dimension = 0;
  /// Each piece updates all of what the op writes and no piece has a part of,
  /// and the bits are the same in any order: a sum of integers.
  bool isSum = false;
  /// But for roundings: a sum of floats, cut only if somebody asks for that.
  bool isRounded = false;
};

/// `result` is the storage of `source`, or a part of it.
struct MemoryView {
  mlir::Value result;
  mlir::Value source;
};

/// What becomes of an op when the buffer behind one of its memref operands
/// moves to another memory space.
enum class MemorySpaceUse {
  /// The operand keeps its type: something in the IR depends on it, or nobody
  /// knows. The op gets the buffer by a `memref.memory_space_cast`.
  Fixed,
  /// The operand takes the type of the new place: the op works on memory in any
  /// space, and no other type in the IR depends on which.
  Any,
  /// As `Any`, but the op's results that are views of the operand then are in
  /// its memory space, too.
  Inherited,
};

/// Work of one execution of an op.
struct ComputeWork {
  int64_t flops = 0;
  /// Decides which `flops_per_second` counts; null: the default.
  mlir::Type elementType;
};

} // namespace memplace

#include "memplace/Interfaces/MemoryOpInterface.h.inc"

namespace memplace {

/// How \p op takes part, and the only place that knows what an op without a
/// model is: `None` if it certainly touches no memory (neither its operands,
/// its results nor the ops in its regions have memrefs, and it has no memory
/// effects); otherwise none: nobody knows, and a diagnostic should name
/// `MemoryOpInterface`.
std::optional<MemoryOpKind> getMemoryOpKind(mlir::Operation *op);

/// The accesses that \p op's model tells. For a barrier that tells none, and
/// for an op without a model, an update of each memref that it uses, captured
/// ones included.
llvm::SmallVector<MemoryAccess> getMemoryAccesses(mlir::Operation *op);

/// The views that \p op's model tells; empty without a model.
llvm::SmallVector<MemoryView> getMemoryViews(mlir::Operation *op);

/// What the model of the owner of \p operand tells of its memory space; `Fixed`
/// without a model.
MemorySpaceUse getMemorySpaceUse(mlir::OpOperand &operand);

/// Why an op is refused, to follow "...: ": by its model, or for having a
/// region of several blocks.
llvm::StringRef getRefusedReason(mlir::Operation *op);

/// Traffic of accessing every element of \p type once, bytes. None if its shape
/// is dynamic or its elements have no size.
std::optional<int64_t> getTrafficInBytes(mlir::Type type, mlir::Operation *op);

/// Counts of bytes, flops and trips saturate here rather than overflow. Both
/// operands must be from 0 to the maximum.
constexpr int64_t maxCount = int64_t(1) << 62;
int64_t addCounts(int64_t a, int64_t b);
int64_t multiplyCounts(int64_t a, int64_t b);

/// Attaches the models of the upstream dialects and of memplace's own ops to
/// \p registry, to take effect when their dialects are loaded.
void registerMemoryOpModels(mlir::DialectRegistry &registry);

} // namespace memplace

#endif // MEMPLACE_INTERFACES_MEMORYOPINTERFACE_H
