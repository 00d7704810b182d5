//===- PackBindings.cpp - Packing for Python ------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "IntegerArrays.h"
#include "Interruptible.h"
#include "Unlocked.h"

#include "memplace/Packing/CSV.h"
#include "memplace/Packing/Pack.h"
#include "memplace/Problem/Suggestion.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

using namespace memplace;
using namespace memplace::python;

namespace {

/// A packing problem as arrays. python/memplace/packing.py checks the shapes,
/// and that no number exceeds 2^62.
struct Arrays {
  Numbers lower, upper, size, alignment;
  Numbers group; // -1: no group.
  Rows gaps;     // [g, 3]: buffer, first step, step after the last.
  Rows fixed;    // [f, 2]: buffer, offset.
};

} // namespace

static PackingTraits &traitsOf(PackingProblem &problem, int64_t buffer,
                               const char *array) {
  const size_t count = problem.buffers.size();
  if (buffer < 0 || buffer >= static_cast<int64_t>(count))
    throw InputError(std::string(array) + " name buffer " +
                     std::to_string(buffer) + ", but there are " +
                     std::to_string(count));
  return problem.makeTraits(problem.buffers[static_cast<size_t>(buffer)]);
}

static void addGroups(PackingProblem &problem, const Numbers &group) {
  std::vector<int64_t> names;
  for (size_t i = 0; i < group.shape(0); ++i)
    if (group(i) >= 0)
      names.push_back(group(i));
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  for (const int64_t name : names)
    problem.groups.push_back(std::to_string(name));
  for (size_t i = 0; i < group.shape(0); ++i) {
    if (group(i) < 0)
      continue;
    const auto at = std::lower_bound(names.begin(), names.end(), group(i));
    problem.makeTraits(problem.buffers[i]).group =
        static_cast<int32_t>(at - names.begin());
  }
}

static PackingProblem makeProblem(const Arrays &arrays,
                                  std::optional<int64_t> capacity) {
  PackingProblem problem;
  problem.arenas[0].capacity = capacity;
  const size_t count = arrays.size.shape(0);
  problem.buffers.reserve(count);
  for (size_t i = 0; i < count; ++i)
    problem.buffers.push_back({.id = std::to_string(i),
                               .range = {arrays.lower(i), arrays.upper(i)},
                               .size = arrays.size(i),
                               .alignment = arrays.alignment(i)});
  addGroups(problem, arrays.group);
  for (size_t i = 0; i < arrays.gaps.shape(0); ++i)
    traitsOf(problem, arrays.gaps(i, 0), "gaps")
        .gaps.push_back({.range = {arrays.gaps(i, 1), arrays.gaps(i, 2)}});
  for (PackingTraits &traits : problem.traits)
    std::sort(traits.gaps.begin(), traits.gaps.end(),
              [](const PackingGap &a, const PackingGap &b) {
                return a.range.begin < b.range.begin;
              });
  for (size_t i = 0; i < arrays.fixed.shape(0); ++i)
    traitsOf(problem, arrays.fixed(i, 0), "fixed offsets").offset =
        arrays.fixed(i, 1);
  if (const std::optional<Error> error = check(problem))
    throw InputError(error->message);
  return problem;
}

static nb::dict toDict(const PackingProblem &problem, PackResult result) {
  if (result.packing)
    if (const std::optional<Error> error =
            verifyPacking(problem, *result.packing))
      throw std::logic_error("bug in packer '" + result.packer +
                             "', please report it: " + error->message);
  nb::dict out;
  out["status"] = std::string(statusName(result.status));
  out["offsets"] = nb::none();
  out["peak"] = nb::none();
  if (result.packing) {
    out["offsets"] = makeArray(std::move(result.packing->offsets));
    out["peak"] = result.peak;
  }
  out["bound"] = result.bound;
  out["nodes"] = result.nodes;
  out["packer"] = result.packer;
  out["message"] = result.message;
  return out;
}

/// Missing limits mean no limit; an empty \p packer means all packers.
static nb::dict packArrays(const Arrays &arrays,
                           std::optional<int64_t> capacity,
                           std::optional<double> timeLimit,
                           std::optional<int64_t> nodes, uint64_t seed,
                           const std::string &packer) {
  const std::vector<std::string> known = packerNames();
  if (!packer.empty() && std::ranges::find(known, packer) == known.end())
    throw InputError("no packer '" + packer + "'" +
                     suggestion(packer, known, ", use one of "));
  const PackingProblem problem = makeProblem(arrays, capacity);
  std::atomic<bool> cancel = false;
  PackLimits limits;
  if (timeLimit)
    limits.timeLimit = std::chrono::duration<double>(*timeLimit);
  limits.nodes = nodes;
  limits.seed = seed;
  limits.cancel = &cancel;
  PackResult result;
  const auto work = [&] {
    result = packer.empty() ? pack(problem, limits)
                            : packBy(packer, problem, limits);
  };
  runInterruptible(work, cancel, nullptr);
  return toDict(problem, std::move(result));
}

/// Returns the packing given by a file's offsets. Raises InputError for a
/// buffer without an offset, and for an illegal packing.
static Packing packingOf(const PackingProblem &problem,
                         const std::string &path) {
  Packing packing;
  for (const PackingBuffer &buffer : problem.buffers) {
    const PackingTraits *traits = problem.traitsOf(buffer);
    if (!traits || !traits->offset)
      throw InputError(path + ": buffer '" + buffer.id +
                       "' has no offset; pack the file first by "
                       "memplace-pack");
    packing.offsets.push_back(*traits->offset);
    if (problem.arenas.size() > 1)
      packing.arenas.push_back(traits->arenas.empty() ? 0
                                                      : traits->arenas.front());
  }
  if (const std::optional<Error> error = verifyPacking(problem, packing))
    throw InputError(path + ": is not a legal packing: " + error->message);
  return packing;
}

