//===- Packing.cpp - Checks a packing problem -----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BadBuffer.h"

#include <algorithm>

using namespace memplace;

PackingTraits &PackingProblem::makeTraits(PackingBuffer &buffer) {
  if (buffer.traits < 0) {
    buffer.traits = static_cast<int32_t>(traits.size());
    traits.emplace_back();
  }
  return traits[buffer.traits];
}

namespace {

/// Collects the first error of one buffer.
class BufferCheck {
public:
  BufferCheck(const PackingProblem &problem, size_t index)
      : problem(problem), buffer(problem.buffers[index]) {}

  std::optional<std::string> run() {
    constexpr int64_t largest = int64_t(1) << 62;
    inRange("size", buffer.size, largest);
    inRange("alignment", buffer.alignment, largest);
    if (buffer.range.begin >= buffer.range.end)
      fail("the live range [" + std::to_string(buffer.range.begin) + ", " +
           std::to_string(buffer.range.end) + ") must not be empty");
    if (const PackingTraits *traits = problem.traitsOf(buffer))
      checkTraits(*traits);
    return error;
  }

private:
  void fail(const std::string &what) {
    if (!error)
      error = "buffer '" + buffer.id + "': " + what;
  }
  void inRange(const char *what, int64_t bytes, int64_t largest) {
    if (bytes < 1 || bytes > largest)
      fail(std::string("the ") + what + " must be from 1 to 2^62 bytes, got " +
           std::to_string(bytes));
  }
  void checkGaps(const PackingTraits &traits);
  void checkTraits(const PackingTraits &traits);

  const PackingProblem &problem;
  const PackingBuffer &buffer;
  std::optional<std::string> error;
};

} // namespace

void BufferCheck::checkGaps(const PackingTraits &traits) {
  Step end = buffer.range.begin;
  bool isEverLive = false;
  for (const PackingGap &gap : traits.gaps) {
    std::string name = "the gap [" + std::to_string(gap.range.begin) + ", " +
                       std::to_string(gap.range.end) + ")";
    if (gap.range.begin >= gap.range.end)
      fail(name + " must not be empty");
    if (gap.range.begin < end || gap.range.end > buffer.range.end)
      fail(name + " must be inside the live range and not overlap another gap");
    if (gap.windowBegin < 0 || gap.windowBegin > gap.windowEnd ||
        gap.windowEnd > buffer.size)
      fail(name + " must have a window inside the buffer's " +
           std::to_string(buffer.size) + " bytes");
    if (gap.hasWindow() && traits.group)
      fail(name + " must not have a window, since the buffer is in a group");
    isEverLive |= gap.range.begin > end || gap.hasWindow();
    end = gap.range.end;
  }
  if (!isEverLive && end == buffer.range.end)
    fail("the gaps must leave a step at which the buffer is live");
}

void BufferCheck::checkTraits(const PackingTraits &traits) {
  checkGaps(traits);
  // With 2^62, the end of the buffer fits in 64 bits.
  if (traits.offset &&
      (*traits.offset < 0 || *traits.offset > (int64_t(1) << 62)))
    fail("the fixed offset must be from 0 to 2^62, got " +
         std::to_string(*traits.offset));
  if (traits.offset && !error && *traits.offset % buffer.alignment)
    fail("the fixed offset " + std::to_string(*traits.offset) +
         " must be a multiple of the alignment " +
         std::to_string(buffer.alignment));
  std::vector<int32_t> arenas = traits.arenas;
  std::sort(arenas.begin(), arenas.end());
  if (std::adjacent_find(arenas.begin(), arenas.end()) != arenas.end())
    fail("names an arena twice");
}

/// Checks the common properties of the members of each group.
static std::optional<BadBuffer> checkGroups(const PackingProblem &problem) {
  std::vector<const PackingBuffer *> first(problem.groups.size());
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    const PackingBuffer &buffer = problem.buffers[i];
    const PackingTraits *traits = problem.traitsOf(buffer);
    if (!traits || !traits->group)
      continue;
    const PackingBuffer *&other = first[*traits->group];
    if (!other)
      other = &buffer;
    const PackingTraits &others = *problem.traitsOf(*other);
    const char *what = others.offset != traits->offset   ? "fixed offset"
                       : others.arenas != traits->arenas ? "list of arenas"
                                                         : nullptr;
    if (what)
      return BadBuffer{i, "buffer '" + buffer.id + "': must have the same " +
                              what + " as buffer '" + other->id +
                              "' of its group '" +
                              problem.groups[*traits->group] + "'"};
  }
  return std::nullopt;
}

std::optional<BadBuffer>
memplace::findBadBuffer(const PackingProblem &problem) {
  for (size_t i = 0; i < problem.buffers.size(); ++i)
    if (std::optional<std::string> what = BufferCheck(problem, i).run())
      return BadBuffer{i, *what};
  return checkGroups(problem);
}

std::optional<Error> memplace::check(const PackingProblem &problem) {
  assert(!problem.arenas.empty() && "there is always an arena");
  for (const PackingArena &arena : problem.arenas)
    if (arena.capacity && *arena.capacity < 1)
      return Error{"arena '" + arena.name +
                   "': the capacity must be at least 1 byte, got " +
                   std::to_string(*arena.capacity)};
  if (std::optional<BadBuffer> bad = findBadBuffer(problem))
    return Error{bad->what};
  return std::nullopt;
}
