//===- PlanPack.cpp - Offsets of slices -----------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanPack.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace memplace;

LogicalResult memplace::checkPackOptions(Operation *module,
                                         SliceAlignment alignment,
                                         int64_t nodes) {
  auto check = [&](StringRef name, int64_t value, int64_t low,
                   int64_t high) -> LogicalResult {
    if (value >= low && value <= high)
      return success();
    return emitError(module->getLoc(), "'")
           << name << "' must be from " << low << " to " << high << ", got "
           << value;
  };
  constexpr int64_t maxAlignment = int64_t(1) << 30;
  return success(
      succeeded(check("offset-alignment", alignment.offset, 1, maxAlignment)) &&
      succeeded(check("range-alignment", alignment.range, 1, maxAlignment)) &&
      succeeded(check("nodes", nodes, 0, INT64_MAX)));
}

/// Returns the offsets of \p packing by static slice; 0 for an empty slice.
static SmallVector<Offset> toSliceOffsets(const StreamPack &pack,
                                          const Packing &packing) {
  SmallVector<Offset> offsets;
  size_t next = 0;
  for (int64_t size : pack.staticSizes)
    offsets.push_back(size == 0 ? 0 : packing.offsets[next++]);
  return offsets;
}

/// Inverse of `toSliceOffsets`.
static Packing toPacking(const StreamPack &pack, ArrayRef<Offset> offsets) {
  Packing packing;
  for (auto [size, offset] : llvm::zip_equal(pack.staticSizes, offsets))
    if (size != 0)
      packing.offsets.push_back(offset);
  return packing;
}

/// Verifies \p offsets and computes sizes and bound. The caller sets `packer`
/// and `isProven`.
static FailureOr<PackedSlices> evaluate(const StreamPack &pack,
                                        const PackingProblem &problem,
                                        SmallVector<Offset> offsets) {
  Packing packing = toPacking(pack, offsets);
  if (std::optional<Error> error = verifyPacking(problem, packing))
    return pack.op->emitOpError("is not packed legally: ") << error->message;
  PackedSlices packed;
  packed.offsets = std::move(offsets);
  packed.size = llvm::alignTo(peaksOf(problem, packing)[0],
                              static_cast<uint64_t>(pack.alignment.range));
  packed.stock = llvm::alignTo(packBy("iree", problem).peak,
                               static_cast<uint64_t>(pack.alignment.range));
  packed.bound = lowerBoundOnPeak(problem);
  return packed;
}

FailureOr<PackedSlices> memplace::planPack(const StreamPack &pack,
                                           const PackLimits &limits) {
  const PackingProblem problem = toPackingProblem(pack);
  if (std::optional<Error> error = check(problem))
    return pack.op->emitOpError() << error->message;
  PackResult solved = memplace::pack(problem, limits);
  if (!solved.packing)
    return pack.op->emitOpError("cannot be packed: ") << solved.message;
  FailureOr<PackedSlices> result =
      evaluate(pack, problem, toSliceOffsets(pack, *solved.packing));
  if (succeeded(result)) {
    result->bound = std::max(result->bound, solved.bound);
    result->isProven = solved.isProven();
    result->packer = solved.packer;
  }
  return result;
}

FailureOr<PackedSlices>
memplace::checkPlannedPack(const StreamPack &pack,
                           SmallVector<Offset> offsets) {
  const PackingProblem problem = toPackingProblem(pack);
  if (std::optional<Error> error = check(problem))
    return pack.op->emitOpError() << error->message;
  FailureOr<PackedSlices> result = evaluate(pack, problem, std::move(offsets));
  if (succeeded(result)) {
    result->isProven = result->size == result->bound;
    result->packer = "plan";
  }
  return result;
}
