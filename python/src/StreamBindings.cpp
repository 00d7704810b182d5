//===- StreamBindings.cpp - Resident items and streams for Python ---------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "IntegerArrays.h"
#include "Unlocked.h"

#include "lib/Streaming/ReadSchedule.h"
#include "lib/Streaming/ResidentSearch.h"
#include "memplace/Simulator/Simulator.h"

#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

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

/// Adds the copy of a stay in the first tier, and the transfer that fills the
/// copy.
static void addRead(const Problem &problem, const ReadStay &stay,
                    Solution &solution) {
  if (stay.item < 0 ||
      stay.item >= static_cast<int64_t>(problem.buffers.size()) ||
      stay.begin < 0 || stay.begin > stay.first || stay.first >= stay.end ||
      stay.end > problem.numSteps() || problem.target.channels.empty())
    throw InputError("a stay is no read of this problem");
  const auto copy = static_cast<ResidencyId>(solution.residencies.size());
  solution.residencies.push_back({.buffer = static_cast<BufferId>(stay.item),
                                  .tier = 0,
                                  .offset = std::nullopt,
                                  .range = {stay.begin, stay.end}});
  solution.transfers.push_back({.from = static_cast<ResidencyId>(stay.item),
                                .to = copy,
                                .channel = 0,
                                .start = stay.begin,
                                .done = stay.first});
  for (Step step = stay.first; step < stay.end; ++step) {
    const auto index = static_cast<size_t>(step);
    const std::vector<Access> &accesses = problem.ops[index].accesses;
    for (size_t k = 0; k < accesses.size(); ++k)
      if (accesses[k].buffer == stay.item)
        solution.served[index][k] = copy;
  }
}

/// Returns the seconds of a call that reads buffers into the first tier over
/// the first channel, without offsets. The items of \p stays are buffers.
static double makespanOfStream(const BoundProblem &bound, const Numbers &tiers,
                               const std::vector<ReadStay> &stays) {
  const Problem &problem = *bound.problem;
  const Unlocked unlocked;
  Solution solution = makeSolution(problem, tiers);
  for (const ReadStay &stay : stays)
    addRead(problem, stay, solution);
  return makespan(problem, solution);
}

static void checkRange(int64_t begin, int64_t end, Step numSteps) {
  if (begin < 0 || begin >= end || end > numSteps)
    throw InputError(
        "steps " + std::to_string(begin) + " to " + std::to_string(end) +
        " are not in the program, which has " + std::to_string(numSteps));
}

static void checkStays(const StreamMemory &memory,
                       const std::vector<ReadStay> &stays) {
  for (const ReadStay &stay : stays) {
    if (stay.item < 0 || stay.item >= static_cast<int64_t>(memory.sizes.size()))
      throw InputError("a stay names item " + std::to_string(stay.item));
    checkRange(stay.first, stay.end, memory.numSteps);
  }
}

/// \p others: (begin, end, bytes) of each other buffer.
static StreamMemory
makeMemory(std::vector<int64_t> sizes,
           const std::vector<std::tuple<Step, Step, int64_t>> &others,
           Step numSteps, int64_t room, int64_t alignment) {
  StreamMemory memory{std::move(sizes), {}, numSteps, room, alignment};
  for (const auto &[begin, end, size] : others) {
    checkRange(begin, end, numSteps);
    memory.others.push_back({{begin, end}, size});
  }
  return memory;
}

/// \p copies: (step, bytes) of each copy, by item.
static ResidentItems
makeItems(std::vector<int64_t> sizes,
          const std::vector<std::vector<std::pair<Step, int64_t>>> &copies,
          std::vector<int64_t> others, int64_t room) {
  ResidentItems items{std::move(sizes), {}, std::move(others), room};
  for (const auto &ofItem : copies) {
    std::vector<ResidentItems::Copy> &made = items.copies.emplace_back();
    for (const auto &[step, size] : ofItem) {
      checkRange(step, step + 1, static_cast<Step>(items.others.size()));
      made.push_back({step, size});
    }
  }
  if (items.copies.size() != items.sizes.size())
    throw InputError("copies must be given for each item");
  return items;
}

