//===- JSONPrint.cpp - Problems, solutions and targets to JSON ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/IO/JSON.h"

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

using namespace memplace;

/// Quotes a string. Invalid UTF-8 becomes U+FFFD: names may come from anywhere.
static std::string jsonString(const std::string &text) {
  return nlohmann::json(text).dump(-1, ' ', false,
                                   nlohmann::json::error_handler_t::replace);
}

/// Returns the shortest text which reads back as \p value.
static std::string shown(double value) {
  constexpr double exact = 9007199254740992; // 2^53
  if (std::abs(value) < exact && value == std::trunc(value))
    return std::to_string(static_cast<int64_t>(value));
  char buffer[32];
  auto [end, error] = std::to_chars(buffer, buffer + sizeof(buffer), value);
  return std::string(buffer, end);
}

static std::string shown(int64_t value) { return std::to_string(value); }
static std::string shown(bool value) { return value ? "true" : "false"; }

namespace {

/// One object on one line, `{"a": 1, "b": "x"}`.
class Line {
public:
  /// \p json is already JSON.
  Line &raw(const char *key, const std::string &json) {
    text += (text.size() > 1 ? ", " : "") + jsonString(key) + ": " + json;
    return *this;
  }
  Line &add(const char *key, const std::string &value) {
    return raw(key, jsonString(value));
  }
  template <typename T> Line &add(const char *key, T value) {
    return raw(key, shown(value));
  }
  std::string str() const { return text + "}"; }

private:
  std::string text = "{";
};

} // namespace

/// Prints `[a, b]` from \p things, each converted to JSON by \p print. With
/// \p isLong, one element per line, indented by \p indent plus two.
template <typename T, typename Print>
static std::string list(const std::vector<T> &things, Print print,
                        bool isLong = false, const std::string &indent = "") {
  if (things.empty())
    return "[]";
  std::string text = "[";
  for (size_t i = 0; i < things.size(); ++i) {
    text += i ? "," : "";
    text += isLong ? "\n" + indent + "  " : i ? " " : "";
    text += print(things[i]);
  }
  return text + (isLong ? "\n" + indent + "]" : "]");
}

/// Adds \p counts unless they are empty.
static void addCounts(Line &line, const char *key,
                      const std::vector<int64_t> &counts) {
  if (!counts.empty())
    line.raw(key, list(counts, [](int64_t count) { return shown(count); }));
}

static std::string tierNames(const Target &target,
                             const std::vector<TierId> &tiers) {
  return list(tiers,
              [&](TierId tier) { return jsonString(target.tiers[tier].name); });
}

/// A file's object: one field per line.
static std::string
fields(const std::vector<std::pair<std::string, std::string>> &members,
       const std::string &indent = "") {
  std::string text = "{";
  for (size_t i = 0; i < members.size(); ++i)
    text += (i ? ",\n" : "\n") + indent + "  " + jsonString(members[i].first) +
            ": " + members[i].second;
  return text + "\n" + indent + "}";
}

static std::string printCompute(const Target &target) {
  Line flops;
  for (const auto &[type, rate] : target.flopsPerSecond)
    flops.add(type.c_str(), rate);
  Line line;
  line.raw("flops_per_second", flops.str()).add("launch_ps", target.launchPs);
  if (target.piecePs != 0)
    line.add("piece_ps", target.piecePs);
  return line.str();
}

static std::string printOpDefaults(const OpDefaults &defaults) {
  Line line;
  if (defaults.overlap != 1)
    line.add("overlap", defaults.overlap);
  if (defaults.efficiency != 1)
    line.add("efficiency", defaults.efficiency);
  return line.str();
}

static std::string printSources(const Target &target,
                                const std::string &indent) {
  std::vector<std::pair<std::string, std::string>> members;
  for (const auto &[path, source] : target.sources)
    members.push_back({path, Line()
                                 .add("status", source.status)
                                 .add("source", source.source)
                                 .str()});
  return fields(members, indent);
}

