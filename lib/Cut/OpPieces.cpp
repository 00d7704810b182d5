//===- OpPieces.cpp - The pieces of all ops -------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpPieces.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::cut;

int64_t cut::shareOf(int64_t total, int64_t part, int64_t whole) {
  return static_cast<int64_t>(static_cast<__int128>(total) * part / whole);
}

static const CutAccess *find(const CutDimension &dimension, size_t access) {
  for (const CutAccess &cut : dimension.accesses)
    if (static_cast<size_t>(cut.access) == access)
      return &cut;
  return nullptr;
}

Region cut::regionOf(const CutAccess &cut, int64_t period, int64_t begin,
                     int64_t end) {
  const int64_t low = cut.first + begin * cut.stride;
  const int64_t high = cut.first + (end - 1) * cut.stride + cut.bytesPerIndex();
  return {period, std::clamp<int64_t>(low, 0, period),
          std::clamp<int64_t>(high, 0, period)};
}

/// Returns the traffic of the indices `[begin, end)`: their share. Bytes in the
/// windows of two neighbours count for both, rounded up.
static int64_t bytesOf(const CutAccess &cut, int64_t bytes,
                       const CutDimension &dimension, const Region &region,
                       int64_t begin, int64_t end) {
  if (cut.bytesPerIndex() <= cut.stride)
    return shareOf(bytes, end, dimension.extent) -
           shareOf(bytes, begin, dimension.extent);
  const Region all = regionOf(cut, region.period, 0, dimension.extent);
  const int64_t whole = all.end - all.begin;
  return bytes - shareOf(bytes, whole - (region.end - region.begin), whole);
}

static OpPiece wholeOp(const Problem &problem, Step step) {
  const Op &op = problem.ops[step];
  OpPiece piece{.op = step, .computePs = op.computePs};
  for (size_t i = 0; i < op.accesses.size(); ++i) {
    const int64_t size = problem.buffers[op.accesses[i].buffer].size;
    piece.accesses.push_back(
        {static_cast<int32_t>(i), op.accesses[i].bytes, Region{size, 0, size}});
  }
  return piece;
}

/// Returns the piece of \p whole with the indices `[begin, end)` of
/// \p dimension.
static OpPiece pieceOf(const Problem &problem, const OpPiece &whole,
                       const CutDimension &dimension, int64_t begin,
                       int64_t end) {
  OpPiece piece = whole;
  piece.computePs = shareOf(whole.computePs, end, dimension.extent) -
                    shareOf(whole.computePs, begin, dimension.extent) +
                    (begin > 0 ? dimension.againPs : 0);
  const Op &op = problem.ops[whole.op];
  for (PieceAccess &access : piece.accesses)
    if (const CutAccess *cut = find(dimension, access.access)) {
      const int64_t size =
          problem.buffers[op.accesses[access.access].buffer].size;
      access.isCut = true;
      access.region = regionOf(*cut, cut->periodIn(size), begin, end);
      access.bytes =
          bytesOf(*cut, access.bytes, dimension, access.region, begin, end);
    }
  return piece;
}

OpPieces cut::makeOpPieces(const Problem &problem,
                           const std::vector<OpCut> &cuts) {
  std::vector<const OpCut *> cutOf(problem.ops.size(), nullptr);
  for (const OpCut &cut : cuts)
    cutOf[cut.op] = &cut;
  OpPieces result;
  for (Step step = 0; step < problem.numSteps(); ++step) {
    result.firstOf.push_back(static_cast<int32_t>(result.pieces.size()));
    const OpCut *cut = cutOf[step];
    result.cascadeOf.push_back(cut ? cut->cascade : -1);
    OpPiece whole = wholeOp(problem, step);
    if (!cut) {
      result.pieces.push_back(std::move(whole));
      continue;
    }
    const CutDimension &dimension = problem.ops[step].cuts[cut->dimension];
    whole.count = static_cast<int32_t>(cut->bounds.size()) + 1;
    for (int32_t i = 0; i < whole.count; ++i) {
      whole.index = i;
      result.pieces.push_back(
          pieceOf(problem, whole, dimension, i == 0 ? 0 : cut->bounds[i - 1],
                  i + 1 == whole.count ? dimension.extent : cut->bounds[i]));
    }
  }
  result.firstOf.push_back(static_cast<int32_t>(result.pieces.size()));
  return result;
}
