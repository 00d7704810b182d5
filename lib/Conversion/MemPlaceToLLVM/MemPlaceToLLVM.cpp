//===- MemPlaceToLLVM.cpp - Arenas and transfers as runtime calls ---------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeCalls.h"

#include "../Utils/LowerPlaces.h"
#include "../Utils/LowerWindows.h"
#include "memplace/Conversion/Passes.h"
#include "memplace/Runtime/Runtime.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"

namespace memplace {
#define GEN_PASS_DEF_CONVERTMEMPLACETOLLVMPASS
#include "memplace/Conversion/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

/// Default alignment of an arena in bytes.
static constexpr int64_t defaultArenaAlignment = 64;

namespace {

/// Lowers the ops of a module, with runtime symbols in the same module. Leaves
/// types to `replaceTiersAndTokens`.
class Lowering {
public:
  Lowering(ModuleOp module, bool checked, StringRef defaultTier)
      : calls(module), layout(module), checked(checked),
        defaultTier(defaultTier) {}

  LogicalResult checkSymbols() { return calls.checkSymbols(); }

  void lower(Operation *op);

  /// Adds a check at the entry of \p function: its memref arguments must not
  /// overlap.
  void checkArguments(FunctionOpInterface function);

private:
  void lower(ArenaOp op);
  void lower(FreeArenaOp op);
  void lower(SlotOp op);
  void lower(StartTransferOp op);
  void lower(WaitOp op);
  void lower(AcquireOp op);
  void lower(ReleaseOp op);
  void lower(memref::CopyOp op);

  static Value getConstant(OpBuilder &builder, Location loc, int64_t value);
  Value getTierName(OpBuilder &builder, Location loc, MemRefType type);
  Value getOffset(OpBuilder &builder, Location loc, Value memref);
  Value getAddress(OpBuilder &builder, Location loc, Value memref);
  Value getSize(OpBuilder &builder, Location loc, Value memref);
  static Value makeLoops(Operation *op, const MemRefRows &rows,
                         int64_t elementBytes);

  RuntimeCalls calls;
  DataLayout layout;
  bool checked;
  std::string defaultTier;
};

} // namespace

//===----------------------------------------------------------------------===//
// Operands of calls
//===----------------------------------------------------------------------===//

Value Lowering::getConstant(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getI64IntegerAttr(value));
}

Value Lowering::getTierName(OpBuilder &builder, Location loc, MemRefType type) {
  auto tier = dyn_cast_or_null<TierAttr>(type.getMemorySpace());
  return calls.getString(builder, loc,
                         tier ? tier.getName().getValue() : defaultTier);
}

/// Returns the bytes from the aligned pointer of \p memref to its first
/// element; null for 0.
Value Lowering::getOffset(OpBuilder &builder, Location loc, Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  int64_t elements = type.getStridesAndOffset().second;
  int64_t element = getElementBytes(type.getElementType(), layout).value_or(1);
  if (elements == 0)
    return {};
  if (elements != ShapedType::kDynamic)
    return getConstant(builder, loc, elements * element);
  Value offset = memref::ExtractStridedMetadataOp::create(builder, loc, memref)
                     .getOffset();
  return arith::MulIOp::create(
      builder, loc,
      arith::IndexCastOp::create(builder, loc, builder.getI64Type(), offset),
      getConstant(builder, loc, element));
}

/// Returns the address of the first element, an `!llvm.ptr`.
Value Lowering::getAddress(OpBuilder &builder, Location loc, Value memref) {
  Value address = arith::IndexCastOp::create(
      builder, loc, builder.getI64Type(),
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memref));
  if (Value offset = getOffset(builder, loc, memref))
    address = arith::AddIOp::create(builder, loc, address, offset);
  return LLVM::IntToPtrOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), address);
}

