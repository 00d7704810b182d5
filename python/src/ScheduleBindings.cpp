//===- ScheduleBindings.cpp - Order and recomputation for Python ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "Interruptible.h"

#include "memplace/Schedule/Scheduling.h"

#include <nanobind/stl/string.h>

using namespace memplace;
using namespace memplace::python;

static nb::dict toDict(ScheduleResult result) {
  nb::dict out;
  out["problem"] = BoundProblem{
      std::make_shared<const Problem>(std::move(result.scheduled.problem))};
  const ScheduleMap &map = result.scheduled.map;
  out["ops"] = makeArray(std::vector<int64_t>(map.ops.begin(), map.ops.end()));
  out["buffers"] =
      makeArray(std::vector<int64_t>(map.buffers.begin(), map.buffers.end()));
  out["given_peak_bytes"] = result.givenPeak;
  out["peak_bytes"] = result.peak;
  out["bound_bytes"] = result.bound;
  out["moved_ops"] = result.movedOps;
  out["repeated_ops"] = result.repeatedOps;
  out["repeated_seconds"] = static_cast<double>(result.repeatedPs) * 1e-12;
  out["program_seconds"] = static_cast<double>(result.programPs) * 1e-12;
  return out;
}

static nb::dict schedule(const BoundProblem &bound, double recomputePercent,
                         int64_t enoughBytes) {
  const Problem &problem = *bound.problem;
  if (const std::optional<Error> error = checkSchedulable(problem))
    throw InputError(error->message);
  ScheduleOptions options;
  options.recomputePercent = recomputePercent;
  options.enoughBytes = enoughBytes;
  std::atomic<bool> cancel = false;
  StopToken stop(std::nullopt, &cancel);
  ScheduleResult result;
  runInterruptible([&] { result = scheduleForPeak(problem, options, stop); },
                   cancel, nullptr);
  if (const std::optional<Error> error =
          checkSchedule(problem, result.scheduled))
    throw std::logic_error("bug in the scheduler, please report it: " +
                           error->message);
  return toDict(std::move(result));
}

void memplace::python::bindSchedule(nb::module_ &module) {
  module.def("schedule", schedule, nb::arg("problem"),
             nb::arg("recompute_percent"), nb::arg("enough_bytes"));
}
