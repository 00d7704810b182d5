//===- CurvesPage.h - The page of curves without its numbers ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_TRAINING_CURVESPAGE_H
#define MEMPLACE_AGENT_TRAINING_CURVESPAGE_H

namespace memplace::agent {

/// What is before the JSON of the numbers, and what is after it: the script
/// that draws them. The page fetches nothing, and needs no library.
extern const char curvesPageHead[];
extern const char curvesPageScript[];

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_CURVESPAGE_H
