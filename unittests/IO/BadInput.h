//===- BadInput.h - Valid files to be damaged -------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_IO_BADINPUT_H
#define MEMPLACE_UNITTESTS_IO_BADINPUT_H

#include "memplace/IO/JSON.h"
#include "memplace/Target/Catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace memplace::test {

// Valid files, each to be damaged in one place.

inline const std::string goodTarget = R"({
  "format": "memplace-target", "version": 1, "name": "t",
  "tiers": [
    {"name": "fast", "capacity": 128, "alignment": 8,
     "read_bytes_per_second": 1000, "write_bytes_per_second": 1e3},
    {"name": "slow", "capacity": 4096, "alignment": 16,
     "read_bytes_per_second": 100, "write_bytes_per_second": 0}],
  "default_tier": "slow",
  "channels": [{"name": "in", "from": "slow", "to": "fast",
                "bytes_per_second": 100, "latency_ps": 5}],
  "combine": "sum",
  "compute": {"flops_per_second": {"default": 1000}, "launch_ps": 0},
  "sources": {"tiers[0].capacity": {"status": "estimate", "source": "me"}}
})";

inline const std::string goodProblem = R"({
  "format": "memplace-problem", "version": 1, "name": "p", "target": "toy",
  "buffers": [
    {"name": "x", "size": 20, "begin": 0, "end": 2, "live_in": true},
    {"name": "y", "size": 20, "begin": 1, "end": 4, "live_out": true,
     "alignment": 8, "tiers": ["fast", "slow"], "home": "slow"},
    {"name": "z", "size": 8, "begin": 1, "end": 3}],
  "ops": [
    {"name": "A", "compute_ps": 1,
     "accesses": [{"buffer": 0, "mode": "read", "bytes": 20}]},
    {"name": "B", "compute_ps": 1,
     "accesses": [{"buffer": 1, "mode": "write", "bytes": 20,
                   "tiers": ["slow"]}]},
    {"name": "C", "compute_ps": 1, "accesses": []},
    {"name": "D", "compute_ps": 1, "accesses": []}],
  "loops": [{"begin": 0, "end": 3, "trip_count": 4, "may_skip": false},
            {"begin": 1, "end": 3, "trip_count": 2}]
})";

inline const std::string goodSolution = R"({
  "format": "memplace-solution", "version": 1, "problem": "p",
  "solver": "hand",
  "residencies": [
    {"buffer": 0, "tier": "slow", "begin": 0, "end": 2},
    {"buffer": 0, "tier": "fast", "offset": 0, "begin": 0, "end": 2},
    {"buffer": 1, "tier": "slow", "begin": 1, "end": 4}],
  "transfers": [{"from": 0, "to": 1, "channel": "in", "start": 0, "done": 1}],
  "served": [[0], [2], [], []],
  "makespan_ps": 5, "lower_bound_ps": 4, "proven_optimal": false,
  "peak_bytes": {"fast": 20, "slow": 0}
})";

/// Returns the text with the first \p from replaced by \p to.
inline std::string replaced(std::string text, const std::string &from,
                            const std::string &to) {
  size_t place = text.find(from);
  EXPECT_NE(place, std::string::npos) << "no " << from;
  return text.replace(place, from.size(), to);
}

/// Returns the parser's error for a target, or `none`.
inline std::string errorOfTarget(const std::string &text) {
  Result<Target> target = parseTarget(text, "t.json");
  return target ? "none" : target.error();
}
inline std::string errorOfProblem(const std::string &text) {
  Result<Problem> problem = parseProblem(text, "p.json", findBuiltinTarget);
  return problem ? "none" : problem.error();
}
inline std::string errorOfSolution(const std::string &text) {
  Result<Problem> problem =
      parseProblem(goodProblem, "p.json", findBuiltinTarget);
  if (!problem)
    return "the problem itself: " + problem.error();
  Result<Solution> solution = parseSolution(text, "s.json", *problem);
  return solution ? "none" : solution.error();
}

/// One replacement that makes a file invalid, and its error.
struct Break {
  const char *from;
  const char *to;
  const char *error;
};

inline std::ostream &operator<<(std::ostream &out, const Break &b) {
  return out << b.from << " -> " << b.to;
}

} // namespace memplace::test

#endif // MEMPLACE_UNITTESTS_IO_BADINPUT_H
