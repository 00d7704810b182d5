//===- Curves.h - Metrics as an HTML page -----------------------*- C++ -*-===//
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

/// Renders \p metrics, lines of JSON, as a self-contained page with one curve
/// per number. Lines that are not JSON objects are skipped.
std::string printCurves(const std::string &metrics);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_CURVES_H
