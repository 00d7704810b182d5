//===- SolveReport.h - The JSON line of memplace-solve ----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_TOOLS_MEMPLACESOLVE_SOLVEREPORT_H
#define MEMPLACE_TOOLS_MEMPLACESOLVE_SOLVEREPORT_H

#include "memplace/Cut/CutSolve.h"

#include "llvm/Support/raw_ostream.h"

namespace memplace::tools {

/// Returns the JSON fields that --cut adds: the makespan without cuts, the
/// bound for all ways to cut (\p piecesBound, seconds), and the cuts.
std::string describeUncut(const Problem &problem, const CutSolveResult &result,
                          double piecesBound);

/// Prints exactly one line, even without a placement. \p bound and \p seconds
/// in seconds; \p more is appended as JSON fields.
void printReport(llvm::raw_ostream &out, const std::string &solver,
                 const SolveResult &result, double bound, double seconds,
                 const std::string &more);

} // namespace memplace::tools

#endif // MEMPLACE_TOOLS_MEMPLACESOLVE_SOLVEREPORT_H
