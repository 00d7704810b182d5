//===- Trace.h - A placement replayed as a game -----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_GAME_TRACE_H
#define MEMPLACE_GAME_TRACE_H

#include "memplace/Game/Game.h"

namespace memplace {

/// Plays \p game, at its start, to its end as \p solution places the buffers:
/// a use that is served at home is dropped, one that is served by the same
/// residency as the use before stays, others are copied. What is not legal for
/// the game, whose environment finds its own offsets and transfers, is copied
/// anew or dropped. Returns the actions. Expects a solution that passes
/// `verify`.
std::vector<GameAction> playTrace(Game &game, const Solution &solution);

} // namespace memplace

#endif // MEMPLACE_GAME_TRACE_H
