//===- Trace.h - A placement replayed as a game -----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_GAME_TRACE_H
#define MEMPLACE_AGENT_GAME_TRACE_H

#include "Game.h"

namespace memplace {

/// Plays \p game from its start to its end as \p solution places the buffers. A
/// use served at home is dropped, a use served by the same residency as the
/// previous use stays, any other use is copied. If an action is illegal in the
/// game, whose environment finds its own offsets and transfers, the buffer is
/// copied anew or dropped. Returns the actions. Expects \p solution to pass
/// `verify`.
std::vector<GameAction> playTrace(Game &game, const Solution &solution);

} // namespace memplace

#endif // MEMPLACE_AGENT_GAME_TRACE_H
