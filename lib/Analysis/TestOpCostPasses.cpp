//===- TestOpCostPasses.cpp - Print memory use and cost of ops ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linked into memplace-opt only; output on stdout.
//
//===----------------------------------------------------------------------===//

#include "memplace/Analysis/OpCost.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace memplace;

namespace {

/// Prints the result of each MemoryOpInterface method for each op of each
/// function.
struct PrintMemoryOpsPass
    : PassWrapper<PrintMemoryOpsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PrintMemoryOpsPass)
  StringRef getArgument() const override {
    return "test-memplace-print-memory-ops";
  }
  StringRef getDescription() const override {
    return "Print the result of MemoryOpInterface for each op";
  }
  void runOnOperation() override;
};

/// Prints the cost of each op in the entry block that touches memory. Compute
/// time assumes 1e12 flops/s by default and 2e12 in bf16, i.e. 1 ps or 0.5 ps
/// per flop.
struct PrintOpCostPass : PassWrapper<PrintOpCostPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PrintOpCostPass)
  StringRef getArgument() const override {
    return "test-memplace-print-op-cost";
  }
  StringRef getDescription() const override {
    return "Print traffic and work of each outermost op";
  }
  void runOnOperation() override;
};

} // namespace

/// Prints the names of \p values, with separators.
static void printValues(raw_ostream &os, ValueRange values, AsmState &state) {
  llvm::interleaveComma(values, os,
                        [&](Value value) { value.printAsOperand(os, state); });
}

/// Returns true for an access to a single element at plain subscripts.
static bool isPlain(const MemoryAccess &access) {
  auto type = cast<ShapedType>(access.memref.getType());
  return type.hasRank() &&
         access.subscripts.size() == static_cast<size_t>(type.getRank()) &&
         llvm::all_of(access.subscripts,
                      [](Value subscript) { return subscript != nullptr; });
}

static void printAccesses(ArrayRef<MemoryAccess> accesses, AsmState &state) {
  raw_ostream &os = llvm::outs();
  for (const MemoryAccess &access : accesses) {
    os << "  " << memplace::toString(access.mode) << " ";
    printValues(os, access.memref, state);
    os << ": ";
    if (access.bytes)
      os << *access.bytes;
    else
      os << "unknown";
    os << " bytes";
    if (access.efficiency.value_or(1) != 1)
      os << ", efficiency " << llvm::format("%g", *access.efficiency);
    if (access.tiers)
      os << ", in " << access.tiers;
    if (access.isIndexed) {
      os << " at (";
      printValues(os, access.addressValues, state);
      os << ")" << (isPlain(access) ? ", plain" : "");
    }
    os << "\n";
  }
}

static void printWork(const ComputeWork &work) {
  llvm::outs() << "  " << work.flops << " flops of ";
  if (work.elementType)
    llvm::outs() << work.elementType << "\n";
  else
    llvm::outs() << "the default type\n";
}

static void printOverlap(double overlap) {
  llvm::outs() << "  overlap " << llvm::format("%g", overlap) << "\n";
}

static void printMemoryOp(Operation *op, AsmState &state) {
  raw_ostream &os = llvm::outs();
  std::optional<MemoryOpKind> kind = getMemoryOpKind(op);
  os << op->getName() << ": " << (kind ? memplace::toString(*kind) : "unknown");
  if (ownsRegions(op))
    os << ", owns regions";
  if (kind == MemoryOpKind::Refused)
    os << ", " << getRefusedReason(op);
  os << "\n";
  printAccesses(getMemoryAccesses(op), state);
  for (const MemoryView &view : getMemoryViews(op)) {
    os << "  ";
    printValues(os, view.result, state);
    os << " is in ";
    printValues(os, view.source, state);
    os << "\n";
  }
  if (getComputeWork(op).flops != 0)
    printWork(getComputeWork(op));
  if (std::optional<double> overlap = getOverlap(op))
    printOverlap(*overlap);
}

static void printMemoryOps(func::FuncOp function) {
  AsmState state(function);
  function.getBody().walk<WalkOrder::PreOrder>(
      [&](Operation *op) { printMemoryOp(op, state); });
}

static void printOpCosts(func::FuncOp function) {
  raw_ostream &os = llvm::outs();
  AsmState state(function);
  Target target;
  target.flopsPerSecond = {{"default", 1e12}, {"bf16", 2e12}};
  for (Operation &op : function.getBody().front()) {
    if (!touchesMemory(&op))
      continue;
    StepCost cost = getStepCost(&op);
    os << op.getName() << ": " << getComputePs(cost, target) << " ps\n";
    printAccesses(cost.accesses, state);
    for (const ComputeWork &work : cost.work)
      printWork(work);
    if (cost.profiledPs != 0)
      os << "  " << cost.profiledPs << " ps profiled\n";
    if (cost.overlap != 1)
      printOverlap(cost.overlap);
    if (cost.unknownOp)
      os << "  unknown: " << cost.unknownOp->getName() << "\n";
    if (cost.refusedOp)
      os << "  refused: " << cost.refusedOp->getName() << ", "
         << getRefusedReason(cost.refusedOp) << "\n";
  }
}

/// Calls \p print for each function of \p module, in order. A pass on functions
/// would interleave their lines.
static void printFunctions(ModuleOp module,
                           llvm::function_ref<void(func::FuncOp)> print) {
  module.walk([&](func::FuncOp function) {
    if (function.isExternal())
      return;
    llvm::outs() << "function " << function.getSymName() << "\n";
    print(function);
  });
  llvm::outs().flush();
}

void PrintMemoryOpsPass::runOnOperation() {
  printFunctions(getOperation(), printMemoryOps);
  markAllAnalysesPreserved();
}

void PrintOpCostPass::runOnOperation() {
  printFunctions(getOperation(), printOpCosts);
  markAllAnalysesPreserved();
}

namespace memplace {
/// Called by registerTestPasses().
void registerTestOpCostPasses();
} // namespace memplace

void memplace::registerTestOpCostPasses() {
  PassRegistration<PrintMemoryOpsPass>();
  PassRegistration<PrintOpCostPass>();
}
