// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StackSolver.h"

using namespace memplace;

namespace {
class StackSolver : public Solver {
public:
  SolveResult solve(const Problem &problem, const SolveLimits &) override {
    Solution solution;
    std::vector<Offset> tops(problem.target.tiers.size(), 0);
    for (BufferId b = 0; b < static_cast<BufferId>(problem.buffers.size());
         ++b) {
      const Buffer &buffer = problem.buffers[b];
      TierId home = problem.homeOf(buffer);
      Residency residency = {b, home, std::nullopt, buffer.range};
      // The caller owns the place of an external buffer in its home tier.
      if (!problem.isExternal(buffer)) {
        int64_t alignment = problem.alignmentIn(buffer, home);
        residency.offset = (tops[home] + alignment - 1) / alignment * alignment;
        tops[home] = *residency.offset + buffer.size;
        if (tops[home] > problem.target.tiers[home].capacity)
          return {SolveStatus::LimitReached, std::nullopt,
                  "the home tier '" + problem.target.tiers[home].name +
                      "' cannot hold all buffers side by side"};
      }
      solution.residencies.push_back(residency);
    }
    // The residency of buffer b has index b.
    for (const Op &op : problem.ops) {
      std::vector<ResidencyId> &served = solution.served.emplace_back();
      for (const Access &access : op.accesses)
        served.push_back(access.buffer);
    }
    return {SolveStatus::Solved, std::move(solution), ""};
  }
};
} // namespace

std::unique_ptr<Solver> accel::createStackSolver() {
  return std::make_unique<StackSolver>();
}
