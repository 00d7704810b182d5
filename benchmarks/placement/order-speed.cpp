//===- order-speed.cpp - What channels by deadline cost the simulator -----===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// order-speed ROUNDS [PROBLEM SOLUTION]...: prints a line of JSON for each plan
// with the CPU time of its makespan, with channels that serve by deadline and
// in order of issue, microseconds. The measurements alternate, and the least of
// all rounds counts. benchmarks/placement/channel_orders.py runs this program.
//
//===----------------------------------------------------------------------===//

#include "memplace/IO/JSON.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Target/Catalogue.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>

using namespace memplace;

/// Ops simulated between two readings of the clock, whose resolution is a
/// microsecond.
static constexpr size_t opsPerLook = 10000;

static Problem withOrder(Problem problem, ChannelOrder order) {
  for (Channel &channel : problem.target.channels)
    channel.order = order;
  return problem;
}

/// CPU time of one makespan, microseconds.
static double microseconds(const Problem &problem, const Solution &solution,
                           double &sum) {
  const size_t count = std::max<size_t>(1, opsPerLook / problem.ops.size());
  const std::clock_t begin = std::clock();
  for (size_t i = 0; i < count; ++i)
    sum += makespan(problem, solution);
  return 1e6 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC /
         static_cast<double>(count);
}

static int fail(const std::string &message) {
  std::fprintf(stderr, "error: %s\n", message.c_str());
  return 1;
}

static int measure(int rounds, const char *problemFile,
                   const char *solutionFile) {
  Result<Problem> problem = readProblem(problemFile, findBuiltinTarget);
  if (!problem)
    return fail(problem.error());
  Result<Solution> solution = readSolution(solutionFile, *problem);
  if (!solution)
    return fail(solution.error());
  const Problem deadline = withOrder(*problem, ChannelOrder::Deadline);
  const Problem fifo = withOrder(*problem, ChannelOrder::Fifo);
  double byDeadline = std::numeric_limits<double>::infinity();
  double byIssue = byDeadline;
  double sum = 0; // Printed, so that no simulation is optimised away.
  for (int round = 0; round < rounds; ++round) {
    byDeadline = std::min(byDeadline, microseconds(deadline, *solution, sum));
    byIssue = std::min(byIssue, microseconds(fifo, *solution, sum));
  }
  std::printf("{\"ops\": %zu, \"transfers\": %zu, \"deadline_us\": %.3f, "
              "\"fifo_us\": %.3f, \"sum_s\": %g}\n",
              problem->ops.size(), solution->transfers.size(), byDeadline,
              byIssue, sum);
  return 0;
}

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 0;
  if (rounds < 1 || argc % 2 != 0)
    return fail("usage: order-speed ROUNDS [PROBLEM SOLUTION]...");
  for (int i = 2; i + 1 < argc; i += 2)
    if (measure(rounds, argv[i], argv[i + 1]) != 0)
      return 1;
  return 0;
}
