//===- PlacementReport.cpp - Figures and tables of a placement ------------===//
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

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace mlir;
using namespace memplace;
using namespace memplace::report;

/// Number of stalls in the table, the longest first.
static constexpr size_t numStallsInTable = 5;

/// Number of cut ops in the table.
static constexpr size_t numOpsInTable = 5;

/// Number of names in a row of the table.
static constexpr size_t numNamesInRow = 3;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

PlacementReport memplace::makeReport(const ExtractedFunction &extracted,
                                     const Solution &solution,
                                     std::optional<HomePlacement> home) {
  const Problem &problem = extracted.problem;
  size_t numChannels = problem.target.channels.size();
  PlacementReport report;
  report.extracted = &extracted;
  report.solution = &solution;
  report.timeline = simulate(problem, solution);
  report.home = std::move(home);
  report.lowerBound = lowerBoundOnMakespan(problem);
  report.peakBytes = peakBytes(problem, solution);
  report.numTransfers.resize(numChannels);
  report.transferredBytes.resize(numChannels);

  std::vector<int64_t> trips = tripsOfSteps(problem);
  for (const Transfer &transfer : solution.transfers) {
    BufferId buffer = solution.residencies[transfer.from].buffer;
    int64_t times =
        transfer.start < problem.numSteps() ? trips[transfer.start] : 1;
    report.numTransfers[transfer.channel] += times;
    report.transferredBytes[transfer.channel] +=
        times * problem.buffers[buffer].size;
  }
  report.stalls = report.timeline.stalls;
  llvm::sort(report.stalls, [](const StallEvent &a, const StallEvent &b) {
    return std::tuple(-a.duration * a.trips, a.transfer) <
           std::tuple(-b.duration * b.trips, b.transfer);
  });
  return report;
}

const Buffer &report::getBufferOf(const PlacementReport &report,
                                  const StallEvent &stall) {
  const Solution &solution = *report.solution;
  ResidencyId from = solution.transfers[stall.transfer].from;
  return report.extracted->problem.buffers[solution.residencies[from].buffer];
}

StringRef report::getTierName(const PlacementReport &report, ResidencyId id) {
  TierId tier = report.solution->residencies[id].tier;
  return report.extracted->problem.target.tiers[tier].name;
}

SmallVector<UnplacedStorage>
report::getUnplaced(const ExtractedFunction &extracted) {
  auto isAlone = [](const UnplacedStorage &storage) {
    return !storage.isHomeOnly;
  };
  return llvm::to_vector(llvm::make_filter_range(extracted.unplaced, isAlone));
}

// In a placed program, the wait is its own step, and the delayed op comes after
// it.
Step report::getDelayedStep(const PlacementReport &report,
                            const StallEvent &stall) {
  ArrayRef<Operation *> steps = report.extracted->schedule->getSteps();
  Step step = stall.step;
  while (step < report.extracted->problem.numSteps() && steps[step] &&
         isa_and_nonnull<MemPlaceDialect>(steps[step]->getDialect()))
    ++step;
  return step;
}

StringRef report::getStepName(const Problem &problem, Step step) {
  return step < problem.numSteps() ? StringRef(problem.ops[step].name)
                                   : StringRef("the end");
}

CutsMadeAttr report::getCutsMade(const PlacementReport &report) {
  func::FuncOp function = report.extracted->function;
  return function->getAttrOfType<CutsMadeAttr>(
      MemPlaceDialect::cutsMadeAttrName);
}

ScheduleMadeAttr report::getScheduleMade(const PlacementReport &report) {
  func::FuncOp function = report.extracted->function;
  return function->getAttrOfType<ScheduleMadeAttr>(
      MemPlaceDialect::scheduleMadeAttrName);
}

std::string memplace::getReasonAgainstFastestTier(const PlacementReport &report,
                                                  BufferId id) {
  const Problem &problem = report.extracted->problem;
  const Buffer &buffer = problem.buffers[id];
  for (const Residency &residency : report.solution->residencies)
    if (residency.buffer == id && residency.tier == 0)
      return "";
  const Tier &fastest = problem.target.tiers.front();
  const AliasSet &set =
      report.extracted->aliasSets->getSets()[report.extracted->setOfBuffer[id]];
  if (!set.ambiguousReason.empty())
    return set.ambiguousReason;
  if (!problem.mayBeIn(buffer, 0))
    return "may not be in '" + fastest.name + "'";
  if (buffer.size > fastest.capacity)
    return llvm::formatv("{0} bytes do not fit in '{1}' of {2} bytes",
                         buffer.size, fastest.name, fastest.capacity);
  return "the solver saw no gain, or found no room";
}

