//===- MemoryOpInterface.h - Memory behaviour of an op ----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/reference/op-models.md explains models and lists the shipped ones.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_INTERFACES_MEMORYOPINTERFACE_H
#define MEMPLACE_INTERFACES_MEMORYOPINTERFACE_H

#include "memplace/Problem/Problem.h"

#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/SmallVector.h"

namespace memplace {

/// Role of an op in the schedule.
enum class MemoryOpKind {
  /// Touches no memory: constants, arithmetic, views, terminators. The memplace
  /// ops of a placed program are of this kind, too, so readers of placed
  /// programs must handle them first.
  None,
  /// Reads or writes memref operands. A schedule step if outermost.
  Access,
  /// Allocates storage: each memref result is a new buffer. If the op also
  /// accesses memory (bufferization.clone), it is a step.
  Allocate,
  /// Ends the lifetime of its memref operands.
  Deallocate,
  /// Results are storage named by a symbol (memref.get_global).
  Global,
  /// Has regions whose ops are analysed: scf.for, scf.if, ...
  Region,
  /// May do anything to its memref operands, e.g. a call. A single step; by
  /// default, each access is an update of the whole operand.
  Barrier,
  /// Exposes the storage of its memref operands to code out of sight, e.g. as a
  /// raw pointer. The storage must stay in place. Not a step.
  Escape,
  /// Asynchronous or otherwise not modelled: rejected with a diagnostic.
  Refused,
};

/// Returns "none", "access", and so on.
llvm::StringRef toString(MemoryOpKind kind);

/// Returns "read", "write" or "update".
llvm::StringRef toString(AccessMode mode);

/// Access of an op to the storage of a memref value.
struct MemoryAccess {
  mlir::Value memref; // An operand or a captured memref.
  /// `Write`, not indexed: overwrites every byte of `memref`.
  AccessMode mode = AccessMode::Read;
  /// Traffic in bytes; none: unknown statically (dynamic shape).
  std::optional<int64_t> bytes;

  /// Accesses an element or vector at an address, as memref.load does, rather
  /// than the whole memref. The traffic of a surrounding loop depends on the
  /// address. A `Write` then overwrites only `bytes` bytes.
  bool isIndexed = false;
  /// Values that determine the address. Empty if not indexed.
  llvm::SmallVector<mlir::Value, 2> addressValues;
  /// Subscript of each dimension if a single element is accessed; null for a
  /// subscript that is not a plain value. Empty for other accesses.
  llvm::SmallVector<mlir::Value, 2> subscripts;

  /// Reached fraction of the tier's bandwidth, from `minEfficiency` to 1;
  /// none: the default of the target.
  std::optional<double> efficiency;
  /// Names of the tiers that can serve the access, strings; null: any tier.
  mlir::ArrayAttr tiers;

  /// The access goes to a part of the storage that is known only at run time,
  /// as in a gather. Set for whole steps, and for accesses in the regions of a
  /// structured op; other models leave it false.
  bool isAtRunTimeAddress = false;
};

/// Part of a memref touched by an index of a parallel dimension. Index `i`
/// touches elements `[first + i * step, first + i * step + width)` of one axis,
/// and all elements of the remaining axes.
struct MemoryCutAccess {
  mlir::Value memref; // An operand.
  unsigned axis = 0;
  int64_t step = 1; // At least 1.
  int64_t first = 0;
  int64_t width = 1; // At least 1; more than `step` is a halo.
  /// Operand number, if `memref` may be several operands of the op; none: all
  /// operands equal to `memref`.
  std::optional<unsigned> operand;
};

/// A dimension along which an op can be cut into independent pieces with
/// bitwise identical results. Each piece accesses all of a memref that is not
/// listed, and all of a memref used in the op's regions.
struct MemoryCut {
  int64_t extent = 1; // Number of indices, static.
  llvm::SmallVector<MemoryCutAccess, 4> accesses;
  /// Number of the dimension in `memplace.cut` and in remarks: the loop of a
  /// structured op, the axis of a `memref.copy`.
  int64_t dimension = 0;
  /// Each piece updates every output that is not cut, and the result does not
  /// depend on their order: a sum of integers.
  bool isSum = false;
  /// A sum of floats: pieces round differently, so it is cut only on request.
  bool isRounded = false;
};

/// `result` is the storage of `source`, or a part of this storage.
struct MemoryView {
  mlir::Value result;
  mlir::Value source;
};

/// Effect on an op of moving the buffer of one memref operand to another memory
/// space.
enum class MemorySpaceUse {
  /// The operand keeps its type, because the IR depends on the type or no model
  /// says otherwise. A `memref.memory_space_cast` passes the buffer to the op.
  Fixed,
  /// The operand takes the type of the new place. The op supports any memory
  /// space, and no other type in the IR depends on the space.
  Any,
  /// As `Any`; results that are views of the operand get its memory space.
  Inherited,
};

/// Work of one execution of an op.
struct ComputeWork {
  int64_t flops = 0;
  /// Key into `flops_per_second`; null: the default.
  mlir::Type elementType;
};

} // namespace memplace

