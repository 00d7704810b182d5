//===- bank-costs.cpp - Costs of packings in two banks --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// bank-costs FILE.csv...: a table of packing problems, with the peaks of
// mlir-best-fit and `pack`, and the costs of executorch-banked-greedy and
// `packBanks` in two banks: a fast bank of a quarter of the bound, and a slow
// bank without limit, whose bytes cost ten times as much. A buffer is accessed
// once at each step of its life, at most 8 times, since the files have no
// accesses. Each search takes at most 5 seconds.
//
//===----------------------------------------------------------------------===//

#include "memplace/Packing/Banks.h"
#include "memplace/Packing/CSV.h"

#include <cstdio>
#include <filesystem>

using namespace memplace;

/// Prints the row of a problem. Returns false if a packing is illegal.
static bool printRow(const std::string &path, PackingProblem problem) {
  const PackLimits limits = {.timeLimit = std::chrono::duration<double>(5)};
  const PackResult mlir = packBy("mlir-best-fit", problem);
  const PackResult own = pack(problem, limits);
  BankCosts costs{{}, {1, 10}};
  for (const PackingBuffer &buffer : problem.buffers)
    costs.accessed.push_back(
        buffer.size *
        std::min<int64_t>(8, buffer.range.end - buffer.range.begin));
  const int64_t bound = lowerBoundOnPeak(problem);
  problem.arenas = {{"fast", bound / 4}, {"slow", {}}};
  const BankResult greedy = packBanksGreedily(problem, costs);
  const BankResult best = packBanks(problem, costs, limits);
  if (!best.packing || verifyPacking(problem, *best.packing) ||
      !greedy.packing || verifyPacking(problem, *greedy.packing))
    return false;
  std::printf("| %s | %zu | %.4f | %.4f | %.4f | %.4f |\n",
              std::filesystem::path(path).stem().stem().c_str(),
              problem.buffers.size(),
              static_cast<double>(mlir.peak) / static_cast<double>(bound),
              static_cast<double>(own.peak) / static_cast<double>(bound),
              greedy.cost / best.bound, best.cost / best.bound);
  return true;
}

int main(int argc, char **argv) {
  std::puts("| Problem | Buffers | Peak / bound: mlir-best-fit | memplace | "
            "Cost / bound: executorch-banked-greedy | memplace |\n"
            "|---|---|---|---|---|---|");
  for (int i = 1; i < argc; ++i) {
    Result<PackingProblem> problem = readPackingCSV(argv[i]);
    if (!problem || !printRow(argv[i], *problem)) {
      std::fprintf(stderr, "error: %s\n",
                   problem ? argv[i] : problem.error().c_str());
      return 1;
    }
    std::fflush(stdout);
  }
  return 0;
}
