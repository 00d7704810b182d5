//===- RewriteParameters.h - Drops non-resident weights ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_WEIGHTS_REWRITEPARAMETERS_H
#define MEMPLACE_LIB_IREE_WEIGHTS_REWRITEPARAMETERS_H

#include "ExtractParameters.h"

namespace memplace {

/// Erases unused loads of \p weights from \p module. A weight without remaining
/// loads is no longer resident: its initialization and its global are erased,
/// too.
void dropUnusedWeights(mlir::Operation *module,
                       const ParameterGlobals &weights);

/// Makes initializers load resident slices of parameters from the entries of
/// the whole parameters, because `stream.resource.constants` takes no offset.
void loadSlices(mlir::Operation *module);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_REWRITEPARAMETERS_H
