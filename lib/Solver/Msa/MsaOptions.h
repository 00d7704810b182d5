//===- MsaOptions.h - Options of msa ----------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_MSA_MSAOPTIONS_H
#define MEMPLACE_LIB_SOLVER_MSA_MSAOPTIONS_H

#include "memplace/Solver/Solver.h"

namespace memplace::solver::msa {

/// Unit of the limits on unused time and copy times: seconds or steps.
enum class PickerKind { Cost, Count };

/// Divisor of a buffer's benefit in the sort order.
enum class SizePenalty { Sqrt, None };

/// Override of the sort order: buffers with `pattern` in their name come before
/// or after all other buffers.
struct OrderRule {
  std::string pattern;
  bool isFirst = true;
};

/// Options of `msa`; docs/guide/solvers.md lists the mechanisms. Every
/// mechanism can be disabled.
struct MsaOptions {
  PickerKind picker = PickerKind::Cost;
  // Cost picker: multiples of a copy's duration; maxOverlap: of a copy of the
  // whole tier.
  double preferredOverlap = 1.5;
  double maxOverlap = 10;
  bool usesCopyResource = true;
  int64_t maxAttempts = 1; // For each buffer; 1: no retry.
  int64_t maxRepacks = 10;
  int64_t maxCrossProgram = 1;
  SizePenalty sizePenalty = SizePenalty::Sqrt;
  std::vector<OrderRule> orderRules; // The first matching rule counts.
  bool keeps = true;                 // No-copy allocation.
  bool prefetches = true;
  bool evicts = true;
  bool isBestFit = true;
  bool looksAhead = true; // Prefers offsets that stay free for later uses.
  bool mayForceEviction = true; // Last attempt: evictions ignore the bandwidth.
  /// Prefetched weights of a cyclic problem stay for the next invocation. Not
  /// an option of the user: the solver tries both.
  bool wraps = true;
};

/// Returns all options with the values of \p options.
std::vector<SolverOption> describe(const MsaOptions &options);

/// Sets one option. The error explains the rejected value.
std::optional<Error> setOption(MsaOptions &options, std::string_view name,
                               std::string_view value);

} // namespace memplace::solver::msa

#endif // MEMPLACE_LIB_SOLVER_MSA_MSAOPTIONS_H
