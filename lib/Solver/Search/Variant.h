//===- Variant.h - Variants of the decoder ----------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_SEARCH_VARIANT_H
#define MEMPLACE_LIB_SOLVER_SEARCH_VARIANT_H

#include "SearchState.h"

namespace memplace::solver::search {

/// One way to decode all buffers: common choices, and the power of the life in
/// the priority (urgency / life^lifePower).
struct Variant {
  Choices choices;
  double lifePower = 0;
};

/// Returns the number of variants for \p problem.
size_t numVariantsOf(const Problem &problem);
/// Returns a variant; \p index must be less than `numVariantsOf`.
Variant variantAt(size_t index);

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_VARIANT_H
