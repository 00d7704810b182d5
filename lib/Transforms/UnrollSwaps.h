//===- UnrollSwaps.h - Unroll loops that swap buffers -----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_UNROLLSWAPS_H
#define MEMPLACE_LIB_TRANSFORMS_UNROLLSWAPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace memplace {

/// Unrolls each `scf.for` in \p function that only permutes its carried
/// memrefs, until a trip ends with the memrefs in the order of its start. The
/// loop then carries no memref. Needs a constant number of trips and at most
/// four copies of the body; leaves other loops unchanged.
void unrollSwaps(mlir::func::FuncOp function);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_UNROLLSWAPS_H
