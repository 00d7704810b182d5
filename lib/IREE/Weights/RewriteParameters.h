//===- RewriteParameters.h - Drops what is not resident ---------*- C++ -*-===//
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

/// Removes the loads that nobody uses of \p weights from \p module, and what is
/// not loaded any more from the initializers: it is not resident then. The
/// globals go, too.
void dropUnusedWeights(mlir::Operation *module,
                       const ParameterGlobals &weights);

/// Lets initializers load slices of parameters, which stay resident, from the
/// entries of the whole ones: a `stream.resource.constants` can't tell where a
/// slice begins.
void loadSlices(mlir::Operation *module);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_REWRITEPARAMETERS_H
