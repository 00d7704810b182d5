//===- TileableOps.h - Ops that can be tiled --------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_TILEABLEOPS_H
#define MEMPLACE_LIB_TRANSFORMS_TILEABLEOPS_H

#include "memplace/Analysis/AliasSets.h"
#include "memplace/Problem/Problem.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <set>

namespace memplace {

/// Returns the largest tier that serves ops.
TierId getLargestTier(const Target &machine);

/// Returns true if \p a and \p b may be in the same storage.
bool mayOverlap(mlir::Value a, mlir::Value b, const AliasSets &aliasSets);

/// Returns the storage of which \p op can take tiles: the storage of its
/// operands, or of all operands in its body if \p op is a loop.
std::set<unsigned> getSets(mlir::Operation *op, const AliasSets &aliasSets);

/// Returns true if the storage of \p op, including the memrefs that its body
/// loads from, does not fit into \p tier at once.
bool isTooLarge(mlir::Operation *op, const AliasSets &aliasSets,
                const Tier &tier);

/// Returns the op that is a step of the schedule and contains \p op, perhaps
/// \p op itself.
mlir::Operation *getStep(mlir::Operation *op);

/// Returns true if \p op is opaque (only `memplace.access` describes its
/// accesses) and not a call. The layouts of its operands may then change.
bool takesAnyLayout(mlir::Operation *op);

/// Returns true if no attribute describes \p op as a whole. A cost that the
/// tiles of \p op share does not count.
bool hasNoDescription(mlir::Operation *op);

/// Returns true if upstream's tiling keeps the meaning of \p op and of its
/// attributes.
bool isTileable(mlir::linalg::LinalgOp op, const AliasSets &aliasSets);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_TILEABLEOPS_H
