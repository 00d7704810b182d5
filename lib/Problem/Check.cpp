//===- Check.cpp - Well-formedness of targets and problems ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckCuts.h"
#include "memplace/Problem/Problem.h"

#include "FieldError.h"
#include "LoopOrder.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <tuple>
#include <unordered_set>

using namespace memplace;

static std::string at(const char *list, size_t index) {
  return std::string(list) + "[" + std::to_string(index) + "]";
}

static std::string quoted(const std::string &name) { return "'" + name + "'"; }

static std::string shown(LiveRange range) {
  return "[" + std::to_string(range.begin) + ", " + std::to_string(range.end) +
         ")";
}

static std::optional<Error> checkAtLeast(int64_t value, int64_t least,
                                         const std::string &field) {
  if (value >= least)
    return std::nullopt;
  return tooSmall(field, least, value);
}

static std::optional<Error> checkAlignment(int64_t value,
                                           const std::string &field) {
  if (value >= 1 && (value & (value - 1)) == 0)
    return std::nullopt;
  return bad(field, "must be a power of two, got " + std::to_string(value));
}

/// Checks a rate in bytes or operations per second. The limits are far from any
/// machine and keep every time finite: the longest is 2^63 bytes at the lowest
/// rate, 2^62 times.
static std::optional<Error> checkRate(double value, const std::string &field) {
  constexpr double minRate = 1e-12, maxRate = 1e30;
  if (!std::isfinite(value) || value <= 0)
    return bad(field,
               "must be finite and above 0, got " + std::to_string(value));
  if (value >= minRate && value <= maxRate)
    return std::nullopt;
  char text[64];
  std::snprintf(text, sizeof(text), "must be from %g to %g, got %g", minRate,
                maxRate, value);
  return bad(field, text);
}

/// Checks a share, at most 1.
static std::optional<Error> checkShare(double value, double least,
                                       const std::string &field) {
  if (value >= least && value <= 1) // False for NaN.
    return std::nullopt;
  char text[64];
  std::snprintf(text, sizeof(text), "must be from %g to 1, got %g", least,
                value);
  return bad(field, text);
}

/// Returns the bytes of the UTF-8 character at the start of \p text; 0 if there
/// is none.
static size_t bytesOfCharacter(std::string_view text) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  size_t count = byte(0) < 0x80           ? 1
                 : (byte(0) >> 5) == 0x06 ? 2
                 : (byte(0) >> 4) == 0x0e ? 3
                 : (byte(0) >> 3) == 0x1e ? 4
                                          : 0;
  if (count == 0 || count > text.size())
    return 0;
  uint32_t code = count == 1 ? byte(0) : byte(0) & (0x7f >> count);
  for (size_t i = 1; i < count; ++i) {
    if ((byte(i) >> 6) != 0x02)
      return 0;
    code = code << 6 | (byte(i) & 0x3f);
  }
  constexpr uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  bool isSurrogate = code >= 0xd800 && code < 0xe000;
  return code < least[count] || code > 0x10ffff || isSurrogate ? 0 : count;
}

/// Checks a name for use in a JSON file.
static std::optional<Error> checkName(std::string_view name,
                                      const std::string &field) {
  for (size_t i = 0; i < name.size();) {
    size_t count = bytesOfCharacter(name.substr(i));
    if (count == 0 || name[i] == '\0')
      return bad(field, "must be UTF-8 without NUL, but byte " +
                            std::to_string(i) + " is not");
    i += count;
  }
  return std::nullopt;
}

/// Names seen so far in a list, to find duplicates.
class Names {
public:
  std::optional<Error> add(const std::string &name, const char *list,
                           size_t index) {
    std::string field = at(list, index) + ".name";
    if (!seen.insert(name).second)
      return bad(field,
                 quoted(name) + " is there already, names must be unique");
    return checkName(name, field);
  }

private:
  std::unordered_set<std::string> seen;
};

static std::optional<Error> checkTier(const Tier &tier,
                                      const std::string &field) {
  if (auto error = checkAtLeast(tier.capacity, 1, field + ".capacity"))
    return error;
  if (auto error = checkAlignment(tier.alignment, field + ".alignment"))
    return error;
  if (auto error =
          checkRate(tier.readBytesPerSecond, field + ".read_bytes_per_second"))
    return error;
  if (tier.writeBytesPerSecond == 0)
    return std::nullopt;
  if (std::isfinite(tier.writeBytesPerSecond) && tier.writeBytesPerSecond > 0)
    return checkRate(tier.writeBytesPerSecond,
                     field + ".write_bytes_per_second");
  return bad(field + ".write_bytes_per_second",
             "must be finite and at least 0 (0: read-only), got " +
                 std::to_string(tier.writeBytesPerSecond));
}

