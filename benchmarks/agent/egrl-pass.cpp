//===- egrl-pass.cpp - How long one pass of EGRL's policy takes -----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// egrl-pass PROBLEM CHECKPOINT REPEATS: goes REPEATS times from a problem in
// memory to the legal placement of the policy's single pass, on one thread.
// Prints a line of JSON: the placement, and milliseconds of CPU time of each
// part, by repeat. benchmarks/agent/egrl_pass.py runs this program.
//
//===----------------------------------------------------------------------===//

#include "../../lib/Planning/Placement.h"
#include "agent/Egrl/MapTask.h"
#include "agent/Network/Network.h"
#include "memplace/IO/JSON.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Target/Catalogue.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>

using namespace memplace;
using namespace memplace::agent;

namespace {

/// CPU time of this thread since construction, or since the last lap.
class Clock {
public:
  double lap() {
    const double before = last;
    last = now();
    return last - before;
  }

private:
  static double now() {
    std::timespec time = {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e3 * static_cast<double>(time.tv_sec) +
           1e-6 * static_cast<double>(time.tv_nsec);
  }

  double last = now();
};

/// Milliseconds of the parts of a pass, and its result.
struct Pass {
  double set = 0, network = 0, placing = 0;
  int64_t nodes = 0, tensors = 0;
  double nativeSeconds = 0;
  std::vector<planning::BufferPlan> plans;
};

} // namespace

template <typename T> static T orExit(Result<T> result) {
  if (!result) {
    std::fprintf(stderr, "error: %s\n", result.error().c_str());
    std::exit(1);
  }
  return std::move(*result);
}

static Pass makePass(const Problem &problem, const GraphNetwork &network) {
  Pass pass;
  Clock clock;
  MapTask task = orExit(MapTask::create(problem, network.getConfig().tiers,
                                        /*shouldContinue=*/{}));
  pass.set = clock.lap();
  const auto predictions = orExit(network.evaluate({&task.getData()}));
  const TierMap map = task.mapOf(predictions.front(), /*random=*/nullptr);
  pass.network = clock.lap();
  pass.plans = task.getGame().plans(map);
  pass.placing = clock.lap();
  pass.nodes = task.getData().nodes;
  pass.tensors = static_cast<int64_t>(task.getTensors().size());
  pass.nativeSeconds = task.getGame().nativeSeconds();
  return pass;
}

int main(int argc, char **argv) {
  const int repeats = argc == 4 ? std::atoi(argv[3]) : 0;
  if (repeats < 1) {
    std::fprintf(stderr, "usage: egrl-pass PROBLEM CHECKPOINT REPEATS\n");
    return 2;
  }
  const Problem problem = orExit(readProblem(argv[1], findBuiltinTarget));
  Network::setThreads(1);
  const auto network = orExit(GraphNetwork::load(argv[2]));
  std::vector<Pass> passes;
  for (int i = 0; i < repeats; ++i)
    passes.push_back(makePass(problem, *network));
  const planning::AccessIndex uses(problem);
  const Pass &first = passes.front();
  const double seconds = makespan(problem, assemble(uses, first.plans));
  std::printf("{\"nodes\": %lld, \"tensors\": %lld, \"native_over_map\": %.6f",
              static_cast<long long>(first.nodes),
              static_cast<long long>(first.tensors),
              first.nativeSeconds / seconds);
  const auto print = [&](const char *name, double Pass::*part) {
    std::printf(", \"%s\": [", name);
    for (size_t i = 0; i < passes.size(); ++i)
      std::printf("%s%.3f", i == 0 ? "" : ", ", passes[i].*part);
    std::printf("]");
  };
  print("graph_ms", &Pass::set);
  print("network_ms", &Pass::network);
  print("placing_ms", &Pass::placing);
  std::printf("}\n");
  return 0;
}
