//===- Curves.h - Metrics as a page with pictures ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_TRAINING_CURVES_H
#define MEMPLACE_AGENT_TRAINING_CURVES_H

#include <string>

namespace memplace::agent {

/// A page that needs nothing else, with a curve over the rounds for each number
/// in \p metrics, lines of JSON; lines that are none are left out.
std::string printCurves(const std::string &metrics);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_CURVES_H