static std::optional<Error> checkTierId(const Target &target, TierId tier,
                                        const std::string &field) {
  if (tier >= 0 && static_cast<size_t>(tier) < target.tiers.size())
    return std::nullopt;
  return bad(field, "there is no tier " + std::to_string(tier) + " of " +
                        std::to_string(target.tiers.size()));
}

static std::optional<Error> checkTiers(const Target &target) {
  if (target.tiers.empty())
    return bad("tiers", "must not be empty");
  Names names;
  for (size_t i = 0; i < target.tiers.size(); ++i) {
    if (auto error = names.add(target.tiers[i].name, "tiers", i))
      return error;
    if (auto error = checkTier(target.tiers[i], at("tiers", i)))
      return error;
  }
  if (std::none_of(target.tiers.begin(), target.tiers.end(),
                   [](const Tier &tier) { return tier.servesOps; }))
    return bad("tiers",
               "all have '\"ops\": false'; at least one must serve ops");
  return checkTierId(target, target.defaultTier, "default_tier");
}

static std::optional<Error> checkChannels(const Target &target) {
  Names names;
  for (size_t i = 0; i < target.channels.size(); ++i) {
    const Channel &channel = target.channels[i];
    std::string field = at("channels", i);
    if (auto error = names.add(channel.name, "channels", i))
      return error;
    if (auto error = checkTierId(target, channel.from, field + ".from"))
      return error;
    if (auto error = checkTierId(target, channel.to, field + ".to"))
      return error;
    if (auto error =
            checkRate(channel.bytesPerSecond, field + ".bytes_per_second"))
      return error;
    if (auto error = checkAtLeast(channel.latencyPs, 0, field + ".latency_ps"))
      return error;
    if (channel.order != ChannelOrder::Fifo &&
        channel.order != ChannelOrder::Deadline)
      return bad(field + ".order", "must be 'fifo' or 'deadline'");
    if (auto error = checkAtLeast(channel.dimensions, 1, field + ".dimensions"))
      return error;
    if (auto error = checkAtLeast(channel.leastRun, 1, field + ".least_run"))
      return error;
    if (auto error =
            checkAtLeast(channel.outstanding, 0, field + ".outstanding"))
      return error;
    if (channel.outstanding > 0 && channel.order == ChannelOrder::Deadline)
      return bad(field + ".outstanding",
                 "a limit needs a channel in order of issue; leave out "
                 "'outstanding' or 'order'");
  }
  return std::nullopt;
}

std::optional<Error> memplace::check(const Target &target) {
  if (auto error = checkName(target.name, "name"))
    return error;
  if (auto error = checkTiers(target))
    return error;
  if (auto error = checkChannels(target))
    return error;
  if (!target.flopsPerSecond.count("default"))
    return bad("compute.flops_per_second", "'default' is missing");
  for (const auto &[type, flops] : target.flopsPerSecond) {
    std::string field = "compute.flops_per_second." + type;
    if (auto error = checkName(type, field))
      return error;
    if (auto error = checkRate(flops, field))
      return error;
  }
  if (auto error =
          checkShare(target.opDefaults.overlap, 0, "op_defaults.overlap"))
    return error;
  if (auto error = checkShare(target.opDefaults.efficiency, minEfficiency,
                              "op_defaults.efficiency"))
    return error;
  for (const auto &[field, source] : target.sources)
    if (source.status != "published" && source.status != "measured" &&
        source.status != "estimate")
      return bad("sources." + field + ".status",
                 "must be 'published', 'measured' or 'estimate', got " +
                     quoted(source.status));
  if (auto error = checkAtLeast(target.piecePs, 0, "compute.piece_ps"))
    return error;
  return checkAtLeast(target.launchPs, 0, "compute.launch_ps");
}

/// Checks the list of tiers allowed for a buffer or an access.
static std::optional<Error> checkTierList(const Target &target,
                                          const std::vector<TierId> &tiers,
                                          const std::string &field) {
  for (size_t i = 0; i < tiers.size(); ++i) {
    if (auto error = checkTierId(target, tiers[i], field))
      return error;
    if (std::find(tiers.begin(), tiers.begin() + i, tiers[i]) !=
        tiers.begin() + i)
      return bad(field,
                 quoted(target.tiers[tiers[i]].name) + " is there twice");
  }
  return std::nullopt;
}

static std::optional<Error> checkRange(const Problem &problem, LiveRange range,
                                       const char *what,
                                       const std::string &field) {
  if (range.begin >= range.end)
    return bad(field, std::string(what) + " " + shown(range) +
                          " is empty: begin must be below end");
  if (range.begin < 0 || range.end > problem.numSteps())
    return bad(field, std::string(what) + " " + shown(range) +
                          " is not within the program's steps " +
                          shown({0, problem.numSteps()}));
  return std::nullopt;
}

