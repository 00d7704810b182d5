//===- OutlineOps.cpp - Ops as separate functions -------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"

#include "memplace/Conversion/Passes.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

#include <algorithm>

namespace memplace {
#define GEN_PASS_DEF_OUTLINEOPSPASS
#include "memplace/Conversion/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

/// Returns the memref type that a function can rebuild from the address of the
/// first element; null if the address alone does not suffice.
static MemRefType getTypeOfAddress(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (!memref || !memref.hasStaticShape() || memref.getMemorySpace() ||
      !memref.getElementType().isIntOrIndexOrFloat() ||
      failed(memref.getStridesAndOffset(strides, offset)) ||
      llvm::is_contained(strides, ShapedType::kDynamic))
    return nullptr;
  if (offset == 0)
    return memref;
  return MemRefType::Builder(memref).setLayout(
      StridedLayoutAttr::get(type.getContext(), 0, strides));
}

/// Returns true if the op has another view of memory it writes. After
/// outlining, other passes could not see that the function's arguments alias.
static bool aliasesOutput(linalg::LinalgOp op, ArrayRef<Value> values) {
  return llvm::any_of(op.getDpsInits(), [&](Value output) {
    return llvm::any_of(values, [&](Value value) {
      return isa<MemRefType>(value.getType()) && value != output &&
             getPlace(value) == getPlace(output);
    });
  });
}

namespace {
/// Creates functions in a module.
class Outliner {
public:
  explicit Outliner(ModuleOp module)
      : symbols(module), converter(module.getContext()) {}

  void outline(linalg::LinalgOp op);

private:
  Value pass(OpBuilder &builder, Value value);
  Value receive(OpBuilder &builder, Value argument, Type type);
  func::FuncOp build(linalg::LinalgOp op, ArrayRef<Value> values,
                     ArrayRef<Operation *> constants);
  func::FuncOp findOrInsert(func::FuncOp function, StringRef name);

  SymbolTable symbols;
  LLVMTypeConverter converter;
  DenseMap<Type, SmallVector<func::FuncOp>>
      functions; // Outlined functions, by type.
};
} // namespace

/// Returns the value passed to a function for \p value. An address describes
/// most memrefs, and LLVM compiles calls with many arguments slowly.
Value Outliner::pass(OpBuilder &builder, Value value) {
  auto type = dyn_cast<MemRefType>(value.getType());
  if (!getTypeOfAddress(value.getType()))
    return value;
  Value cast = UnrealizedConversionCastOp::create(
                   builder, value.getLoc(), converter.convertType(type), value)
                   .getResult(0);
  return MemRefDescriptor(cast).bufferPtr(builder, value.getLoc(), converter,
                                          type);
}

/// Returns the value of the original type \p type for \p argument of a
/// function.
Value Outliner::receive(OpBuilder &builder, Value argument, Type type) {
  MemRefType memref = getTypeOfAddress(type);
  if (!memref)
    return argument;
  Value descriptor = MemRefDescriptor::fromStaticShape(
      builder, argument.getLoc(), converter, memref, argument);
  return UnrealizedConversionCastOp::create(builder, argument.getLoc(), memref,
                                            descriptor)
      .getResult(0);
}

/// Returns a function with the effect of \p op, not in any module yet.
func::FuncOp Outliner::build(linalg::LinalgOp op, ArrayRef<Value> values,
                             ArrayRef<Operation *> constants) {
  OpBuilder builder(op.getContext());
  Type address = LLVM::LLVMPointerType::get(op.getContext());
  SmallVector<Type> types;
  for (Value value : values)
    types.push_back(getTypeOfAddress(value.getType()) ? address
                                                      : value.getType());
  auto function = func::FuncOp::create(builder, op.getLoc(), "op",
                                       builder.getFunctionType(types, {}));
  function.setPrivate();
  // Otherwise LLVM would inline everything back into one function.
  function->setAttr("passthrough", builder.getStrArrayAttr({"noinline"}));
  builder.setInsertionPointToStart(function.addEntryBlock());
  IRMapping mapping;
  for (auto [value, argument] :
       llvm::zip_equal(values, function.getArguments()))
    mapping.map(value, receive(builder, argument, value.getType()));
  for (Operation *constant : constants)
    builder.clone(*constant, mapping);
  builder.clone(*op, mapping);
  func::ReturnOp::create(builder, op.getLoc());
  return function;
}

/// Returns a function of the module equal to \p function; inserts \p function
/// if there is none.
func::FuncOp Outliner::findOrInsert(func::FuncOp function, StringRef name) {
  SmallVector<func::FuncOp> &alike = functions[function.getFunctionType()];
  for (func::FuncOp other : alike)
    if (OperationEquivalence::isRegionEquivalentTo(
            &function.getBody(), &other.getBody(),
            OperationEquivalence::IgnoreLocations)) {
      function.erase();
      return other;
    }
  function.setName(name);
  symbols.insert(function);
  alike.push_back(function);
  return function;
}

void Outliner::outline(linalg::LinalgOp op) {
  llvm::SetVector<Value> used;
  used.insert_range(op->getOperands());
  getUsedValuesDefinedAbove(op->getRegions(), used);
  SmallVector<Value> values;
  SmallVector<Operation *> constants;
  for (Value value : used)
    if (matchPattern(value, m_Constant()))
      constants.push_back(value.getDefiningOp());
    else
      values.push_back(value);
  if (aliasesOutput(op, values))
    return;
  std::string name = op->getName().getStringRef().str();
  std::replace(name.begin(), name.end(), '.', '_');
  func::FuncOp function = findOrInsert(build(op, values, constants), name);
  OpBuilder builder(op);
  SmallVector<Value> arguments = llvm::map_to_vector(
      values, [&](Value value) { return pass(builder, value); });
  func::CallOp::create(builder, op.getLoc(), function, arguments);
  op.erase();
}

namespace {
struct OutlineOpsPass
    : public memplace::impl::OutlineOpsPassBase<OutlineOpsPass> {
  using OutlineOpsPassBase::OutlineOpsPassBase;

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk<WalkOrder::PreOrder>([&](linalg::LinalgOp op) {
      auto function = op->getParentOfType<func::FuncOp>();
      if (op.hasPureBufferSemantics() && function &&
          function->getParentOp() == getOperation())
        ops.push_back(op);
      return WalkResult::skip(); // Skip ops in its body.
    });
    Outliner outliner(getOperation());
    for (linalg::LinalgOp op : ops)
      outliner.outline(op);
  }
};
} // namespace
