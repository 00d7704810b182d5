//===- FitTest.cpp - First fit, best fit, and orders of other compilers ---===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

using namespace memplace;

namespace {

/// Places buffers one by one at the best relevant offset; `verifyPacking`
/// decides whether an offset is legal.
class ReferenceFit {
public:
  explicit ReferenceFit(const PackingProblem &problem)
      : problem(problem), sofar(problem) {
    sofar.buffers.clear();
  }

  /// First or best fit. The size of a gap is the room in which the buffer could
  /// grow.
  Offset place(size_t buffer, bool isBest) {
    Offset best = -1;
    int64_t bestRoom = 0;
    for (Offset offset : candidates(buffer)) {
      if (!isLegal(buffer, offset))
        continue;
      const int64_t room = roomAt(buffer, offset);
      if (best < 0 || (isBest && room < bestRoom)) {
        best = offset;
        bestRoom = room;
      }
    }
    put(buffer, best);
    return best;
  }
  void put(size_t buffer, Offset offset) {
    sofar.buffers.push_back(problem.buffers[buffer]);
    packing.offsets.push_back(offset);
  }

private:
  std::vector<Offset> candidates(size_t buffer) const {
    const int64_t alignment = problem.buffers[buffer].alignment;
    std::vector<Offset> offsets = {0};
    for (size_t i = 0; i < packing.offsets.size(); ++i) {
      if (!sofar.buffers[i].range.overlaps(problem.buffers[buffer].range))
        continue;
      const Offset end = packing.offsets[i] + sofar.buffers[i].size;
      offsets.push_back((end + alignment - 1) / alignment * alignment);
    }
    std::sort(offsets.begin(), offsets.end());
    return offsets;
  }
  bool isLegal(size_t buffer, Offset offset) {
    put(buffer, offset);
    const bool isLegal = !verifyPacking(sofar, packing);
    sofar.buffers.pop_back();
    packing.offsets.pop_back();
    return isLegal;
  }
  /// Returns the bytes from \p offset up to the next buffer above.
  int64_t roomAt(size_t buffer, Offset offset) const {
    int64_t room = std::numeric_limits<int64_t>::max();
    for (size_t i = 0; i < packing.offsets.size(); ++i)
      if (packing.offsets[i] >= offset &&
          sofar.buffers[i].range.overlaps(problem.buffers[buffer].range))
        room = std::min(room, packing.offsets[i] - offset);
    return room;
  }

  const PackingProblem &problem;
  PackingProblem sofar;
  Packing packing; // Of `sofar`.
};

} // namespace

static std::vector<size_t> largestFirst(const PackingProblem &problem) {
  std::vector<size_t> order(problem.buffers.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return problem.buffers[a].size > problem.buffers[b].size;
  });
  return order;
}

static void expectLikeReference(const PackingProblem &problem,
                                const std::string &packer, bool isBest,
                                const std::vector<size_t> &order) {
  const PackResult result = packBy(packer, problem);
  if (!result.packing)
    return; // Clashing fixed offsets.
  ReferenceFit reference(problem);
  for (size_t i : order)
    if (const PackingTraits *traits = problem.traitsOf(problem.buffers[i]);
        traits && traits->offset)
      reference.put(i, *traits->offset);
  for (size_t i : order)
    if (const PackingTraits *traits = problem.traitsOf(problem.buffers[i]);
        !traits || !traits->offset)
      EXPECT_EQ(result.packing->offsets[i], reference.place(i, isBest))
          << packer << ", buffer " << problem.buffers[i].id;
}

TEST(FitTest, PlacesLikeAReferenceFit) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    RandomPackingOptions options;
    options.numBuffers = 25;
    options.numSteps = 4 + static_cast<int>(seed);
    options.largestSize = 12;
    options.hasAlignment = seed & 1;
    options.hasFixed = seed & 2;
    PackingProblem problem = makeRandomPacking(seed, options);
    // All sizes differ, so that sizes determine the order.
    for (size_t i = 0; i < problem.buffers.size(); ++i)
      problem.buffers[i].size =
          32 * problem.buffers[i].size + static_cast<int64_t>(i);
    const std::vector<size_t> order = largestFirst(problem);
    expectLikeReference(problem, "size-first-fit", /*isBest=*/false, order);
    expectLikeReference(problem, "size-best-fit", /*isBest=*/true, order);
  }
}