static std::optional<Error> checkHome(const Problem &problem,
                                      const Buffer &buffer,
                                      const std::string &field) {
  const Target &target = problem.target;
  TierId home = problem.homeOf(buffer);
  if (auto error = checkTierId(target, home, field + ".home"))
    return error;
  // A buffer without need for a home may have any default home.
  bool needsHome = buffer.home || buffer.liveIn || buffer.liveOut ||
                   problem.isExternal(buffer);
  if (needsHome && !problem.mayBeIn(buffer, home))
    return bad(field + ".home",
               quoted(target.tiers[home].name) +
                   " must be one of the buffer's own tiers" +
                   (buffer.home ? "" : "; it is the target's default tier"));
  return std::nullopt;
}

/// Rows describe the caller's place, and fill the buffer.
static std::optional<Error> checkRows(const Problem &problem,
                                      const Buffer &buffer,
                                      const std::string &field) {
  if (!buffer.rows.empty() && !problem.isExternal(buffer))
    return bad(field, "only an external buffer has rows, which are its place "
                      "at home");
  int64_t bytes = buffer.size;
  for (size_t i = 0; i < buffer.rows.size(); ++i) {
    if (auto error = checkAtLeast(buffer.rows[i], 1, at(field.c_str(), i)))
      return error;
    if (bytes % buffer.rows[i] != 0)
      return bad(at(field.c_str(), i),
                 "the buffer's " + std::to_string(buffer.size) +
                     " bytes are not that many rows of one "
                     "length");
    bytes /= buffer.rows[i];
  }
  return std::nullopt;
}

static std::optional<Error> checkBuffer(const Problem &problem, size_t index) {
  const Buffer &buffer = problem.buffers[index];
  std::string field = at("buffers", index);
  if (auto error = checkAtLeast(buffer.size, 1, field + ".size"))
    return error;
  if (auto error = checkAlignment(buffer.alignment, field + ".alignment"))
    return error;
  if (auto error = checkRange(problem, buffer.range, "live range", field))
    return error;
  if (buffer.liveIn && buffer.range.begin != 0)
    return bad(field + ".begin", "must be 0, as the buffer is live-in, got " +
                                     std::to_string(buffer.range.begin));
  if (buffer.liveOut && buffer.range.end != problem.numSteps())
    return bad(field + ".end",
               "must be " + std::to_string(problem.numSteps()) +
                   ", the number of ops, as the buffer is live-out, got " +
                   std::to_string(buffer.range.end));
  if (auto error =
          checkTierList(problem.target, buffer.tiers, field + ".tiers"))
    return error;
  if (auto error = checkRows(problem, buffer, field + ".rows"))
    return error;
  return checkHome(problem, buffer, field);
}

static std::optional<Error> checkAccess(const Problem &problem, Step step,
                                        size_t index) {
  const Access &access = problem.ops[step].accesses[index];
  std::string field = at("ops", step) + "." + at("accesses", index);
  if (access.buffer < 0 ||
      static_cast<size_t>(access.buffer) >= problem.buffers.size())
    return bad(field + ".buffer", "there is no buffer " +
                                      std::to_string(access.buffer) + " of " +
                                      std::to_string(problem.buffers.size()));
  const Buffer &buffer = problem.buffers[access.buffer];
  if (auto error = checkAtLeast(access.bytes, 0, field + ".bytes"))
    return error;
  if (auto error =
          checkShare(access.efficiency, minEfficiency, field + ".efficiency"))
    return error;
  if (!buffer.range.contains(step))
    return bad(field + ".buffer",
               "op " + std::to_string(step) + " is outside the live range " +
                   shown(buffer.range) + " of buffer " + quoted(buffer.name));
  if (access.writes() && problem.isExternal(buffer) && !buffer.liveOut)
    return bad(field + ".mode",
               "the program writes buffer " + quoted(buffer.name) +
                   ", which is external: set its live_out, or external to "
                   "false");
  return checkTierList(problem.target, access.tiers, field + ".tiers");
}

/// Checks pairs of accesses of an op.
static std::optional<Error> checkPairs(const Op &op,
                                       const std::vector<AccessPair> &pairs,
                                       const std::string &field) {
  for (size_t i = 0; i < pairs.size(); ++i) {
    for (const int32_t index : {pairs[i].first, pairs[i].second})
      if (index < 0 || static_cast<size_t>(index) >= op.accesses.size())
        return bad(at(field.c_str(), i),
                   "there is no access " + std::to_string(index) + " of " +
                       std::to_string(op.accesses.size()));
    if (op.accesses[pairs[i].first].buffer ==
        op.accesses[pairs[i].second].buffer)
      return bad(at(field.c_str(), i),
                 "both accesses are to buffer " +
                     std::to_string(op.accesses[pairs[i].first].buffer));
  }
  return std::nullopt;
}

