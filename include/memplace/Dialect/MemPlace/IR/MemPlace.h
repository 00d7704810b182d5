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

/// Bytes from one element of \p type to the next in memory, as LLVM lays out
/// arrays. None for a type that has no size (a memref, a token).
std::optional<int64_t> getElementBytes(mlir::Type type,
                                       const mlir::DataLayout &layout);

/// Bytes that a memref of static shape and layout spans in memory, from its
/// first to after its last element, by \p layout's element size. None for
/// dynamic ones, 0 if it has no elements.
std::optional<int64_t> getStaticSizeInBytes(mlir::MemRefType type,
                                            const mlir::DataLayout &layout);

/// \p type with the identity layout.
mlir::MemRefType withoutLayout(mlir::MemRefType type);

/// Where the elements of memrefs of one shape lie: runs without gaps, and loops
/// around them.
struct MemRefRows {
  int64_t run = 1;                      // Elements of each row.
  llvm::SmallVector<int64_t, 2> counts; // Of rows, outermost first.
  /// By memref and dimension of `counts`: elements from a row to the next.
  llvm::SmallVector<llvm::SmallVector<int64_t, 2>, 2> strides;
};

/// Of memrefs of one shape, with as few dimensions as will do for all of them;
/// none if one is of dynamic shape or layout, has no elements, or does not have
/// them in row-major order, apart from each other.
std::optional<MemRefRows> getRows(llvm::ArrayRef<mlir::MemRefType> types);

/// \p type in the memory space of \p tier.
mlir::MemRefType inTier(mlir::MemRefType type, llvm::StringRef tier);

/// Whether two slots share bytes of one arena.
bool overlap(SlotOp a, SlotOp b);

/// The `memplace.target` of the innermost module around \p op that has one, if
/// it is spelled out, else null.
TargetAttr getSpelledOutTarget(mlir::Operation *op);

/// Reports at \p op that \p what names a tier that its spelled-out target does
/// not have. Any name will do without such a target.
llvm::LogicalResult verifyTierName(mlir::Operation *op, llvm::StringRef tier,
                                   llvm::StringRef what);

/// The target in plain form; a built-in target's name is not resolved: the
/// result then has no tiers. What is wrong with it goes to \p emitError.
mlir::FailureOr<Target>
toTarget(TargetAttr attr,
         llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// Likewise from the parts of an attribute that is yet to be made: are they a
/// machine that passes `check`?
llvm::LogicalResult checkTarget(
    mlir::StringAttr name, llvm::ArrayRef<TierSpecAttr> tiers,
    mlir::StringAttr defaultTier, llvm::ArrayRef<ChannelSpecAttr> channels,
    CombineKind combine, mlir::DictionaryAttr flopsPerSecond, int64_t launchPs,
    int64_t piecePs, mlir::FloatAttr overlap, mlir::FloatAttr efficiency,
    llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// The other way round, spelled out. Sources are not kept.
TargetAttr toTargetAttr(const Target &target, mlir::MLIRContext *context);

/// The target that the `dlti.target_system_spec` of \p module describes by keys
/// `memplace.*`, none if there are no such keys. A device with
/// * `memplace.capacity` (i64) is a tier, the fastest first: `alignment` (i64,
///   default 1), `read_bytes_per_second` and `write_bytes_per_second` (f64);
/// * `memplace.from` is a channel: `from` and `to` (names of tiers),
///   `bytes_per_second` (f64), `latency_ps` (i64, default 0), `order` ("fifo",
///   the default, or "deadline"), `dimensions` and `least_run` (i64, default
///   1);
/// * `memplace.default_tier` is the machine, after which the target is named:
///   `default_tier` (name of a tier), `combine` ("sum", the default, or "max"),
///   `launch_ps` and `piece_ps` (i64, default 0), `flops_per_second.default`
///   and `flops_per_second.f32` and so on (f64), `overlap` and `efficiency` of
///   ops (f64, default 1).
/// What is wrong with them is reported at the module.
mlir::FailureOr<std::optional<Target>> getTargetFromDLTI(mlir::ModuleOp module);

/// The target that \p module names by its `memplace.target`, else by its DLTI
/// spec; none if it names none. A built-in target's name is resolved. What is
/// wrong is reported at the module.
mlir::FailureOr<std::optional<Target>> getModuleTarget(mlir::ModuleOp module);

} // namespace memplace

#endif // MEMPLACE_DIALECT_MEMPLACE_IR_MEMPLACE_H
