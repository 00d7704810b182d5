//===- PackStreamResources.cpp - Offsets for IREE's transients ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackReport.h"
#include "RewritePack.h"

#include "memplace/IO/File.h"
#include "memplace/IREE/Passes.h"
#include "memplace/Packing/Pack.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"

namespace memplace {
#define GEN_PASS_DEF_PACKSTREAMRESOURCESPASS
#include "memplace/IREE/Passes.h.inc"
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
  LogicalResult readPlan(size_t numPacks);
  LogicalResult packAll(ArrayRef<Operation *> ops);
  FailureOr<PackedSlices> planOne(const StreamPack &pack, size_t index);
  LogicalResult writeReport();

  std::optional<PackPlan> planned;  // Set by readPlan if there is a plan.
  std::vector<StreamPack> packs;    // Set by packAll.
  std::vector<PackedSlices> packed; // Set by packAll.
};
} // namespace

LogicalResult PackStreamResourcesPass::checkOptions() {
  return checkPackOptions(getOperation(), {offsetAlignment, rangeAlignment},
                          nodes);
}

static void remarkOnDynamicSlices(const StreamPack &pack) {
  if (!pack.isDynamic())
    return;
  InFlightDiagnostic remark = pack.op->emitRemark()
                              << "left to IREE in '" << getFunctionName(pack.op)
                              << "': " << pack.numDynamic() << " of "
                              << pack.numSlices() << " slices of dynamic size";
  if (!pack.staticSlices.empty())
    remark.attachNote() << "they come after the other "
                        << pack.staticSlices.size() << ", which are packed";
}

LogicalResult PackStreamResourcesPass::readPlan(size_t numPacks) {
  if (plan.empty())
    return success();
  Location loc = getOperation().getLoc();
  Result<std::string> text = readFile(plan);
  if (!text)
    return emitError(loc) << text.error();
  Result<PackPlan> parsed = PackPlan::parse(*text, std::string(plan));
  if (!parsed)
    return emitError(loc) << parsed.error();
  if (parsed->size() != numPacks)
    return emitError(loc, "'")
           << std::string(plan) << "': has " << parsed->size()
           << " packs, the module has " << numPacks
           << " ops to pack; the file is of another program";
  planned = std::move(*parsed);
  return success();
}

/// Takes the offsets from the plan file, if any, else solves.
FailureOr<PackedSlices> PackStreamResourcesPass::planOne(const StreamPack &pack,
                                                         size_t index) {
  if (!planned) {
    PackLimits limits;
    limits.nodes = nodes;
    limits.seed = seed;
    return planPack(pack, limits);
  }
  Result<SmallVector<Offset>> offsets = planned->getOffsets(index, pack);
  if (!offsets)
    return emitError(getOperation().getLoc()) << offsets.error();
  return checkPlannedPack(pack, std::move(*offsets));
}

/// Parses and packs the ops in order. Reports an error at each failing op.
LogicalResult PackStreamResourcesPass::packAll(ArrayRef<Operation *> ops) {
  SliceAlignment defaults = {offsetAlignment, rangeAlignment};
  KnownSizes known;
  for (auto [index, op] : llvm::enumerate(ops)) {
    FailureOr<StreamPack> pack = readStreamPack(op, defaults, known);
    if (failed(pack))
      continue;
    FailureOr<PackedSlices> result = planOne(*pack, index);
    if (failed(result))
      continue;
    if (!pack->isDynamic() && !pack->hasBase)
      known[op->getResult(0)] = result->size;
    packs.push_back(std::move(*pack));
    packed.push_back(std::move(*result));
  }
  return success(packs.size() == ops.size());
}

LogicalResult PackStreamResourcesPass::writeReport() {
  if (report.empty())
    return success();
  if (std::optional<Error> error =
          writeFile(report, printPackReport(packs, packed)))
    return emitError(getOperation().getLoc()) << error->message;
  return success();
}

void PackStreamResourcesPass::runOnOperation() {
  SmallVector<Operation *> ops;
  getOperation().walk([&](Operation *op) {
    if (isStreamPack(op))
      ops.push_back(op);
  });
  if (ops.empty())
    emitRemark(getOperation().getLoc(),
               "nothing is packed: the module has no 'stream.resource.pack'");
  // Change the module only after all steps that can fail.
  packs.clear();
  packed.clear();
  if (failed(checkOptions()) || failed(readPlan(ops.size())) ||
      failed(packAll(ops)) || failed(writeReport()))
    return signalPassFailure();

  for (auto [pack, slices] : llvm::zip_equal(packs, packed)) {
    remarkOnDynamicSlices(pack);
    if (!pack.isAllDynamic())
      rewriteStreamPack(pack, slices.size, slices.offsets);
  }
}