//===----------------------------------------------------------------------===//
// Output for people
//===----------------------------------------------------------------------===//

/// Formats with a unit for one to three digits before the point, and always
/// three after the point, unlike `formatSeconds` of Timeline.h.
static std::string formatRoundedSeconds(double seconds) {
  static constexpr std::pair<double, const char *> units[] = {
      {1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}};
  for (auto [size, name] : units)
    if (seconds >= size)
      return llvm::formatv("{0:F3} {1}", seconds / size, name);
  return llvm::formatv("{0} ps", toPicoseconds(seconds));
}

/// Formats in the largest binary unit up to \p bytes.
static std::string formatBytes(int64_t bytes) {
  static constexpr std::pair<int64_t, const char *> units[] = {
      {int64_t(1) << 30, "GiB"}, {int64_t(1) << 20, "MiB"}, {1 << 10, "KiB"}};
  for (auto [size, name] : units)
    if (bytes >= size)
      return llvm::formatv("{0:F1} {1}", double(bytes) / size, name);
  return llvm::formatv("{0} B", bytes);
}

static std::string formatPercent(double fraction) {
  // Rounding of times may give a gap slightly below 0: print no "-0.0 %".
  const double percent = std::abs(fraction) < 0.0005 ? 0 : 100 * fraction;
  return llvm::formatv("{0:F1} %", percent);
}

static std::string describe(const PlacementReport &report,
                            const StallEvent &stall) {
  const Problem &problem = report.extracted->problem;
  const Transfer &cause = report.solution->transfers[stall.transfer];
  std::string times;
  if (stall.trips > 1)
    times = llvm::formatv(" in {0} trips", stall.trips);
  std::string place = "at the end";
  Step delayed = getDelayedStep(report, stall);
  if (delayed < problem.numSteps())
    place = llvm::formatv("before step {0} {1}", delayed,
                          getStepName(problem, delayed));
  return llvm::formatv("{0}{1} {2}: '{3}' from '{4}' to '{5}'",
                       formatRoundedSeconds(stall.duration * stall.trips),
                       times, place, getBufferOf(report, stall).name,
                       getTierName(report, cause.from),
                       getTierName(report, cause.to));
}

/// Describes the program without memplace.
static std::string describeHome(const PlacementReport &report) {
  const Target &target = report.extracted->problem.target;
  const Tier &tier = target.tiers[target.defaultTier];
  StringRef name = tier.name;
  size_t numElsewhere = report.home ? report.home->elsewhere.size() : 0;
  if (!tier.servesOps && numElsewhere == 0)
    return llvm::formatv("in '{0}' between ops", name);
  if (numElsewhere == 0)
    return llvm::formatv("everything in '{0}'", name);
  return llvm::formatv("all but {0} in '{1}'", numElsewhere, name);
}

/// Lists the buffers counted by `describeHome`, up to a few names.
static std::string listElsewhere(const PlacementReport &report) {
  if (!report.home || report.home->elsewhere.empty())
    return "";
  std::string names;
  ArrayRef<std::string> elsewhere(report.home->elsewhere);
  for (const std::string &name : elsewhere.take_front(numNamesInRow))
    names += (names.empty() ? "not '" : ", '") + name + "'";
  return names + (elsewhere.size() > numNamesInRow ? ", ..." : "");
}

static void printMakespanRows(llvm::raw_ostream &os,
                              const PlacementReport &report) {
  auto row = [&](const std::string &what, const std::string &value,
                 const std::string &note) {
    os << "  " << llvm::left_justify(what, 32) << llvm::right_justify(value, 12)
       << (note.empty() ? "" : "   ") << note << "\n";
  };
  double makespan = report.timeline.makespan;
  row("makespan, " + describeHome(report),
      report.home ? formatRoundedSeconds(report.home->makespan) : "impossible",
      listElsewhere(report));
  std::string gain;
  if (report.home && makespan > 0)
    gain =
        llvm::formatv("{0:F2} times as fast", report.home->makespan / makespan);
  row("makespan, placed", formatRoundedSeconds(makespan), gain);
  row("proven lower bound", formatRoundedSeconds(report.lowerBound),
      "gap " + formatPercent(gap(makespan, report.lowerBound)));
  row("of the makespan, stalls",
      formatRoundedSeconds(report.timeline.stallSeconds), "");
  const auto omissions = omissionsOf(report.extracted->problem.target);
  if (!omissions.empty())
    os << "  not modelled: " << llvm::join(omissions, ", ") << "\n";
}

