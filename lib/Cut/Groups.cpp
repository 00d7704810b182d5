//===- Groups.cpp - Groups of ops cut together ----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Breadth-first search from the seed: the bounds of a cut op determine the
// bounds of its buffers, and these determine the bounds of the ops that use
// them.
//
//===----------------------------------------------------------------------===//

#include "memplace/Cut/Groups.h"

#include "../Problem/CuttableBuffers.h"
#include "OpPieces.h"

#include <algorithm>
#include <deque>
#include <numeric>

using namespace memplace;
using namespace memplace::cut;

CutNeighbours::CutNeighbours(const Problem &problem, CutRules rules)
    : problem(problem), rules(std::move(rules)),

      isWholeAtHome(findWholeAtHome(problem)), users(problem.buffers.size()) {
  for (Step step = 0; step < problem.numSteps(); ++step)
    for (const Access &access : problem.ops[step].accesses)
      if (users[access.buffer].empty() || users[access.buffer].back() != step)
        users[access.buffer].push_back(step);
}

bool CutNeighbours::mayAccessWhole(const Access &access) const {
  return !rules.isOneEach && isWholeAtHome[access.buffer] &&
         mayServe(problem.target, access, problem.homeOf(access.buffer));
}

namespace {

/// Minimum run in bytes of a piece that is not contiguous: a burst of memory.
/// Shorter runs are allowed if the channels specify their cost, or that they
/// cost nothing extra. Otherwise transfers would take longer than their bytes
/// suggest.
constexpr int64_t leastRun = 64;

class Grouper {
public:
  Grouper(const Problem &problem, const CutNeighbours &neighbours)
      : problem(problem), neighbours(neighbours), ops(problem.ops.size()),
        buffers(problem.buffers.size()) {}

  void add(const CutGroup &group, int32_t cascade);
  void add(const OpCut &cut);
  Cuts finish();

private:
  void cutBuffersOf(Step step);
  void cutBuffer(const OpCut &op, const CutAccess &access);
  void cutUsersOf(BufferId buffer, const CutGroup &group, int32_t cascade);
  std::optional<OpCut> findCut(Step step, BufferId buffer) const;
  bool isCutAlike(Step step, size_t access, const BufferCut &cut) const;
  bool areUsersCut(const BufferCut &cut) const;
  bool areOneEach(const BufferCut &cut) const;
  bool isAllowed(const BufferCut &cut) const;

  const Problem &problem;
  const CutNeighbours &neighbours;
  std::vector<std::optional<OpCut>> ops;         // By op.
  std::vector<std::optional<BufferCut>> buffers; // By buffer.
  std::deque<Step> queue;
  std::vector<BufferId> fresh; // Buffers cut by the present op.
};

} // namespace

/// Keeps only bounds that rise, above 0 and below \p end.
static void keepWithin(std::vector<int64_t> &bounds, int64_t end) {
  int64_t last = 0;
  std::vector<int64_t> kept;
  for (int64_t bound : bounds)
    if (bound > last && bound < end)
      kept.push_back(last = bound);
  bounds = std::move(kept);
}

static int64_t floorDivide(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && a < 0);
}

/// Returns the shortest run of bytes in a piece of \p cut.
static int64_t shortestRun(const BufferCut &cut) {
  int64_t last = 0, shortest = cut.period;
  for (int64_t bound : cut.bounds) {
    shortest = std::min(shortest, bound - last);
    last = bound;
  }
  return std::min(shortest, cut.period - last);
}

/// Returns true if transfers of pieces of \p cut take their modelled time.
static bool areTransfersModelled(const Problem &problem, const BufferCut &cut) {
  const Buffer &buffer = problem.buffers[cut.buffer];
  const int64_t run = shortestRun(cut);
  if (cut.period == buffer.size || run >= leastRun)
    return true;
  const TierId home = problem.homeOf(buffer);
  const std::vector<Channel> &channels = problem.target.channels;
  return problem.isExternal(buffer) &&
         std::all_of(channels.begin(), channels.end(), [&](const Channel &one) {
           const bool isInOne = one.dimensions > 1 && run >= one.leastRun;
           const bool isCounted =
               one.latencyPs > 0 && one.order == ChannelOrder::Fifo;
           return (one.from != home && one.to != home) || isInOne || isCounted;
         });
}

/// Returns the bound of the buffer for a cut of the op before index \p index:
/// the end of a reader's windows up to this index.
static int64_t byteBefore(const CutAccess &cut, int64_t index) {
  if (cut.bytesPerIndex() <= cut.stride)
    return cut.first + index * cut.stride;
  return cut.first + (index - 1) * cut.stride + cut.bytesPerIndex();
}

