//===- BenchmarkProblems.h - Problems of benchmarks -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_SOLVER_BENCHMARKPROBLEMS_H
#define MEMPLACE_UNITTESTS_SOLVER_BENCHMARKPROBLEMS_H

#include "memplace/IO/JSON.h"
#include "memplace/Target/Catalogue.h"

#include <gtest/gtest.h>

namespace memplace::testing {

/// Reads the problem \p name of benchmarks/problems/tpu, e.g.
/// "alexnet_b1.cmem8M".
inline Problem readBenchmark(const std::string &name) {
  Result<Problem> problem =
      readProblem(MEMPLACE_SOURCE_DIR "/benchmarks/problems/tpu/" + name +
                      ".problem.json.gz",
                  findBuiltinTarget);
  EXPECT_TRUE(bool(problem)) << (problem ? "" : problem.error());
  return problem ? *problem : Problem();
}

} // namespace memplace::testing

#endif // MEMPLACE_UNITTESTS_SOLVER_BENCHMARKPROBLEMS_H