static void printMachineRows(llvm::raw_ostream &os,
                             const PlacementReport &report) {
  const Target &target = report.extracted->problem.target;
  os << "  " << llvm::left_justify("tier", 20)
     << llvm::right_justify("peak", 12) << llvm::right_justify("capacity", 12)
     << "\n";
  for (auto [tier, peak] : llvm::zip(target.tiers, report.peakBytes))
    os << "    " << llvm::left_justify(tier.name, 18)
       << llvm::right_justify(formatBytes(peak), 12)
       << llvm::right_justify(formatBytes(tier.capacity), 12)
       << llvm::right_justify(formatPercent(double(peak) / tier.capacity), 10)
       << "\n";
  os << "  " << llvm::left_justify("channel", 20)
     << llvm::right_justify("moved", 12) << llvm::right_justify("transfers", 12)
     << "\n";
  for (size_t channel = 0; channel < target.channels.size(); ++channel)
    os << "    " << llvm::left_justify(target.channels[channel].name, 18)
       << llvm::right_justify(formatBytes(report.transferredBytes[channel]), 12)
       << llvm::right_justify(std::to_string(report.numTransfers[channel]), 12)
       << "\n";
}

static void printStallRows(llvm::raw_ostream &os,
                           const PlacementReport &report) {
  if (report.stalls.empty())
    return;
  size_t shown = std::min(report.stalls.size(), numStallsInTable);
  os << "  longest stalls (" << shown << " of " << report.stalls.size()
     << "), waiting for\n";
  for (const StallEvent &stall : ArrayRef(report.stalls).take_front(shown))
    os << "    " << describe(report, stall) << "\n";
}

/// Prints the cuts with their costs and gains, but only the ops with most
/// pieces.
static void printCutRows(llvm::raw_ostream &os, const PlacementReport &report) {
  CutsMadeAttr made = getCutsMade(report);
  if (!made)
    return;
  SmallVector<OpCutAttr> ops(made.getOps());
  llvm::sort(ops, [](OpCutAttr a, OpCutAttr b) {
    return std::pair(-a.getPieces(), a.getStep()) <
           std::pair(-b.getPieces(), b.getStep());
  });
  const size_t shown = std::min(ops.size(), numOpsInTable);
  os << "  cut in pieces: " << made.getNumCutOps() << " ops, "
     << made.getBuffers() << " buffers";
  if (made.getUncutMakespanPs() > 0)
    os << "; makespan without cuts "
       << formatRoundedSeconds(secondsOf(made.getUncutMakespanPs()));
  os << "\n";
  for (OpCutAttr cut : ArrayRef(ops).take_front(shown))
    os << llvm::formatv("    {0} at step {1}: {2} pieces along dimension {3} "
                        "of {4} indices; {5} of launches, {6} bytes read "
                        "again, {7} bytes of halos\n",
                        cut.getOp().getValue(), cut.getStep(), cut.getPieces(),
                        cut.getDim(), cut.getExtent(),
                        formatRoundedSeconds(secondsOf(cut.getLaunchPs())),
                        cut.getRepeatedBytes(), cut.getHaloBytes());
  if (shown < ops.size())
    os << "    and " << ops.size() - shown << " more\n";
}

/// Prints the schedule with its gain and the first moved and repeated ops.
static void printScheduleRows(llvm::raw_ostream &os,
                              const PlacementReport &report) {
  ScheduleMadeAttr made = getScheduleMade(report);
  if (!made)
    return;
  os << llvm::formatv("  moved or repeated ops: {0}; {1}, as written {2}",
                      made.getOps().size(), formatBytes(made.getBytes()),
                      formatBytes(made.getGivenBytes()));
  if (made.getBoundBytes() > 0)
    os << ", at least " << formatBytes(made.getBoundBytes());
  if (made.getGivenMakespanPs() > 0)
    os << "; makespan as written "
       << formatRoundedSeconds(secondsOf(made.getGivenMakespanPs()));
  else if (made.getMakespanPs() > 0)
    os << "; as written, it does not fit";
  if (made.getRepeatedPs() > 0)
    os << "; ops run again for "
       << formatRoundedSeconds(secondsOf(made.getRepeatedPs()));
  os << "\n";
  const size_t shown = std::min(made.getOps().size(), numOpsInTable);
  for (ScheduledOpAttr op : made.getOps().take_front(shown)) {
    os << llvm::formatv("    {0} of step {1}: now at ", op.getOp().getValue(),
                        op.getWritten());
    llvm::interleaveComma(op.getRuns(), os);
    os << "\n";
  }
  if (shown < made.getOps().size())
    os << "    and " << made.getOps().size() - shown << " more\n";
}

