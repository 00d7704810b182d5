//===- CheckCuts.cpp - Well-formedness of cuts ----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the cuts of an op: its pieces neither write the same bytes nor read
// bytes written by another piece, and together they do the work of the op.
//
//===----------------------------------------------------------------------===//

#include "CheckCuts.h"

#include "FieldError.h"

using namespace memplace;

namespace {

/// A dimension of an op, and the name of its field.
struct Place {
  const Problem &problem;
  const Op &op;
  const CutDimension &dimension;
  std::string field;
};

} // namespace

static int64_t sizeOf(const Place &place, const CutAccess &cut) {
  return place.problem.buffers[place.op.accesses[cut.access].buffer].size;
}

static std::optional<Error> checkNumbers(const Place &place,
                                         const CutAccess &cut,
                                         const std::string &field) {
  const size_t count = place.op.accesses.size();
  if (cut.access < 0 || static_cast<size_t>(cut.access) >= count)
    return bad(field + ".access", "the op has no access " +
                                      std::to_string(cut.access) + " of " +
                                      std::to_string(count));
  if (cut.stride < 1)
    return tooSmall(field + ".stride", 1, cut.stride);
  if (cut.width < 0)
    return tooSmall(field + ".width", 1, cut.width);
  const int64_t size = sizeOf(place, cut);
  const int64_t period = cut.periodIn(size);
  if (period < 1 || size % period != 0)
    return bad(field + ".period", "must divide the buffer's size, " +
                                      std::to_string(size) + ", got " +
                                      std::to_string(period));
  return std::nullopt;
}

/// Checks that each index touches bytes of the buffer, and, if the op writes,
/// no bytes outside.
static std::optional<Error> checkRegion(const Place &place,
                                        const CutAccess &cut,
                                        const std::string &field) {
  const int64_t period = cut.periodIn(sizeOf(place, cut));
  const int64_t last = place.dimension.extent - 1;
  const bool writes = place.op.accesses[cut.access].writes();
  // From here on, all values are far below the limit of 64 bits.
  const bool isNear = cut.bytesPerIndex() <= period && cut.first > -period &&
                      cut.first < period &&
                      last <= (period - cut.first) / cut.stride;
  const int64_t end =
      isNear ? cut.first + last * cut.stride + cut.bytesPerIndex() : 0;
  const bool isInside = isNear && cut.first + cut.bytesPerIndex() > 0 &&
                        cut.first + last * cut.stride < period;
  if (!isInside || (writes && (cut.first < 0 || end > period)))
    return bad(field, "indices 0 to " + std::to_string(last) +
                          " are out of the buffer's period of " +
                          std::to_string(period) + " bytes");
  if (!writes)
    return std::nullopt;
  if (cut.bytesPerIndex() > cut.stride)
    return bad(field + ".width", "must be at most the stride, " +
                                     std::to_string(cut.stride) +
                                     ", as pieces must not write the same "
                                     "bytes, got " +
                                     std::to_string(cut.width));
  const bool isTiling =
      cut.first == 0 && end == period && cut.bytesPerIndex() == cut.stride;
  if (place.op.accesses[cut.access].mode == AccessMode::Write && !isTiling)
    return bad(field, "the op overwrites all of the buffer, so its indices "
                      "must cover the period of " +
                          std::to_string(period) + " bytes");
  return std::nullopt;
}

static const CutAccess *find(const CutDimension &dimension, size_t access) {
  for (const CutAccess &cut : dimension.accesses)
    if (static_cast<size_t>(cut.access) == access)
      return &cut;
  return nullptr;
}

/// Returns true if each piece makes the update in full, in any order, on top of
/// the other pieces. The access must be the op's only access to the buffer.
static bool isSum(const Op &op, size_t access) {
  size_t numAccesses = 0;
  for (const Access &other : op.accesses)
    numAccesses += other.buffer == op.accesses[access].buffer;
  return op.accesses[access].mode == AccessMode::Update && numAccesses == 1;
}

/// Checks that each writing access is cut, and all other accesses to its buffer
/// at the same bytes, except for sums.
static std::optional<Error> checkWrites(const Place &place) {
  const std::vector<Access> &accesses = place.op.accesses;
  for (size_t writer = 0; writer < accesses.size(); ++writer) {
    if (!accesses[writer].writes())
      continue;
    const CutAccess *cut = find(place.dimension, writer);
    if (!cut && isSum(place.op, writer))
      continue;
    if (!cut)
      return bad(place.field + ".accesses",
                 "access " + std::to_string(writer) +
                     " writes, so it must be cut, too");
    for (size_t other = 0; other < accesses.size(); ++other) {
      if (accesses[other].buffer != accesses[writer].buffer)
        continue;
      CutAccess expected = *cut;
      expected.access = static_cast<int32_t>(other);
      const CutAccess *itsCut = find(place.dimension, other);
      if (!itsCut || *itsCut != expected)
        return bad(place.field + ".accesses",
                   "access " + std::to_string(other) +
                       " must be cut as access " + std::to_string(writer) +
                       ", which writes the same buffer");
    }
  }
  return std::nullopt;
}

static std::optional<Error> checkDimension(const Place &place) {
  if (place.dimension.extent < 1)
    return tooSmall(place.field + ".extent", 1, place.dimension.extent);
  if (place.dimension.againPs < 0)
    return tooSmall(place.field + ".again_ps", 0, place.dimension.againPs);
  if (place.dimension.againPs > place.op.computePs)
    return bad(place.field + ".again_ps",
               "must be at most the op's compute_ps, " +
                   std::to_string(place.op.computePs) + ", got " +
                   std::to_string(place.dimension.againPs));
  for (size_t i = 0; i < place.dimension.accesses.size(); ++i) {
    const CutAccess &cut = place.dimension.accesses[i];
    const std::string field =
        place.field + ".accesses[" + std::to_string(i) + "]";
    if (auto error = checkNumbers(place, cut, field))
      return error;
    if (find(place.dimension, cut.access) != &cut)
      return bad(field + ".access",
                 "access " + std::to_string(cut.access) + " is there already");
    if (auto error = checkRegion(place, cut, field))
      return error;
  }
  return checkWrites(place);
}

std::optional<Error> memplace::checkCuts(const Problem &problem, Step step) {
  const Op &op = problem.ops[step];
  for (size_t i = 0; i < op.cuts.size(); ++i) {
    const std::string field =
        "ops[" + std::to_string(step) + "].cuts[" + std::to_string(i) + "]";
    if (op.isBoundary())
      return bad(field, "an op without compute and accesses can't be cut");
    if (auto error = checkDimension({problem, op, op.cuts[i], field}))
      return error;
  }
  return std::nullopt;
}
