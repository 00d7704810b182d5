//===- MemPlaceDialect.cpp - The dialect and its discardable attributes ---===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "OperandAttributes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace memplace;

#include "memplace/Dialect/MemPlace/IR/MemPlaceDialect.cpp.inc"

namespace {
/// All ops may be inlined: an arena belongs to an execution, so a copy
/// elsewhere means the same.
struct MemPlaceInliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool,
                       IRMapping &) const override {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const override {
    return true;
  }
};
} // namespace

void MemPlaceDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "memplace/Dialect/MemPlace/IR/MemPlaceOps.cpp.inc"
      >();
  addInterfaces<MemPlaceInliner>();
}

bool memplace::isPlacedAllocation(Operation *op) {
  return op->hasAttr(MemPlaceDialect::residencyAttrName);
}

bool memplace::hasExplicitPlacement(Operation *function) {
  // The attribute stands for a placement in which the caller owns all memory.
  if (function->hasAttr(MemPlaceDialect::placedAttrName))
    return true;
  return function
      ->walk([](Operation *op) {
        return isa<SlotOp, StartTransferOp, AcquireOp>(op) ||
                       isPlacedAllocation(op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Tiers of the module's target
//===----------------------------------------------------------------------===//

TargetAttr memplace::getSpelledOutTarget(Operation *op) {
  for (; op; op = op->getParentOp()) {
    if (!isa<ModuleOp>(op))
      continue;
    auto target =
        op->getAttrOfType<TargetAttr>(MemPlaceDialect::targetAttrName);
    if (target)
      return target.isByName() ? TargetAttr() : target;
  }
  return {};
}

LogicalResult memplace::verifyTierName(Operation *op, StringRef tier,
                                       StringRef what) {
  TargetAttr target = getSpelledOutTarget(op);
  if (!target || llvm::any_of(target.getTiers(), [&](TierSpecAttr spec) {
        return spec.getName() == tier;
      }))
    return success();
  InFlightDiagnostic error =
      op->emitOpError(what)
      << " names the tier '" << tier << "', which the target '"
      << target.getName().getValue() << "' does not have; it has ";
  llvm::interleaveComma(target.getTiers(), error, [&](TierSpecAttr spec) {
    error << "'" << spec.getName().getValue() << "'";
  });
  return error;
}

//===----------------------------------------------------------------------===//
// Discardable attributes
//===----------------------------------------------------------------------===//

/// An attribute of an op or of an argument of the op.
namespace {
struct AttributePlace {
  Operation *op;
  NamedAttribute attr;

  StringRef name() const { return attr.getName().getValue(); }
  InFlightDiagnostic error() const {
    return op->emitOpError("'") << name() << "' ";
  }
};
} // namespace

template <typename AttrT>
static LogicalResult expect(const AttributePlace &place, StringRef form) {
  if (isa<AttrT>(place.attr.getValue()))
    return success();
  return place.error() << "must be " << form << ", got "
                       << place.attr.getValue();
}

template <typename ElementT>
static LogicalResult expectArrayOf(const AttributePlace &place,
                                   StringRef form) {
  auto array = dyn_cast<ArrayAttr>(place.attr.getValue());
  if (array && llvm::all_of(array, llvm::IsaPred<ElementT>))
    return success();
  return place.error() << "must be an array of " << form << ", got "
                       << place.attr.getValue();
}

static bool definesMemRef(Operation *op) {
  return llvm::any_of(op->getResultTypes(), llvm::IsaPred<BaseMemRefType>);
}

static LogicalResult expectMemRefResult(const AttributePlace &place) {
  if (definesMemRef(place.op))
    return success();
  return place.error() << "belongs on an operation that defines a memref";
}

static LogicalResult verifyResidencies(const AttributePlace &place) {
  if (failed(expectArrayOf<ResidencyAttr>(place, "#memplace.residency")))
    return failure();
  for (auto residency :
       cast<ArrayAttr>(place.attr.getValue()).getAsRange<ResidencyAttr>())
    if (failed(verifyTierName(place.op, residency.getTier(),
                              "'memplace.residencies'")))
      return failure();
  return success();
}

static LogicalResult verifyPin(const AttributePlace &place) {
  if (failed(expect<TierAttr>(place, "a #memplace.tier")))
    return failure();
  return verifyTierName(
      place.op, cast<TierAttr>(place.attr.getValue()).getName().getValue(),
      "'memplace.pin'");
}

/// Verifies that the tier of a residency is the tier in the memref's type.
static LogicalResult verifyResidency(const AttributePlace &place) {
  if (failed(expect<ResidencyAttr>(place, "a #memplace.residency")) ||
      failed(expectMemRefResult(place)))
    return failure();
  auto residency = cast<ResidencyAttr>(place.attr.getValue());
  if (failed(verifyTierName(place.op, residency.getTier(),
                            "'memplace.residency'")))
    return failure();
  auto type = dyn_cast<MemRefType>(place.op->getResult(0).getType());
  auto tier =
      type ? dyn_cast_or_null<TierAttr>(type.getMemorySpace()) : TierAttr();
  if (tier && tier.getName() != residency.getTier())
    return place.error() << "is in the tier '" << residency.getTier().getValue()
                         << "', but the memref is in '"
                         << tier.getName().getValue() << "'";
  auto slot = dyn_cast<SlotOp>(place.op);
  if (slot && residency.getOffset() &&
      *residency.getOffset() != static_cast<int64_t>(slot.getOffset()))
    return place.error() << "is at " << *residency.getOffset()
                         << " bytes, but the slot is at " << slot.getOffset()
                         << " bytes";
  return success();
}

static LogicalResult verifyTransfers(const AttributePlace &place) {
  if (!isa<FunctionOpInterface>(place.op))
    return place.error() << "belongs on a function";
  return expectArrayOf<TransferAttr>(place, "#memplace.transfer");
}

template <typename AttrT>
static LogicalResult expectOnFunction(const AttributePlace &place,
                                      StringRef form) {
  if (!isa<FunctionOpInterface>(place.op))
    return place.error() << "belongs on a function";
  return expect<AttrT>(place, form);
}

/// Verifies an i64 of at least \p least.
static LogicalResult verifyCount(const AttributePlace &place, int64_t least) {
  auto integer = dyn_cast<IntegerAttr>(place.attr.getValue());
  if (!integer || !integer.getType().isSignlessInteger(64))
    return place.error() << "must be an i64, got " << place.attr.getValue();
  if (integer.getInt() < least)
    return place.error() << "must be at least " << least << ", got "
                         << integer.getInt();
  return success();
}

static LogicalResult verifyTripCount(const AttributePlace &place) {
  if (!isa<LoopLikeOpInterface>(place.op))
    return place.error() << "belongs on a loop";
  return verifyCount(place, 1);
}

static LogicalResult verifyFlops(const AttributePlace &place) {
  if (!isa<CallOpInterface>(place.op))
    return place.error() << "belongs on a call";
  return verifyCount(place, 0);
}

static LogicalResult verifyServed(const AttributePlace &place) {
  auto served = dyn_cast<DenseI64ArrayAttr>(place.attr.getValue());
  if (!served)
    return place.error() << "must be an array<i64>, got "
                         << place.attr.getValue();
  for (int64_t residency : served.asArrayRef())
    if (residency < 0)
      return place.error() << "must hold numbers of residencies, got "
                           << residency;
  return success();
}

static LogicalResult verifyBuffer(const AttributePlace &place) {
  if (failed(expect<StringAttr>(place, "a string")))
    return failure();
  if (cast<StringAttr>(place.attr.getValue()).empty())
    return place.error() << "must not be empty";
  return success();
}

/// \p type is the type of the argument or result; null if unknown.
static LogicalResult verifyUnsigned(const AttributePlace &place, Type type) {
  if (failed(expect<UnitAttr>(place, "a unit attribute")))
    return failure();
  auto shaped = dyn_cast_or_null<ShapedType>(type);
  if (!type || (isa_and_nonnull<BaseMemRefType, TensorType>(shaped) &&
                shaped.getElementType().isSignlessInteger()))
    return success();
  return place.error() << "belongs on a memref of integers, got " << type;
}

static LogicalResult verifyTarget(const AttributePlace &place) {
  if (!isa<ModuleOp>(place.op))
    return place.error() << "belongs on a module";
  return expect<TargetAttr>(place, "a #memplace.target");
}

static LogicalResult unknownAttribute(const AttributePlace &place) {
  return place.error()
         << "is not an attribute of memplace; use one of 'memplace.access', "
            "'memplace.apart', 'memplace.baseline', 'memplace.buffer', "
            "'memplace.called', "
            "'memplace.cost', 'memplace.cut', 'memplace.cut_dims', "
            "'memplace.cuts_made', 'memplace.flops', 'memplace.piece', "
            "'memplace.pin', 'memplace.placed', 'memplace.residencies', "
            "'memplace.residency', 'memplace.schedule_made', "
            "'memplace.served', 'memplace.step', 'memplace.target', "
            "'memplace.together', 'memplace.transfers', "
            "'memplace.trip_count', 'memplace.unsigned'";
}

static LogicalResult onlyOnArguments(const AttributePlace &place) {
  return place.error() << "belongs on an argument or result of a function";
}

/// Returns true for attributes of an op that makes a buffer.
static bool isOfBuffer(StringRef name) {
  using D = MemPlaceDialect;
  return llvm::is_contained({D::residenciesAttrName, D::bufferAttrName,
                             D::pinAttrName, D::pieceAttrName},
                            name);
}

template <LogicalResult (*verify)(Operation *, NamedAttribute)>
static LogicalResult verifyByOperand(const AttributePlace &place) {
  return verify(place.op, place.attr);
}

static LogicalResult verifyUnit(const AttributePlace &place) {
  return expect<UnitAttr>(place, "a unit attribute");
}

static LogicalResult verifyUnitOfFunction(const AttributePlace &place) {
  return expectOnFunction<UnitAttr>(place, "a unit attribute");
}

/// Verifies the value of an attribute of an op.
static LogicalResult verifyValue(const AttributePlace &place) {
  using D = MemPlaceDialect;
  using Verifier = LogicalResult (*)(const AttributePlace &);
  static constexpr std::pair<StringLiteral, Verifier> verifiers[] = {
      {D::targetAttrName, verifyTarget},
      {D::residenciesAttrName, verifyResidencies},
      {D::transfersAttrName, verifyTransfers},
      {D::stepAttrName, [](auto &step) { return verifyCount(step, 0); }},
      {D::servedAttrName, verifyServed},
      {D::residencyAttrName, verifyResidency},
      {D::bufferAttrName, verifyBuffer},
      {D::placedAttrName, verifyUnitOfFunction},
      {D::calledAttrName, verifyUnitOfFunction},
      {D::pinAttrName, verifyPin},
      {D::costAttrName, verifyByOperand<verifyCost>},
      {D::accessAttrName, verifyByOperand<verifyAccess>},
      {D::apartAttrName, verifyByOperand<verifyPairs>},
      {D::togetherAttrName, verifyByOperand<verifyPairs>},
      {D::cutDimsAttrName, verifyByOperand<verifyCutDims>},
      {D::cutAttrName,
       [](auto &cut) { return expect<CutAttr>(cut, "a #memplace.cut"); }},
      {D::baselineAttrName,
       [](auto &baseline) {
         return expectOnFunction<BaselineAttr>(baseline,
                                               "a #memplace.baseline");
       }},
      {D::cutsMadeAttrName,
       [](auto &made) {
         return expectOnFunction<CutsMadeAttr>(made, "a #memplace.cuts_made");
       }},
      {D::scheduleMadeAttrName,
       [](auto &made) {
         return expectOnFunction<ScheduleMadeAttr>(made,
                                                   "a #memplace.schedule_made");
       }},
      {D::pieceAttrName, verifyUnit},
      {D::flopsAttrName, verifyFlops},
      {D::tripCountAttrName, verifyTripCount},
      {D::unsignedAttrName, onlyOnArguments},
  };
  const auto *verifier = llvm::find_if(verifiers, [&](const auto &entry) {
    return entry.first == place.name();
  });
  return verifier == std::end(verifiers) ? unknownAttribute(place)
                                         : verifier->second(place);
}

LogicalResult MemPlaceDialect::verifyOperationAttribute(Operation *op,
                                                        NamedAttribute attr) {
  AttributePlace place{op, attr};
  if (isOfBuffer(place.name()) && failed(expectMemRefResult(place)))
    return failure();
  return verifyValue(place);
}

LogicalResult MemPlaceDialect::verifyRegionArgAttribute(Operation *op,
                                                        unsigned regionIndex,
                                                        unsigned argIndex,
                                                        NamedAttribute attr) {
  AttributePlace place{op, attr};
  StringRef name = place.name();
  if (name != residenciesAttrName && name != pinAttrName &&
      name != bufferAttrName && name != unsignedAttrName)
    return place.error()
           << "does not belong on an argument; 'memplace.buffer', "
              "'memplace.pin', 'memplace.residencies' and "
              "'memplace.unsigned' do";
  Type type = op->getRegion(regionIndex).empty()
                  ? Type()
                  : op->getRegion(regionIndex).getArgument(argIndex).getType();
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    type = function.getArgumentTypes()[argIndex];
  if (name == unsignedAttrName)
    return verifyUnsigned(place, type);
  // The name of a tensor becomes the name of its buffer after bufferization.
  const bool isNameOfTensor =
      name == bufferAttrName && isa_and_nonnull<TensorType>(type);
  if (type && !isa<BaseMemRefType>(type) && !isNameOfTensor)
    return place.error() << "belongs on a memref, but argument " << argIndex
                         << " is of type " << type;
  if (name == bufferAttrName)
    return verifyBuffer(place);
  return name == pinAttrName ? verifyPin(place) : verifyResidencies(place);
}

LogicalResult MemPlaceDialect::verifyRegionResultAttribute(
    Operation *op, unsigned /*regionIndex*/, unsigned resultIndex,
    NamedAttribute attr) {
  AttributePlace place{op, attr};
  // Results become arguments, and tensors become buffers.
  if (auto function = dyn_cast<FunctionOpInterface>(op)) {
    Type type = function.getResultTypes()[resultIndex];
    if (place.name() == bufferAttrName && isa<ShapedType>(type))
      return verifyBuffer(place);
    if (place.name() == unsignedAttrName)
      return verifyUnsigned(place, type);
  }
  return place.error() << "does not belong on a function's result";
}
