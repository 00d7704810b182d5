//===- PreparationPasses.cpp - First steps of the preparation -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PreparationPasses.h"

#include "memplace/Interfaces/MemoryOpInterface.h"
#include "memplace/Transforms/Passes.h"

#include "mlir/Analysis/CallGraph.h"
#include "mlir/Conversion/BufferizationToMemRef/BufferizationToMemRef.h"
#include "mlir/Conversion/ControlFlowToSCF/ControlFlowToSCF.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SCCIterator.h"

using namespace mlir;
using namespace memplace;

/// Maximum number of ops in a module after inlining. Such a module takes less
/// than 1 GB.
static constexpr int64_t maxInlinedOps = int64_t(1) << 18;

/// Attribute of `func.func` and `func.call`.
static constexpr StringLiteral noInlineName = "no_inline";

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Returns true if only `cf` branches lead from block to block.
static bool canLift(Region &region) {
  return llvm::all_of(region, [](Block &block) {
    Operation *end =
        block.mightHaveTerminator() ? block.getTerminator() : nullptr;
    return end && (isa<cf::BranchOp, cf::CondBranchOp, cf::SwitchOp>(end) ||
                   (end->getNumSuccessors() == 0 &&
                    end->hasTrait<OpTrait::ReturnLike>()));
  });
}

/// Converts bodies of several blocks, of \p function and of
/// `scf.execute_region`, to loops and branches. Leaves a body as it is if
/// another op than a branch of `cf` leads from block to block. Returns true if
/// it converted any.
static FailureOr<bool> liftBlocks(func::FuncOp function) {
  ControlFlowToSCFTransformation lifting;
  IRRewriter rewriter(function.getContext());
  DominanceInfo dominance;
  bool isAnyLifted = false;
  const bool isFailed =
      function
          ->walk([&](Operation *op) {
            if (!isa<func::FuncOp, scf::ExecuteRegionOp>(op) ||
                op->getRegion(0).empty() || op->getRegion(0).hasOneBlock() ||
                !canLift(op->getRegion(0)))
              return WalkResult::advance();
            isAnyLifted = true;
            (void)eraseUnreachableBlocks(rewriter, op->getRegions());
            return failed(
                       transformCFGToSCF(op->getRegion(0), lifting, dominance))
                       ? WalkResult::interrupt()
                       : WalkResult::advance();
          })
          .wasInterrupted();
  if (isFailed)
    return failure();
  return isAnyLifted;
}

