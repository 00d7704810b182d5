//===- TestCuts.cpp - Requests random cuts --------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestCuts.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/IRToProblem/IRToProblem.h"
#include "memplace/Problem/Random.h"

#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace memplace;

namespace {

struct AskForCutsPass : PassWrapper<AskForCutsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AskForCutsPass)
  AskForCutsPass() = default;
  AskForCutsPass(const AskForCutsPass &other) : PassWrapper(other) {}

  StringRef getArgument() const override {
    return "test-memplace-ask-for-cuts";
  }
  StringRef getDescription() const override {
    return "Give ops a memplace.cut at random";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<MemPlaceDialect>();
  }
  void runOnOperation() override;

  Option<std::string> target{*this, "target",
                             llvm::cl::desc("Target to extract for"),
                             llvm::cl::init("toy")};
  Option<uint64_t> seed{*this, "seed", llvm::cl::desc("Random seed"),
                        llvm::cl::init(0)};
};

} // namespace

static bool isKnown(const ExtractedFunction &extracted, Value memref) {
  const AliasSets &aliasSets = *extracted.aliasSets;
  if (!isa<BaseMemRefType>(memref.getType()))
    return true;
  return aliasSets.isKnown(memref) &&
         llvm::all_of(aliasSets.getSetsOf(memref), [&](unsigned set) {
           return llvm::is_contained(extracted.setOfBuffer, set);
         });
}

/// Returns true if all memrefs used by \p op, including its region, are in
/// known buffers.
static bool isKnown(const ExtractedFunction &extracted, Operation *op) {
  WalkResult result = op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (!isKnown(extracted, operand))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return !result.wasInterrupted();
}

static void askForCuts(const ExtractedFunction &extracted, Random &random) {
  const auto pieces = static_cast<int64_t>(2 + random.bits() % 3);
  for (size_t step = 0; step < extracted.cuts.size(); ++step) {
    ArrayRef<MemoryCut> cuts = extracted.cuts[step];
    Operation *op = extracted.schedule->getSteps()[step];
    if (cuts.empty() || random.bits() % 2 == 0 || !isKnown(extracted, op))
      continue;
    const MemoryCut &cut =
        cuts[random.bits() % 3 == 0 ? random.bits() % cuts.size() : 0];
    op->setAttr(MemPlaceDialect::cutAttrName,
                CutAttr::get(op->getContext(), cut.dimension,
                             std::min(pieces, cut.extent)));
  }
}

void AskForCutsPass::runOnOperation() {
  ModuleOp module = getOperation();
  FailureOr<Target> machine = getTarget(module, target);
  if (failed(machine))
    return signalPassFailure();
  Random random(seed);
  for (func::FuncOp function : getPlaceableFunctions(module)) {
    FailureOr<ExtractedFunction> extracted = extractFunction(
        function, *machine,
        {.allowUnknownOps = true, .ignoreAnnotations = true, .withCuts = true});
    if (failed(extracted))
      return signalPassFailure();
    askForCuts(*extracted, random);
  }
}

void memplace::registerTestCutsPass() { PassRegistration<AskForCutsPass>(); }
