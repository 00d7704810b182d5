//===- ProblemBindings.cpp - Problems for Python --------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileIO.h"

#include "memplace/Problem/JSON.h"
#include "memplace/Problem/LowerBound.h"
#include "memplace/Target/Catalogue.h"

#include <nanobind/operators.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

using namespace memplace;
using namespace memplace::python;

/// Errors name \p name as the file.
static BoundProblem parse(const std::string &text, const std::string &name) {
  const nb::gil_scoped_release release;
  return {std::make_shared<const Problem>(
      valueOf(parseProblem(text, name, findBuiltinTarget)))};
}

static BoundProblem load(nb::handle path) {
  const std::string name = pathOf(path);
  const nb::gil_scoped_release release;
  return {std::make_shared<const Problem>(
      valueOf(readProblem(name, findBuiltinTarget)))};
}

static std::string print(const BoundProblem &self) {
  const nb::gil_scoped_release release;
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

static nb::object bufferRanges(const BoundProblem &self) {
  std::vector<int64_t> numbers;
  for (const Buffer &buffer : self.problem->buffers)
    numbers.insert(numbers.end(), {buffer.range.begin, buffer.range.end});
  return makeArray(std::move(numbers), 2);
}

static nb::object capacities(const BoundProblem &self) {
  return makeColumn<int64_t>(self.problem->target.tiers,
                             [](const Tier &tier) { return tier.capacity; });
}

static nb::object bufferSizes(const BoundProblem &self) {
  return makeColumn<int64_t>(self.problem->buffers,
                             [](const Buffer &buffer) { return buffer.size; });
}

/// Making, saving, copying.
static void addIO(nb::class_<BoundProblem> &type) {
  type.def_static("load", load, nb::arg("path"))
      .def_static("from_json", parse, nb::arg("text"),
                  nb::arg("name") = "<text>")
      .def_static(
          "from_dict",
          [](const nb::dict &data) { return parse(textOf(data), "<dict>"); },
          nb::arg("data"))
      .def(
          "save",
          [](const BoundProblem &self, nb::handle path) {
            saveText(path, print(self));
          },
          nb::arg("path"))
      .def("to_json", print)
      .def("to_dict",
           [](const BoundProblem &self) { return dictOf(print(self)); })
      .def("__getstate__", print)
      .def("__setstate__",
           [](BoundProblem &self, const std::string &text) {
             new (&self) BoundProblem(parse(text, "<pickle>"));
           })
      .def("__copy__", [](const BoundProblem &self) { return self; })
      .def(
          "__deepcopy__",
          [](const BoundProblem &self, const nb::dict &) { return self; },
          nb::arg("memo"))
      .def(
          "__eq__",
          [](const BoundProblem &self, const BoundProblem &other) {
            return *self.problem == *other.problem;
          },
          nb::arg("other"), nb::is_operator())
      .def("__repr__", describe);
  type.attr("__hash__") = nb::none();
}

void python::bindProblem(nb::module_ &module) {
  nb::class_<BoundProblem> type(module, "Problem");
  addIO(type);
  const auto problemOf = [](const BoundProblem &self) -> const Problem & {
    return *self.problem;
  };
  type.def_prop_ro(
          "name",
          [=](const BoundProblem &self) { return problemOf(self).name; })
      .def_prop_ro(
          "num_ops",
          [=](const BoundProblem &self) { return problemOf(self).ops.size(); })
      .def_prop_ro("num_buffers",
                   [=](const BoundProblem &self) {
                     return problemOf(self).buffers.size();
                   })
      .def_prop_ro(
          "is_cyclic",
          [=](const BoundProblem &self) { return problemOf(self).isCyclic; })
      .def_prop_ro("target",
                   [=](const BoundProblem &self) {
                     return dictOf(printTarget(problemOf(self).target));
                   })
      .def_prop_ro("tier_names",
                   [=](const BoundProblem &self) {
                     return namesOf(problemOf(self).target.tiers);
                   })
      .def_prop_ro("tier_capacities", capacities)
      .def_prop_ro("op_names",
                   [=](const BoundProblem &self) {
                     return namesOf(problemOf(self).ops);
                   })
      .def_prop_ro("op_trips",
                   [=](const BoundProblem &self) {
                     return makeArray(tripsOfSteps(problemOf(self)));
                   })
      .def_prop_ro("buffer_names",
                   [=](const BoundProblem &self) {
                     return namesOf(problemOf(self).buffers);
                   })
      .def_prop_ro("buffer_sizes", bufferSizes)
      .def_prop_ro("buffer_ranges", bufferRanges);
}
