//===- VerifyPacking.cpp - The rules of a legal packing -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Independent of every solver: a sweep over time with the allocated bytes in
// order of their offsets. P1 to P6 are the rules of docs/guide/packing.md.
//
//===----------------------------------------------------------------------===//

#include "memplace/Packing/Packing.h"

#include <algorithm>
#include <limits>
#include <map>

using namespace memplace;

namespace {

/// A buffer begins or ceases to use some of its bytes.
struct Event {
  Step step;
  bool isBegin; // At one step ends come first.
  int32_t buffer;
  int64_t first; // Bytes [first, last) of the buffer.
  int64_t last;

  bool operator<(const Event &other) const {
    return step != other.step ? step < other.step : isBegin < other.isBegin;
  }
};

/// Allocated bytes, with the first byte as the key. For a group, the bytes of
/// the longest live member.
struct Use {
  Offset end;
  int32_t buffer;
};

class Sweep {
public:
  Sweep(const PackingProblem &problem, const Packing &packing)
      : problem(problem), packing(packing), live(problem.arenas.size()),
        liveOfGroup(problem.groups.size()) {}

  std::optional<Error> run();

private:
  std::vector<Event> events() const;
  std::optional<Error> begin(int32_t buffer, Offset first, Offset last);
  void addGroup(const Event &event, int32_t group);
  std::optional<Error> handle(const Event &event);
  int32_t groupOf(int32_t buffer) const {
    const PackingTraits *traits = problem.traitsOf(problem.buffers[buffer]);
    return traits ? traits->group.value_or(-1) : -1;
  }

  const PackingProblem &problem;
  const Packing &packing;
  std::vector<std::map<Offset, Use>> live; // By arena.
  /// By group: size and index of each live member.
  std::vector<std::multimap<int64_t, int32_t>> liveOfGroup;
};

} // namespace

static std::string nameOf(const PackingProblem &problem, int32_t buffer) {
  return "buffer '" + problem.buffers[buffer].id + "'";
}

std::vector<Event> Sweep::events() const {
  std::vector<Event> all;
  all.reserve(2 * problem.buffers.size());
  for (int32_t i = 0; i < static_cast<int32_t>(problem.buffers.size()); ++i) {
    const PackingBuffer &buffer = problem.buffers[i];
    auto add = [&](LiveRange range, int64_t first, int64_t last) {
      if (range.begin >= range.end || first >= last)
        return;
      all.push_back({range.begin, true, i, first, last});
      all.push_back({range.end, false, i, first, last});
    };
    Step next = buffer.range.begin;
    if (const PackingTraits *traits = problem.traitsOf(buffer))
      for (const PackingGap &gap : traits->gaps) {
        add({next, gap.range.begin}, 0, buffer.size);
        add(gap.range, gap.windowBegin, gap.windowEnd);
        next = gap.range.end;
      }
    add({next, buffer.range.end}, 0, buffer.size);
  }
  std::sort(all.begin(), all.end());
  return all;
}

/// P5: no overlap with other buffers' bytes.
std::optional<Error> Sweep::begin(int32_t buffer, Offset first, Offset last) {
  std::map<Offset, Use> &uses = live[packing.arenaOf(buffer)];
  auto above = uses.lower_bound(first);
  const Use *other = nullptr;
  Offset otherBegin = 0;
  if (above != uses.end() && above->first < last) {
    other = &above->second;
    otherBegin = above->first;
  } else if (above != uses.begin() && std::prev(above)->second.end > first) {
    other = &std::prev(above)->second;
    otherBegin = std::prev(above)->first;
  }
  if (other)
    return Error{"P5: " + nameOf(problem, buffer) + " in bytes [" +
                 std::to_string(first) + ", " + std::to_string(last) +
                 ") overlaps " + nameOf(problem, other->buffer) +
                 " in bytes [" + std::to_string(otherBegin) + ", " +
                 std::to_string(other->end) + ")"};
  uses.emplace_hint(above, first, Use{last, buffer});
  return std::nullopt;
}

