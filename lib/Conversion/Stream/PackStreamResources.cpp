//===- PackStreamResources.cpp - Offsets for IREE's transients ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackFile.h"
#include "StreamPack.h"

#include "memplace/Conversion/Passes.h"
#include "memplace/Packing/Pack.h"
#include "memplace/Problem/JSON.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/MathExtras.h"

namespace memplace {
#define GEN_PASS_DEF_PACKSTREAMRESOURCESPASS
#include "memplace/Conversion/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

namespace {
class PackStreamResourcesPass
    : public memplace::impl::PackStreamResourcesPassBase<
          PackStreamResourcesPass> {
public:
  using PackStreamResourcesPassBase::PackStreamResourcesPassBase;
  void runOnOperation() override;

private:
  LogicalResult checkOptions();
  FailureOr<std::vector<StreamPack>> readPacks();
  FailureOr<std::vector<PackedSlices>> solve(ArrayRef<StreamPack> packs);
  FailureOr<std::vector<PackedSlices>> readPlan(ArrayRef<StreamPack> packs);
};
} // namespace

LogicalResult PackStreamResourcesPass::checkOptions() {
  // An option by itself streams as a blank.
  auto check = [&](StringRef name, int64_t value, int64_t low,
                   int64_t high) -> LogicalResult {
    if (value >= low && value <= high)
      return success();
    return emitError(getOperation().getLoc(), "'")
           << name << "' must be from " << low << " to " << high << ", got "
           << value;
  };
  constexpr int64_t maxAlignment = int64_t(1) << 30;
  return success(
      succeeded(check("offset-alignment", offsetAlignment, 1, maxAlignment)) &&
      succeeded(check("range-alignment", rangeAlignment, 1, maxAlignment)) &&
      succeeded(check("nodes", nodes, 0, INT64_MAX)));
}

FailureOr<std::vector<StreamPack>> PackStreamResourcesPass::readPacks() {
  SliceAlignment defaults = {offsetAlignment, rangeAlignment};
  std::vector<StreamPack> packs;
  bool isBad = false;
  getOperation().walk([&](Operation *op) {
    if (!isStreamPack(op))
      return;
    FailureOr<StreamPack> pack = readStreamPack(op, defaults);
    if (failed(pack)) {
      isBad = true;
      return;
    }
    if (std::optional<Error> error = check(toPackingProblem(*pack))) {
      op->emitOpError() << error->message;
      isBad = true;
      return;
    }
    packs.push_back(std::move(*pack));
  });
  if (isBad)
    return failure();
  return packs;
}

static void remarkOnDynamicSlices(const StreamPack &pack) {
  if (!pack.isDynamic())
    return;
  size_t numDynamic = pack.sizes.size() - pack.staticSlices.size();
  InFlightDiagnostic remark =
      pack.op->emitRemark()
      << "left to IREE in '" << getFunctionName(pack.op) << "': " << numDynamic
      << " of " << pack.sizes.size() << " slices, whose sizes only a run tells";
  if (!pack.staticSlices.empty())
    remark.attachNote() << "they come after the other "
                        << pack.staticSlices.size() << ", which are packed";
}

/// What an offset of a slice of \p problem is worth: fills in all but who found
/// it.
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

FailureOr<std::vector<PackedSlices>>
PackStreamResourcesPass::solve(ArrayRef<StreamPack> packs) {
  PackLimits limits;
  limits.nodes = nodes;
  limits.seed = seed;
  std::vector<PackedSlices> all;
  for (const StreamPack &pack : packs) {
    const PackingProblem problem = toPackingProblem(pack);
    PackResult result = memplace::pack(problem, limits);
    if (!result.packing)
      return pack.op->emitOpError("cannot be packed: ") << result.message;
    FailureOr<PackedSlices> packed =
        evaluate(pack, problem, toSliceOffsets(pack, *result.packing));
    if (failed(packed))
      return failure();
    packed->bound = std::max(packed->bound, result.bound);
    packed->isProven = result.isProven();
    packed->packer = result.packer;
    all.push_back(std::move(*packed));
  }
  return all;
}

FailureOr<std::vector<PackedSlices>>
PackStreamResourcesPass::readPlan(ArrayRef<StreamPack> packs) {
  Location loc = getOperation().getLoc();
  Result<std::string> text = readFile(plan);
  if (!text)
    return emitError(loc) << text.error();
  auto offsets = parsePackFile(*text, std::string(plan), packs);
  if (!offsets)
    return emitError(loc) << offsets.error();
  std::vector<PackedSlices> all;
  for (auto [pack, own] : llvm::zip_equal(packs, *offsets)) {
    FailureOr<PackedSlices> packed =
        evaluate(pack, toPackingProblem(pack), std::move(own));
    if (failed(packed))
      return failure();
    packed->isProven = packed->size == packed->bound;
    packed->packer = "plan";
    all.push_back(std::move(*packed));
  }
  return all;
}

void PackStreamResourcesPass::runOnOperation() {
  if (failed(checkOptions()))
    return signalPassFailure();
  // Nothing is changed before everything is known to work.
  FailureOr<std::vector<StreamPack>> packs = readPacks();
  if (failed(packs))
    return signalPassFailure();
  FailureOr<std::vector<PackedSlices>> packed =
      plan.empty() ? solve(*packs) : readPlan(*packs);
  if (failed(packed))
    return signalPassFailure();
  if (!report.empty())
    if (std::optional<Error> error =
            writeFile(report, printPackFile(*packs, *packed))) {
      emitError(getOperation().getLoc()) << error->message;
      return signalPassFailure();
    }

  for (auto [pack, slices] : llvm::zip_equal(*packs, *packed)) {
    remarkOnDynamicSlices(pack);
    if (!pack.isAllDynamic())
      replaceStreamPack(pack, slices.size, slices.offsets);
  }
}
