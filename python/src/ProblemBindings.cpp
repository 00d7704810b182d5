//===- ProblemBindings.cpp - Problems for Python --------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileIO.h"
#include "Unlocked.h"

#include "lib/Target/Omissions.h"
#include "memplace/IO/JSON.h"
#include "memplace/Target/Catalogue.h"

#include <nanobind/operators.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

using namespace memplace;
using namespace memplace::python;

/// \p name is the file's name in errors.
static BoundProblem parse(const std::string &text, const std::string &name) {
  const Unlocked unlocked;
  return {std::make_shared<const Problem>(
      valueOf(parseProblem(text, name, findBuiltinTarget)))};
}

static BoundProblem load(nb::handle path) {
  const std::string name = pathOf(path);
  const Unlocked unlocked;
  return {std::make_shared<const Problem>(
      valueOf(readProblem(name, findBuiltinTarget)))};
}

static std::string print(const BoundProblem &self) {
  const Unlocked unlocked;
  return printProblem(*self.problem);
}

template <typename List>
static std::vector<std::string> namesOf(const List &list) {
  std::vector<std::string> names;
  names.reserve(list.size());
  for (const auto &each : list)
    names.push_back(each.name);
  return names;
}

static std::string describe(const BoundProblem &self) {
  const Problem &problem = *self.problem;
  return "<memplace.Problem '" + problem.name + "' on '" + problem.target.name +
         "': " + std::to_string(problem.ops.size()) + " ops, " +
         std::to_string(problem.buffers.size()) + " buffers>";
}

static nb::object bufferRanges(const Problem &problem) {
  std::vector<int64_t> numbers;
  for (const Buffer &buffer : problem.buffers)
    numbers.insert(numbers.end(), {buffer.range.begin, buffer.range.end});
  return makeArray(std::move(numbers), 2);
}

static nb::object capacities(const Problem &problem) {
  return makeColumn<int64_t>(problem.target.tiers,
                             [](const Tier &tier) { return tier.capacity; });
}

static nb::object bufferSizes(const Problem &problem) {
  return makeColumn<int64_t>(problem.buffers,
                             [](const Buffer &buffer) { return buffer.size; });
}

/// Returns equal hashes for equal problems.
static size_t hashOf(const Problem &problem) {
  size_t hash = std::hash<std::string>()(problem.name);
  for (const Buffer &buffer : problem.buffers)
    hash = hash * 31 + static_cast<size_t>(buffer.size);
  return hash;
}

/// Adds reading, writing, copying and comparing.
static void addIO(nb::class_<BoundProblem> &type) {
  type.def_static(
          "load", load, nb::arg("path"),
          nb::sig("def load(path: str | bytes | os.PathLike[str]) -> Problem"),
          "Reads a problem file, JSON or gzipped JSON. Raises InputError.")
      .def_static("from_json", parse, nb::arg("text"),
                  nb::arg("name") = "<text>",
                  "Reads the text of a problem file; `name` is for messages. "
                  "Raises InputError.")
      .def_static(
          "from_dict",
          [](const nb::dict &data) { return parse(textOf(data), "<dict>"); },
          nb::arg("data"),
          nb::sig("def from_dict(data: dict[str, typing.Any]) -> Problem"),
          "Makes a problem of the fields of a problem file; values may be "
          "NumPy's numbers and arrays. Raises InputError.")
      .def(
          "save",
          [](const BoundProblem &self, nb::handle path) {
            saveText(path, print(self));
          },
          nb::arg("path"),
          nb::sig(
              "def save(self, path: str | bytes | os.PathLike[str]) -> None"),
          "Writes a problem file, whole or not at all; `.gz` in the name "
          "compresses. Raises InputError.")
      .def("to_json", print, "Returns the text of a problem file.")
      .def(
          "to_dict",
          [](const BoundProblem &self) { return dictOf(print(self)); },
          nb::sig("def to_dict(self) -> dict[str, typing.Any]"),
          "Returns the fields of a problem file.")
      .def("__getstate__", print)
      .def("__setstate__",
           [](BoundProblem &self, const std::string &text) {
             new (&self) BoundProblem(parse(text, "<pickle>"));
           })
      .def("__copy__", [](const BoundProblem &self) { return self; })
      .def(
          "__deepcopy__",
          [](const BoundProblem &self, const nb::dict &) { return self; },
          nb::arg("memo"),
          nb::sig(
              "def __deepcopy__(self, memo: dict[int, typing.Any]) -> Problem"))
      .def(
          "__eq__",
          [](const BoundProblem &self, const BoundProblem &other) {
            return *self.problem == *other.problem;
          },
          nb::arg("other"), nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__",
           [](const BoundProblem &self) { return hashOf(*self.problem); })
      .def("__repr__", describe);
}

