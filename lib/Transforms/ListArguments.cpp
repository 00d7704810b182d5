//===- ListArguments.cpp - Arguments of functions as JSON -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResultMarks.h"

#include "memplace/Analysis/AliasSets.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/IO/File.h"
#include "memplace/Interfaces/MemoryOpInterface.h"
#include "memplace/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/JSON.h"

namespace memplace {
#define GEN_PASS_DEF_LISTARGUMENTSPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

namespace {
/// Finds the arguments that a function may read before it writes them.
class ReadArguments {
public:
  /// Returns true if \p function may read argument \p index before it writes
  /// the argument. True for a scalar with uses, and for a memref argument of a
  /// declaration.
  bool isRead(func::FuncOp function, unsigned index);

private:
  enum class Touch { None, Read, Write };

  Touch getTouch(Operation &op, Value argument, const AliasSets &aliasSets);
  Touch getTouchOf(Operation &op, const MemoryAccess &access);

  const AliasSets &getAliasSets(func::FuncOp function) {
    std::unique_ptr<AliasSets> &sets = aliasSetsOf[function];
    if (!sets)
      sets = std::make_unique<AliasSets>(function);
    return *sets;
  }

  DenseMap<func::FuncOp, std::unique_ptr<AliasSets>> aliasSetsOf;
  /// Results. True while an argument is analysed, so that a recursive call
  /// counts as a read.
  DenseMap<std::pair<func::FuncOp, unsigned>, bool> known;
  SymbolTableCollection symbols;
};
} // namespace

bool ReadArguments::isRead(func::FuncOp function, unsigned index) {
  if (function.isDeclaration())
    return true;
  BlockArgument argument = function.getArgument(index);
  if (argument.use_empty())
    return false;
  if (!isa<BaseMemRefType>(argument.getType()))
    return true;
  auto [found, isNew] = known.try_emplace({function, index}, true);
  if (!isNew)
    return found->second;
  const AliasSets &aliasSets = getAliasSets(function);
  // With several blocks, the first op to run is not the first of the text.
  const bool isOrdered = function.getBody().hasOneBlock();
  Touch first = Touch::None;
  for (Operation &op : function.getBody().getOps()) {
    Touch touch = getTouch(op, argument, aliasSets);
    if (touch == Touch::None)
      continue;
    first = touch;
    if (isOrdered || touch == Touch::Read)
      break;
  }
  return known[{function, index}] = first == Touch::Read;
}

/// Returns the first touch by \p op and the ops in its regions. A read counts
/// before a write, since regions may run in any order.
ReadArguments::Touch ReadArguments::getTouch(Operation &op, Value argument,
                                             const AliasSets &aliasSets) {
  ArrayRef<unsigned> sets = aliasSets.getSetsOf(argument);
  auto isShared = [&](Value memref) {
    return llvm::any_of(aliasSets.getSetsOf(memref), [&](unsigned set) {
      return llvm::is_contained(sets, set);
    });
  };
  Touch touch = Touch::None;
  auto add = [&](Touch other) {
    if (touch != Touch::Read && other != Touch::None)
      touch = other;
  };
  const std::optional<MemoryOpKind> kind = getMemoryOpKind(&op);
  if (!kind || *kind == MemoryOpKind::Escape || *kind == MemoryOpKind::Refused)
    return llvm::any_of(op.getOperands(), isShared) ? Touch::Read : Touch::None;
  if (*kind != MemoryOpKind::Region)
    for (const MemoryAccess &access : getMemoryAccesses(&op))
      if (isShared(access.memref))
        add(getTouchOf(op, access));
  if (!ownsRegions(&op))
    for (Region &region : op.getRegions())
      for (Operation &nested : region.getOps())
        add(getTouch(nested, argument, aliasSets));
  return touch;
}

/// Returns what \p access of \p op does to its memref. A write to a part is a
/// write. A call does what its callee does.
ReadArguments::Touch ReadArguments::getTouchOf(Operation &op,
                                               const MemoryAccess &access) {
  if (access.mode != AccessMode::Update)
    return access.mode == AccessMode::Read ? Touch::Read : Touch::Write;
  if (auto call = dyn_cast<func::CallOp>(op)) {
    auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
    auto reads = [&](OpOperand &operand) {
      return operand.get() == access.memref &&
             (!callee || isRead(callee, operand.getOperandNumber()));
    };
    return llvm::any_of(call->getOpOperands(), reads) ? Touch::Read
                                                      : Touch::Write;
  }
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  const bool onlyWrites =
      effects && !effects.getEffectOnValue<MemoryEffects::Read>(access.memref);
  return onlyWrites ? Touch::Write : Touch::Read;
}

template <typename T> static std::string printed(T thing) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << thing;
  return llvm::json::fixUTF8(text);
}

/// Returns true if \p type has a static shape, the identity layout, and no
/// memory space but a tier.
static bool isPlainBuffer(MemRefType type) {
  return type.hasStaticShape() && type.getLayout().isIdentity() &&
         (!type.getMemorySpace() || isa<TierAttr>(type.getMemorySpace()));
}

static void printArgument(llvm::json::OStream &json, func::FuncOp function,
                          unsigned index, ReadArguments &reads) {
  Type type = function.getArgumentTypes()[index];
  auto has = [&](StringRef name) {
    return function.getArgAttr(index, name) != nullptr;
  };
  json.object([&] {
    if (auto name = function.getArgAttrOfType<StringAttr>(
            index, MemPlaceDialect::bufferAttrName))
      json.attribute("name", llvm::json::fixUTF8(name.getValue()));
    json.attribute("type", printed(type));
    auto memref = dyn_cast<MemRefType>(type);
    if (memref && isPlainBuffer(memref)) {
      json.attribute("element", printed(memref.getElementType()));
      json.attributeArray("shape", [&] {
        for (int64_t size : memref.getShape())
          json.value(size);
      });
    } else if (type.isIntOrIndexOrFloat()) {
      json.attribute("element", printed(type));
    }
    if (has(MemPlaceDialect::unsignedAttrName))
      json.attribute("unsigned", true);
    if (has(outParamAttrName))
      json.attribute("result", true);
    json.attribute("read", reads.isRead(function, index));
  });
}

namespace {
struct ListArgumentsPass
    : memplace::impl::ListArgumentsPassBase<ListArgumentsPass> {
  using ListArgumentsPassBase::ListArgumentsPassBase;

  void runOnOperation() override {
    std::string text;
    llvm::raw_string_ostream stream(text);
    llvm::json::OStream json(stream, /*IndentSize=*/1);
    ReadArguments reads;
    json.array([&] {
      for (auto function : getOperation().getOps<func::FuncOp>())
        json.object([&] {
          json.attribute("function",
                         llvm::json::fixUTF8(function.getSymName()));
          json.attribute("results", int64_t(function.getNumResults()));
          if (function.isDeclaration())
            json.attribute("declaration", true);
          json.attributeArray("arguments", [&] {
            for (unsigned index : llvm::seq(function.getNumArguments()))
              printArgument(json, function, index, reads);
          });
        });
    });
    stream << "\n";
    if (std::optional<Error> error = writeFile(file, text)) {
      emitError(getOperation().getLoc(), error->message);
      return signalPassFailure();
    }
    markAllAnalysesPreserved();
  }
};
} // namespace
