//===- TransformOps.h - Placement by transform scripts ----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_TRANSFORMOPS_TRANSFORMOPS_H
#define MEMPLACE_TRANSFORMOPS_TRANSFORMOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/OpImplementation.h"

#define GET_OP_CLASSES
#include "memplace/TransformOps/MemPlaceTransformOps.h.inc"

namespace memplace {

/// Registers `transform.memplace.place` and related ops with the transform
/// dialect; see docs/reference/transform-ops.md.
void registerTransformDialectExtension(mlir::DialectRegistry &registry);

} // namespace memplace

#endif // MEMPLACE_TRANSFORMOPS_TRANSFORMOPS_H
