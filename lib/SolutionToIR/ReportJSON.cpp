//===- ReportJSON.cpp - Report for programs -------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReportParts.h"

#include "../Target/Omissions.h"
#include "memplace/Bounds/LowerBound.h"
#include "memplace/Problem/Units.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace memplace;
using namespace memplace::report;

static void printTransfers(llvm::json::OStream &json,
                           const PlacementReport &report, BufferId buffer) {
  const Problem &problem = report.extracted->problem;
  const Solution &solution = *report.solution;
  json.attributeArray("transfers", [&] {
    for (const Transfer &transfer : solution.transfers) {
      if (solution.residencies[transfer.from].buffer != buffer)
        continue;
      json.object([&] {
        json.attribute("from", getTierName(report, transfer.from));
        json.attribute("to", getTierName(report, transfer.to));
        json.attribute("channel",
                       problem.target.channels[transfer.channel].name);
        json.attribute("start", transfer.start);
        json.attribute("done", transfer.done);
      });
    }
  });
}

static void printBuffer(llvm::json::OStream &json,
                        const PlacementReport &report, BufferId id) {
  const Problem &problem = report.extracted->problem;
  const Buffer &buffer = problem.buffers[id];
  json.object([&] {
    json.attribute("name", buffer.name);
    json.attribute("size", buffer.size);
    json.attribute("begin", buffer.range.begin);
    json.attribute("end", buffer.range.end);
    std::string reason = getReasonAgainstFastestTier(report, id);
    if (!reason.empty())
      json.attribute("not_in_fastest_tier", reason);
    json.attributeArray("residencies", [&] {
      for (const Residency &residency : report.solution->residencies) {
        if (residency.buffer != id)
          continue;
        json.object([&] {
          json.attribute("tier", problem.target.tiers[residency.tier].name);
          if (residency.offset)
            json.attribute("offset", *residency.offset);
          json.attribute("begin", residency.range.begin);
          json.attribute("end", residency.range.end);
        });
      }
    });
    printTransfers(json, report, id);
  });
}

/// Returns \p seconds in picoseconds, as a double if the count exceeds 64 bits.
/// The home placement may be so slow, even if the solution is not.
static llvm::json::Value inPicoseconds(double seconds) {
  if (seconds < maxClaimSeconds)
    return toPicoseconds(seconds);
  return seconds * picosecondsPerSecond;
}

static void printMakespans(llvm::json::OStream &json,
                           const PlacementReport &report) {
  if (report.home)
    json.attribute("home_makespan_ps", inPicoseconds(report.home->makespan));
  if (report.home && !report.home->elsewhere.empty())
    json.attributeArray("not_in_default_tier", [&] {
      for (const std::string &name : report.home->elsewhere)
        json.value(name);
    });
  json.attribute("makespan_ps", inPicoseconds(report.timeline.makespan));
  json.attribute("lower_bound_ps", inPicoseconds(report.lowerBound));
  json.attribute("gap", gap(report.timeline.makespan, report.lowerBound));
  json.attribute("op_ps", inPicoseconds(report.timeline.opSeconds));
  json.attribute("stall_ps", inPicoseconds(report.timeline.stallSeconds));
  json.attributeArray("not_modelled", [&] {
    for (const std::string &omission :
         omissionsOf(report.extracted->problem.target))
      json.value(omission);
  });
}

static void printMachineUse(llvm::json::OStream &json,
                            const PlacementReport &report) {
  const Target &target = report.extracted->problem.target;
  json.attributeArray("tiers", [&] {
    for (size_t tier = 0; tier < target.tiers.size(); ++tier)
      json.object([&] {
        json.attribute("name", target.tiers[tier].name);
        json.attribute("peak_bytes", report.peakBytes[tier]);
        json.attribute("capacity", target.tiers[tier].capacity);
      });
  });
  json.attributeArray("channels", [&] {
    for (size_t channel = 0; channel < target.channels.size(); ++channel)
      json.object([&] {
        json.attribute("name", target.channels[channel].name);
        json.attribute("transfers", report.numTransfers[channel]);
        json.attribute("bytes", report.transferredBytes[channel]);
      });
  });
}

