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

/// Ops that are cut together, along the same rows of the buffers between them:
/// found from one op, by whatever access cuts a buffer alike.
struct CutGroup {
  Step seed = 0;
  int32_t dimension = 0; // Of the seed, an index into Op::cuts.
  int64_t pieces = 2;    // Of the seed; of others at most about as many.
  LiveRange steps;       // No op outside of it.
  /// Indices of the seed's first and of its last piece, together less than the
  /// extent; the others share the rest evenly. 0: as many as those.
  int64_t first = 0;
  int64_t last = 0;

  bool operator==(const CutGroup &) const = default;
};

/// What a cut has to respect beyond what the problem says: an op of a program
/// sees each of its operands as one array, wherever that is.
struct CutRules {
  std::vector<bool> isWhole; // By buffer: it is not cut. Empty: of none.
  /// A buffer is cut only if no piece of an op touches two of its pieces.
  bool isOneEach = false;
  std::vector<OpNeed> needs; // Of all cuts.
};

/// Cuts the ops of the groups, of earlier ones first, and each buffer that all
/// its users cut alike. A piece of an op whose windows reach into the next
/// piece of a buffer is made to end earlier, so that it needs only what came
/// before. What can't be cut so is left whole; the result is well formed.
Cuts cutGroups(const Problem &problem, const std::vector<CutGroup> &groups);

/// Who accesses each buffer, from which one gets from an op to its neighbours.
class CutNeighbours {
public:
  /// Refers to \p problem.
  explicit CutNeighbours(const Problem &problem, CutRules rules = {});

  /// Ops that access \p buffer, in order, each once.
  const std::vector<Step> &usersOf(BufferId buffer) const {
    return users[buffer];
  }
  /// What every cut has to respect.
  const CutRules &getRules() const { return rules; }
  /// Whether an op that does not cut a buffer alike may access all of it.
  bool mayAccessWhole(const Access &access) const;

private:
  const Problem &problem;
  CutRules rules;
  std::vector<bool> isWholeAtHome; // By buffer: it may be.
  std::vector<std::vector<Step>> users;
};

/// Likewise, for who asks often.
Cuts cutGroups(const Problem &problem, const std::vector<CutGroup> &groups,
               const CutNeighbours &neighbours);

/// Cuts these ops, each at most once and well formed, and each buffer that all
/// its users cut alike then. Ops with a buffer in common take turns, whatever
/// their `cascade` is.
Cuts cutOps(const Problem &problem, const std::vector<OpCut> &ops,
            const CutNeighbours &neighbours);

} // namespace memplace

#endif // MEMPLACE_CUT_GROUPS_H
