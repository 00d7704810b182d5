// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The accel dialect and its memplace extensions.

#ifndef ACCEL_H
#define ACCEL_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "AccelDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "AccelAttributes.h.inc"

#define GET_OP_CLASSES
#include "AccelOps.h.inc"

namespace accel {

/// Registers the dialect, the memory model of its op, and the solver `stack`.
void registerAccel(mlir::DialectRegistry &registry);

/// Registers the pass `accel-lower-placed`.
void registerAccelPasses();

} // namespace accel

#endif // ACCEL_H
