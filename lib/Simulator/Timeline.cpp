//===- Timeline.cpp - A simulated run as text and trace -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Simulator/Timeline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdarg>
#include <cstdio>

using namespace memplace;

/// printf into a string.
__attribute__((format(printf, 1, 2))) static std::string
formatted(const char *format, ...) {
  std::array<char, 128> text;
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text.data(), text.size(), format, arguments);
  va_end(arguments);
  return text.data();
}

std::string memplace::quoteName(std::string_view name) {
  std::string result = "\"";
  for (char c : name) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      result += {'\\', c};
    else if (byte < 0x20 || byte == 0x7f)
      result += formatted("\\u%04x", byte);
    else
      result += c;
  }
  return result + "\"";
}

namespace {

/// A unit of time and its number per second.
struct TimeUnit {
  const char *name;
  double perSecond;
};

} // namespace

/// Returns the largest unit in which \p seconds is at least 1.
static TimeUnit suitableUnit(double seconds) {
  for (TimeUnit unit : {TimeUnit{"s", 1}, TimeUnit{"ms", 1e3},
                        TimeUnit{"us", 1e6}, TimeUnit{"ns", 1e9}})
    if (seconds * unit.perSecond >= 1)
      return unit;
  return seconds > 0 ? TimeUnit{"ps", 1e12} : TimeUnit{"s", 1};
}

std::string memplace::formatSeconds(double seconds) {
  TimeUnit unit = suitableUnit(seconds);
  return formatted("%.6g %s", seconds * unit.perSecond, unit.name);
}

static const Buffer &bufferOf(const Problem &problem, const Solution &solution,
                              const Transfer &transfer) {
  return problem.buffers[solution.residencies[transfer.from].buffer];
}

/// Returns e.g. `"w" from "slow" to "fast" on channel "in"`.
static std::string describeTransfer(const Problem &problem,
                                    const Solution &solution,
                                    const Transfer &transfer) {
  const Target &target = problem.target;
  const Channel &channel = target.channels[transfer.channel];
  return quoteName(bufferOf(problem, solution, transfer).name) + " from " +
         quoteName(target.tiers[channel.from].name) + " to " +
         quoteName(target.tiers[channel.to].name) + " on channel " +
         quoteName(channel.name);
}

/// Returns e.g. `op 1 "B"`, or `the end`.
static std::string describeStep(const Problem &problem, Step step) {
  if (step == problem.numSteps())
    return "the end";
  return "op " + std::to_string(step) + " " + quoteName(problem.ops[step].name);
}

