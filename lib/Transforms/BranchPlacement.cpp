//===- BranchPlacement.cpp - Placements with entered branches -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BranchPlacement.h"

#include "memplace/Simulator/Simulator.h"
#include "memplace/Verify/Verify.h"

using namespace mlir;
using namespace memplace;

ProblemBefore::ProblemBefore(const ExtractedFunction &extracted)
    : problem(extracted.problem), steps(extracted.schedule->getSteps()) {
  for (unsigned set : extracted.setOfBuffer)
    roots.push_back(extracted.aliasSets->getSets()[set].roots.front());
}

namespace {
/// Translates a placement of a problem to the same program with entered
/// branches.
class Translator {
public:
  Translator(const ProblemBefore &before, const ExtractedFunction &after)
      : before(before), after(after), problem(after.problem) {}
  std::optional<Solution> translate(const Solution &solution,
                                    const EnteredOps &entered);

private:
  bool mapSteps(const EnteredOps &entered);
  bool mapBuffers();
  Residency translate(const Residency &residency) const;
  bool serve(Step step, const Solution &solution, Solution &result) const;

  const ProblemBefore &before;
  const ExtractedFunction &after;
  const Problem &problem;
  std::vector<Step> firstOf; // By old step: its first new step. Has one more
                             // entry for the end.
  std::vector<BufferId> bufferOf;
};
} // namespace

bool Translator::mapSteps(const EnteredOps &entered) {
  DenseMap<Operation *, Step> endOf;
  for (const ScheduledLoop &loop : after.schedule->getLoops())
    endOf[loop.op] = loop.range.end;
  ArrayRef<Operation *> steps = after.schedule->getSteps();
  Step next = 0;
  for (Operation *op : before.steps) {
    firstOf.push_back(next);
    auto it = op ? entered.find(op) : entered.end();
    if (it != entered.end())
      next = endOf.lookup(it->second.back());
    else if (next < after.schedule->getNumSteps() && steps[next] == op)
      ++next;
    else
      return false;
  }
  firstOf.push_back(next);
  return next == after.schedule->getNumSteps();
}

bool Translator::mapBuffers() {
  DenseMap<Value, BufferId> ids;
  for (auto [id, set] : llvm::enumerate(after.setOfBuffer))
    ids[after.aliasSets->getSets()[set].roots.front()] = id;
  for (Value root : before.roots) {
    auto it = ids.find(root);
    if (it == ids.end())
      return false;
    bufferOf.push_back(it->second);
  }
  return bufferOf.size() == problem.buffers.size();
}

Residency Translator::translate(const Residency &residency) const {
  const LiveRange was = before.problem.buffers[residency.buffer].range;
  Residency result = residency;
  result.buffer = bufferOf[residency.buffer];
  const LiveRange now = problem.buffers[result.buffer].range;
  const Step numSteps = before.problem.numSteps();
  auto [begin, end] = residency.range;
  result.range.begin = begin == was.begin ? now.begin : firstOf[begin];
  if (end > numSteps) // Filled by a copy at the very end.
    result.range.end = problem.numSteps() + 1;
  else
    result.range.end = end == was.end ? now.end : firstOf[end];
  return result;
}

/// Serves the new steps of old step \p step. Fails for an access without a
/// counterpart in the old step, which happens if the old step overwrote the
/// buffer first.
bool Translator::serve(Step step, const Solution &solution,
                       Solution &result) const {
  std::vector<ResidencyId> residencyOf(problem.buffers.size(), -1);
  for (auto [access, id] : llvm::zip_equal(before.problem.ops[step].accesses,
                                           solution.served[step]))
    residencyOf[bufferOf[access.buffer]] = id;
  for (Step now = firstOf[step]; now < firstOf[step + 1]; ++now)
    for (const Access &access : problem.ops[now].accesses) {
      if (residencyOf[access.buffer] < 0)
        return false;
      result.served[now].push_back(residencyOf[access.buffer]);
    }
  return true;
}

std::optional<Solution> Translator::translate(const Solution &solution,
                                              const EnteredOps &entered) {
  if (!mapSteps(entered) || !mapBuffers())
    return std::nullopt;
  Solution result;
  result.problem = problem.name;
  for (const Residency &residency : solution.residencies)
    result.residencies.push_back(translate(residency));
  for (Transfer transfer : solution.transfers) {
    transfer.start = firstOf[transfer.start];
    transfer.done = firstOf[transfer.done];
    result.transfers.push_back(transfer);
  }
  result.served.resize(problem.numSteps());
  for (Step step = 0; step < before.problem.numSteps(); ++step)
    if (!serve(step, solution, result))
      return std::nullopt;
  return result;
}

std::optional<int64_t> memplace::getTranslatedMakespan(
    const ProblemBefore &before, const Solution &solution,
    const ExtractedFunction &after, const EnteredOps &entered) {
  std::optional<Solution> placement =
      Translator(before, after).translate(solution, entered);
  if (!placement || verify(after.problem, *placement))
    return std::nullopt;
  return toPicoseconds(simulate(after.problem, *placement).makespan);
}
