//===- StreamBindings.cpp - Times of calls with reads of weights ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "IntegerArrays.h"
#include "Unlocked.h"

#include "memplace/Simulator/Simulator.h"

using namespace memplace;
using namespace memplace::python;

/// Returns a solution with a single residency for each buffer, in its tier of
/// \p tiers, serving all accesses.
static Solution makeSolution(const Problem &problem, const Numbers &tiers) {
  Solution solution;
  if (tiers.shape(0) != problem.buffers.size())
    throw InputError("tiers must be one for each buffer");
  for (size_t id = 0; id < problem.buffers.size(); ++id) {
    if (tiers(id) < 0 ||
        tiers(id) >= static_cast<int64_t>(problem.target.tiers.size()))
      throw InputError("tiers name tier " + std::to_string(tiers(id)));
    solution.residencies.push_back({.buffer = static_cast<BufferId>(id),
                                    .tier = static_cast<TierId>(tiers(id)),
                                    .offset = std::nullopt,
                                    .range = problem.buffers[id].range});
  }
  for (const Op &op : problem.ops) {
    std::vector<ResidencyId> &served = solution.served.emplace_back();
    for (const Access &access : op.accesses)
      served.push_back(access.buffer);
  }
  return solution;
}

/// Adds a copy of a buffer in the first tier, and the transfer that fills the
/// copy.
static void addRead(const Problem &problem, int64_t buffer, int64_t start,
                    LiveRange uses, Solution &solution) {
  if (buffer < 0 || buffer >= static_cast<int64_t>(problem.buffers.size()) ||
      start < 0 || start > uses.begin || uses.begin >= uses.end ||
      uses.end > problem.numSteps() || problem.target.channels.empty())
    throw InputError("a row of reads is no read of this problem");
  const auto copy = static_cast<ResidencyId>(solution.residencies.size());
  solution.residencies.push_back({.buffer = static_cast<BufferId>(buffer),
                                  .tier = 0,
                                  .offset = std::nullopt,
                                  .range = {start, uses.end}});
  solution.transfers.push_back({.from = static_cast<ResidencyId>(buffer),
                                .to = copy,
                                .channel = 0,
                                .start = start,
                                .done = uses.begin,
                                .part = std::nullopt});
  for (Step step = uses.begin; step < uses.end; ++step) {
    const auto index = static_cast<size_t>(step);
    const std::vector<Access> &accesses = problem.ops[index].accesses;
    for (size_t k = 0; k < accesses.size(); ++k)
      if (accesses[k].buffer == buffer)
        solution.served[index][k] = copy;
  }
}

/// Returns the seconds of a call that reads buffers into the first tier over
/// the first channel, without offsets. Rows of \p reads are buffer, step before
/// which the read is issued, first step of its uses, and step after the last
/// use.
static double makespanOfStream(const BoundProblem &bound, const Numbers &tiers,
                               const Rows &reads) {
  const Problem &problem = *bound.problem;
  if (reads.shape(1) != 4)
    throw InputError("reads must have 4 columns");
  const Unlocked unlocked;
  Solution solution = makeSolution(problem, tiers);
  for (size_t row = 0; row < reads.shape(0); ++row)
    addRead(problem, reads(row, 0), reads(row, 1),
            {reads(row, 2), reads(row, 3)}, solution);
  return makespan(problem, solution);
}

void python::bindStream(nb::module_ &module) {
  module.def("makespan_of_stream", makespanOfStream, nb::arg("problem"),
             nb::arg("tiers"), nb::arg("reads"),
             nb::sig("def makespan_of_stream(problem: Problem, "
                     "tiers: numpy.typing.NDArray[numpy.int64], "
                     "reads: numpy.typing.NDArray[numpy.int64]) -> float"));
}
