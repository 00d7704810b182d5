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

/// What became of one `stream.cmd.execute`.
struct PlannedExecute {
  StreamExecute execute;
  ReadProblem problem;
  Solution solution;
  std::string function;
  int64_t arena = 0;       // What it may have, bytes.
  int64_t size = 0;        // What it has, bytes.
  int64_t smallest = 0;    // The least arena that there is a plan for, bytes.
  bool isSmallest = false; // That is proven.
  std::string planner;     // What made the plan.
  PlanValue value;
  double residentTime = 0; // Likewise with all weights in the device's memory.
};

/// Weights that stay resident for one reason.
struct ResidentWeights {
  std::string reason;
  std::vector<ParameterGlobal> weights;
};

/// The text of the file: docs/guide/iree.md describes it.
std::string printReadsReport(llvm::ArrayRef<PlannedExecute> planned,
                             llvm::ArrayRef<ResidentWeights> resident);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_READSREPORT_H
