//===- WrittenProgram.h - A function before its schedule --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_WRITTENPROGRAM_H
#define MEMPLACE_LIB_TRANSFORMS_WRITTENPROGRAM_H

#include "ScheduleRewriter.h"

namespace memplace {

/// The problem of a function as written, to compare the function with after
/// `ScheduleRewriter`.
class WrittenProgram {
public:
  explicit WrittenProgram(const ExtractedFunction &extracted);

  /// Returns the first reason why the rewritten function \p now may compute
  /// something else, or nothing. Finds its accesses and their order anew, so it
  /// relies only on the origins that \p rewriter states.
  std::optional<Error> check(const ExtractedFunction &now,
                             const ScheduleRewriter &rewriter) const;

private:
  Problem problem;           // Without null steps.
  std::vector<Step> indexOf; // By step as written: its op in `problem`.
  llvm::DenseMap<mlir::Value, BufferId> bufferOf; // By root of a set.
};

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_WRITTENPROGRAM_H