std::optional<Error> Sweep::handle(const Event &event) {
  const Offset offset = packing.offsets[event.buffer];
  const int32_t group = groupOf(event.buffer);
  std::map<Offset, Use> &uses = live[packing.arenaOf(event.buffer)];
  if (group < 0) {
    if (event.isBegin)
      return begin(event.buffer, offset + event.first, offset + event.last);
    uses.erase(offset + event.first);
    return std::nullopt;
  }
  // Members of a group share one offset, so the longest live member counts.
  std::multimap<int64_t, int32_t> &members = liveOfGroup[group];
  if (!members.empty())
    uses.erase(offset);
  if (event.isBegin) {
    members.emplace(event.last, event.buffer);
  } else {
    auto [at, end] = members.equal_range(event.last);
    while (at != end && at->second != event.buffer)
      ++at;
    members.erase(at);
  }
  if (members.empty())
    return std::nullopt;
  auto longest = std::prev(members.end());
  return begin(longest->second, offset, offset + longest->first);
}

std::optional<Error> Sweep::run() {
  for (const Event &event : events())
    if (std::optional<Error> error = handle(event))
      return error;
  return std::nullopt;
}

/// P1 to P4: each buffer by itself.
static std::optional<Error> verifyBuffer(const PackingProblem &problem,
                                         const Packing &packing, int32_t i) {
  const PackingBuffer &buffer = problem.buffers[i];
  const PackingTraits *traits = problem.traitsOf(buffer);
  const Offset offset = packing.offsets[i];
  const int32_t arena = packing.arenaOf(i);
  const std::string name = nameOf(problem, i);
  if (arena < 0 || arena >= static_cast<int32_t>(problem.arenas.size()) ||
      (traits && !traits->arenas.empty() &&
       std::find(traits->arenas.begin(), traits->arenas.end(), arena) ==
           traits->arenas.end()))
    return Error{"P1: " + name + " must not be in arena " +
                 std::to_string(arena)};
  const int64_t capacity = problem.arenas[arena].capacity.value_or(
      std::numeric_limits<int64_t>::max());
  if (offset < 0 || buffer.size > capacity || offset > capacity - buffer.size)
    return Error{"P2: " + name + " of " + std::to_string(buffer.size) +
                 " bytes at offset " + std::to_string(offset) +
                 " is not inside the capacity of " + std::to_string(capacity) +
                 " bytes"};
  if (offset % buffer.alignment != 0)
    return Error{"P3: " + name + " at offset " + std::to_string(offset) +
                 " is not aligned to " + std::to_string(buffer.alignment) +
                 " bytes"};
  if (traits && traits->offset && *traits->offset != offset)
    return Error{"P4: " + name + " must be at offset " +
                 std::to_string(*traits->offset) + ", got " +
                 std::to_string(offset)};
  return std::nullopt;
}

/// P6: the same place for all members of a group.
static std::optional<Error> verifyGroups(const PackingProblem &problem,
                                         const Packing &packing) {
  std::vector<int32_t> first(problem.groups.size(), -1);
  for (int32_t i = 0; i < static_cast<int32_t>(problem.buffers.size()); ++i) {
    const PackingTraits *traits = problem.traitsOf(problem.buffers[i]);
    if (!traits || !traits->group)
      continue;
    int32_t &other = first[*traits->group];
    if (other < 0)
      other = i;
    if (packing.offsets[i] != packing.offsets[other] ||
        packing.arenaOf(i) != packing.arenaOf(other))
      return Error{"P6: " + nameOf(problem, i) +
                   " must have the offset and arena of " +
                   nameOf(problem, other) + " of its group '" +
                   problem.groups[*traits->group] + "'"};
  }
  return std::nullopt;
}

std::optional<Error> memplace::verifyPacking(const PackingProblem &problem,
                                             const Packing &packing) {
  const size_t count = problem.buffers.size();
  if (packing.offsets.size() != count ||
      (!packing.arenas.empty() && packing.arenas.size() != count))
    return Error{"P1: " + std::to_string(count) +
                 " buffers need as many "
                 "offsets, got " +
                 std::to_string(packing.offsets.size())};
  for (size_t i = 0; i < count; ++i)
    if (std::optional<Error> error =
            verifyBuffer(problem, packing, static_cast<int32_t>(i)))
      return error;
  if (std::optional<Error> error = verifyGroups(problem, packing))
    return error;
  return Sweep(problem, packing).run();
}

std::vector<int64_t> memplace::peaksOf(const PackingProblem &problem,
                                       const Packing &packing) {
  std::vector<int64_t> peaks(problem.arenas.size());
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    int64_t &peak = peaks[packing.arenaOf(i)];
    peak = std::max(peak, packing.offsets[i] + problem.buffers[i].size);
  }
  return peaks;
}
