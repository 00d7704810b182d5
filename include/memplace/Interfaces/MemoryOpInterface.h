//===- MemoryOpInterface.h - What an op does to memory -*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
  /// Touches no memory: constants, arithmetic, views, allocations.
  None,
  /// Reads or writes memref operands: a schedule step where it is outermost.
  Access,
  /// Makes storage of its own: each memref result is a new buffer.
  Allocate,
  /// Ends the life of its memref operand.
  Deallocate,
  /// Results are storage that a symbol names (memref.get_global).
  Global,
  /// Has regions whose ops count: scf.for, scf.if, ...
  Region,
  /// May do anything to its memref operands, e.g. a call: one step; each
  /// access is an update of the whole operand unless it says otherwise.
  Barrier,
  /// Asynchronous or otherwise beyond the model: refused with a diagnostic.
  Refused,
};

/// One op's use of the storage behind one memref value.
struct MemoryAccess {
  mlir::Value memref; // An operand, or a captured memref.
  AccessMode mode = AccessMode::Read;
  /// Traffic in bytes; none: not known statically (dynamic shape).
  std::optional<int64_t> bytes;
};

/// `result` is the storage of `source`, or a part of it.
struct MemoryView {
  mlir::Value result;
  mlir::Value source;
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

/// Attaches the models of memref, linalg, scf, func, arith (and bufferization,
/// affine, cf, tensor-free math where they are needed) to \p registry.
void registerMemoryOpModels(mlir::DialectRegistry &registry);

} // namespace memplace

#endif // MEMPLACE_INTERFACES_MEMORYOPINTERFACE_H