/// Returns the first index that needs bytes from \p byte on: for a writer, the
/// first index that starts there; for a reader, the first index whose window
/// reaches there.
static int64_t indexAt(const CutAccess &cut, int64_t byte, bool writes) {
  if (writes)
    return -floorDivide(-(byte - cut.first), cut.stride);
  const int64_t window = std::max(cut.bytesPerIndex(), cut.stride);
  return floorDivide(byte - cut.first - window, cut.stride) + 1;
}

/// Returns true if the rules allow this cut of the buffer, whatever its users.
/// A piece of an internal buffer has a place of its own, a single run of bytes.
bool Grouper::isAllowed(const BufferCut &cut) const {
  const CutRules &rules = neighbours.getRules();
  return (rules.isWhole.empty() || !rules.isWhole[cut.buffer]) &&
         (!problem.isExternal(cut.buffer) ||
          areTransfersModelled(problem, cut));
}

/// Sets the cut of the buffer of \p access, unless it is cut already.
void Grouper::cutBuffer(const OpCut &op, const CutAccess &access) {
  const BufferId id = problem.ops[op.op].accesses[access.access].buffer;
  const Buffer &buffer = problem.buffers[id];
  if (buffers[id] || !mayBeCut(problem, buffer))
    return;
  BufferCut cut{id, access.periodIn(buffer.size), {}};
  for (int64_t bound : op.bounds)
    cut.bounds.push_back(byteBefore(access, bound));
  keepWithin(cut.bounds, cut.period);
  if (cut.bounds.empty() || !isAllowed(cut))
    return;
  buffers[id] = std::move(cut);
  fresh.push_back(id);
}

void Grouper::cutBuffersOf(Step step) {
  const OpCut &op = *ops[step];
  const CutDimension &dimension = problem.ops[step].cuts[op.dimension];
  fresh.clear();
  for (const CutAccess &access : dimension.accesses)
    cutBuffer(op, access);
}

/// Returns the cut of \p step that follows from the cut of \p buffer, along the
/// first suitable dimension.
std::optional<OpCut> Grouper::findCut(Step step, BufferId buffer) const {
  const Op &op = problem.ops[step];
  const BufferCut &its = *buffers[buffer];
  for (size_t d = 0; d < op.cuts.size(); ++d)
    for (const CutAccess &access : op.cuts[d].accesses) {
      const Access &used = op.accesses[access.access];
      if (used.buffer != buffer ||
          access.periodIn(problem.buffers[buffer].size) != its.period)
        continue;
      OpCut cut{step, static_cast<int32_t>(d), {}};
      for (int64_t bound : its.bounds)
        cut.bounds.push_back(indexAt(access, bound, used.writes()));
      keepWithin(cut.bounds, op.cuts[d].extent);
      if (!cut.bounds.empty())
        return cut;
    }
  return std::nullopt;
}

void Grouper::cutUsersOf(BufferId buffer, const CutGroup &group,
                         int32_t cascade) {
  for (Step step : neighbours.usersOf(buffer)) {
    if (ops[step] || !group.steps.contains(step))
      continue;
    std::optional<OpCut> cut = findCut(step, buffer);
    if (!cut)
      continue;
    cut->cascade = cascade;
    ops[step] = std::move(cut);
    queue.push_back(step);
  }
}

/// Returns the bounds of the seed.
static std::vector<int64_t> boundsOf(const CutGroup &group, int64_t extent) {
  std::vector<int64_t> bounds;
  const int64_t begin = group.first, end = extent - group.last;
  const int64_t between = group.pieces - (begin > 0) - (end < extent);
  const int64_t count = std::clamp<int64_t>(between, 1, end - begin);
  // Rounded up, so the last piece is not the longest.
  for (int64_t i = 0; i <= count; ++i)
    bounds.push_back(begin + (i * (end - begin) + count - 1) / count);
  keepWithin(bounds, extent);
  return bounds;
}

void Grouper::add(const CutGroup &group, int32_t cascade) {
  if (ops[group.seed])
    return;
  const CutDimension &dimension = problem.ops[group.seed].cuts[group.dimension];
  OpCut cut{group.seed, group.dimension, boundsOf(group, dimension.extent),
            cascade};
  if (cut.bounds.empty())
    return;
  ops[group.seed] = std::move(cut);
  queue.push_back(group.seed);
  while (!queue.empty()) {
    const Step step = queue.front();
    queue.pop_front();
    cutBuffersOf(step);
    const std::vector<BufferId> found = fresh;
    for (BufferId buffer : found)
      cutUsersOf(buffer, group, cascade);
  }
}

/// Cuts the op as given, and its buffers.
void Grouper::add(const OpCut &cut) {
  ops[cut.op] = cut;
  cutBuffersOf(cut.op);
}