/// Returns the bytes from the first element to the end of the last, an i64; 0
/// without elements.
Value Lowering::getSize(OpBuilder &builder, Location loc, Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  if (std::optional<int64_t> size = getStaticSizeInBytes(type, layout))
    return getConstant(builder, loc, *size);
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, loc, memref);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value elements = one, isEmpty;
  for (auto [size, stride] :
       llvm::zip_equal(metadata.getSizes(), metadata.getStrides())) {
    Value span = arith::MulIOp::create(
        builder, loc, arith::SubIOp::create(builder, loc, size, one), stride);
    elements = arith::AddIOp::create(builder, loc, elements, span);
    Value hasNone = arith::CmpIOp::create(builder, loc,
                                          arith::CmpIPredicate::eq, size, zero);
    isEmpty = isEmpty
                  ? Value(arith::OrIOp::create(builder, loc, isEmpty, hasNone))
                  : hasNone;
  }
  if (isEmpty)
    elements = arith::SelectOp::create(builder, loc, isEmpty, zero, elements);
  int64_t element = getElementBytes(type.getElementType(), layout).value_or(1);
  return arith::MulIOp::create(
      builder, loc,
      arith::IndexCastOp::create(builder, loc, builder.getI64Type(), elements),
      getConstant(builder, loc, element));
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Returns a descriptor as built by `finalize-memref-to-llvm` for
/// `memref<Nxi8>`.
static Value createDescriptor(OpBuilder &builder, Location loc, Value pointer,
                              Value size) {
  MLIRContext *context = builder.getContext();
  Type ptr = LLVM::LLVMPointerType::get(context);
  Type i64 = builder.getI64Type();
  Type list = LLVM::LLVMArrayType::get(i64, 1);
  auto type =
      LLVM::LLVMStructType::getLiteral(context, {ptr, ptr, i64, list, list});
  auto constant = [&](int64_t value) -> Value {
    return LLVM::ConstantOp::create(builder, loc,
                                    builder.getI64IntegerAttr(value));
  };
  Value descriptor = LLVM::PoisonOp::create(builder, loc, type);
  auto insert = [&](Value value, ArrayRef<int64_t> position) {
    descriptor =
        LLVM::InsertValueOp::create(builder, loc, descriptor, value, position);
  };
  insert(pointer, {0}); // Allocated pointer.
  insert(pointer, {1}); // Aligned pointer.
  insert(constant(0), {2});
  insert(size, {3, 0});
  insert(constant(1), {4, 0});
  return descriptor;
}

void Lowering::lower(ArenaOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  MemRefType type = op.getArena().getType();
  int64_t alignment =
      op.getAlignment() ? *op.getAlignment() : defaultArenaAlignment;
  if (checked)
    alignment = std::max<int64_t>(alignment, MEMPLACE_RT_PAGE_BYTES);
  Value size = getConstant(builder, loc, type.getDimSize(0));
  Value pointer = calls.call(builder, loc,
                             checked ? RuntimeFunction::ArenaAllocChecked
                                     : RuntimeFunction::ArenaAlloc,
                             {getTierName(builder, loc, type), size,
                              getConstant(builder, loc, alignment)});
  auto arena = UnrealizedConversionCastOp::create(
      builder, loc, type, createDescriptor(builder, loc, pointer, size));
  op.getArena().replaceAllUsesWith(
      cast<TypedValue<MemRefType>>(arena.getResult(0)));
  op.erase();
}

void Lowering::lower(FreeArenaOp op) {
  OpBuilder builder(op);
  Value arena = op.getArena();
  calls.call(builder, op.getLoc(), RuntimeFunction::ArenaFree,
             {getTierName(builder, op.getLoc(), op.getArena().getType()),
              getAddress(builder, op.getLoc(), arena)});
  op.erase();
}

void Lowering::lower(SlotOp op) {
  OpBuilder builder(op);
  op->replaceAllUsesWith(ValueRange(createView(builder, op)));
  op.erase();
}

/// Returns the loops around rows as an array on the stack. The array belongs to
/// the function's entry, so a loop around the transfer does not allocate it
/// again.
Value Lowering::makeLoops(Operation *op, const MemRefRows &rows,
                          int64_t elementBytes) {
  Operation *function = op->getParentOfType<FunctionOpInterface>();
  Block &entry =
      (function ? function : op->getParentOp())->getRegion(0).front();
  auto builder = OpBuilder::atBlockBegin(&entry);
  Location loc = op->getLoc();
  Type ptr = LLVM::LLVMPointerType::get(builder.getContext());
  Type i64 = builder.getI64Type();
  const auto rank = static_cast<int64_t>(rows.counts.size());
  Value loops = LLVM::AllocaOp::create(builder, loc, ptr, i64,
                                       getConstant(builder, loc, 3 * rank));
  for (int64_t i = 0; i < rank; ++i) {
    const std::array<int64_t, 3> numbers = {rows.counts[i],
                                            rows.strides[0][i] * elementBytes,
                                            rows.strides[1][i] * elementBytes};
    for (auto [k, number] : llvm::enumerate(numbers)) {
      Value place = LLVM::GEPOp::create(
          builder, loc, ptr, i64, loops,
          LLVM::GEPArg(static_cast<int32_t>(3 * i + static_cast<int64_t>(k))));
      LLVM::StoreOp::create(builder, loc, getConstant(builder, loc, number),
                            place);
    }
  }
  return loops;
}

