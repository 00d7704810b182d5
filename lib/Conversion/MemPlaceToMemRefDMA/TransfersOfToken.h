//===- TransfersOfToken.h - What a token stands for -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_CONVERSION_MEMPLACETOMEMREFDMA_TRANSFERSOFTOKEN_H
#define MEMPLACE_CONVERSION_MEMPLACETOMEMREFDMA_TRANSFERSOFTOKEN_H

#include "mlir/IR/Value.h"

namespace memplace {

/// Number of elements that all transfers move which \p token may stand for,
/// seen through the results of branches such as `scf.if`. None if they differ
/// or if the token comes from elsewhere.
std::optional<int64_t> getNumElementsOfToken(mlir::Value token);

} // namespace memplace

#endif // MEMPLACE_CONVERSION_MEMPLACETOMEMREFDMA_TRANSFERSOFTOKEN_H
