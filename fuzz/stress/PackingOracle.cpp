//===- PackingOracle.cpp - Packing by brute force -------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackingOracle.h"

#include <algorithm>
#include <cmath>

using namespace memplace;
using namespace memplace::stress;

namespace {

/// Bytes used by a buffer during some steps.
struct Use {
  LiveRange range;
  Offset first, last; // From the start of the buffer.
};

} // namespace

static std::vector<Use> usesOf(const PackingProblem &problem,
                               const PackingBuffer &buffer) {
  std::vector<Use> uses;
  Step next = buffer.range.begin;
  if (const PackingTraits *traits = problem.traitsOf(buffer))
    for (const PackingGap &gap : traits->gaps) {
      uses.push_back({{next, gap.range.begin}, 0, buffer.size});
      uses.push_back({gap.range, gap.windowBegin, gap.windowEnd});
      next = gap.range.end;
    }
  uses.push_back({{next, buffer.range.end}, 0, buffer.size});
  std::erase_if(uses, [](const Use &use) {
    return use.range.begin >= use.range.end || use.first >= use.last;
  });
  return uses;
}

static std::optional<int32_t> groupOf(const PackingProblem &problem,
                                      const PackingBuffer &buffer) {
  const PackingTraits *traits = problem.traitsOf(buffer);
  return traits ? traits->group : std::nullopt;
}

/// Checks rules P1 to P4.
static bool isPlaceLegal(const PackingProblem &problem, size_t index,
                         Offset offset, int32_t arena) {
  const PackingBuffer &buffer = problem.buffers[index];
  const PackingTraits *traits = problem.traitsOf(buffer);
  if (arena < 0 || arena >= static_cast<int32_t>(problem.arenas.size()))
    return false;
  if (traits && traits->offset.value_or(offset) != offset)
    return false;
  if (traits && !traits->arenas.empty() &&
      !std::count(traits->arenas.begin(), traits->arenas.end(), arena))
    return false;
  __extension__ typedef __int128 Wide;
  const Wide end = Wide(offset) + buffer.size;
  const Wide maxOffset = problem.arenas[arena].capacity.value_or(INT64_MAX);
  return offset >= 0 && end <= maxOffset && offset % buffer.alignment == 0;
}

/// Checks rules P5 and P6.
static bool isPairLegal(const PackingProblem &problem, size_t a, Offset aOffset,
                        size_t b, Offset bOffset) {
  const PackingBuffer &one = problem.buffers[a], &other = problem.buffers[b];
  const std::optional<int32_t> group = groupOf(problem, one);
  if (group && group == groupOf(problem, other))
    return aOffset == bOffset;
  for (const Use &mine : usesOf(problem, one))
    for (const Use &theirs : usesOf(problem, other))
      if (mine.range.overlaps(theirs.range) &&
          aOffset + mine.first < bOffset + theirs.last &&
          bOffset + theirs.first < aOffset + mine.last)
        return false;
  return true;
}

bool stress::isLegal(const PackingProblem &problem, const Packing &packing) {
  const size_t count = problem.buffers.size();
  if (packing.offsets.size() != count)
    return false;
  for (size_t a = 0; a < count; ++a) {
    if (!isPlaceLegal(problem, a, packing.offsets[a], packing.arenaOf(a)))
      return false;
    for (size_t b = 0; b < a; ++b) {
      const std::optional<int32_t> group = groupOf(problem, problem.buffers[a]);
      const bool isSameGroup =
          group && group == groupOf(problem, problem.buffers[b]);
      if (packing.arenaOf(a) != packing.arenaOf(b)) {
        if (isSameGroup)
          return false;
      } else if (!isPairLegal(problem, a, packing.offsets[a], b,
                              packing.offsets[b])) {
        return false;
      }
    }
  }
  return true;
}

namespace {

class BruteForce {
public:
  explicit BruteForce(PackingProblem given, int64_t maxOffset)
      : problem(std::move(given)), minPeak(maxOffset + 1) {
    problem.arenas = {{}};
  }

  int64_t run() {
    extend(0);
    return minPeak;
  }

private:
  void extend(int64_t peak) {
    if (peak >= minPeak)
      return;
    const size_t i = offsets.size();
    if (i == problem.buffers.size()) {
      minPeak = peak;
      return;
    }
    const int64_t size = problem.buffers[i].size;
    for (Offset offset = 0; offset + size < minPeak; ++offset) {
      bool isFree = isPlaceLegal(problem, i, offset, 0);
      for (size_t j = 0; j < i && isFree; ++j)
        isFree = isPairLegal(problem, i, offset, j, offsets[j]);
      if (!isFree)
        continue;
      offsets.push_back(offset);
      extend(std::max(peak, offset + size));
      offsets.pop_back();
    }
  }

  PackingProblem problem;
  int64_t minPeak;
  std::vector<Offset> offsets;
};

} // namespace

std::optional<int64_t> stress::findMinPeak(const PackingProblem &problem) {
  constexpr double maxTries = 2e5;
  // Large enough to stack all buffers in any order.
  double maxOffset = 0, tries = 1;
  for (const PackingBuffer &buffer : problem.buffers) {
    const PackingTraits *traits = problem.traitsOf(buffer);
    maxOffset += static_cast<double>(buffer.size) +
                 static_cast<double>(buffer.alignment);
    if (traits && traits->offset)
      maxOffset += static_cast<double>(*traits->offset);
    if (traits && !traits->arenas.empty())
      return std::nullopt;
  }
  for (size_t i = 0; i < problem.buffers.size(); ++i)
    tries *= maxOffset;
  if (tries > maxTries || problem.arenas.size() > 1)
    return std::nullopt;
  const auto limit = static_cast<int64_t>(maxOffset);
  const int64_t minPeak = BruteForce(problem, limit).run();
  // Beyond the limit, two fixed buffers overlap.
  return minPeak > limit ? INT64_MAX : minPeak;
}