void Lowering::lower(StartTransferOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  MemRefType source = op.getSource().getType();
  SmallVector<Value> arguments = {
      calls.getString(builder, loc, op.getChannel()),
      getTierName(builder, loc, source),
      getTierName(builder, loc, op.getDestination().getType()),
      getAddress(builder, loc, op.getDestination()),
      getAddress(builder, loc, op.getSource())};
  const std::optional<MemRefRows> rows =
      getRows({op.getDestination().getType(), source});
  RuntimeFunction function = RuntimeFunction::TransferStart;
  if (!rows || rows->counts.empty()) {
    arguments.push_back(getSize(builder, loc, op.getSource()));
  } else {
    function = RuntimeFunction::TransferStartRows;
    const int64_t element =
        getElementBytes(source.getElementType(), layout).value_or(1);
    arguments.push_back(getConstant(builder, loc, rows->run * element));
    arguments.push_back(getConstant(builder, loc, rows->counts.size()));
    arguments.push_back(makeLoops(op, *rows, element));
  }
  Value token = calls.call(builder, loc, function, arguments);
  op->replaceAllUsesWith(ValueRange(token));
  op.erase();
}

void Lowering::lower(WaitOp op) {
  OpBuilder builder(op);
  // The token is already an i64, which `getToken` does not accept.
  calls.call(builder, op.getLoc(), RuntimeFunction::TransferWait,
             op->getOperand(0));
  op.erase();
}

void Lowering::lower(AcquireOp op) {
  if (checked) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    Value keeps = arith::ConstantOp::create(
        builder, loc, builder.getI32IntegerAttr(op.getKeepContents()));
    calls.call(builder, loc, RuntimeFunction::Acquire,
               {getAddress(builder, loc, op.getSlot()),
                getSize(builder, loc, op.getSlot()), keeps});
  }
  op.erase();
}

void Lowering::lower(ReleaseOp op) {
  if (checked) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    calls.call(builder, loc, RuntimeFunction::Release,
               {getAddress(builder, loc, op.getSlot()),
                getSize(builder, loc, op.getSlot())});
  }
  op.erase();
}

void Lowering::lower(memref::CopyOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  calls.call(builder, loc, RuntimeFunction::Copy,
             {getAddress(builder, loc, op.getTarget()),
              getAddress(builder, loc, op.getSource()),
              getSize(builder, loc, op.getSource())});
  op.erase();
}

void Lowering::lower(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<ArenaOp, FreeArenaOp, SlotOp, StartTransferOp, WaitOp, AcquireOp,
            ReleaseOp, memref::CopyOp>([&](auto concrete) { lower(concrete); })
      .Case<EnterArmOp, LaunchOverheadOp>(
          [](Operation *mark) { mark->erase(); });
}

