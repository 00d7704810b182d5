//===- CurvesPage.h - HTML template of the curves page ----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_TRAINING_CURVESPAGE_H
#define MEMPLACE_AGENT_TRAINING_CURVESPAGE_H

namespace memplace::agent {

/// The page before its JSON data and after; the latter has the drawing script.
/// The page fetches nothing and needs no library.
extern const char curvesPageHead[];
extern const char curvesPageScript[];

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_CURVESPAGE_H