namespace {

enum class Rule { First, Best, BestLoose };

} // namespace

/// Returns the offset of each buffer. Compares each buffer with all placed
/// buffers: quadratic.
static std::vector<Offset> fitByLookingAtAll(const PackingProblem &problem,
                                             const std::vector<size_t> &order,
                                             Rule rule) {
  std::vector<Offset> offsets(problem.buffers.size());
  std::vector<size_t> byOffset; // Placed buffers.
  for (size_t i : order) {
    const PackingBuffer &buffer = problem.buffers[i];
    auto alignUp = [&](Offset offset) {
      return (offset + buffer.alignment - 1) / buffer.alignment *
             buffer.alignment;
    };
    Offset end = 0, best = -1;
    int64_t bestRoom = std::numeric_limits<int64_t>::max();
    for (size_t other : byOffset) {
      if (!problem.buffers[other].range.overlaps(buffer.range))
        continue;
      const int64_t room = offsets[other] - alignUp(end) - buffer.size;
      if (room >= 0 && (best < 0 || rule != Rule::First) && room < bestRoom) {
        best = alignUp(end);
        bestRoom =
            rule == Rule::BestLoose ? offsets[other] - end - buffer.size : room;
      }
      end = std::max(end, offsets[other] + problem.buffers[other].size);
    }
    offsets[i] = best < 0 ? alignUp(end) : best;
    byOffset.insert(std::upper_bound(byOffset.begin(), byOffset.end(), i,
                                     [&](size_t a, size_t b) {
                                       return offsets[a] < offsets[b];
                                     }),
                    i);
  }
  return offsets;
}

/// Orders live ranges by first step if \p isByTime. All sizes differ and are
/// multiples of \p unit.
static PackingProblem makeManyBuffers(uint64_t seed, int64_t unit,
                                      bool isByTime) {
  RandomPackingOptions options;
  options.numBuffers = 1500;
  options.numSteps = seed % 2 ? 5 : 60;
  options.largestSize = 300;
  PackingProblem problem = makeRandomPacking(seed, options);
  if (isByTime)
    std::sort(problem.buffers.begin(), problem.buffers.end(),
              [](const PackingBuffer &a, const PackingBuffer &b) {
                return a.range.begin < b.range.begin;
              });
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    PackingBuffer &buffer = problem.buffers[i];
    buffer.size = unit * (1500 * buffer.size + static_cast<int64_t>(i));
    // Some alignments matter, unless all sizes are aligned anyway.
    buffer.alignment = unit > 1 ? unit : 1 + static_cast<int64_t>(i % 3) * 511;
  }
  return problem;
}

TEST(FitTest, PlacesManyBuffersLikeAQuadraticFit) {
  for (uint64_t seed = 0; seed < 4; ++seed) {
    SCOPED_TRACE(seed);
    const PackingProblem problem = makeManyBuffers(seed, 1, false);
    const std::vector<size_t> order = largestFirst(problem);
    EXPECT_EQ(packBy("size-first-fit", problem).packing->offsets,
              fitByLookingAtAll(problem, order, Rule::First));
    EXPECT_EQ(packBy("size-best-fit", problem).packing->offsets,
              fitByLookingAtAll(problem, order, Rule::Best));
  }
}

// In order of time, and with alignments that change no offset, one list of gaps
// suffices.
TEST(FitTest, IREEsOrderPlacesLikeAQuadraticFit) {
  for (uint64_t seed = 0; seed < 8; ++seed) {
    SCOPED_TRACE(seed);
    const PackingProblem problem =
        makeManyBuffers(seed, seed & 4 ? 64 : 1, seed & 2);
    std::vector<size_t> order(problem.buffers.size());
    std::iota(order.begin(), order.end(), 0);
    EXPECT_EQ(packBy("iree", problem).packing->offsets,
              fitByLookingAtAll(problem, order, Rule::BestLoose));
  }
}

static std::vector<Offset> offsetsBy(const std::string &packer,
                                     const PackingProblem &problem) {
  const PackResult result = packBy(packer, problem);
  return result.packing ? result.packing->offsets : std::vector<Offset>();
}