void Lowering::checkArguments(FunctionOpInterface function) {
  SmallVector<Value> memrefs(
      llvm::make_filter_range(function.getArguments(), [](Value value) {
        return isa<MemRefType>(value.getType());
      }));
  if (memrefs.size() < 2)
    return;
  Location loc = function.getLoc();
  auto builder = OpBuilder::atBlockBegin(&function.getFunctionBody().front());
  Type ptr = LLVM::LLVMPointerType::get(builder.getContext());
  Type i64 = builder.getI64Type();
  Value count = getConstant(builder, loc, memrefs.size());
  Value pointers = LLVM::AllocaOp::create(builder, loc, ptr, ptr, count);
  Value sizes = LLVM::AllocaOp::create(builder, loc, ptr, i64, count);
  for (auto [index, memref] : llvm::enumerate(memrefs)) {
    auto store = [&](Value value, Type type, Value array) {
      Value place =
          LLVM::GEPOp::create(builder, loc, ptr, type, array,
                              LLVM::GEPArg(static_cast<int32_t>(index)));
      LLVM::StoreOp::create(builder, loc, value, place);
    };
    store(getAddress(builder, loc, memref), ptr, pointers);
    store(getSize(builder, loc, memref), i64, sizes);
  }
  calls.call(builder, loc, RuntimeFunction::CheckNoAlias,
             {calls.getString(builder, loc, function.getName()), count,
              pointers, sizes});
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Returns true if the memref is a contiguous run of bytes.
static bool isOneRun(Value memref) {
  auto type = dyn_cast<MemRefType>(memref.getType());
  return type && memref::isStaticShapeAndContiguousRowMajor(type);
}

/// Returns true if the op copies from another tier, possibly a file, which only
/// the runtime can read.
static bool isCopyFromTier(Operation *op) {
  auto copy = dyn_cast<memref::CopyOp>(op);
  if (!copy || !isOneRun(copy.getSource()) || !isOneRun(copy.getTarget()))
    return false;
  auto getTier = [](Value memref) {
    while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
      memref = view.getViewSource();
    return dyn_cast_or_null<TierAttr>(
        cast<MemRefType>(memref.getType()).getMemorySpace());
  };
  TierAttr tier = getTier(copy.getSource());
  return tier && tier != getTier(copy.getTarget());
}

/// Returns all memplace ops of \p module, except those in nested modules.
static SmallVector<Operation *> collectOps(ModuleOp module) {
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    if ((isa_and_nonnull<MemPlaceDialect>(op->getDialect()) ||
         isCopyFromTier(op)) &&
        op->getParentOfType<ModuleOp>() == module)
      ops.push_back(op);
  });
  return ops;
}

/// Reports slots that the checked runtime cannot protect.
static LogicalResult checkSlots(ArrayRef<Operation *> ops) {
  for (Operation *op : ops) {
    auto slot = dyn_cast<SlotOp>(op);
    if (!slot || slot.getOffset() % MEMPLACE_RT_PAGE_BYTES == 0)
      continue;
    InFlightDiagnostic error =
        slot.emitOpError("is at ")
        << slot.getOffset() << " bytes, but a checked program needs slots at "
        << "multiples of " << MEMPLACE_RT_PAGE_BYTES << " bytes";
    error.attachNote() << "place buffers with slot-alignment="
                       << MEMPLACE_RT_PAGE_BYTES;
    return error;
  }
  return success();
}

namespace {
struct ConvertMemPlaceToLLVMPass
    : public memplace::impl::ConvertMemPlaceToLLVMPassBase<
          ConvertMemPlaceToLLVMPass> {
  using ConvertMemPlaceToLLVMPassBase::ConvertMemPlaceToLLVMPassBase;

  void runOnOperation() override {
    SmallVector<ModuleOp> modules;
    getOperation().walk([&](ModuleOp module) { modules.push_back(module); });
    for (ModuleOp module : modules)
      if (failed(check(module)))
        return signalPassFailure();
    lowerWindows(getOperation());
    for (ModuleOp module : modules)
      lower(module);
    eraseMemPlaceAttributes(getOperation());
    replaceTiersAndTokens(
        getOperation(), [](TierAttr) { return Attribute(); },
        IntegerType::get(&getContext(), 64));
  }

private:
  LogicalResult check(ModuleOp module) {
    SmallVector<Operation *> ops = collectOps(module);
    if (ops.empty())
      return success();
    if (failed(makeLowering(module).checkSymbols()))
      return failure();
    return checked ? checkSlots(ops) : success();
  }

  Lowering makeLowering(ModuleOp module) {
    std::string tier = defaultTier;
    TargetAttr target = getSpelledOutTarget(module);
    if (tier.empty())
      tier = target ? target.getDefaultTier().str() : "default";
    return Lowering(module, checked, tier);
  }

  void lower(ModuleOp module) {
    SmallVector<Operation *> ops = collectOps(module);
    if (ops.empty())
      return;
    Lowering lowering = makeLowering(module);
    SetVector<Operation *> functions;
    for (Operation *op : ops)
      if (isa<ArenaOp>(op))
        if (auto function = op->getParentOfType<FunctionOpInterface>())
          functions.insert(function);
    for (Operation *op : ops)
      lowering.lower(op);
    if (checked)
      for (Operation *function : functions)
        lowering.checkArguments(cast<FunctionOpInterface>(function));
  }
};
} // namespace