/// Prints the buffers accessed at home for lack of room elsewhere.
static void printAccessesAtHome(llvm::raw_ostream &os,
                                const ExtractedFunction &extracted) {
  const Problem &problem = extracted.problem;
  llvm::MapVector<BufferId, std::pair<size_t, int64_t>> opsAndBytes;
  for (const AccessAtHome &atHome : extracted.accessesAtHome) {
    const Access &access = problem.ops[atHome.step].accesses[atHome.access];
    auto &[ops, bytes] = opsAndBytes[access.buffer];
    ++ops;
    bytes = addCounts(bytes, access.bytes);
  }
  for (const auto &[buffer, used] : opsAndBytes)
    os << llvm::formatv("  '{0}' is accessed in its home '{1}': {2} ops, {3}\n",
                        problem.buffers[buffer].name,
                        problem.target.tiers[problem.homeOf(buffer)].name,
                        used.first, formatBytes(used.second));
}

std::string memplace::printReportTable(ArrayRef<PlacementReport> reports) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const PlacementReport &report : reports) {
    func::FuncOp function = report.extracted->function;
    const Problem &problem = report.extracted->problem;
    os << "function '" << function.getName() << "' on '" << problem.target.name
       << "': " << problem.buffers.size() << " buffers, " << problem.numSteps()
       << " steps; times are modelled\n";
    if (!problem.buffers.empty()) {
      printMakespanRows(os, report);
      printCutRows(os, report);
      printScheduleRows(os, report);
      printAccessesAtHome(os, *report.extracted);
      printMachineRows(os, report);
      printStallRows(os, report);
    }
    SmallVector<UnplacedStorage> unplaced = getUnplaced(*report.extracted);
    if (!unplaced.empty())
      os << "  not placed\n";
    for (const UnplacedStorage &storage : unplaced)
      os << "    '" << storage.name << "': " << storage.reason << "\n";
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

static void emitBufferRemark(const PlacementReport &report, BufferId id) {
  const Problem &problem = report.extracted->problem;
  unsigned set = report.extracted->setOfBuffer[id];
  Value root = report.extracted->aliasSets->getSets()[set].roots.front();
  InFlightDiagnostic remark = emitRemark(root.getLoc());
  remark << "buffer '" << problem.buffers[id].name << "' of "
         << problem.buffers[id].size << " bytes";
  StringRef separator = ": ";
  for (const Residency &residency : report.solution->residencies) {
    if (residency.buffer != id)
      continue;
    remark << separator << "'" << problem.target.tiers[residency.tier].name
           << "'";
    if (residency.offset)
      remark << " at " << *residency.offset;
    remark << " in steps " << residency.range.begin << " to "
           << residency.range.end;
    separator = ", ";
  }
  std::string reason = getReasonAgainstFastestTier(report, id);
  if (!reason.empty())
    remark << "; not in '" << problem.target.tiers.front().name
           << "': " << reason;
}

static void emitMakespanRemark(const PlacementReport &report) {
  func::FuncOp function = report.extracted->function;
  if (report.extracted->problem.buffers.empty()) {
    emitRemark(function.getLoc(), "no buffer to place");
    return;
  }
  InFlightDiagnostic remark = emitRemark(function.getLoc(), "makespan ");
  remark << formatRoundedSeconds(report.timeline.makespan) << " modelled, gap "
         << formatPercent(gap(report.timeline.makespan, report.lowerBound));
  if (report.home)
    remark << ", with " << describeHome(report) << " "
           << formatRoundedSeconds(report.home->makespan);
}

void memplace::emitReportRemarks(const PlacementReport &report) {
  func::FuncOp function = report.extracted->function;
  emitMakespanRemark(report);
  for (size_t id = 0; id < report.extracted->problem.buffers.size(); ++id)
    emitBufferRemark(report, id);
  for (const StallEvent &stall : report.stalls)
    emitRemark(function.getLoc(), "stall of ") << describe(report, stall);
  for (const UnplacedStorage &storage : getUnplaced(*report.extracted))
    emitRemark(storage.loc)
        << "left '" << storage.name << "' where it was: " << storage.reason;
}
