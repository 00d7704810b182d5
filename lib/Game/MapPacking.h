//===- MapPacking.h - Maps without copies, as bytes -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_GAME_MAPPACKING_H
#define MEMPLACE_LIB_GAME_MAPPACKING_H

#include "memplace/Game/MapGame.h"
#include "memplace/Planning/FreeBytes.h"

namespace memplace {

/// How a tensor comes to its tier.
enum class Arrival {
  Made,   // In the program: its base is there.
  Pinned, // Before the program: it stays there from invocation to invocation.
  Copied, // By a transfer from its home, and back if need be.
};

/// What the game knows of a tensor, besides `MapTensor`.
struct TensorPlace {
  Arrival arrival = Arrival::Made;
  TierId home = 0;         // Without a map.
  LiveRange range;         // Steps for which it takes its bytes.
  double secondsSaved = 0; // In its fastest tier, against its home.
  Step firstUse = 0;
};

/// The orders in which the game gives tensors their places.
struct MapOrders {
  /// Of placing: first `Made` and `Pinned`, those first that save most; then
  /// what is copied.
  std::vector<TensorId> placing;
  std::vector<TensorId> packing; // Those first that are hard to pack.
  std::vector<TensorId> native;  // So that the native map is left as it is.
};

/// The choices of a tensor in the order in which it moves from \p asked: on to
/// slower ones, then back to faster ones.
std::vector<TierId> detour(const std::vector<TierId> &choices, TierId asked);

/// Gives the tensors of maps that copy nothing their bytes.
class MapPacking {
public:
  /// \p free: by tier, without tensors that are `Made`. \p tensors and
  /// \p places must outlive this.
  MapPacking(const Problem &problem, std::span<const MapTensor> tensors,
             std::span<const TensorPlace> places,
             std::vector<planning::FreeBytes> free)
      : problem(problem), tensors(tensors), places(places),
        free(std::move(free)) {}

  /// Whether there is room for tensor \p k in \p tier; it has it from now on.
  bool take(TensorId k, TierId tier);

  /// Finds room for \p map, as `MapGame` says, and makes it what comes of it.
  /// False: there is none.
  bool pack(TierMap &map, const MapOrders &orders);

  /// Gives back what was taken.
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

#endif // MEMPLACE_LIB_GAME_MAPPACKING_H
