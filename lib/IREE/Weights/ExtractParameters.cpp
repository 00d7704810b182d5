//===- ExtractParameters.cpp - Globals of a parameter archive -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A constant stored as a parameter has this form in IREE:
//
//   "util.initializer"() ({
//     %c:2 = "stream.resource.constants"(%bytes) <{
//         values = [#stream.parameter.named<"scope"::"key"> : tensor<4xf32>]}>
//     %r = "stream.timepoint.await"(%c#0, %bytes, %c#1)
//     "util.global.store"(%r) <{global = @w}>
//
//===----------------------------------------------------------------------===//

#include "ExtractParameters.h"

#include "../Packing/GenericOps.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace memplace;

StringAttr memplace::getGlobal(Operation *op) {
  auto symbol = op->getAttrOfType<FlatSymbolRefAttr>("global");
  return symbol ? symbol.getAttr() : StringAttr();
}

/// Follows \p value back through `stream.timepoint.await` ops.
static OpResult skipAwaits(Value value) {
  auto result = dyn_cast<OpResult>(value);
  while (result && nameOf(result.getOwner()) == "stream.timepoint.await") {
    auto resources = getSegment(result.getOwner(), 0);
    if (!resources || result.getResultNumber() >= resources->second)
      return {};
    result = dyn_cast<OpResult>(result.getOwner()->getOperand(
        resources->first + result.getResultNumber()));
  }
  return result;
}

/// Returns the parameter that \p store writes, if its value is a parameter.
static std::optional<ParameterGlobal> readStore(Operation *store) {
  if (store->getNumOperands() != 1 ||
      nameOf(store->getParentOp()) != "util.initializer")
    return std::nullopt;
  OpResult constant = skipAwaits(store->getOperand(0));
  if (!constant || nameOf(constant.getOwner()) != "stream.resource.constants")
    return std::nullopt;
  Operation *op = constant.getOwner();
  unsigned index = constant.getResultNumber();
  auto values = op->getAttrOfType<ArrayAttr>("values");
  APInt size;
  if (!values || index >= values.size() || index >= op->getNumOperands() ||
      !matchPattern(op->getOperand(index), m_ConstantInt(&size)))
    return std::nullopt;
  std::optional<ParameterName> name = readParameterName(values[index]);
  const int64_t bytes = size.trySExtValue().value_or(0);
  if (!name || bytes <= 0)
    return std::nullopt;
  return ParameterGlobal{
      .name = *name, .size = bytes, .affinity = op->getAttr("affinity")};
}

namespace {
struct GlobalUses {
  Operation *global = nullptr;
  SmallVector<Operation *> stores;
  bool isUnknown = false; // Used by ops besides loads and stores.
};
} // namespace

using UsesByGlobal = llvm::MapVector<StringAttr, GlobalUses>;

static void noteUses(Operation *op, UsesByGlobal &globals) {
  if (nameOf(op) == "util.global.load")
    return;
  if (nameOf(op) == "util.global.store") {
    if (auto it = globals.find(getGlobal(op)); it != globals.end())
      it->second.stores.push_back(op);
    return;
  }
  auto note = [&](SymbolRefAttr symbol) {
    if (auto it = globals.find(symbol.getRootReference()); it != globals.end())
      it->second.isUnknown = true;
  };
  op->getDiscardableAttrDictionary().walk(note);
  if (Attribute properties = op->getPropertiesAsAttribute())
    properties.walk(note);
}

/// Returns true if \p global holds a resource never written after
/// initialization.
static bool isConstant(Operation *global) {
  std::string type;
  llvm::raw_string_ostream(type) << global->getAttr("type");
  return type == "!stream.resource<constant>";
}

ParameterGlobals memplace::findWeights(Operation *module,
                                       std::vector<StringAttr> &others) {
  UsesByGlobal globals;
  for (Operation &op : module->getRegion(0).getOps()) {
    auto name = op.getAttrOfType<StringAttr>("sym_name");
    if (nameOf(&op) == "util.global" && name && !op.hasAttr("is_mutable") &&
        !op.hasAttr("initial_value"))
      globals[name].global = &op;
  }
  module->walk([&](Operation *op) { noteUses(op, globals); });

  ParameterGlobals weights;
  for (const auto &[name, uses] : globals) {
    std::optional<ParameterGlobal> weight;
    if (!uses.isUnknown && uses.stores.size() == 1)
      weight = readStore(uses.stores[0]);
    if (weight) {
      weight->global = uses.global;
      weights.insert({name, std::move(*weight)});
    } else if (isConstant(uses.global)) {
      others.push_back(name);
    }
  }
  return weights;
}

const ParameterGlobal *
memplace::findLoadedWeight(Value value, const ParameterGlobals &weights) {
  Operation *load = value.getDefiningOp();
  if (!load || nameOf(load) != "util.global.load")
    return nullptr;
  auto it = weights.find(getGlobal(load));
  return it == weights.end() ? nullptr : &it->second;
}
