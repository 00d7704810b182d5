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
  int64_t pieces = 2;    // Of the seed; about an upper limit for other ops.
  LiveRange steps;       // Range of steps to which the group is limited.
  /// Numbers of indices in the seed's first and last piece, together less than
  /// the extent. The other pieces share the rest evenly. 0: an even share.
  int64_t first = 0;
  int64_t last = 0;

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

/// Returns the cuts of the ops of all groups, in the order of the groups, and
/// of each buffer cut alike by all its users. If a window of an op's piece
/// reaches into the next piece of a buffer, the piece ends earlier, and depends
/// only on earlier pieces. Ops and buffers without a suitable cut stay whole.
/// The result is well formed.
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

/// Returns the cuts \p ops, each op at most once, and of each buffer then cut
/// alike by all its users. The cuts must be well formed. Pieces of ops with a
/// common buffer alternate; `cascade` of \p ops is ignored.
Cuts cutOps(const Problem &problem, const std::vector<OpCut> &ops,
            const CutNeighbours &neighbours);

} // namespace memplace

#endif // MEMPLACE_CUT_GROUPS_H
