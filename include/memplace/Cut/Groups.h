//===- Groups.h - Ops that are cut together ---------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_CUT_GROUPS_H
#define MEMPLACE_CUT_GROUPS_H

#include "memplace/Cut/CutProblem.h"

namespace memplace {

/// A set of ops cut along the same rows of the buffers between them. The group
/// grows from a single op, the seed, over accesses with the same cut of a
/// buffer.
struct CutGroup {
  Step seed = 0;
  int32_t dimension = 0; // Dimension of the seed, an index into Op::cuts.
  int64_t pieces = 2;    // Of the seed; other ops follow its cut of buffers.
  LiveRange steps;       // Range of steps to which the group is limited.
  /// Numbers of indices in the seed's first and last piece, together less than
  /// the extent. The other pieces share the rest evenly. 0: an even share.
  int64_t first = 0;
  int64_t last = 0;
  /// Pieces of the group's ops alternate; false: program order.
  bool takesTurns = true;

  bool operator==(const CutGroup &) const = default;
};

/// Rules for cuts in addition to the rules of the problem. An op of a program
/// needs each operand as a single array.
struct CutRules {
  std::vector<bool> isWhole; // By buffer: must not be cut. Empty: none.
  /// A buffer is cut only if no piece of an op touches two pieces of the
  /// buffer.
  bool isOneEach = false;
  std::vector<OpNeed> needs; // Dependences to keep in all cuts.
};

/// Returns two kinds of cuts, in program order: of the ops of all groups, and
/// of each buffer that all its users cut alike. An op of several groups is cut
/// by the first. The group's index becomes the cascade of its ops, if they take
/// turns. If a window of an op's piece reaches into the next piece of a buffer,
/// the op's piece ends earlier, so it depends only on earlier pieces. Ops and
/// buffers without a suitable cut stay whole. The result is well formed.
Cuts cutGroups(const Problem &problem, const std::vector<CutGroup> &groups);

/// Index of the ops with accesses to each buffer, used to find the neighbours
/// of an op.
class CutNeighbours {
public:
  /// Refers to \p problem.
  explicit CutNeighbours(const Problem &problem, CutRules rules = {});

  /// Returns the ops with an access to \p buffer, in order, without duplicates.
  const std::vector<Step> &usersOf(BufferId buffer) const {
    return users[buffer];
  }
  /// Returns the rules for every cut.
  const CutRules &getRules() const { return rules; }
  /// Returns true if an op without a cut along the buffer may access the whole
  /// buffer through \p access.
  bool mayAccessWhole(const Access &access) const;

private:
  const Problem &problem;
  CutRules rules;
  std::vector<bool> isWholeAtHome; // By buffer: see `findWholeAtHome`.
  std::vector<std::vector<Step>> users;
};

/// Overload for repeated calls with the same \p neighbours.
Cuts cutGroups(const Problem &problem, const std::vector<CutGroup> &groups,
               const CutNeighbours &neighbours);

/// Returns the cuts \p ops, and a cut of each buffer that all its users then
/// cut alike. \p ops must be well formed, with each op at most once. Ops with a
/// common buffer get the same `cascade`; the given cascades are ignored.
Cuts cutOps(const Problem &problem, const std::vector<OpCut> &ops,
            const CutNeighbours &neighbours);

} // namespace memplace

#endif // MEMPLACE_CUT_GROUPS_H
