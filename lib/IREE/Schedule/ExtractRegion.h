//===- ExtractRegion.h - Reads IREE's stream.async.execute ------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before IREE allocates transients, a part of a function that runs as a unit is
// a `stream.async.execute` whose ops have values, not storage. An op whose
// result is tied to an operand writes into the storage of the operand. IREE
// wraps ops that may run at the same time into waves. In generic form:
//
//   %out:2 = "stream.async.execute"(%in, %n, %n) <{
//       operandSegmentSizes = array<i32: 1, 1, 1, 0>, tied_operands = []}> ({
//   ^bb0(%in_):
//     %0 = "stream.async.splat"(%zero, %n)
//     %1:2 = "stream.async.concurrent"(%in_, %0, %n, %n, %n, %m) <{
//         operandSegmentSizes = array<i32: 2, 2, 2>,
//         tied_operands = [1 : index, -1 : index]}> ({
//     ^bb0(%a, %b):
//       %3 = "stream.async.dispatch"(%a, %b, %n, %n, ..., %n) <{
//           operandSegmentSizes = array<i32: 0, 2, 2, 2, 2, 2, 1>,
//           tied_operands = [1 : index]}>
//       %4 = "stream.async.splat"(%zero, %m)
//       "stream.yield"(%3, %4, %n, %m)
//     })
//     ...
//     "stream.yield"(%2, %n)
//   })
//
// The last operands of an op are the sizes of its new results.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_SCHEDULE_EXTRACTREGION_H
#define MEMPLACE_LIB_IREE_SCHEDULE_EXTRACTREGION_H

#include "../Packing/ExtractPack.h"

#include "memplace/Problem/Problem.h"

namespace memplace {

/// A `stream.async.execute` in parsed form.
struct AsyncRegion {
  mlir::Operation *op = nullptr;
  SliceAlignment alignment;
  /// The ops that do something, in the given order. Those of a wave are
  /// consecutive.
  std::vector<mlir::Operation *> ops;
  /// By op: index into `waves`; -1: the op is in no wave.
  std::vector<int32_t> waveOf;
  std::vector<mlir::Operation *> waves; // Each `stream.async.concurrent`.
  /// Op k stands for `ops[k]`, a buffer for values in the same storage. The
  /// buffers that are not external are the transients of the region. Sizes are
  /// rounded up.
  Problem problem;
};

/// Returns true if \p op is a `stream.async.execute`.
bool isAsyncExecute(mlir::Operation *op);

/// Parses \p op. The error is the reason to keep the order: "a transient has a
/// dynamic size, or more than 2^60 bytes".
Result<AsyncRegion> readAsyncRegion(mlir::Operation *op,
                                    SliceAlignment alignment);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_SCHEDULE_EXTRACTREGION_H