/// \p cost gets a set and the lowest cost so far; costs are tuples of seconds,
/// bytes read and peak.
static std::optional<ResidentSet> chooseItems(const ResidentItems &items,
                                              int64_t evaluations,
                                              uint64_t seed,
                                              const nb::callable &cost) {
  using Cost = std::tuple<double, int64_t, int64_t>;
  return chooseResident(
      items, evaluations, seed,
      [&](const ResidentSet &set, const StreamCost &limit) {
        const Cost known{limit.seconds, limit.bytesRead, limit.peak};
        const auto [seconds, bytes, peak] = nb::cast<Cost>(cost(set, known));
        return StreamCost{seconds, bytes, peak};
      });
}

void python::bindStream(nb::module_ &module) {
  nb::class_<ReadStay>(module, "ReadStay")
      .def(nb::init<int64_t, Step, Step, Step, Step>(), nb::arg("item"),
           nb::arg("first"), nb::arg("end"), nb::arg("begin") = 0,
           nb::arg("earliest") = 0)
      .def_ro("item", &ReadStay::item)
      .def_ro("first", &ReadStay::first)
      .def_ro("end", &ReadStay::end)
      .def_ro("begin", &ReadStay::begin)
      .def_ro("earliest", &ReadStay::earliest)
      .def(nb::self == nb::self,
           nb::sig("def __eq__(self, arg: object, /) -> bool"));
  nb::class_<StreamMemory>(module, "StreamMemory")
      .def(
          "__init__",
          [](StreamMemory *self, std::vector<int64_t> sizes,
             const std::vector<std::tuple<Step, Step, int64_t>> &others,
             Step numSteps, int64_t room, int64_t alignment) {
            new (self) StreamMemory(makeMemory(std::move(sizes), others,
                                               numSteps, room, alignment));
          },
          nb::arg("sizes"), nb::arg("others"), nb::arg("num_steps"),
          nb::arg("room"), nb::arg("alignment"))
      .def(
          "schedule",
          [](const StreamMemory &memory, std::vector<ReadStay> stays,
             Step before, bool fillGaps) {
            checkStays(memory, stays);
            return scheduleReads(memory, std::move(stays), {before, fillGaps});
          },
          nb::arg("stays"), nb::arg("before"), nb::arg("fill_gaps"))
      .def(
          "plan",
          [](const StreamMemory &memory, const std::vector<ReadStay> &stays,
             Step before, bool fillGaps, int64_t tries, int64_t nodes,
             int64_t reserve) {
            checkStays(memory, stays);
            std::optional<std::pair<std::vector<ReadStay>, std::vector<Offset>>>
                found;
            const Unlocked unlocked;
            if (auto plan = planStream(memory, stays, {before, fillGaps},
                                       {tries, nodes}, reserve))
              found.emplace(std::move(plan->stays), std::move(plan->offsets));
            return found;
          },
          nb::arg("stays"), nb::arg("before"), nb::arg("fill_gaps"),
          nb::arg("tries"), nb::arg("nodes"), nb::arg("reserve") = 0);
  module.def(
      "stays_of",
      [](const std::vector<std::vector<Step>> &uses, Step near) {
        return staysOf(uses, near);
      },
      nb::arg("uses"), nb::arg("near") = usualNear);
  module.attr("USUAL_NEAR") = usualNear;
  module.def("spread_order", spreadOrder, nb::arg("count"));
  nb::class_<ResidentItems>(module, "ResidentItems")
      .def(
          "__init__",
          [](ResidentItems *self, std::vector<int64_t> sizes,
             const std::vector<std::vector<std::pair<Step, int64_t>>> &copies,
             std::vector<int64_t> others, int64_t room) {
            new (self) ResidentItems(
                makeItems(std::move(sizes), copies, std::move(others), room));
          },
          nb::arg("sizes"), nb::arg("copies"), nb::arg("others"),
          nb::arg("room"))
      .def("choose", chooseItems, nb::arg("evaluations"), nb::arg("seed"),
           nb::arg("cost"));
  module.def("makespan_of_stream", makespanOfStream, nb::arg("problem"),
             nb::arg("tiers"), nb::arg("stays"),
             nb::sig("def makespan_of_stream(problem: Problem, "
                     "tiers: numpy.typing.NDArray[numpy.int64], "
                     "stays: collections.abc.Sequence[ReadStay]) -> float"));
}
