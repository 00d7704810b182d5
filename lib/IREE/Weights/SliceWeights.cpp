//===- SliceWeights.cpp - Makes layers of stacked weights separate --------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnrollWeightLoops.h"

#include "memplace/IREE/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringSwitch.h"

namespace memplace {
#define GEN_PASS_DEF_SLICEWEIGHTSPASS
#include "memplace/IREE/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

namespace {
class SliceWeightsPass
    : public memplace::impl::SliceWeightsPassBase<SliceWeightsPass> {
public:
  using SliceWeightsPassBase::SliceWeightsPassBase;
  void runOnOperation() override;

private:
  std::optional<WeightLoops> readOptions();
};
} // namespace

/// Parses the options; reports an error for each invalid one.
std::optional<WeightLoops> SliceWeightsPass::readOptions() {
  Location loc = getOperation().getLoc();
  auto which = llvm::StringSwitch<std::optional<WeightLoops>>(loops)
                   .Case("auto", WeightLoops::Auto)
                   .Case("keep", WeightLoops::Keep)
                   .Case("unroll", WeightLoops::Unroll)
                   .Default(std::nullopt);
  if (!which)
    emitError(loc, "'loops' must be 'auto', 'keep' or 'unroll', got '")
        << std::string(loops) << "'";
  const bool knowsSlices = slices == "loops" || slices == "all";
  if (!knowsSlices)
    emitError(loc, "'slices' must be 'loops' or 'all', got '")
        << std::string(slices) << "'";
  if (maxSteps < 1)
    emitError(loc, "'max-steps' must be at least 1, got ") << int64_t(maxSteps);
  return knowsSlices && maxSteps >= 1 ? which : std::nullopt;
}

void SliceWeightsPass::runOnOperation() {
  ModuleOp module = getOperation();
  const std::optional<WeightLoops> which = readOptions();
  if (!which)
    return signalPassFailure();
  const NamedGlobals parameters = findNamedGlobals(module);
  for (const auto &[symbol, parameter] : parameters)
    if (parameter.name.offset) {
      parameter.global->emitError("the key '")
          << parameter.name.getLabel()
          << "' has the form of a key for a slice of '" << parameter.name.key
          << "'; rename the parameter";
      return signalPassFailure();
    }
  if (slices == "loops")
    markKeptSlices(module, parameters);
  const size_t unrolled =
      unrollWeightLoops(module, parameters, *which, maxSteps);
  const SlicedWeights made = makeSlicesWeights(module, parameters);
  if (unrolled > 0 || made.slices > 0)
    emitRemark(module.getLoc())
        << unrolled << " loops are unrolled, and " << made.slices
        << " slices of " << made.weights << " weights are separate weights";
}