/// Returns true if the op cuts the access at the buffer's period.
bool Grouper::isCutAlike(Step step, size_t access, const BufferCut &cut) const {
  if (!ops[step])
    return false;
  const Op &op = problem.ops[step];
  const int64_t size = problem.buffers[cut.buffer].size;
  for (const CutAccess &its : op.cuts[ops[step]->dimension].accesses)
    if (its.access == static_cast<int32_t>(access) &&
        its.periodIn(size) == cut.period)
      return true;
  return false;
}

/// Returns true if each access to the buffer is cut alike, or is allowed to the
/// whole buffer at home.
bool Grouper::areUsersCut(const BufferCut &cut) const {
  for (Step step : neighbours.usersOf(cut.buffer)) {
    const Op &op = problem.ops[step];
    for (size_t i = 0; i < op.accesses.size(); ++i)
      if (op.accesses[i].buffer == cut.buffer && !isCutAlike(step, i, cut) &&
          !(neighbours.mayAccessWhole(op.accesses[i]) &&
            areTransfersModelled(problem, cut)))
        return false;
  }
  return true;
}

/// Returns true if \p region lies in one piece of \p cut.
static bool isInOnePiece(const Region &region, const BufferCut &cut) {
  const auto next =
      std::upper_bound(cut.bounds.begin(), cut.bounds.end(), region.begin);
  return next == cut.bounds.end() || region.end <= *next;
}

/// Returns true if no piece of an op touches two pieces of the buffer. All of
/// its users must be cut.
bool Grouper::areOneEach(const BufferCut &cut) const {
  const int64_t size = problem.buffers[cut.buffer].size;
  for (Step step : neighbours.usersOf(cut.buffer)) {
    const Op &op = problem.ops[step];
    const CutDimension &dimension = op.cuts[ops[step]->dimension];
    std::vector<int64_t> ends = ops[step]->bounds;
    ends.push_back(dimension.extent);
    for (const CutAccess &access : dimension.accesses) {
      int64_t begin = 0;
      for (int64_t end : ends) {
        const Region region =
            regionOf(access, access.periodIn(size), begin, end);
        if (op.accesses[access.access].buffer == cut.buffer &&
            !isInOnePiece(region, cut))
          return false;
        begin = end;
      }
    }
  }
  return true;
}

Cuts Grouper::finish() {
  Cuts cuts;
  cuts.needs = neighbours.getRules().needs;
  const bool isOneEach = neighbours.getRules().isOneEach;
  for (const std::optional<BufferCut> &cut : buffers)
    if (cut && areUsersCut(*cut) && (!isOneEach || areOneEach(*cut)))
      cuts.buffers.push_back(*cut);
  for (const std::optional<OpCut> &cut : ops)
    if (cut)
      cuts.ops.push_back(*cut);
  return cuts;
}

Cuts memplace::cutGroups(const Problem &problem,
                         const std::vector<CutGroup> &groups,
                         const CutNeighbours &neighbours) {
  Grouper grouper(problem, neighbours);
  for (size_t i = 0; i < groups.size(); ++i)
    grouper.add(groups[i], groups[i].takesTurns ? static_cast<int32_t>(i) : -1);
  return grouper.finish();
}

Cuts memplace::cutGroups(const Problem &problem,
                         const std::vector<CutGroup> &groups) {
  return cutGroups(problem, groups, CutNeighbours(problem));
}

/// Assigns the same number to ops with a common buffer.
static void joinCascades(const Problem &problem, std::vector<OpCut> &ops) {
  std::vector<int32_t> leader(ops.size());
  std::iota(leader.begin(), leader.end(), 0);
  const auto find = [&](int32_t i) {
    while (leader[i] != i)
      i = leader[i] = leader[leader[i]];
    return i;
  };
  std::vector<int32_t> firstUser(problem.buffers.size(), -1);
  for (int32_t i = 0; i < static_cast<int32_t>(ops.size()); ++i)
    for (const Access &access : problem.ops[ops[i].op].accesses) {
      int32_t &first = firstUser[access.buffer];
      if (first < 0)
        first = i;
      const int32_t a = find(first), b = find(i);
      leader[std::max(a, b)] = std::min(a, b);
    }
  for (int32_t i = 0; i < static_cast<int32_t>(ops.size()); ++i)
    ops[i].cascade = find(i);
}

Cuts memplace::cutOps(const Problem &problem, const std::vector<OpCut> &ops,
                      const CutNeighbours &neighbours) {
  std::vector<OpCut> joined = ops;
  joinCascades(problem, joined);
  Grouper grouper(problem, neighbours);
  for (const OpCut &cut : joined)
    grouper.add(cut);
  return grouper.finish();
}