/// Without the newline; all lines but the first start with \p indent.
static std::string printTarget(const Target &target,
                               const std::string &indent) {
  auto tier = [](const Tier &tier) {
    Line line;
    line.add("name", tier.name)
        .add("capacity", tier.capacity)
        .add("alignment", tier.alignment)
        .add("read_bytes_per_second", tier.readBytesPerSecond)
        .add("write_bytes_per_second", tier.writeBytesPerSecond);
    if (!tier.servesOps)
      line.add("ops", false);
    return line.str();
  };
  auto channel = [&](const Channel &channel) {
    Line line;
    line.add("name", channel.name)
        .add("from", target.tiers[channel.from].name)
        .add("to", target.tiers[channel.to].name)
        .add("bytes_per_second", channel.bytesPerSecond)
        .add("latency_ps", channel.latencyPs);
    if (channel.order == ChannelOrder::Deadline)
      line.add("order", std::string("deadline"));
    if (channel.dimensions != 1)
      line.add("dimensions", channel.dimensions);
    if (channel.leastRun != 1)
      line.add("least_run", channel.leastRun);
    if (channel.isIndexed)
      line.add("indexed", true);
    if (channel.outstanding != 0)
      line.add("outstanding", channel.outstanding);
    return line.str();
  };
  std::string deeper = indent + "  ";
  std::vector<std::pair<std::string, std::string>> members = {
      {"format", jsonString("memplace-target")},
      {"version", "1"},
      {"name", jsonString(target.name)},
      {"tiers", list(target.tiers, tier, true, deeper)},
      {"default_tier", jsonString(target.tiers[target.defaultTier].name)},
      {"channels", list(target.channels, channel, true, deeper)},
      {"combine", jsonString(target.combine == Combine::Sum ? "sum" : "max")},
      {"compute", printCompute(target)}};
  if (target.opDefaults != OpDefaults())
    members.push_back({"op_defaults", printOpDefaults(target.opDefaults)});
  if (!target.sources.empty())
    members.push_back({"sources", printSources(target, deeper)});
  return fields(members, indent);
}

std::string memplace::printTarget(const Target &target) {
  return ::printTarget(target, "") + "\n";
}

static std::string printBuffer(const Target &target, const Buffer &buffer) {
  Line line;
  line.add("name", buffer.name).add("size", buffer.size);
  if (buffer.alignment != 1)
    line.add("alignment", buffer.alignment);
  line.add("begin", buffer.range.begin).add("end", buffer.range.end);
  if (buffer.liveIn)
    line.add("live_in", true);
  if (buffer.liveOut)
    line.add("live_out", true);
  if (!buffer.tiers.empty())
    line.raw("tiers", tierNames(target, buffer.tiers));
  if (buffer.home)
    line.add("home", target.tiers[*buffer.home].name);
  if (buffer.external)
    line.add("external", *buffer.external);
  addCounts(line, "rows", buffer.rows);
  return line.str();
}

static std::string printMode(AccessMode mode) {
  switch (mode) {
  case AccessMode::Read:
    return "read";
  case AccessMode::Write:
    return "write";
  case AccessMode::Update:
    return "update";
  }
  return "";
}

static std::string printCutAccess(const CutAccess &cut) {
  Line line;
  line.add("access", int64_t(cut.access)).add("stride", cut.stride);
  if (cut.width)
    line.add("width", cut.width);
  if (cut.first)
    line.add("first", cut.first);
  if (cut.period)
    line.add("period", cut.period);
  return line.str();
}

static std::string printCutDimension(const CutDimension &dimension) {
  Line line;
  line.add("extent", dimension.extent);
  if (dimension.againPs)
    line.add("again_ps", dimension.againPs);
  return line.raw("accesses", list(dimension.accesses, printCutAccess)).str();
}

static std::string printShape(const OpShape &shape) {
  Line line;
  auto addNumber = [&](const char *key, int64_t number) {
    if (number)
      line.add(key, number);
  };
  addCounts(line, "input", shape.input);
  addCounts(line, "output", shape.output);
  addCounts(line, "kernel", shape.kernel);
  addNumber("stride", shape.stride);
  addNumber("pad", shape.pad);
  addNumber("dilation", shape.dilation);
  addNumber("groups", shape.groups);
  addNumber("batch", shape.batch);
  return line.str();
}

