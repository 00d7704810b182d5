//===- SolutionBindings.cpp - Solutions for Python ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileIO.h"
#include "Unlocked.h"

#include "lib/Simulator/ResidencyUses.h"
#include "memplace/IO/JSON.h"
#include "memplace/Simulator/Timeline.h"
#include "memplace/Verify/Verify.h"

#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

using namespace memplace;
using namespace memplace::python;

static BoundSolution parse(const BoundProblem &problem, const std::string &text,
                           const std::string &name) {
  const Unlocked unlocked;
  return {problem.problem,
          valueOf(parseSolution(text, name, *problem.problem))};
}

static BoundSolution load(const BoundProblem &problem, nb::handle path) {
  const std::string name = pathOf(path);
  const Unlocked unlocked;
  return {problem.problem, valueOf(readSolution(name, *problem.problem))};
}

static std::string print(const BoundSolution &self) {
  const Unlocked unlocked;
  return printSolution(*self.problem, self.solution);
}

static std::string describe(const BoundSolution &self) {
  const Solution &solution = self.solution;
  return "<memplace.Solution of '" + solution.problem + "'" +
         (solution.solver.empty() ? "" : " by '" + solution.solver + "'") +
         ": " + std::to_string(solution.residencies.size()) + " residencies, " +
         std::to_string(solution.transfers.size()) + " transfers>";
}

static nb::object residencies(const BoundSolution &self) {
  std::vector<int64_t> numbers;
  for (const Residency &each : self.solution.residencies)
    numbers.insert(numbers.end(),
                   {each.buffer, each.tier, each.offset.value_or(-1),
                    each.range.begin, each.range.end});
  return makeArray(std::move(numbers), 5);
}

static nb::object transfers(const BoundSolution &self) {
  const Solution &solution = self.solution;
  std::vector<int64_t> numbers;
  for (const Transfer &each : solution.transfers) {
    const BufferId id = solution.residencies[each.from].buffer;
    numbers.insert(numbers.end(), {each.from, each.to, each.channel, each.start,
                                   each.done, self.problem->buffers[id].size});
  }
  return makeArray(std::move(numbers), 6);
}

/// Returns (rule, message) of the first broken rule, or of the first wrong
/// claim.
static std::optional<std::pair<std::string, std::string>>
findViolation(const BoundSolution &self) {
  const Unlocked unlocked;
  if (const auto violation = verify(*self.problem, self.solution))
    return std::pair(std::string(ruleName(violation->rule)),
                     violation->message);
  if (const std::optional<Error> error =
          checkClaims(*self.problem, self.solution))
    return std::pair(std::string("claim"), error->message);
  return std::nullopt;
}

/// Raises InputError for an illegal placement, which can't be simulated.
static void requireLegal(const BoundSolution &self) {
  if (const auto violation = verify(*self.problem, self.solution))
    throw InputError("only a legal placement can be simulated: " +
                     std::string(ruleName(violation->rule)) + ": " +
                     violation->message);
}

static Timeline runLegal(const BoundSolution &self) {
  const Unlocked unlocked;
  requireLegal(self);
  return simulate(*self.problem, self.solution);
}

