//===- TestPasses.cpp - Print the results of the analyses -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linked into memplace-opt only. One pass per analysis; output on stdout.
//
//===----------------------------------------------------------------------===//

#include "BufferLiveness.h"
#include "memplace/Analysis/AliasSets.h"
#include "memplace/Analysis/Schedule.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace memplace;

namespace {
template <typename PassT>
struct PrintingPass : PassWrapper<PassT, OperationPass<ModuleOp>> {
  StringRef getDescription() const override {
    return "Print the result of the analysis for each function";
  }
  // Runs on the module, to print its functions in order.
  void runOnOperation() override {
    for (auto function : this->getOperation().template getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      llvm::outs() << "function " << function.getSymName() << "\n";
      static_cast<PassT *>(this)->print(function, llvm::outs());
    }
    llvm::outs().flush();
    this->markAllAnalysesPreserved();
  }
};

struct PrintAliasSetsPass : PrintingPass<PrintAliasSetsPass> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PrintAliasSetsPass)
  StringRef getArgument() const override {
    return "test-memplace-print-alias-sets";
  }
  void print(func::FuncOp function, raw_ostream &os);
};

struct PrintSchedulePass : PrintingPass<PrintSchedulePass> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PrintSchedulePass)
  StringRef getArgument() const override {
    return "test-memplace-print-schedule";
  }
  void print(func::FuncOp function, raw_ostream &os);
};

struct PrintBufferLivenessPass : PrintingPass<PrintBufferLivenessPass> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PrintBufferLivenessPass)
  StringRef getArgument() const override {
    return "test-memplace-print-buffer-liveness";
  }
  void print(func::FuncOp function, raw_ostream &os);
};
} // namespace

static StringRef toString(AliasSet::Kind kind) {
  switch (kind) {
  case AliasSet::Kind::Allocation:
    return "allocation";
  case AliasSet::Kind::Argument:
    return "argument";
  case AliasSet::Kind::Result:
    return "result";
  case AliasSet::Kind::Global:
    return "global";
  case AliasSet::Kind::Explicit:
    return "explicit";
  }
  llvm_unreachable("unknown kind");
}

void PrintAliasSetsPass::print(func::FuncOp function, raw_ostream &os) {
  AliasSets aliasSets(function);
  AsmState state(function);
  for (const AliasSet &set : aliasSets.getSets()) {
    os << "  " << set.name << ": " << toString(set.kind) << ", " << set.size
       << " bytes, alignment " << set.alignment
       << (set.isWritten ? ", written" : "")
       << (set.isScratch ? ", scratch" : "") << "\n    members:";
    for (Value member : set.members) {
      os << " ";
      member.printAsOperand(os, state);
      if (aliasSets.coversStorage(member))
        os << " (all)";
      if (Value carried = aliasSets.getCarriedValue(member);
          carried != member) {
        os << " = ";
        carried.printAsOperand(os, state);
      }
    }
    os << "\n";
    if (!set.unplacedReason.empty())
      os << "    unplaced: " << set.unplacedReason << "\n";
    if (!set.ambiguousReason.empty())
      os << "    ambiguous: " << set.ambiguousReason << "\n";
  }
}

void PrintSchedulePass::print(func::FuncOp function, raw_ostream &os) {
  Schedule schedule(function);
  for (auto [step, op] : llvm::enumerate(schedule.getSteps()))
    os << "  step " << step << ": "
       << (op ? op->getName().getStringRef() : "boundary") << ", loop "
       << schedule.getInnermostLoop(step) << "\n";
  for (auto [index, loop] : llvm::enumerate(schedule.getLoops()))
    os << "  loop " << index << ": [" << loop.range.begin << ", "
       << loop.range.end << "), trips "
       << (loop.isTripCountKnown ? "" : "unknown, ") << loop.tripCount
       << (loop.maySkip ? ", may skip" : "") << "\n";
}

void PrintBufferLivenessPass::print(func::FuncOp function, raw_ostream &os) {
  AliasSets aliasSets(function);
  Schedule schedule(function);
  BufferLiveness liveness(aliasSets, schedule, findFirstAccess(function));
  for (auto [index, set] : llvm::enumerate(aliasSets.getSets())) {
    os << "  " << set.name << ": ";
    if (std::optional<LiveRange> range = liveness.getLiveRange(index))
      os << "[" << range->begin << ", " << range->end << ")\n";
    else
      os << "unused\n";
  }
}

namespace memplace {
/// Declared in RegisterAll.h.
void registerTestPasses();
/// TestOpCostPasses.cpp.
void registerTestOpCostPasses();
/// TestOpaqueOps.cpp.
void registerTestOpaqueOpsPass();
} // namespace memplace

void memplace::registerTestPasses() {
  PassRegistration<PrintAliasSetsPass>();
  PassRegistration<PrintSchedulePass>();
  PassRegistration<PrintBufferLivenessPass>();
  registerTestOpCostPasses();
  registerTestOpaqueOpsPass();
}
