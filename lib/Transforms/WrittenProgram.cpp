//===- WrittenProgram.cpp - A function before its schedule ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrittenProgram.h"

using namespace mlir;
using namespace memplace;

/// Returns, by step and for the end, the number of earlier steps that are no
/// null steps.
static std::vector<Step> countOps(const Schedule &schedule) {
  std::vector<Step> counts = {0};
  for (Operation *op : schedule.getSteps())
    counts.push_back(counts.back() + (op ? 1 : 0));
  return counts;
}

/// Returns the problem of \p extracted without null steps. The number of null
/// steps before an op may change with the op before it.
static Problem dropNullSteps(const ExtractedFunction &extracted,
                             const std::vector<Step> &counts) {
  Problem problem = extracted.problem;
  problem.ops.clear();
  for (auto [op, step] :
       llvm::zip_equal(extracted.problem.ops, extracted.schedule->getSteps()))
    if (step)
      problem.ops.push_back(op);
  for (Buffer &buffer : problem.buffers)
    buffer.range = {counts[buffer.range.begin], counts[buffer.range.end]};
  for (Loop &loop : problem.loops)
    loop.range = {counts[loop.range.begin], counts[loop.range.end]};
  return problem;
}

WrittenProgram::WrittenProgram(const ExtractedFunction &extracted)
    : indexOf(countOps(*extracted.schedule)) {
  problem = dropNullSteps(extracted, indexOf);
  for (auto [buffer, set] : llvm::enumerate(extracted.setOfBuffer))
    for (Value root : extracted.aliasSets->getSets()[set].roots)
      bufferOf[root] = static_cast<BufferId>(buffer);
}

std::optional<Error>
WrittenProgram::check(const ExtractedFunction &now,
                      const ScheduleRewriter &rewriter) const {
  ScheduledProblem scheduled;
  scheduled.problem = dropNullSteps(now, countOps(*now.schedule));
  for (Operation *op : now.schedule->getSteps()) {
    if (!op)
      continue;
    const auto step = rewriter.getStepsAsWritten().find(op);
    if (step == rewriter.getStepsAsWritten().end())
      return Error{"an op is no step of the function as written"};
    scheduled.map.ops.push_back(indexOf[step->second]);
  }
  for (unsigned set : now.setOfBuffer) {
    const Value root = now.aliasSets->getSets()[set].roots.front();
    const auto known = bufferOf.find(root);
    const auto made = rewriter.getBuffersAsWritten().find(root);
    if (known == bufferOf.end() && made == rewriter.getBuffersAsWritten().end())
      return Error{"a buffer is no buffer of the function as written"};
    scheduled.map.buffers.push_back(known == bufferOf.end() ? made->second
                                                            : known->second);
  }
  return checkSchedule(problem, scheduled);
}
