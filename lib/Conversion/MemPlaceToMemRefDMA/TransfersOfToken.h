//===- TransfersOfToken.h - Possible transfers of a token -------*- C++ -*-===//
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

/// Returns the number of elements moved by the transfer of \p token. Looks
/// through results of branches such as `scf.if`. None if the possible transfers
/// differ in size, or if the token comes from elsewhere.
std::optional<int64_t> getNumElementsOfToken(mlir::Value token);

} // namespace memplace

#endif // MEMPLACE_CONVERSION_MEMPLACETOMEMREFDMA_TRANSFERSOFTOKEN_H
