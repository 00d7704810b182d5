//===- CheckCutChoice.h - Checks a choice of cuts ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_CUT_CHECKCUTCHOICE_H
#define MEMPLACE_LIB_CUT_CHECKCUTCHOICE_H

#include "memplace/Cut/CutProblem.h"

namespace memplace::cut {

/// Returns an error if \p cuts cannot be applied to \p problem.
std::optional<Error> checkCuts(const Problem &problem, const Cuts &cuts);

} // namespace memplace::cut

#endif // MEMPLACE_LIB_CUT_CHECKCUTCHOICE_H