/// Returns rows of buffer, first step, step after the last, and window.
static std::vector<int64_t> gapsOf(const PackingProblem &problem) {
  std::vector<int64_t> rows;
  for (size_t i = 0; i < problem.buffers.size(); ++i)
    if (const PackingTraits *traits = problem.traitsOf(problem.buffers[i]))
      for (const PackingGap &gap : traits->gaps)
        rows.insert(rows.end(),
                    {static_cast<int64_t>(i), gap.range.begin, gap.range.end,
                     gap.windowBegin, gap.windowEnd});
  return rows;
}

static std::vector<std::string> groupsOf(const PackingProblem &problem) {
  std::vector<std::string> names(problem.buffers.size());
  for (size_t i = 0; i < names.size(); ++i)
    if (const PackingTraits *traits = problem.traitsOf(problem.buffers[i]))
      if (traits->group)
        names[i] = problem.groups[*traits->group];
  return names;
}

/// Returns a packing in a file of `memplace-pack`. \p arenas are the names of
/// the memories; empty for a single memory.
static nb::dict readPacking(const std::string &path,
                            const std::vector<std::string> &arenas) {
  std::vector<PackingArena> memories;
  for (const std::string &name : arenas)
    memories.push_back({name, std::nullopt});
  if (memories.empty())
    memories.push_back({});
  Result<PackingProblem> read = readPackingCSV(path, std::move(memories));
  if (!read)
    throw InputError(read.error());
  PackingProblem problem = std::move(*read);
  const Packing packing = packingOf(problem, path);
  nb::dict out;
  const std::vector<PackingBuffer> &buffers = problem.buffers;
  nb::list names;
  for (const PackingBuffer &buffer : buffers)
    names.append(buffer.id);
  const auto column = [&](auto get) {
    std::vector<int64_t> numbers;
    for (const PackingBuffer &buffer : buffers)
      numbers.push_back(get(buffer));
    return makeArray(std::move(numbers));
  };
  out["name"] = names;
  out["lower"] = column([](const auto &buffer) { return buffer.range.begin; });
  out["upper"] = column([](const auto &buffer) { return buffer.range.end; });
  out["size"] = column([](const auto &buffer) { return buffer.size; });
  out["alignment"] =
      column([](const auto &buffer) { return buffer.alignment; });
  out["gaps"] = makeArray(gapsOf(problem), 5);
  out["group"] = groupsOf(problem);
  out["offset"] = makeArray(packing.offsets);
  std::vector<int64_t> places(packing.arenas.begin(), packing.arenas.end());
  places.resize(buffers.size());
  out["arena"] = makeArray(std::move(places));
  out["peak"] = peaksOf(problem, packing);
  // The bound is that of the problem without offsets; otherwise each offset
  // would be a constraint.
  for (PackingTraits &traits : problem.traits)
    traits.offset = std::nullopt;
  out["bound"] = lowerBoundOnPeak(problem);
  return out;
}

void python::bindPack(nb::module_ &module) {
  nb::class_<Arrays>(module, "PackingArrays")
      .def(
          "__init__",
          [](Arrays *self, Numbers lower, Numbers upper, Numbers size,
             Numbers alignment, Numbers group, Rows gaps, Rows fixed) {
            new (self)
                Arrays{std::move(lower),     std::move(upper), std::move(size),
                       std::move(alignment), std::move(group), std::move(gaps),
                       std::move(fixed)};
          },
          nb::arg("lower"), nb::arg("upper"), nb::arg("size"),
          nb::arg("alignment"), nb::arg("group"), nb::arg("gaps"),
          nb::arg("fixed"),
          nb::sig(
              "def __init__(self, lower: numpy.typing.NDArray[numpy.int64], "
              "upper: numpy.typing.NDArray[numpy.int64], "
              "size: numpy.typing.NDArray[numpy.int64], "
              "alignment: numpy.typing.NDArray[numpy.int64], "
              "group: numpy.typing.NDArray[numpy.int64], "
              "gaps: numpy.typing.NDArray[numpy.int64], "
              "fixed: numpy.typing.NDArray[numpy.int64]) -> None"));
  module.def("pack", packArrays, nb::arg("arrays"), nb::arg("capacity").none(),
             nb::arg("time_limit").none(), nb::arg("nodes").none(),
             nb::arg("seed"), nb::arg("packer"),
             nb::sig("def pack(arrays: PackingArrays, capacity: int | None, "
                     "time_limit: float | None, nodes: int | None, seed: int, "
                     "packer: str) -> dict[str, typing.Any]"));
  module.def(
      "packing_bound",
      [](const Arrays &arrays) {
        const PackingProblem problem = makeProblem(arrays, std::nullopt);
        const Unlocked unlocked;
        return lowerBoundOnPeak(problem);
      },
      nb::arg("arrays"));
  module.def("read_packing", readPacking, nb::arg("path"), nb::arg("arenas"),
             nb::sig("def read_packing(path: str, arenas: "
                     "collections.abc.Sequence[str]) -> "
                     "dict[str, typing.Any]"));
  module.def("packers", [] {
    std::vector<std::pair<std::string, std::string>> list;
    for (const std::string &name : packerNames())
      list.emplace_back(name, std::string(packerSummary(name)));
    return list;
  });
}
