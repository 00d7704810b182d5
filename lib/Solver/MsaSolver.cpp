//===- MsaSolver.cpp - XLA's memory space assignment ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An independent implementation of the published idea, see docs/solvers.md. It
// takes buffers in the order of what they gain for their size, and each use of
// a buffer in the order of time: leave it in the fast tier, or prefetch it, or
// serve it from the slow one.
//
//===----------------------------------------------------------------------===//

#include "BasePlan.h"
#include "Deadline.h"
#include "Msa/CrossProgram.h"
#include "Msa/TierAllocator.h"

#include "memplace/Simulator/Simulator.h"
#include "memplace/Solver/AllSolvers.h"

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::msa;

/// A fast tier that nothing can be copied to or from serves only what begins
/// and ends there.
static std::vector<std::string> missingChannels(const Problem &problem) {
  const Target &target = problem.target;
  std::vector<std::string> notes;
  auto check = [&](TierId from, TierId to, const char *what) {
    if (target.channelsBetween(from, to).empty())
      notes.push_back("target '" + target.name + "' has no channel from '" +
                      target.tiers[from].name + "' to '" +
                      target.tiers[to].name + "', so that msa " + what +
                      "; add one to the target");
  };
  for (TierId tier = 0; tier < target.defaultTier; ++tier) {
    check(target.defaultTier, tier, "prefetches nothing there");
    check(tier, target.defaultTier, "evicts nothing from there");
  }
  return notes;
}

namespace {

class MsaSolver : public Solver {
public:
  SolveResult solve(const Problem &problem,
                    const SolveLimits &limits) override {
    Deadline deadline(limits);
    const Uses uses(problem);
    BaseResult base = buildBasePlacement(uses);
    if (!base.placement)
      return {base.status, std::nullopt, base.message, {}};

    MsaState state(uses, values, base.placement->getPlans());
    base.placement.reset();
    deadline.keepTimeToFinish();
    const std::vector<BufferId> fetched = fillTiers(state, deadline);
    SolveResult result;
    result.status = SolveStatus::Solved;
    result.solution = assemble(uses, state.plans);
    leaveOutSlowFetches(state, fetched, *result.solution);
    result.notes = missingChannels(problem);
    return result;
  }

  std::vector<SolverOption> options() const override {
    return describe(values);
  }

  std::optional<Error> setOption(std::string_view name,
                                 std::string_view value) override {
    return msa::setOption(values, name, value);
  }

private:
  // The copies at the start are those that the run before should have made. In
  // a problem, which is one run, they may cost more than they gain: then the
  // base serves these buffers, and their place stays empty.
  static void leaveOutSlowFetches(MsaState &state,
                                  const std::vector<BufferId> &fetched,
                                  Solution &solution) {
    if (fetched.empty())
      return;
    for (BufferId buffer : fetched)
      state.removeStays(buffer);
    Solution without = assemble(state.uses, state.plans);
    if (makespan(state.problem, without) < makespan(state.problem, solution))
      solution = std::move(without);
  }

  // The fastest first. Each state on the way is legal. Returns what is there
  // from the start.
  std::vector<BufferId> fillTiers(MsaState &state, Deadline &deadline) const {
    const TierId numTiers =
        static_cast<TierId>(state.problem.target.tiers.size());
    std::vector<bool> forced;
    for (const BufferPlan &plan : state.plans)
      forced.push_back(plan.stays.size() > 1);
    int64_t numRepacks = 0;
    std::vector<BufferId> fetched;
    for (TierId tier = 0; tier + 1 < numTiers; ++tier) {
      auto goesOn = [&](double fraction) {
        return deadline.report(std::nullopt,
                               (tier + fraction) / (numTiers - 1));
      };
      TierPass pass(state, tier);
      if (tier == 0)
        fetched = prefetchAcrossPrograms(pass, forced);
      if (!TierAllocator(pass, forced, numRepacks).run(goesOn))
        break;
    }
    return fetched;
  }

  MsaOptions values;
};

} // namespace

std::unique_ptr<Solver> memplace::createMsaSolver() {
  return std::make_unique<MsaSolver>();
}
