//===- ExtractCosts.cpp - Compute time of dispatches ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExtractCosts.h"

#include "memplace/Analysis/OpCost.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace memplace;

using ExecutablesByName = llvm::DenseMap<StringAttr, Operation *>;

static ExecutablesByName findExecutables(Operation *module) {
  ExecutablesByName executables;
  for (Operation &op : module->getRegion(0).getOps())
    if (auto name = op.getAttrOfType<StringAttr>("sym_name");
        name && op.getName().getStringRef() == "stream.executable")
      executables[name] = &op;
  return executables;
}

/// Returns the work of all ops in the function \p name of \p executable.
static StepCost getWork(Operation *executable, StringAttr name) {
  StepCost cost;
  executable->walk([&](func::FuncOp function) {
    if (function.getSymNameAttr() != name)
      return;
    function.walk([&](MemoryOpInterface op) {
      // The work of a structured op includes the ops in its body.
      auto outer = op->getParentOfType<MemoryOpInterface>();
      if (outer && outer.ownsRegions())
        return;
      if (ComputeWork work = op.getComputeWork(); work.flops > 0)
        cost.work.push_back(work);
    });
  });
  return cost;
}

/// Returns the compute time of one `stream.cmd.dispatch`, in picoseconds. All
/// entry points are variants of the same work, so the first counts.
static int64_t getDispatchPs(Operation *dispatch,
                             const ExecutablesByName &executables,
                             const Target &machine) {
  auto entries = dispatch->getAttrOfType<ArrayAttr>("entry_points");
  auto entry = entries && !entries.empty() ? dyn_cast<SymbolRefAttr>(entries[0])
                                           : SymbolRefAttr();
  if (!entry)
    return 0;
  auto executable = executables.find(entry.getRootReference());
  if (executable == executables.end())
    return 0;
  return getComputePs(getWork(executable->second, entry.getLeafReference()),
                      machine);
}

std::vector<int64_t> memplace::estimateComputePs(const StreamExecute &execute,
                                                 Operation *module,
                                                 const Target &machine) {
  ExecutablesByName executables = findExecutables(module);
  std::vector<int64_t> result;
  for (const StreamStep &step : execute.steps) {
    int64_t total = 0;
    step.op->walk([&](Operation *op) {
      if (op->getName().getStringRef() == "stream.cmd.dispatch")
        total = addCounts(total, getDispatchPs(op, executables, machine));
    });
    result.push_back(total);
  }
  return result;
}
