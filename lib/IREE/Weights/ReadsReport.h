//===- ReadsReport.h - Planned reads as a JSON file -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_WEIGHTS_READSREPORT_H
#define MEMPLACE_LIB_IREE_WEIGHTS_READSREPORT_H

#include "PlanStays.h"

namespace memplace {

/// A `stream.cmd.execute` with the plan for its reads.
struct PlannedExecute {
  StreamExecute execute;
  ReadProblem problem;
  Solution solution;
  std::string function;
  int64_t arena = 0;       // Available to the arena, bytes.
  int64_t size = 0;        // Used by the arena, bytes.
  int64_t smallest = 0;    // Smallest arena with a known plan, bytes.
  bool isSmallest = false; // `smallest` is proven minimal.
  std::string planner;     // Name of the plan's source.
  StreamCost value;
  double residentTime = 0; // Modelled seconds with all weights resident.
};

/// Weights that stay resident for one reason.
struct ResidentWeights {
  std::string reason;
  std::vector<ParameterGlobal> weights;
};

/// Prints the report file, which docs/guide/iree.md describes.
std::string printReadsReport(llvm::ArrayRef<PlannedExecute> planned,
                             llvm::ArrayRef<ResidentWeights> resident);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_READSREPORT_H