static std::optional<Error> checkShape(const OpShape &shape,
                                       const std::string &field) {
  const std::tuple<const char *, const std::vector<int64_t> &, size_t>
      extents[] = {{".input", shape.input, 3},
                   {".output", shape.output, 3},
                   {".kernel", shape.kernel, 2}};
  for (const auto &[name, list, most] : extents) {
    if (list.size() > most)
      return bad(field + name, "must have at most " + std::to_string(most) +
                                   " extents, got " +
                                   std::to_string(list.size()));
    for (int64_t extent : list)
      if (auto error = checkAtLeast(extent, 0, field + name))
        return error;
  }
  const std::pair<const char *, int64_t> numbers[] = {
      {".stride", shape.stride},
      {".pad", shape.pad},
      {".dilation", shape.dilation},
      {".groups", shape.groups},
      {".batch", shape.batch}};
  for (const auto &[name, number] : numbers)
    if (auto error = checkAtLeast(number, 0, field + name))
      return error;
  return std::nullopt;
}

static std::optional<Error> checkOps(const Problem &problem) {
  for (Step step = 0; step < problem.numSteps(); ++step) {
    const Op &op = problem.ops[step];
    if (auto error = checkName(op.name, at("ops", step) + ".name"))
      return error;
    if (auto error =
            checkAtLeast(op.computePs, 0, at("ops", step) + ".compute_ps"))
      return error;
    if (auto error = checkShare(op.overlap, 0, at("ops", step) + ".overlap"))
      return error;
    for (size_t i = 0; i < op.accesses.size(); ++i)
      if (auto error = checkAccess(problem, step, i))
        return error;
    if (auto error = checkPairs(op, op.apart, at("ops", step) + ".apart"))
      return error;
    if (auto error = checkPairs(op, op.together, at("ops", step) + ".together"))
      return error;
    if (auto error = checkCuts(problem, step))
      return error;
    if (auto error = checkShape(op.shape, at("ops", step) + ".shape"))
      return error;
  }
  return std::nullopt;
}

static std::optional<Error> checkLoops(const Problem &problem) {
  for (size_t i = 0; i < problem.loops.size(); ++i) {
    const Loop &loop = problem.loops[i];
    if (auto error = checkRange(problem, loop.range, "loop", at("loops", i)))
      return error;
    if (auto error =
            checkAtLeast(loop.tripCount, 1, at("loops", i) + ".trip_count"))
      return error;
  }
  auto rangeOf = [&](size_t i) { return problem.loops[i].range; };
  std::vector<size_t> nest;
  for (int32_t i : outerLoopsFirst(problem)) {
    while (!nest.empty() && rangeOf(nest.back()).end <= rangeOf(i).begin)
      nest.pop_back();
    if (!nest.empty() && !rangeOf(nest.back()).covers(rangeOf(i)))
      return bad(at("loops", i), shown(rangeOf(i)) + " crosses " +
                                     at("loops", nest.back()) + ", " +
                                     shown(rangeOf(nest.back())) +
                                     "; loops must be properly nested");
    nest.push_back(i);
  }
  return std::nullopt;
}

std::optional<Error> memplace::check(const Problem &problem) {
  if (auto error = check(problem.target))
    return Error{"target." + error->message};
  if (!problem.isTargetByName && problem.target.opDefaults != OpDefaults())
    return bad("target.op_defaults",
               "must not be set in a problem; set 'overlap' of ops and "
               "'efficiency' of accesses");
  if (problem.isCyclic && problem.target.limitsTransfers())
    return bad("target.channels",
               "a cyclic problem takes no 'outstanding'; leave it out");
  if (auto error = checkName(problem.name, "name"))
    return error;
  // Ids are 32-bit.
  constexpr size_t maxBuffers = std::numeric_limits<BufferId>::max();
  if (problem.buffers.size() > maxBuffers)
    return bad("buffers", "there are " +
                              std::to_string(problem.buffers.size()) +
                              ", more than " + std::to_string(maxBuffers));
  Names names;
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    if (auto error = names.add(problem.buffers[i].name, "buffers", i))
      return error;
    if (auto error = checkBuffer(problem, i))
      return error;
  }
  if (auto error = checkOps(problem))
    return error;
  return checkLoops(problem);
}