static constexpr const char *problemDoc =
    "A machine, and a program whose data is to be placed "
    "(docs/reference/problem.md).\n\nWell formed and immutable. Problems are "
    "equal if all their fields are. Can be pickled.\nEvery array is a new "
    "copy, so writing to it is safe.";

void python::bindProblem(nb::module_ &module) {
  nb::class_<BoundProblem> type(module, "Problem", problemDoc);
  addIO(type);
  const auto add = [&](const char *name, auto get, const auto &...extra) {
    type.def_prop_ro(
        name, [get](const BoundProblem &self) { return get(*self.problem); },
        extra...);
  };
  const auto array = [](const char *name) {
    return nb::for_getter(nb::sig(name));
  };
  add(
      "name", [](const Problem &problem) { return problem.name; },
      "The program's name.");
  add(
      "num_ops", [](const Problem &problem) { return problem.ops.size(); },
      "Number of ops, i.e. of schedule steps.");
  add(
      "num_buffers",
      [](const Problem &problem) { return problem.buffers.size(); },
      "Number of buffers.");
  add(
      "is_cyclic", [](const Problem &problem) { return problem.isCyclic; },
      "True if the program runs repeatedly.");
  add(
      "target",
      [](const Problem &problem) {
        return dictOf(printTarget(problem.target));
      },
      nb::for_getter(nb::sig("def target(self) -> dict[str, typing.Any]")),
      "The machine, as the fields of a target file.");
  add(
      "tier_order_warning",
      [](const Problem &problem) { return findSlowFirst(problem.target); },
      "A sentence if the target lists a slower tier before a faster one, else "
      "None. Solvers fill the first tier first.");
  add(
      "not_modelled",
      [](const Problem &problem) { return omissionsOf(problem.target); },
      "Costs missing in the target, which count as no time, e.g. 'launch of an "
      "op'.");
  add(
      "tier_names",
      [](const Problem &problem) { return namesOf(problem.target.tiers); },
      "Names of the tiers, fastest first.");
  add("tier_capacities", capacities,
      array("def tier_capacities(self) -> numpy.typing.NDArray[numpy.int64]"),
      "[tiers], bytes.");
  add(
      "op_names", [](const Problem &problem) { return namesOf(problem.ops); },
      "Names of the ops, by schedule step.");
  add(
      "op_trips",
      [](const Problem &problem) { return makeArray(tripsOfSteps(problem)); },
      array("def op_trips(self) -> numpy.typing.NDArray[numpy.int64]"),
      "[ops], number of runs of each op: the product of the trip counts of the "
      "loops around\nthe op, at most 2^62.");
  add(
      "buffer_names",
      [](const Problem &problem) { return namesOf(problem.buffers); },
      "Names of the buffers.");
  add("buffer_sizes", bufferSizes,
      array("def buffer_sizes(self) -> numpy.typing.NDArray[numpy.int64]"),
      "[buffers], bytes.");
  add("buffer_ranges", bufferRanges,
      array("def buffer_ranges(self) -> numpy.typing.NDArray[numpy.int64]"),
      "[buffers, 2], the live range [begin, end) in schedule steps.");
}
