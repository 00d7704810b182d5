//===- MsaProblems.h - Small problems for msa -------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_SOLVER_MSAPROBLEMS_H
#define MEMPLACE_UNITTESTS_SOLVER_MSAPROBLEMS_H

#include "memplace/Simulator/Simulator.h"
#include "memplace/Solver/AllSolvers.h"

#include <gtest/gtest.h>

namespace memplace::testing {

constexpr AccessMode reading = AccessMode::Read;
constexpr AccessMode writing = AccessMode::Write;

/// A target with a fast tier of \p capacity bytes.
inline Target makeTarget(int64_t capacity) {
  Target target;
  target.name = "hand";
  target.tiers = {{"fast", capacity, 1, 1000, 1000},
                  {"slow", 1000000, 1, 100, 100}};
  target.defaultTier = 1;
  target.channels = {{"in", 1, 0, 100, 0}, {"out", 0, 1, 100, 0}};
  target.flopsPerSecond["default"] = 1000;
  return target;
}

/// Ops of the given seconds, without accesses.
inline Problem makeOps(int64_t capacity, const std::vector<double> &seconds) {
  Problem problem;
  problem.name = "hand";
  problem.target = makeTarget(capacity);
  for (size_t i = 0; i < seconds.size(); ++i)
    problem.ops.push_back({"op" + std::to_string(i),
                           static_cast<int64_t>(seconds[i] * 1e12),
                           {}});
  return problem;
}

struct Use {
  Step step;
  AccessMode mode = AccessMode::Read;
  int64_t bytes = 10;
  std::vector<TierId> tiers = {};
};

/// Adds a buffer. If the first use writes, the buffer has no contents before
/// and after the program; otherwise the buffer is an input.
inline void addBuffer(Problem &problem, const std::string &name, int64_t size,
                      const std::vector<Use> &uses) {
  Buffer buffer;
  buffer.name = name;
  buffer.size = size;
  buffer.liveIn = uses.front().mode == AccessMode::Read;
  buffer.range = {buffer.liveIn ? 0 : uses.front().step, uses.back().step + 1};
  const BufferId id = static_cast<BufferId>(problem.buffers.size());
  problem.buffers.push_back(buffer);
  for (const Use &use : uses)
    problem.ops[use.step].accesses.push_back(
        {id, use.mode, use.bytes, use.tiers});
}

/// A solution that passed `verify`, with queries.
class Placed {
public:
  Placed(const Problem &problem, SolverOptionValues options)
      : problem(problem) {
    // Separate tests cover inputs fetched by the previous run.
    options.insert(options.begin(), {"cross-program", "0"});
    SolverRegistry solvers;
    registerAllSolvers(solvers);
    std::optional<Error> error = check(problem);
    EXPECT_FALSE(error) << error->message;
    Result<SolveResult> result =
        solveAndVerify(solvers, "msa", problem, {}, options);
    EXPECT_TRUE(bool(result)) << result.error();
    EXPECT_TRUE(result->solution) << result->message;
    solution = *result->solution;
  }

  /// Returns the initials of the tiers that serve a buffer's accesses, in
  /// order.
  std::string tiersOf(BufferId buffer) const {
    std::string tiers;
    for (size_t t = 0; t < problem.ops.size(); ++t)
      for (size_t k = 0; k < problem.ops[t].accesses.size(); ++k)
        if (problem.ops[t].accesses[k].buffer == buffer)
          tiers += problem.target
                       .tiers[solution.residencies[solution.served[t][k]].tier]
                       .name[0];
    return tiers;
  }

  /// "in 2-4": channel, start and done.
  std::vector<std::string> copiesOf(BufferId buffer) const {
    std::vector<std::string> copies;
    for (const Transfer &copy : solution.transfers) {
      if (solution.residencies[copy.from].buffer != buffer)
        continue;
      copies.push_back(problem.target.channels[copy.channel].name + " " +
                       std::to_string(copy.start) + "-" +
                       std::to_string(copy.done));
    }
    return copies;
  }

  /// "0-3 at 10": steps and offset of each residency in the fast tier.
  std::vector<std::string> fastStaysOf(BufferId buffer) const {
    std::vector<std::string> stays;
    for (const Residency &stay : solution.residencies)
      if (stay.buffer == buffer && stay.tier == 0)
        stays.push_back(std::to_string(stay.range.begin) + "-" +
                        std::to_string(stay.range.end) + " at " +
                        std::to_string(stay.offset.value_or(-1)));
    return stays;
  }

  double seconds() const { return makespan(problem, solution); }

private:
  const Problem &problem;
  Solution solution;
};

inline Placed place(const Problem &problem,
                    const SolverOptionValues &options = {}) {
  return Placed(problem, options);
}

} // namespace memplace::testing

#endif // MEMPLACE_UNITTESTS_SOLVER_MSAPROBLEMS_H
