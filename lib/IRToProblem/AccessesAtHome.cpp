//===- AccessesAtHome.cpp - Accesses at run-time addresses ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extraction.h"

using namespace mlir;
using namespace memplace;

/// Returns true if \p buffer fits into a tier that may serve \p access.
static bool fitsSomewhere(const Problem &problem, const Buffer &buffer,
                          const Access &access) {
  const std::vector<Tier> &tiers = problem.target.tiers;
  for (TierId tier = 0; static_cast<size_t>(tier) < tiers.size(); ++tier)
    if (mayServe(problem.target, access, tier) &&
        problem.mayBeIn(buffer, tier) && buffer.size <= tiers[tier].capacity)
      return true;
  return false;
}

void memplace::serveAtHome(ArrayRef<AccessAtHome> candidates,
                           ExtractedFunction &extracted) {
  Problem &problem = extracted.problem;
  for (const AccessAtHome &candidate : candidates) {
    Access &access = problem.ops[candidate.step].accesses[candidate.access];
    const Buffer &buffer = problem.buffers[access.buffer];
    if (!access.tiers.empty() || fitsSomewhere(problem, buffer, access))
      continue;
    access.tiers = {problem.homeOf(buffer)};
    extracted.accessesAtHome.push_back(candidate);
  }
}

void memplace::reportAccessesAtHome(const ExtractedFunction &extracted) {
  const Problem &problem = extracted.problem;
  for (const AccessAtHome &atHome : extracted.accessesAtHome) {
    const memplace::Op &op = problem.ops[atHome.step];
    const Access &access = op.accesses[atHome.access];
    const Buffer &buffer = problem.buffers[access.buffer];
    emitRemark(extracted.schedule->getSteps()[atHome.step]->getLoc(), "op '")
        << op.name << "' accesses buffer '" << buffer.name << "' in its home '"
        << problem.target.tiers[problem.homeOf(buffer)].name
        << "', at addresses known only at run time: the buffer's "
        << buffer.size << " bytes fit into no tier that serves the op";
  }
}