static void printStalls(llvm::json::OStream &json,
                        const PlacementReport &report) {
  const Problem &problem = report.extracted->problem;
  json.attributeArray("stalls", [&] {
    for (const StallEvent &stall : report.stalls) {
      const Transfer &cause = report.solution->transfers[stall.transfer];
      json.object([&] {
        Step delayed = getDelayedStep(report, stall);
        json.attribute("step", delayed);
        json.attribute("op", getStepName(problem, delayed));
        json.attribute("trips", stall.trips);
        json.attribute("total_ps", inPicoseconds(stall.duration * stall.trips));
        json.attribute("buffer", getBufferOf(report, stall).name);
        json.attribute("from", getTierName(report, cause.from));
        json.attribute("to", getTierName(report, cause.to));
        json.attribute("channel", problem.target.channels[cause.channel].name);
      });
    }
  });
}

/// Prints the cuts made by `memplace-cut`, if any.
static void printCuts(llvm::json::OStream &json, CutsMadeAttr made) {
  if (!made)
    return;
  json.attributeObject("cuts", [&] {
    if (made.getUncutMakespanPs() > 0) {
      json.attribute("makespan_ps", made.getMakespanPs());
      json.attribute("uncut_makespan_ps", made.getUncutMakespanPs());
    }
    json.attribute("buffers", made.getBuffers());
    json.attributeArray("ops", [&] {
      for (OpCutAttr cut : made.getOps())
        json.object([&] {
          json.attribute("op", cut.getOp().getValue());
          json.attribute("step", cut.getStep());
          json.attribute("dimension", cut.getDim());
          json.attribute("extent", cut.getExtent());
          json.attribute("pieces", cut.getPieces());
          json.attribute("launch_ps", cut.getLaunchPs());
          json.attribute("repeated_bytes", cut.getRepeatedBytes());
          json.attribute("halo_bytes", cut.getHaloBytes());
        });
    });
  });
}

/// Prints the schedule made by `memplace-schedule`, if any.
static void printSchedule(llvm::json::OStream &json, ScheduleMadeAttr made) {
  if (!made)
    return;
  json.attributeObject("schedule", [&] {
    json.attribute("repeated_ps", made.getRepeatedPs());
    json.attribute("given_bytes", made.getGivenBytes());
    json.attribute("bytes", made.getBytes());
    json.attribute("bound_bytes", made.getBoundBytes());
    if (made.getGivenMakespanPs() > 0)
      json.attribute("given_makespan_ps", made.getGivenMakespanPs());
    if (made.getMakespanPs() > 0)
      json.attribute("makespan_ps", made.getMakespanPs());
    json.attributeArray("ops", [&] {
      for (ScheduledOpAttr op : made.getOps())
        json.object([&] {
          json.attribute("op", op.getOp().getValue());
          json.attribute("written_step", op.getWritten());
          json.attributeArray("steps", [&] {
            for (int64_t run : op.getRuns())
              json.value(run);
          });
        });
    });
  });
}

static void printAccessesAtHome(llvm::json::OStream &json,
                                const ExtractedFunction &extracted) {
  if (extracted.accessesAtHome.empty())
    return;
  const Problem &problem = extracted.problem;
  json.attributeArray("accesses_at_home", [&] {
    for (const AccessAtHome &atHome : extracted.accessesAtHome) {
      const memplace::Op &op = problem.ops[atHome.step];
      const Access &access = op.accesses[atHome.access];
      json.object([&] {
        json.attribute("op", op.name);
        json.attribute("step", atHome.step);
        json.attribute("buffer", problem.buffers[access.buffer].name);
        json.attribute("bytes", access.bytes);
      });
    }
  });
}

static void printFunction(llvm::json::OStream &json,
                          const PlacementReport &report) {
  func::FuncOp function = report.extracted->function;
  const Problem &problem = report.extracted->problem;
  json.object([&] {
    json.attribute("function", function.getName());
    json.attribute("target", problem.target.name);
    json.attribute("steps", problem.numSteps());
    printMakespans(json, report);
    printCuts(json, getCutsMade(report));
    printSchedule(json, getScheduleMade(report));
    printAccessesAtHome(json, *report.extracted);
    printMachineUse(json, report);
    printStalls(json, report);
    json.attributeArray("buffers", [&] {
      for (size_t id = 0; id < problem.buffers.size(); ++id)
        printBuffer(json, report, id);
    });
    json.attributeArray("unplaced", [&] {
      for (const UnplacedStorage &storage : getUnplaced(*report.extracted))
        json.object([&] {
          json.attribute("name", storage.name);
          json.attribute("reason", storage.reason);
        });
    });
  });
}

std::string memplace::printReportJSON(ArrayRef<PlacementReport> reports) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("format", "memplace-report");
    json.attribute("version", 1);
    json.attributeArray("functions", [&] {
      for (const PlacementReport &report : reports)
        printFunction(json, report);
    });
  });
  stream << "\n";
  return text;
}
