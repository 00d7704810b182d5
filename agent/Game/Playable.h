//===- Playable.h - Problems that the games know ----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_GAME_PLAYABLE_H
#define MEMPLACE_AGENT_GAME_PLAYABLE_H

#include "memplace/Problem/Problem.h"

namespace memplace {

/// Returns an error if \p problem has pairs of accesses or a limit of transfers
/// in flight, which the games do not know.
inline std::optional<Error> checkPlayable(const Problem &problem) {
  if (problem.hasPairs())
    return Error{"problem '" + problem.name +
                 "' has accesses 'apart' or 'together', which the game does "
                 "not know; give them 'tiers'"};
  if (problem.target.limitsTransfers())
    return Error{"target '" + problem.target.name +
                 "' limits transfers in flight, which the game does not know; "
                 "leave out 'outstanding'"};
  return std::nullopt;
}

} // namespace memplace

#endif // MEMPLACE_AGENT_GAME_PLAYABLE_H