namespace {
struct LiftBlocksPass
    : PassWrapper<LiftBlocksPass, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LiftBlocksPass)
  StringRef getArgument() const override { return "memplace-lift-blocks"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, cf::ControlFlowDialect,
                    scf::SCFDialect, ub::UBDialect>();
  }
  void runOnOperation() override {
    FailureOr<bool> isLifted = liftBlocks(getOperation());
    if (failed(isLifted))
      return signalPassFailure();
    // The last trip of a lifted loop passes on `ub.poison`, also as a memref.
    OpPassManager cleanup(func::FuncOp::getOperationName());
    cleanup.addPass(createCanonicalizePass());
    if (*isLifted && failed(runPipeline(cleanup, getOperation())))
      signalPassFailure();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

namespace {
/// Numbers of ops after inlining all calls.
class InlinedSizes {
public:
  explicit InlinedSizes(ModuleOp module) : module(module) {}
  /// Fails with a diagnostic if there are too many ops.
  LogicalResult check();

  /// Functions that call themselves, directly or through other functions.
  SmallVector<func::FuncOp> recursive;

private:
  int64_t measureAndCountCalls(func::FuncOp function);

  ModuleOp module;
  SymbolTableCollection symbols;
  DenseMap<Operation *, int64_t> sizeOf; // By inlined function.
  DenseMap<Operation *, int64_t> callsOf;
};
} // namespace

/// Returns the number of ops of \p function after inlining, and counts its
/// calls in `callsOf`. Callees must have been measured before.
int64_t InlinedSizes::measureAndCountCalls(func::FuncOp function) {
  int64_t size = 0;
  function->walk([&](Operation *op) {
    size = addCounts(size, 1);
    if (auto call = dyn_cast<CallOpInterface>(op);
        call && !op->hasAttr(noInlineName)) {
      Operation *callee = call.resolveCallableInTable(&symbols);
      size = addCounts(size, sizeOf.lookup(callee));
      callsOf[callee]++;
    }
  });
  return size;
}

LogicalResult InlinedSizes::check() {
  CallGraph graph(module);
  SmallVector<std::pair<func::FuncOp, int64_t>> sizes;
  for (auto it = llvm::scc_begin<const CallGraph *>(&graph); !it.isAtEnd();
       ++it)
    for (const CallGraphNode *node : *it) {
      if (node->isExternal())
        continue;
      auto function =
          dyn_cast<func::FuncOp>(node->getCallableRegion()->getParentOp());
      if (!function)
        continue;
      if (it.hasCycle())
        recursive.push_back(function);
      const int64_t size = measureAndCountCalls(function);
      sizes.push_back({function, size});
      if (!it.hasCycle() && !function->hasAttr(noInlineName))
        sizeOf[function] = size;
    }
  int64_t sum = 0;
  for (auto [function, size] : sizes) {
    // A function with a single call moves to its caller.
    if (!function.isPrivate() || callsOf.lookup(function) != 1)
      sum = addCounts(sum, size);
    if (sum <= maxInlinedOps)
      continue;
    InFlightDiagnostic error =
        emitError(function.getLoc(), "inlining the calls of function '")
        << function.getName() << "' would make " << sum << " ops, at most "
        << maxInlinedOps << " are allowed";
    error.attachNote()
        << "mark functions to keep with 'no_inline', or set 'inline=false'";
    return error;
  }
  return success();
}

/// Returns an op of an unregistered dialect with exactly one region, or null.
/// Such an op may be a symbol table. MLIR's inliner needs the symbols used by
/// each op, which are unknown for it.
static Operation *findUnknownSymbolTable(ModuleOp module) {
  Operation *found = nullptr;
  module->walk([&](Operation *op) {
    if (op->getNumRegions() != 1 || op->getDialect())
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

static bool hasCalls(ModuleOp module) {
  return module->walk([](CallOpInterface) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

namespace {
struct InlineCallsPass : PassWrapper<InlineCallsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(InlineCallsPass)
  StringRef getArgument() const override { return "memplace-inline-calls"; }
  void runOnOperation() override;
};
} // namespace

void InlineCallsPass::runOnOperation() {
  ModuleOp module = getOperation();
  if (!hasCalls(module))
    return;
  if (Operation *op = findUnknownSymbolTable(module)) {
    op->emitRemark("calls are not inlined: '")
        << op->getName()
        << "' has a region and belongs to an unregistered dialect";
    return;
  }
  InlinedSizes sizes(module);
  if (failed(sizes.check()))
    return signalPassFailure();
  SmallVector<func::FuncOp> marked;
  for (func::FuncOp function : sizes.recursive)
    if (!function->hasAttr(noInlineName)) {
      function->setAttr(noInlineName, UnitAttr::get(&getContext()));
      marked.push_back(function);
    }
  OpPassManager inliner(ModuleOp::getOperationName());
  // By default, the inliner would also canonicalize.
  inliner.addPass(createInlinerPass({}, [](OpPassManager &) {}));
  const LogicalResult status = runPipeline(inliner, module);
  for (func::FuncOp function :
       marked) // Still valid: marked functions are neither inlined nor erased.
    function->removeAttr(noInlineName);
  if (failed(status))
    signalPassFailure();
}

//===----------------------------------------------------------------------===//
// Clones
//===----------------------------------------------------------------------===//

namespace {
struct LowerClonesPass : PassWrapper<LowerClonesPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerClonesPass)
  StringRef getArgument() const override { return "memplace-lower-clones"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, func::FuncDialect,
                    memref::MemRefDialect, scf::SCFDialect>();
  }
  void runOnOperation() override;
};
} // namespace

void LowerClonesPass::runOnOperation() {
  bool hasAny = false;
  WalkResult result = getOperation()->walk([&](Operation *op) {
    if (!isa_and_nonnull<bufferization::BufferizationDialect>(op->getDialect()))
      return WalkResult::advance();
    hasAny = true;
    if (getMemoryOpKind(op) != MemoryOpKind::Refused)
      return WalkResult::advance();
    op->emitError("cannot place buffers around '")
        << op->getName() << "': " << getRefusedReason(op);
    return WalkResult::interrupt();
  });
  if (result.wasInterrupted())
    return signalPassFailure();
  if (!hasAny)
    return;
  OpPassManager lowering(ModuleOp::getOperationName());
  lowering.addPass(createConvertBufferizationToMemRefPass());
  if (failed(runPipeline(lowering, getOperation())))
    signalPassFailure();
}

std::unique_ptr<Pass> memplace::createLiftBlocksPass() {
  return std::make_unique<LiftBlocksPass>();
}

std::unique_ptr<Pass> memplace::createInlineCallsPass() {
  return std::make_unique<InlineCallsPass>();
}

std::unique_ptr<Pass> memplace::createLowerClonesPass() {
  return std::make_unique<LowerClonesPass>();
}