/// Keys are the names of the fields of memplace.Simulation.
static nb::dict simulateToDict(const BoundSolution &self) {
  const Timeline run = runLegal(self);
  nb::dict out;
  const auto ops = [&](auto field) {
    return makeColumn<double>(
        run.ops, [=](const OpEvent &event) { return event.*field; });
  };
  out["op_start"] = ops(&OpEvent::start);
  out["op_duration"] = ops(&OpEvent::duration);
  const auto stalls = [&](auto type, auto field) {
    return makeColumn<decltype(type)>(
        run.stalls, [=](const StallEvent &event) { return event.*field; });
  };
  out["stall_step"] = stalls(int64_t(), &StallEvent::step);
  out["stall_start"] = stalls(double(), &StallEvent::start);
  out["stall_duration"] = stalls(double(), &StallEvent::duration);
  out["stall_transfer"] = stalls(int64_t(), &StallEvent::transfer);
  out["stall_trips"] = stalls(int64_t(), &StallEvent::trips);
  const auto transfers = [&](auto field) {
    return makeColumn<double>(run.transfers, [=](const TransferEvent &event) {
      return event.*field;
    });
  };
  out["transfer_issued"] = transfers(&TransferEvent::issued);
  out["transfer_flow_start"] = transfers(&TransferEvent::flowStart);
  out["transfer_arrived"] = transfers(&TransferEvent::arrived);
  out["makespan"] = run.makespan;
  out["op_seconds"] = run.opSeconds;
  out["stall_seconds"] = run.stallSeconds;
  out["bytes_transferred"] = run.bytesTransferred;
  return out;
}

/// Returns a column for each field of ResidencyUse, by its name.
static nb::dict residencyUses(const BoundSolution &self) {
  requireLegal(self);
  const std::vector<ResidencyUse> uses =
      usesOfResidencies(*self.problem, self.solution);
  nb::dict out;
  const auto column = [&](auto type, auto field) {
    return makeColumn<decltype(type)>(
        uses, [=](const ResidencyUse &use) { return use.*field; });
  };
  out["reads"] = column(int64_t(), &ResidencyUse::reads);
  out["writes"] = column(int64_t(), &ResidencyUse::writes);
  out["bytes_read"] = column(double(), &ResidencyUse::bytesRead);
  out["bytes_written"] = column(double(), &ResidencyUse::bytesWritten);
  out["seconds_saved"] = column(double(), &ResidencyUse::secondsSaved);
  return out;
}

/// Returns equal hashes for equal solutions.
static size_t hashOf(const Solution &solution) {
  size_t hash = std::hash<std::string>()(solution.problem);
  for (const Residency &each : solution.residencies)
    hash = hash * 31 + static_cast<size_t>(each.offset.value_or(-1));
  return hash;
}

/// Adds reading, writing, copying and comparing.
static void addIO(nb::class_<BoundSolution> &type) {
  type.def_static(
          "load", load, nb::arg("problem"), nb::arg("path"),
          nb::sig("def load(problem: Problem, path: str | bytes | "
                  "os.PathLike[str]) -> Solution"),
          "Reads a solution file of `problem`, JSON or gzipped JSON. Raises "
          "InputError if the file can't be a solution of `problem`.")
      .def_static("from_json", parse, nb::arg("problem"), nb::arg("text"),
                  nb::arg("name") = "<text>",
                  "Reads the text of a solution file; `name` is for messages. "
                  "Raises InputError.")
      .def_static(
          "from_dict",
          [](const BoundProblem &problem, const nb::dict &data) {
            return parse(problem, textOf(data), "<dict>");
          },
          nb::arg("problem"), nb::arg("data"),
          nb::sig("def from_dict(problem: Problem, data: dict[str, "
                  "typing.Any]) -> Solution"),
          "Makes a solution of the fields of a solution file. Raises "
          "InputError.")
      .def(
          "save",
          [](const BoundSolution &self, nb::handle path) {
            saveText(path, print(self));
          },
          nb::arg("path"),
          nb::sig(
              "def save(self, path: str | bytes | os.PathLike[str]) -> None"),
          "Writes a solution file, whole or not at all; `.gz` in the name "
          "compresses. Raises InputError.")
      .def("to_json", print, "Returns the text of a solution file.")
      .def(
          "to_dict",
          [](const BoundSolution &self) { return dictOf(print(self)); },
          nb::sig("def to_dict(self) -> dict[str, typing.Any]"),
          "Returns the fields of a solution file.")
      .def("__getstate__",
           [](const BoundSolution &self) {
             return std::pair(BoundProblem{self.problem}, print(self));
           })
      .def("__setstate__",
           [](BoundSolution &self,
              const std::pair<BoundProblem, std::string> &state) {
             new (&self)
                 BoundSolution(parse(state.first, state.second, "<pickle>"));
           })
      .def("__copy__", [](const BoundSolution &self) { return self; })
      .def(
          "__deepcopy__",
          [](const BoundSolution &self, const nb::dict &) { return self; },
          nb::arg("memo"),
          nb::sig("def __deepcopy__(self, memo: dict[int, typing.Any]) -> "
                  "Solution"))
      .def(
          "__eq__",
          [](const BoundSolution &self, const BoundSolution &other) {
            return *self.problem == *other.problem &&
                   self.solution == other.solution;
          },
          nb::arg("other"), nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__",
           [](const BoundSolution &self) { return hashOf(self.solution); })
      .def("__repr__", describe);
}

