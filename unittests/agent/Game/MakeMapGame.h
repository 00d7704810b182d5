//===- MakeMapGame.h - Makes a game of maps of a problem --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_AGENT_GAME_MAKEMAPGAME_H
#define MEMPLACE_UNITTESTS_AGENT_GAME_MAKEMAPGAME_H

#include "agent/Game/MapGame.h"

#include "gtest/gtest.h"

#include <utility>

namespace memplace::test {

inline MapGame makeGame(const Problem &problem) {
  Result<MapGame> game = MapGame::create(problem);
  EXPECT_TRUE(bool(game)) << game.error();
  return std::move(*game);
}

} // namespace memplace::test

#endif // MEMPLACE_UNITTESTS_AGENT_GAME_MAKEMAPGAME_H
