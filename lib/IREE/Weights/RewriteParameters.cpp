//===- RewriteParameters.cpp - Drops non-resident weights -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteParameters.h"

#include "../Packing/GenericOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace memplace;

/// Returns the used results among the first \p count of \p op.
static SmallVector<unsigned> findUsed(Operation *op, unsigned count) {
  SmallVector<unsigned> used;
  for (unsigned i = 0; i < count; ++i)
    if (!op->getResult(i).use_empty())
      used.push_back(i);
  return used;
}

/// Replaces the results \p kept of \p op by those of \p made, and the last
/// result if \p made has one more. Then erases \p op.
static void replace(Operation *op, Operation *made, ArrayRef<unsigned> kept) {
  for (auto [index, old] : llvm::enumerate(kept))
    op->getResult(old).replaceAllUsesWith(made->getResult(index));
  if (made->getNumResults() > kept.size())
    op->getResults().back().replaceAllUsesWith(made->getResults().back());
  op->erase();
}

/// Drops unused resources from a `stream.timepoint.await`.
static void shrinkAwait(Operation *op) {
  auto resources = getSegment(op, 0), sizes = getSegment(op, 1);
  if (!resources || !sizes || resources->second != sizes->second ||
      resources->second != op->getNumResults())
    return;
  SmallVector<unsigned> kept = findUsed(op, resources->second);
  if (kept.size() == resources->second)
    return;
  if (kept.empty())
    return op->erase();
  OpBuilder builder(op);
  OperationState state(op->getLoc(), op->getName());
  for (unsigned first : {resources->first, sizes->first})
    for (unsigned index : kept)
      state.addOperands(op->getOperand(first + index));
  state.addOperands(op->getOperands().back());
  for (unsigned index : kept)
    state.addTypes(op->getResult(index).getType());
  auto count = static_cast<int32_t>(kept.size());
  copyAttributes(op, state,
                 {{"operandSegmentSizes",
                   builder.getDenseI32ArrayAttr({count, count, 1})}});
  replace(op, builder.create(state), kept);
}

/// Drops unused constants from a `stream.resource.constants`.
static void shrinkConstants(Operation *op) {
  auto values = op->getAttrOfType<ArrayAttr>("values");
  const unsigned count = op->getNumOperands();
  if (!values || values.size() != count || op->getNumResults() != count + 1)
    return;
  SmallVector<unsigned> kept = findUsed(op, count);
  if (kept.size() == count)
    return;
  OpBuilder builder(op);
  if (kept.empty()) {
    OperationState state(op->getLoc(), "stream.timepoint.immediate");
    state.addTypes(op->getResults().back().getType());
    return replace(op, builder.create(state), kept);
  }
  OperationState state(op->getLoc(), op->getName());
  SmallVector<Attribute> keptValues;
  for (unsigned index : kept) {
    state.addOperands(op->getOperand(index));
    state.addTypes(op->getResult(index).getType());
    keptValues.push_back(values[index]);
  }
  state.addTypes(op->getResults().back().getType());
  copyAttributes(op, state, {{"values", builder.getArrayAttr(keptValues)}});
  replace(op, builder.create(state), kept);
}

void memplace::dropUnusedWeights(Operation *module,
                                 const ParameterGlobals &weights) {
  llvm::DenseSet<Attribute> loaded;
  SmallVector<Operation *> loads, stores, awaits, constants;
  module->walk([&](Operation *op) {
    StringRef name = nameOf(op);
    if (name == "util.global.load" && weights.contains(getGlobal(op))) {
      if (op->use_empty())
        loads.push_back(op);
      else
        loaded.insert(getGlobal(op));
    }
    if (name == "util.global.store" && weights.contains(getGlobal(op)))
      stores.push_back(op);
    if (op->getParentOp() && nameOf(op->getParentOp()) == "util.initializer") {
      if (name == "stream.timepoint.await")
        awaits.push_back(op);
      if (name == "stream.resource.constants")
        constants.push_back(op);
    }
  });
  for (Operation *load : loads)
    load->erase();
  for (Operation *store : stores)
    if (!loaded.contains(getGlobal(store)))
      store->erase();
  for (const auto &[name, weight] : weights)
    if (!loaded.contains(name))
      weight.global->erase();
  // Awaits use constants, so constants come last.
  for (Operation *await : llvm::reverse(awaits))
    shrinkAwait(await);
  for (Operation *constant : constants)
    shrinkConstants(constant);
}

/// Loads the slice \p name, result \p index of \p constants, by a separate op.
/// Returns the timepoint of its arrival.
static Value loadSlice(Operation *constants, unsigned index,
                       const ParameterName &name) {
  OpBuilder builder(constants);
  Location loc = constants->getLoc();
  OperationState state(loc, "stream.cmd.parameter.load");
  if (name.scope)
    state.addOperands(createText(builder, loc, *name.scope));
  state.addOperands(
      {createText(builder, loc, name.key),
       arith::ConstantIntOp::create(builder, loc, *name.offset, 64),
       constants->getOperand(index)});
  state.addTypes({constants->getResult(index).getType(),
                  constants->getResults().back().getType()});
  NamedAttrList properties;
  if (Attribute affinity = constants->getAttr("affinity"))
    properties.set("affinity", affinity);
  properties.set(operandSegmentsName, builder.getDenseI32ArrayAttr(
                                          {name.scope ? 1 : 0, 1, 1, 1, 0}));
  state.propertiesAttr = properties.getDictionary(builder.getContext());
  Operation *load = builder.create(state);
  constants->getResult(index).replaceAllUsesWith(load->getResult(0));
  return load->getResult(1);
}

void memplace::loadSlices(Operation *module) {
  SmallVector<Operation *> all;
  module->walk([&](Operation *op) {
    if (nameOf(op) == "stream.resource.constants")
      all.push_back(op);
  });
  for (Operation *constants : all) {
    auto values = constants->getAttrOfType<ArrayAttr>("values");
    const unsigned count = constants->getNumOperands();
    if (!values || values.size() != count ||
        constants->getNumResults() != count + 1)
      continue;
    SmallVector<Value> loaded;
    for (unsigned i = 0; i < count; ++i)
      if (std::optional<ParameterName> name = readParameterName(values[i]);
          name && name->offset)
        loaded.push_back(loadSlice(constants, i, *name));
    if (loaded.empty())
      continue;
    Value ready = constants->getResults().back();
    OpBuilder builder(constants->getContext());
    builder.setInsertionPointAfter(constants);
    loaded.push_back(ready);
    OperationState state(constants->getLoc(), "stream.timepoint.join");
    state.addOperands(loaded);
    state.addTypes(ready.getType());
    Operation *join = builder.create(state);
    ready.replaceAllUsesExcept(join->getResult(0), join);
    shrinkConstants(constants);
  }
}
