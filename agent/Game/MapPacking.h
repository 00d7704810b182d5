//===- MapPacking.h - Packing of maps without copies ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_GAME_MAPPACKING_H
#define MEMPLACE_AGENT_GAME_MAPPACKING_H

#include "MapGame.h"
#include "lib/Planning/FreeBytes.h"

namespace memplace {

/// Arrival of a tensor in its tier.
enum class Arrival {
  Internal, // In the program: its backing copy is there.
  Pinned,   // Before the program: it stays there across invocations.
  Copied,   // By a transfer from its home, and back if necessary.
};

/// Properties of a tensor in the game, besides `MapTensor`.
struct TensorPlace {
  Arrival arrival = Arrival::Internal;
  TierId home = 0;         // Without a map.
  LiveRange range;         // Steps of its reserved bytes.
  double secondsSaved = 0; // In its fastest tier, compared with home.
  Step firstUse = 0;
};

/// Orders of tensors in the game.
struct MapOrders {
  /// For placing: first `Internal` and `Pinned` by falling gain per byte and
  /// step; then `Copied` by first use.
  std::vector<TensorId> placing;
  std::vector<TensorId> packing; // Hardest to pack first.
  std::vector<TensorId> native;  // Keeps the native map unchanged.
};

/// Returns the choices of a tensor in the order of attempts: \p asked, then
/// slower choices, then faster choices.
std::vector<TierId> fallbackOrder(const std::vector<TierId> &choices,
                                  TierId asked);

/// Assigns bytes to the tensors of maps without copies.
class MapPacking {
public:
  /// \p free: by tier, without `Internal` tensors. \p tensors and \p places
  /// must outlive this object.
  MapPacking(const Problem &problem, std::span<const MapTensor> tensors,
             std::span<const TensorPlace> places,
             std::vector<planning::FreeBytes> free)
      : problem(problem), tensors(tensors), places(places),
        free(std::move(free)) {}

  /// Allocates bytes for tensor \p k in \p tier. Returns false if there is no
  /// room.
  bool take(TensorId k, TierId tier);

  /// Packs \p map as described at `MapGame`, and replaces \p map by its
  /// rectified form. Returns false if there is no room.
  bool pack(TierMap &map, const MapOrders &orders);

  /// Releases all bytes allocated.
  void clear();

private:
  bool packAsAsked(const TierMap &map, const std::vector<TensorId> &inOrder);
  bool packRectified(TierMap &map, const std::vector<TensorId> &inOrder);

  struct Taken {
    TensorId tensor = 0;
    TierId tier = 0;
    Offset offset = 0;
  };
  const Problem &problem;
  const std::span<const MapTensor> tensors;
  const std::span<const TensorPlace> places;
  std::vector<planning::FreeBytes> free; // By tier.
  std::vector<Taken> taken;              // In order.
};

} // namespace memplace

#endif // MEMPLACE_AGENT_GAME_MAPPACKING_H
