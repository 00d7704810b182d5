//===- MemPlace.h - The memplace dialect ------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_DIALECT_MEMPLACE_IR_MEMPLACE_H
#define MEMPLACE_DIALECT_MEMPLACE_IR_MEMPLACE_H

#include "memplace/Solver/Solver.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/BufferDeallocationOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include "memplace/Dialect/MemPlace/IR/MemPlaceDialect.h.inc"
#include "memplace/Dialect/MemPlace/IR/MemPlaceEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "memplace/Dialect/MemPlace/IR/MemPlaceAttributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "memplace/Dialect/MemPlace/IR/MemPlaceTypes.h.inc"

#define GET_OP_CLASSES
#include "memplace/Dialect/MemPlace/IR/MemPlaceOps.h.inc"

namespace memplace {

/// Returns the distance in bytes between consecutive elements of \p type in
/// memory, by LLVM's array layout. None for a type without a size (a memref, a
/// token).
std::optional<int64_t> getElementBytes(mlir::Type type,
                                       const mlir::DataLayout &layout);

/// Returns the bytes spanned by a memref of static shape and layout, from the
/// first element to the end of the last, by \p layout's element size. None if
/// shape or layout is dynamic; 0 without elements.
std::optional<int64_t> getStaticSizeInBytes(mlir::MemRefType type,
                                            const mlir::DataLayout &layout);

/// Returns \p type with the identity layout.
mlir::MemRefType withoutLayout(mlir::MemRefType type);

/// Positions of the elements of memrefs of the same shape: contiguous rows, and
/// loops over the rows.
struct MemRefRows {
  int64_t run = 1;                      // Elements of each row.
  llvm::SmallVector<int64_t, 2> counts; // Numbers of rows, outermost first.
  /// By memref and dimension of `counts`: elements from one row to the next.
  llvm::SmallVector<llvm::SmallVector<int64_t, 2>, 2> strides;
};

/// Returns the rows of memrefs of the same shape, with the fewest dimensions
/// common to all. None if a memref has a dynamic shape or layout or no
/// elements, or if its elements overlap or are not in row-major order.
std::optional<MemRefRows> getRows(llvm::ArrayRef<mlir::MemRefType> types);

/// As above, for memrefs of shape \p shape. \p strides: by memref and
/// dimension, in elements, all static.
std::optional<MemRefRows>
getRows(llvm::ArrayRef<int64_t> shape,
        llvm::ArrayRef<llvm::SmallVector<int64_t>> strides);

/// Returns \p type in the memory space of \p tier.
mlir::MemRefType inTier(mlir::MemRefType type, llvm::StringRef tier);

/// Returns true if \p op allocates a residency of a placed buffer, i.e. has
/// `memplace.residency`. With `memplace.buffer` alone, an allocation only has a
/// name.
bool isPlacedAllocation(mlir::Operation *op);

/// Returns true if \p function has an explicit placement, the second or third
/// form of placed programs. Attributes that record a placement do not count.
bool hasExplicitPlacement(mlir::Operation *function);

/// Returns true if two slots share bytes of the same arena.
bool overlap(SlotOp a, SlotOp b);

/// Returns the `memplace.target` of the innermost module around \p op with this
/// attribute. Null if the attribute only names a built-in target, or if there
/// is none.
TargetAttr getSpelledOutTarget(mlir::Operation *op);

/// Emits an error at \p op if \p what names a tier unknown to the module's
/// spelled-out target. Accepts any name without such a target.
llvm::LogicalResult verifyTierName(mlir::Operation *op, llvm::StringRef tier,
                                   llvm::StringRef what);

/// Returns \p attr as plain data, or reports its errors by \p emitError. A
/// target given by name is not resolved: the result has no tiers.
mlir::FailureOr<Target>
toTarget(TargetAttr attr,
         llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// Verifies the parameters of a target attribute before its creation: they must
/// form a target that passes `check`. Reports errors by \p emitError.
llvm::LogicalResult checkTarget(
    mlir::StringAttr name, llvm::ArrayRef<TierSpecAttr> tiers,
    mlir::StringAttr defaultTier, llvm::ArrayRef<ChannelSpecAttr> channels,
    CombineKind combine, mlir::DictionaryAttr flopsPerSecond, int64_t launchPs,
    int64_t piecePs, mlir::FloatAttr overlap, mlir::FloatAttr efficiency,
    llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// Returns \p target as a spelled-out attribute, without its sources.
TargetAttr toTargetAttr(const Target &target, mlir::MLIRContext *context);

/// Returns the target described by `memplace.*` keys of the
/// `dlti.target_system_spec` of \p module; none without such keys. A device
/// with
/// * `memplace.capacity` (i64) is a tier, the fastest first: `alignment` (i64,
///   default 1), `read_bytes_per_second` and `write_bytes_per_second` (f64),
///   `ops` (bool, default true: ops may access the tier);
/// * `memplace.from` is a channel: `from` and `to` (names of tiers),
///   `bytes_per_second` (f64), `latency_ps` (i64, default 0), `order` ("fifo",
///   the default, or "deadline"), `dimensions` and `least_run` (i64, default
///   1), `indexed` (bool, default false), `outstanding` (i64, default 0: no
///   limit);
/// * `memplace.default_tier` is the machine and names the target:
///   `default_tier` (name of a tier), `combine` ("sum", the default, or "max"),
///   `launch_ps` and `piece_ps` (i64, default 0), `flops_per_second.default`
///   and `flops_per_second.f32` and so on (f64), `overlap` and `efficiency` of
///   ops (f64, default 1).
/// Errors are reported at the module.
mlir::FailureOr<std::optional<Target>> getTargetFromDLTI(mlir::ModuleOp module);

/// Returns the target of \p module by its `memplace.target`, else by its DLTI
/// spec; none without either. Resolves the name of a built-in target. Errors
/// are reported at the module.
mlir::FailureOr<std::optional<Target>> getModuleTarget(mlir::ModuleOp module);

} // namespace memplace

#endif // MEMPLACE_DIALECT_MEMPLACE_IR_MEMPLACE_H