static constexpr const char *solutionDoc =
    "A placement: all residencies and transfers of a problem's "
    "buffers.\n\nImmutable; need not be legal: see memplace.verify. Solutions "
    "are equal if all their\nfields are. Can be pickled. Every array is a new "
    "copy.";

void python::bindSolution(nb::module_ &module) {
  nb::class_<BoundSolution> type(module, "Solution", solutionDoc);
  addIO(type);
  const auto array = [](const char *signature) {
    return nb::for_getter(nb::sig(signature));
  };
  type.def_prop_ro(
          "problem",
          [](const BoundSolution &self) { return BoundProblem{self.problem}; },
          "The problem of the solution.")
      .def_prop_ro(
          "solver",
          [](const BoundSolution &self) { return self.solution.solver; },
          "Name of the solver; may be empty.")
      .def_prop_ro(
          "residencies", residencies,
          array("def residencies(self) -> numpy.typing.NDArray[numpy.int64]"),
          "[residencies, 5]: buffer, tier, offset in bytes (-1: the caller's "
          "own place),\nfirst step, step after the last.")
      .def_prop_ro(
          "transfers", transfers,
          array("def transfers(self) -> numpy.typing.NDArray[numpy.int64]"),
          "[transfers, 6]: from and to, rows of `residencies`; channel; step "
          "before which the\ntransfer is issued; step before which the "
          "transfer has arrived; bytes copied.")
      .def_prop_ro(
          "peak_bytes",
          [](const BoundSolution &self) {
            return makeArray(peakBytes(*self.problem, self.solution));
          },
          array("def peak_bytes(self) -> numpy.typing.NDArray[numpy.int64]"),
          "[tiers], highest byte in use. Residencies without offset do not "
          "count.")
      .def(
          "show",
          [](const nb::object &self, const nb::args &others) {
            nb::module_::import_("memplace.report").attr("show")(self, *others);
          },
          nb::arg("others"),
          nb::sig("def show(self, *others: Solution) -> None"),
          "Shows the solution, beside others of the same problem, as drawn by "
          "memplace-report: in a\nnotebook below the cell, otherwise in a web "
          "browser. Raises InputError for an illegal\nsolution.");
  module.def("find_violation", findViolation, nb::arg("solution"));
  module.def(
      "simulate", simulateToDict, nb::arg("solution"),
      nb::sig("def simulate(solution: Solution) -> dict[str, typing.Any]"));
  module.def("residency_uses", residencyUses, nb::arg("solution"),
             nb::sig("def residency_uses(solution: Solution) -> dict[str, "
                     "numpy.typing.NDArray[typing.Any]]"));
  module.def(
      "timeline_text",
      [](const BoundSolution &self) {
        return printTimeline(*self.problem, self.solution, runLegal(self));
      },
      nb::arg("solution"));
  module.def(
      "chrome_trace",
      [](const BoundSolution &self) {
        return printChromeTrace(*self.problem, self.solution, runLegal(self));
      },
      nb::arg("solution"));
}
