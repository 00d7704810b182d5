//===- Callees.cpp - Use of addresses by callees --------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Callees.h"

#include "AliasFlow.h"

#include "../Interfaces/StatedAccess.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace memplace;

/// Maximum depth of nested calls to follow, to bound the use of the stack.
static constexpr size_t maxDepth = 100;

static std::string quotedName(FunctionOpInterface function) {
  return "'" + function.getName().str() + "'";
}

namespace {
/// Attributes of a single argument, on the callee or on the call.
class ArgumentAttributes {
public:
  ArgumentAttributes(CallOpInterface call, FunctionOpInterface callee,
                     unsigned index)
      : isStated(getStatedAccesses(call)), callee(callee), index(index) {
    if (ArrayAttr all = call.getArgAttrsAttr(); all && index < all.size())
      ofCall = dyn_cast<DictionaryAttr>(all[index]);
  }

  bool excludeCapture() const {
    return has(LLVM::LLVMDialect::getNoCaptureAttrName()) || hasAccess() ||
           canOnlyTouchArguments();
  }
  /// A callee that only reads does not free.
  bool excludeFree() const {
    return excludeCapture() || has(LLVM::LLVMDialect::getNoFreeAttrName()) ||
           has(LLVM::LLVMDialect::getReadonlyAttrName()) ||
           has(LLVM::LLVMDialect::getReadnoneAttrName());
  }

private:
  bool has(StringRef name) const {
    return (ofCall && ofCall.contains(name)) ||
           (callee && index < callee.getNumArguments() &&
            callee.getArgAttr(index, name));
  }
  bool hasAccess() const {
    return isStated ||
           has(bufferization::BufferizationDialect::kBufferAccessAttrName);
  }
  bool canOnlyTouchArguments() const;

  bool isStated;                      // By 'memplace.access'.
  mutable FunctionOpInterface callee; // Null if unknown.
  unsigned index;
  DictionaryAttr ofCall; // Null if there are no attributes.
};
} // namespace

bool memplace::touchesOnlyArguments(FunctionOpInterface callee) {
  if (callee->hasAttr(LLVM::LLVMDialect::getReadnoneAttrName()))
    return true;
  auto effects = callee->getAttrOfType<LLVM::MemoryEffectsAttr>(
      "memory_effects"); // The attribute's name in --convert-func-to-llvm.
  auto isNone = [](LLVM::ModRefInfo info) {
    return info == LLVM::ModRefInfo::NoModRef;
  };
  return effects && isNone(effects.getOther()) &&
         isNone(effects.getInaccessibleMem());
}

bool memplace::touchesOnlyMemRefs(FunctionOpInterface callee) {
  return touchesOnlyArguments(callee) &&
         (callee->hasAttr(LLVM::LLVMDialect::getReadnoneAttrName()) ||
          llvm::all_of(callee.getArgumentTypes(), [](Type type) {
            auto memref = dyn_cast<BaseMemRefType>(type);
            return memref ? memref.getElementType().isIntOrIndexOrFloat()
                          : type.isIntOrIndexOrFloat();
          }));
}

/// Returns true if the callee's memory effects rule out keeping an address.
bool ArgumentAttributes::canOnlyTouchArguments() const {
  return callee && touchesOnlyMemRefs(callee);
}

/// Returns all values that may be \p argument or a part of it.
static DenseSet<Value>
collectAliases(Value argument,
               const DenseMap<Value, SmallVector<Value>> &flowsInto) {
  DenseSet<Value> aliases = {argument};
  SmallVector<Value> worklist = {argument};
  while (!worklist.empty()) {
    auto it = flowsInto.find(worklist.pop_back_val());
    if (it == flowsInto.end())
      continue;
    for (Value to : it->second)
      if (aliases.insert(to).second)
        worklist.push_back(to);
  }
  return aliases;
}

static AddressUse getAddressUseInBody(const DenseSet<Value> &aliases,
                                      const AliasFlow &flow,
                                      FunctionOpInterface function) {
  AddressUse addressUse;
  auto note = [&](std::string &slot, const AliasEscape &escape) {
    if (slot.empty() && aliases.contains(escape.memref))
      slot = escape.isByCallee
                 ? escape.reason
                 : escape.reason + ", in function " + quotedName(function);
  };
  for (const AliasEscape &escape : flow.escapes) {
    if (escape.isKept)
      note(addressUse.kept, escape);
    if (escape.isFreed)
      note(addressUse.freed, escape);
  }
  for (ArrayRef<Value> freed : flow.deallocated)
    if (llvm::any_of(freed, [&](Value v) { return aliases.contains(v); }))
      addressUse.freed = "may be freed by function " + quotedName(function);
  return addressUse;
}

const Callees::AddressUses &
Callees::getAddressUsesByBody(FunctionOpInterface function) {
  if (auto it = addressUsesOf.find(function); it != addressUsesOf.end())
    return it->second;
  beingRead.push_back(function);
  AliasFlow flow = collectAliasFlow(function, *this);
  beingRead.pop_back();
  DenseMap<Value, SmallVector<Value>> flowsInto;
  for (const auto &[to, sources] : flow.views)
    for (Value from : sources)
      flowsInto[from].push_back(to);
  for (const auto &[to, sources] : flow.carried)
    for (Value from : sources)
      flowsInto[from].push_back(to);
  AddressUses addressUses;
  for (Value argument : function.getArguments())
    addressUses.push_back(getAddressUseInBody(
        collectAliases(argument, flowsInto), flow, function));
  return addressUsesOf[function] = std::move(addressUses);
}

AddressUse Callees::getAddressUse(CallOpInterface call, unsigned index) {
  auto callee = dyn_cast_if_present<FunctionOpInterface>(
      call.resolveCallableInTable(&symbols));
  ArgumentAttributes attributes(call, callee, index);
  AddressUse addressUse;
  if (!callee)
    addressUse.kept = "may be kept by the callee of '" +
                      call->getName().getStringRef().str() +
                      "', which is unknown";
  else if (callee.isExternal())
    addressUse.kept =
        "may be kept by function " + quotedName(callee) +
        ", which has no body; 'llvm.nocapture' on the argument rules that out";
  else if (llvm::is_contained(beingRead, callee.getOperation()) ||
           beingRead.size() > maxDepth || index >= callee.getNumArguments())
    addressUse.kept =
        "may be kept by function " + quotedName(callee) +
        (beingRead.size() > maxDepth ? ", whose calls nest too deep"
                                     : ", which is recursive");
  else
    addressUse = getAddressUsesByBody(callee)[index];
  const bool isRead = callee && addressUsesOf.contains(callee);
  if (!isRead)
    addressUse.freed = addressUse.kept;
  if (attributes.excludeCapture())
    addressUse.kept.clear();
  if (!isRead && attributes.excludeFree())
    addressUse.freed.clear();
  return addressUse;
}