std::string memplace::describeStall(const Problem &problem,
                                    const Solution &solution,
                                    const StallEvent &stall) {
  const Transfer &transfer = solution.transfers[stall.transfer];
  return "stall before " + describeStep(problem, stall.step) + ": waits for " +
         describeTransfer(problem, solution, transfer) + " (transfer " +
         std::to_string(stall.transfer) +
         (transfer.isWrapped() ? ", issued in the invocation before)" : ")");
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

namespace {

/// Lines of three right-aligned columns and a text.
class TextTable {
public:
  using Row = std::array<std::string, 4>;

  void add(Row row) { rows.push_back(std::move(row)); }

  std::string print() const {
    std::array<size_t, 3> widths = {};
    for (const Row &row : rows)
      for (size_t i = 0; i < widths.size(); ++i)
        widths[i] = std::max(widths[i], row[i].size());
    std::string text;
    for (const Row &row : rows) {
      for (size_t i = 0; i < widths.size(); ++i)
        text += std::string(widths[i] - row[i].size(), ' ') + row[i] + "  ";
      text += row[3] + "\n";
    }
    return text;
  }

private:
  std::vector<Row> rows;
};

} // namespace

/// Returns `-` for an event that has not happened.
static std::string printIn(TimeUnit unit, double seconds) {
  if (!std::isfinite(seconds))
    return "-";
  std::string text = formatted("%.6f", seconds * unit.perSecond);
  // Rounding may leave the start of an invocation slightly below 0.
  return text == "-0.000000" ? "0.000000" : text;
}

/// Ops and stalls in the order of time.
static std::string printCompute(const Problem &problem,
                                const Solution &solution,
                                const Timeline &timeline, TimeUnit unit) {
  auto print = [&](double seconds) { return printIn(unit, seconds); };
  std::string in = std::string(", ") + unit.name;
  std::vector<int64_t> trips = tripsOfSteps(problem);
  TextTable table;
  table.add({"start" + in, "duration" + in, "trips", "event"});
  size_t nextStall = 0;
  auto addStallsBefore = [&](Step step) {
    for (; nextStall < timeline.stalls.size() &&
           timeline.stalls[nextStall].step == step;
         ++nextStall) {
      const StallEvent &stall = timeline.stalls[nextStall];
      table.add({print(stall.start), print(stall.duration),
                 std::to_string(stall.trips),
                 describeStall(problem, solution, stall)});
    }
  };
  for (const OpEvent &op : timeline.ops) {
    addStallsBefore(op.step);
    table.add({print(op.start), print(op.duration),
               std::to_string(trips[op.step]), describeStep(problem, op.step)});
  }
  addStallsBefore(problem.numSteps());
  return table.print();
}

/// Returns e.g. `0: 100 bytes of "w" from ... on channel "in", start 0, done
/// 1`.
static std::string describeEvent(const Problem &problem,
                                 const Solution &solution,
                                 const TransferEvent &event) {
  const Transfer &transfer = solution.transfers[event.transfer];
  int64_t size = bufferOf(problem, solution, transfer).size;
  std::string text =
      std::to_string(event.transfer) + ": " + std::to_string(size) + " bytes";
  return text + " of " + describeTransfer(problem, solution, transfer) +
         ", start " + std::to_string(transfer.start) + ", done " +
         std::to_string(transfer.done);
}

static std::string printTransfers(const Problem &problem,
                                  const Solution &solution,
                                  const Timeline &timeline, TimeUnit unit) {
  auto print = [&](double seconds) { return printIn(unit, seconds); };
  std::string in = std::string(", ") + unit.name;
  TextTable table;
  table.add({"issued" + in, "flows" + in, "arrived" + in, "transfer"});
  auto add = [&](const TransferEvent &event, const char *note) {
    table.add({print(event.issued), print(event.flowStart),
               print(event.arrived),
               describeEvent(problem, solution, event) + note});
  };
  for (const TransferEvent &event : timeline.transfers)
    add(event, solution.transfers[event.transfer].isWrapped()
                   ? " (issued in the invocation before)"
                   : "");
  for (const TransferEvent &event : timeline.issuedForNext)
    add(event, " (awaited in the next invocation)");
  return table.print();
}

std::string memplace::printTimeline(const Problem &problem,
                                    const Solution &solution,
                                    const Timeline &timeline) {
  TimeUnit unit = suitableUnit(timeline.makespan);
  std::string text;
  if (problem.isCyclic)
    text = "the third of three invocations, back to back\n\n";
  text += printCompute(problem, solution, timeline, unit);
  if (!timeline.transfers.empty())
    text += "\n" + printTransfers(problem, solution, timeline, unit);
  auto addTotal = [&](const char *name, double seconds) {
    text +=
        formatted("%-12s%.6f %s\n", name, seconds * unit.perSecond, unit.name);
  };
  text += "\n";
  addTotal("ops", timeline.opSeconds);
  addTotal("stalls", timeline.stallSeconds);
  addTotal("makespan", timeline.makespan);
  text += formatted("%-12s%lld bytes\n", "transferred",
                    static_cast<long long>(timeline.bytesTransferred));
  return text;
}

//===----------------------------------------------------------------------===//
// Chrome trace
//===----------------------------------------------------------------------===//

namespace {

/// A member of "args"; its value is already JSON.
struct TraceArgument {
  std::string_view name;
  std::string value;
};

/// Writes the events of one process; a track is a thread of the process.
class TraceWriter {
public:
  void addTrack(int64_t track, std::string_view name) {
    add("\"ph\": \"M\", \"pid\": 1, \"tid\": " + std::to_string(track) +
            ", \"name\": \"thread_name\"",
        {{"name", quoteName(name)}});
    add("\"ph\": \"M\", \"pid\": 1, \"tid\": " + std::to_string(track) +
            ", \"name\": \"thread_sort_index\"",
        {{"sort_index", std::to_string(track)}});
  }
  void addProcess(std::string_view name) {
    add("\"ph\": \"M\", \"pid\": 1, \"name\": \"process_name\"",
        {{"name", quoteName(name)}});
  }
  void addSlice(int64_t track, std::string_view category, std::string_view name,
                double start, double duration,
                const std::vector<TraceArgument> &arguments) {
    add("\"ph\": \"X\", \"pid\": 1, \"tid\": " + std::to_string(track) +
            ", \"cat\": " + quoteName(category) + ", \"name\": " +
            quoteName(name) + ", \"ts\": " + microseconds(start) +
            ", \"dur\": " + microseconds(duration),
        arguments);
  }
  void addCounter(std::string_view name, double time, int64_t bytes) {
    add("\"ph\": \"C\", \"pid\": 1, \"name\": " + quoteName(name) +
            ", \"ts\": " + microseconds(time),
        {{"bytes", std::to_string(bytes)}});
  }

  std::string finish() {
    return "{\"displayTimeUnit\": \"ns\", \"traceEvents\": [\n" + events +
           "\n]}\n";
  }

private:
  void add(std::string_view fields,
           const std::vector<TraceArgument> &arguments) {
    if (!events.empty())
      events += ",\n";
    events += "{";
    events += fields;
    events += ", \"args\": {";
    for (size_t i = 0; i < arguments.size(); ++i)
      events += (i == 0 ? "" : ", ") + quoteName(arguments[i].name) + ": " +
                arguments[i].value;
    events += "}}";
  }
  static std::string microseconds(double seconds) {
    return formatted("%.6f", seconds * 1e6);
  }

  std::string events;
};

} // namespace

/// Adds a counter per tier, at each boundary with a change.
static void addCounters(const Problem &problem, const Solution &solution,
                        const Timeline &timeline, TraceWriter &trace) {
  // A transfer may fill a residency [T, T+1).
  size_t numBoundaries = problem.ops.size() + 2;
  auto startOfBoundary = [&](size_t step) {
    if (step == 0)
      return 0.0;
    if (step > timeline.ops.size()) {
      double end = timeline.ops.empty() ? 0
                                        : timeline.ops.back().start +
                                              timeline.ops.back().duration;
      for (const TransferEvent &event : timeline.transfers)
        end = std::max(end, event.arrived);
      return end;
    }
    const OpEvent &before = timeline.ops[step - 1];
    return before.start + before.duration;
  };
  for (size_t tier = 0; tier < problem.target.tiers.size(); ++tier) {
    std::vector<int64_t> changes(numBoundaries, 0);
    for (const Residency &residency : solution.residencies) {
      if (!residency.offset || residency.tier != static_cast<TierId>(tier))
        continue;
      changes[residency.range.begin] += problem.buffers[residency.buffer].size;
      changes[residency.range.end] -= problem.buffers[residency.buffer].size;
    }
    std::string name = "bytes in " + problem.target.tiers[tier].name;
    int64_t inUse = 0;
    for (size_t step = 0; step < numBoundaries; ++step) {
      inUse += changes[step];
      if (step == 0 || changes[step] != 0)
        trace.addCounter(name, startOfBoundary(step), inUse);
    }
  }
}

/// Returns the end of the last op or stall.
static double endOf(const Timeline &timeline) {
  double end = 0;
  if (!timeline.ops.empty())
    end = timeline.ops.back().start + timeline.ops.back().duration;
  if (!timeline.stalls.empty())
    end = std::max(end, timeline.stalls.back().start +
                            timeline.stalls.back().duration);
  return end;
}

/// Adds a slice for each transfer; for a wrapped transfer, the part within this
/// invocation.
static void addTransfers(const Problem &problem, const Solution &solution,
                         const Timeline &timeline, TraceWriter &trace) {
  const double end = endOf(timeline);
  auto add = [&](const TransferEvent &event, double from, double to,
                 const char *wrapped) {
    const Transfer &transfer = solution.transfers[event.transfer];
    const Buffer &buffer = bufferOf(problem, solution, transfer);
    std::vector<TraceArgument> arguments = {
        {"transfer", std::to_string(event.transfer)},
        {"bytes", std::to_string(buffer.size)},
        {"start", std::to_string(transfer.start)},
        {"done", std::to_string(transfer.done)},
        {"issued_us", formatted("%.6f", event.issued * 1e6)}};
    if (wrapped)
      arguments.push_back({"wrapped", quoteName(wrapped)});
    trace.addSlice(/*track=*/1 + transfer.channel, "transfer", buffer.name,
                   from, to - from, arguments);
  };
  for (const TransferEvent &event : timeline.transfers) {
    if (!solution.transfers[event.transfer].isWrapped())
      add(event, event.flowStart, event.arrived, /*wrapped=*/nullptr);
    else if (event.arrived > 0)
      add(event, std::max(0.0, event.flowStart), event.arrived,
          "issued in the invocation before");
  }
  for (const TransferEvent &event : timeline.issuedForNext)
    if (event.flowStart < end)
      add(event, event.flowStart, std::min(event.arrived, end),
          "awaited in the next invocation");
}

std::string memplace::printChromeTrace(const Problem &problem,
                                       const Solution &solution,
                                       const Timeline &timeline) {
  TraceWriter trace;
  trace.addProcess(problem.name + " on " + problem.target.name +
                   (problem.isCyclic ? ", third invocation" : ""));
  trace.addTrack(0, "compute");
  for (size_t i = 0; i < problem.target.channels.size(); ++i)
    trace.addTrack(static_cast<int64_t>(i) + 1,
                   "channel " + problem.target.channels[i].name);

  std::vector<int64_t> trips = tripsOfSteps(problem);
  for (const OpEvent &op : timeline.ops)
    trace.addSlice(/*track=*/0, "op", problem.ops[op.step].name, op.start,
                   op.duration,
                   {{"step", std::to_string(op.step)},
                    {"trips", std::to_string(trips[op.step])}});
  for (const StallEvent &stall : timeline.stalls)
    trace.addSlice(
        /*track=*/0, "stall", "stall", stall.start, stall.duration,
        {{"cause", quoteName(describeStall(problem, solution, stall))},
         {"transfer", std::to_string(stall.transfer)},
         {"trips", std::to_string(stall.trips)}});
  addTransfers(problem, solution, timeline, trace);
  addCounters(problem, solution, timeline, trace);
  return trace.finish();
}