TEST(FitTest, TFLiteMicroTakesTheLastOfEqualSizesFirst) {
  PackingProblem problem;
  problem.buffers = {{.id = "a", .range = {0, 1}, .size = 4},
                     {.id = "b", .range = {0, 1}, .size = 4}};

  EXPECT_EQ(offsetsBy("tflite-micro", problem), (std::vector<Offset>{4, 0}));
  EXPECT_EQ(offsetsBy("size-first-fit", problem), (std::vector<Offset>{0, 4}));
}

// Of equal sizes, the buffer with more overlaps comes first, then the buffer
// with the later name.
TEST(FitTest, TVMCountsOverlapsAndComparesNames) {
  PackingProblem problem;
  problem.buffers = {{.id = "z", .range = {0, 1}, .size = 4},
                     {.id = "b", .range = {0, 3}, .size = 4},
                     {.id = "c", .range = {2, 3}, .size = 4},
                     {.id = "a", .range = {2, 3}, .size = 1}};

  EXPECT_EQ(offsetsBy("tvm", problem), (std::vector<Offset>{4, 0, 4, 8}));
  problem.buffers[3].size = 9;
  // b overlaps three buffers. Of a and c, each with two overlaps, a is larger.
  EXPECT_EQ(offsetsBy("tvm-conflicts", problem),
            (std::vector<Offset>{4, 0, 13, 4}));
}

// b takes the slot of a, and c the rest of the slot beside b.
TEST(FitTest, ExecuTorchSharesSlots) {
  PackingProblem problem;
  problem.buffers = {{.id = "a", .range = {0, 1}, .size = 10},
                     {.id = "b", .range = {1, 3}, .size = 6},
                     {.id = "c", .range = {1, 3}, .size = 4},
                     {.id = "d", .range = {2, 3}, .size = 1}};

  EXPECT_EQ(offsetsBy("executorch", problem),
            (std::vector<Offset>{0, 0, 6, 10}));
}

// e fits in the gap above c, which ends at the highest byte of d, and in the
// larger gap below c. f is too large for any gap, and goes above the highest
// byte used so far, though the last of these bytes are free.
TEST(FitTest, MLIRFillsTheSmallestGapBelowTheHighestByte) {
  PackingProblem problem;
  problem.buffers = {{.id = "a", .range = {0, 6}, .size = 64},
                     {.id = "b", .range = {1, 4}, .size = 16},
                     {.id = "c", .range = {2, 9}, .size = 64},
                     {.id = "d", .range = {3, 5}, .size = 16},
                     {.id = "e", .range = {7, 9}, .size = 8},
                     {.id = "f", .range = {8, 9}, .size = 90}};

  EXPECT_EQ(offsetsBy("mlir-best-fit", problem),
            (std::vector<Offset>{0, 64, 80, 144, 144, 160}));
}

// The gap of 56 bytes at 128 has no multiple of 256.
TEST(FitTest, MLIRAlignsInsideOfGaps) {
  PackingProblem problem;
  problem.buffers = {
      {.id = "a", .range = {0, 9}, .size = 128, .alignment = 128},
      {.id = "b", .range = {1, 3}, .size = 56},
      {.id = "c", .range = {2, 9}, .size = 128, .alignment = 128},
      {.id = "d", .range = {4, 9}, .size = 64, .alignment = 128},
      {.id = "e", .range = {5, 9}, .size = 64, .alignment = 256}};

  EXPECT_EQ(offsetsBy("mlir-best-fit", problem),
            (std::vector<Offset>{0, 128, 256, 128, 512}));
}

// By size: a, then b on top, then c on top of both. By length of live range, b
// and c come first, and a fits beside c.
TEST(FitTest, XLATakesTheBetterOfItsTwoOrders) {
  PackingProblem problem;
  problem.buffers = {{.id = "a", .range = {0, 1}, .size = 6},
                     {.id = "b", .range = {3, 4}, .size = 5},
                     {.id = "c", .range = {0, 5}, .size = 4},
                     {.id = "d", .range = {1, 4}, .size = 1}};

  EXPECT_EQ(packBy("xla", problem).peak, 10);
}