static std::string printOp(const Target &target, const Op &op) {
  auto access = [&](const Access &access) {
    Line line;
    line.add("buffer", int64_t(access.buffer))
        .add("mode", printMode(access.mode))
        .add("bytes", access.bytes);
    if (!access.tiers.empty())
      line.raw("tiers", tierNames(target, access.tiers));
    if (access.efficiency != 1)
      line.add("efficiency", access.efficiency);
    return line.str();
  };
  Line line;
  line.add("name", op.name).add("compute_ps", op.computePs);
  if (op.overlap != 1)
    line.add("overlap", op.overlap);
  line.raw("accesses", list(op.accesses, access));
  auto pair = [](const AccessPair &pair) {
    return "[" + std::to_string(pair.first) + ", " +
           std::to_string(pair.second) + "]";
  };
  if (!op.apart.empty())
    line.raw("apart", list(op.apart, pair));
  if (!op.together.empty())
    line.raw("together", list(op.together, pair));
  if (!op.cuts.empty())
    line.raw("cuts", list(op.cuts, printCutDimension));
  if (op.shape != OpShape())
    line.raw("shape", printShape(op.shape));
  if (op.isOnce)
    line.add("once", true);
  return line.str();
}

static std::string printLoop(const Loop &loop) {
  Line line;
  line.add("begin", loop.range.begin)
      .add("end", loop.range.end)
      .add("trip_count", loop.tripCount);
  if (loop.maySkip)
    line.add("may_skip", true);
  return line.str();
}

std::string memplace::printProblem(const Problem &problem) {
  const Target &target = problem.target;
  auto buffer = [&](const Buffer &buffer) {
    return printBuffer(target, buffer);
  };
  auto op = [&](const Op &op) { return printOp(target, op); };
  std::vector<std::pair<std::string, std::string>> members = {
      {"format", jsonString("memplace-problem")},
      {"version", "1"},
      {"name", jsonString(problem.name)},
      {"target", problem.isTargetByName ? jsonString(target.name)
                                        : ::printTarget(target, "  ")}};
  if (problem.isCyclic)
    members.push_back({"cyclic", "true"});
  members.push_back({"buffers", list(problem.buffers, buffer, true, "  ")});
  members.push_back({"ops", list(problem.ops, op, true, "  ")});
  members.push_back({"loops", list(problem.loops, printLoop, true, "  ")});
  return fields(members) + "\n";
}

static std::string printResidency(const Target &target,
                                  const Residency &residency) {
  Line line;
  line.add("buffer", int64_t(residency.buffer))
      .add("tier", target.tiers[residency.tier].name);
  if (residency.offset)
    line.add("offset", *residency.offset);
  return line.add("begin", residency.range.begin)
      .add("end", residency.range.end)
      .str();
}

static std::string printTransfer(const Target &target,
                                 const Transfer &transfer) {
  Line line;
  line.add("from", int64_t(transfer.from))
      .add("to", int64_t(transfer.to))
      .add("channel", target.channels[transfer.channel].name)
      .add("start", transfer.start)
      .add("done", transfer.done);
  return line.str();
}

static std::string printPeaks(const Target &target,
                              const std::vector<int64_t> &peaks) {
  Line line;
  for (size_t tier = 0; tier < target.tiers.size(); ++tier)
    line.add(target.tiers[tier].name.c_str(), peaks[tier]);
  return line.str();
}

std::string memplace::printSolution(const Problem &problem,
                                    const Solution &solution) {
  const Target &target = problem.target;
  auto residency = [&](const Residency &residency) {
    return printResidency(target, residency);
  };
  auto transfer = [&](const Transfer &transfer) {
    return printTransfer(target, transfer);
  };
  auto served = [](const std::vector<ResidencyId> &ids) {
    return list(ids, [](ResidencyId id) { return shown(int64_t(id)); });
  };
  std::vector<std::pair<std::string, std::string>> members = {
      {"format", jsonString("memplace-solution")},
      {"version", "1"},
      {"problem", jsonString(solution.problem)}};
  if (!solution.solver.empty())
    members.push_back({"solver", jsonString(solution.solver)});
  if (solution.makespanPs)
    members.push_back({"makespan_ps", shown(*solution.makespanPs)});
  if (solution.lowerBoundPs)
    members.push_back({"lower_bound_ps", shown(*solution.lowerBoundPs)});
  if (solution.peakBytes)
    members.push_back({"peak_bytes", printPeaks(target, *solution.peakBytes)});
  if (solution.provenOptimal)
    members.push_back({"proven_optimal", shown(*solution.provenOptimal)});
  members.push_back(
      {"residencies", list(solution.residencies, residency, true, "  ")});
  members.push_back(
      {"transfers", list(solution.transfers, transfer, true, "  ")});
  members.push_back({"served", list(solution.served, served, true, "  ")});
  return fields(members) + "\n";
}
