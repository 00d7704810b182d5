//===- ContentVersions.cpp - Versions of contents by boundary -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContentVersions.h"

using namespace memplace;
using namespace memplace::solver::exact;

ContentVersions::ContentVersions(const Model &model)
    : model(model),
      versions(model.problem.buffers.size() * (model.numSteps + 1)) {
  for (size_t b = 0; b < model.problem.buffers.size(); ++b)
    for (const BufferUse &use : model.uses.byBuffer[b])
      if (use.writes)
        for (Step step = use.step + 1; step <= model.numSteps; ++step)
          ++versions[b * (model.numSteps + 1) + step];
}

bool ContentVersions::canBeSource(const Timetable &timetable, const Copy &copy,
                                  Step step) const {
  const int32_t version = at(copy.buffer, step);
  if (version < copy.firstVersion || version > copy.lastVersion)
    return false;
  // A copy A -> B -> C needs two boundaries.
  if (copy.move >= 0)
    return timetable.plannedTransfers[copy.move].start < step;
  if (copy.isFilled || !copy.isUsed)
    return false;
  // Contents made by an op exist after the op.
  return copy.begin < step ||
         (model.problem.buffers[copy.buffer].liveIn && copy.firstVersion == 0);
}
