//===- MsaOptions.h - What of msa can be set --------------------*- C++ -*-===//
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

/// Who decides how long a buffer may stay unused and when its copies run.
enum class PickerKind { Cost, Count };

/// By what the benefit of a buffer is divided for the order.
enum class SizePenalty { Sqrt, None };

/// A rule about the order of buffers: those whose name holds `pattern` come
/// before or after all others.
struct OrderRule {
  std::string pattern;
  bool isFirst = true;
};

/// The options of `msa`; docs/guide/solvers.md has the table. Every mechanism
/// can be switched off.
struct MsaOptions {
  PickerKind picker = PickerKind::Cost;
  // Of the cost picker: times a copy's duration, except for the last, which is
  // times that of a copy of the whole tier.
  double minOverlap = 1;
  double preferredOverlap = 1.5;
  double maxOverlap = 10;
  // Of the count picker: steps.
  int64_t minSteps = 2;
  int64_t maxSteps = 10;
  /// How often each loop counts; 0: its true trip count.
  int64_t loopTrips = 5;
  /// Scales the bandwidth that copies are planned with.
  double bandwidthScale = 1;
  bool usesCopyResource = true;
  std::optional<int64_t> maxPrefetches; // Outstanding; none: no limit.
  std::optional<int64_t> maxEvictions;
  bool isFifo = false;
  int64_t maxRetries = 1;
  int64_t maxRepacks = 10;
  double inefficientRatio = 0; // 0: off.
  int64_t maxCrossProgram = 1;
  bool wraps = true; // What is fetched goes on in the next invocation.
  int64_t parts = 1; // Most copies that a prefetch is split into.
  SizePenalty sizePenalty = SizePenalty::Sqrt;
  std::vector<OrderRule> orderRules; // The first that matches counts.
  bool keeps = true;                 // No-copy allocation.
  bool prefetches = true;
  bool evicts = true;
  bool isBestFit = true;
  bool looksAhead = true;     // Prefers offsets that stay free for later uses.
  bool mayRecover = true;     // Last retry: an eviction ignores the bandwidth.
  bool copiesInBodies = true; // Goes into bodies that are not held whole.
};

/// All options with the values of \p options.
std::vector<SolverOption> describe(const MsaOptions &options);

/// Sets one option. The error says what is wrong with the value.
std::optional<Error> setOption(MsaOptions &options, std::string_view name,
                               std::string_view value);

} // namespace memplace::solver::msa

#endif // MEMPLACE_LIB_SOLVER_MSA_MSAOPTIONS_H