#include "memplace/Interfaces/MemoryOpInterface.h.inc"

namespace memplace {

/// Returns the role of \p op. Without a model: `Access` if the op has a
/// `memplace.access` and no memref results; `None` if it certainly touches no
/// memory (no memrefs among operands, results and in nested ops, and no memory
/// effects); otherwise no value. A diagnostic for the latter should name
/// `memplace.access` and `MemoryOpInterface`. Only this function classifies ops
/// without a model.
std::optional<MemoryOpKind> getMemoryOpKind(mlir::Operation *op);

/// Returns the accesses stated by the model of \p op, or by `memplace.access`
/// on an op or barrier whose model lists none. Without both, the op updates
/// each memref operand and captured memref. `memplace.access` sets `tiers` in
/// either case.
llvm::SmallVector<MemoryAccess> getMemoryAccesses(mlir::Operation *op);

/// Returns the cuts stated by the model of \p op, or by `memplace.cut_dims` of
/// an op without a model.
llvm::SmallVector<MemoryCut> getMemoryCuts(mlir::Operation *op);

/// Returns the work stated by the model of \p op; none without a model.
ComputeWork getComputeWork(mlir::Operation *op);

/// Returns the overlap stated by the model of \p op, from 0 to 1; none for the
/// target's default.
std::optional<double> getOverlap(mlir::Operation *op);

/// Returns true if the accesses and work of \p op include the ops in its
/// regions, by its model or because `memplace.access` describes the op.
bool ownsRegions(mlir::Operation *op);

/// Returns the views stated by the model of \p op; empty without a model.
llvm::SmallVector<MemoryView> getMemoryViews(mlir::Operation *op);

/// Returns the memory-space behaviour of \p operand by the model of its owner.
/// Without a model: `Any` if `memplace.access` describes the owner, else
/// `Fixed`.
MemorySpaceUse getMemorySpaceUse(mlir::OpOperand &operand);

/// Returns the reason for the refusal of \p op, to follow "...: ". Comes from
/// the model, or names a region with several blocks.
llvm::StringRef getRefusedReason(mlir::Operation *op);

/// Returns the traffic in bytes of accessing every element of \p type once.
/// None if the shape is dynamic or the elements have no size.
std::optional<int64_t> getTrafficInBytes(mlir::Type type, mlir::Operation *op);

/// Largest count of bytes, flops or trips. `addCounts` and `multiplyCounts`
/// saturate here instead of overflowing; their operands must be from 0 to the
/// maximum.
constexpr int64_t maxCount = int64_t(1) << 62;
int64_t addCounts(int64_t a, int64_t b);
int64_t multiplyCounts(int64_t a, int64_t b);

/// Registers the models of the upstream dialects and of memplace's own ops in
/// \p registry. Each model takes effect as its dialect is loaded.
void registerMemoryOpModels(mlir::DialectRegistry &registry);

} // namespace memplace

#endif // MEMPLACE_INTERFACES_MEMORYOPINTERFACE_H
