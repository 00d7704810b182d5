//===- WeightSlices.cpp - Slices of weights as weights --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WeightSlices.h"

#include "ExtractParameters.h"

#include "../Packing/GenericOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace memplace;

NamedGlobals memplace::findNamedGlobals(Operation *module) {
  NamedGlobals globals;
  for (Operation &op : module->getRegion(0).getOps()) {
    auto symbol = op.getAttrOfType<StringAttr>("sym_name");
    if (nameOf(&op) != "util.global" || !symbol || op.hasAttr("is_mutable"))
      continue;
    if (auto name = readParameterName(op.getAttr("initial_value")))
      globals[symbol] = {&op, *name};
  }
  return globals;
}

//===----------------------------------------------------------------------===//
// Candidate slices
//===----------------------------------------------------------------------===//

/// Returns the bytes per element of \p type in an archive; 0 if unknown.
static int64_t bytesOfElement(Type type) {
  const bool isNumber = type.isIntOrFloat();
  const unsigned bits = isNumber ? type.getIntOrFloatBitWidth() : 0;
  return bits % 8 == 0 ? bits / 8 : 0;
}

/// Returns the parameter that \p value loads, or null.
static const NamedGlobal *findParameter(Value value,
                                        const NamedGlobals &parameters) {
  Operation *load = value.getDefiningOp();
  if (!load || nameOf(load) != "util.global.load")
    return nullptr;
  auto it = parameters.find(getGlobal(load));
  return it == parameters.end() ? nullptr : &it->second;
}

/// Returns the bytes of the constant \p value, in row-major order. Empty if the
/// bytes are unknown, or if all elements are equal, since a splat needs no
/// memory.
static ArrayRef<char> findBytes(Value value) {
  auto constant = value.getDefiningOp<arith::ConstantOp>();
  if (!constant)
    return {};
  if (auto dense = dyn_cast<DenseElementsAttr>(constant.getValue()))
    return dense.isSplat() ? ArrayRef<char>() : dense.getRawData();
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(constant.getValue()))
    if (AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      return blob->getData();
  return {};
}

/// Returns true if slices of \p sizes are contiguous in an array of \p shape:
/// all dimensions after the first one with several indices are complete.
static bool isContiguous(ArrayRef<int64_t> sizes, ArrayRef<int64_t> shape) {
  const auto *first = llvm::find_if(sizes, [](int64_t s) { return s != 1; });
  const size_t begin = std::distance(sizes.begin(), first) + 1;
  return begin >= sizes.size() ||
         sizes.drop_front(begin) == shape.drop_front(begin);
}

bool memplace::isSliceOfWeight(tensor::ExtractSliceOp slice,
                               const NamedGlobals &parameters) {
  RankedTensorType source = slice.getSourceType();
  if (!source.hasStaticShape() || source.getEncoding() ||
      !slice.getResultType().hasStaticShape() ||
      bytesOfElement(source.getElementType()) == 0 ||
      ShapedType::isDynamicShape(slice.getStaticSizes()) ||
      slice.getResultType().getNumElements() == source.getNumElements() ||
      !llvm::all_of(slice.getStaticStrides(), [](int64_t s) { return s == 1; }))
    return false;
  return isContiguous(slice.getStaticSizes(), source.getShape()) &&
         (!findBytes(slice.getSource()).empty() ||
          findParameter(slice.getSource(), parameters));
}

/// Returns the index of the first element of \p slice in its source. None if
/// the index is unknown or out of bounds.
static std::optional<int64_t> findFirstElement(tensor::ExtractSliceOp slice) {
  int64_t first = 0;
  for (auto [offset, size, extent] :
       llvm::zip(slice.getMixedOffsets(), slice.getStaticSizes(),
                 slice.getSourceType().getShape())) {
    std::optional<int64_t> known = getConstantIntValue(offset);
    if (!known || *known < 0 || *known > extent - size)
      return std::nullopt;
    first = first * extent + *known;
  }
  return first;
}

//===----------------------------------------------------------------------===//
// Making slices weights
//===----------------------------------------------------------------------===//

/// Marks slices that must not change.
static constexpr StringLiteral keptName = "memplace.left";

/// A slice with a constant offset.
struct KnownSlice {
  tensor::ExtractSliceOp op;
  int64_t begin = 0, size = 0; // Bytes.
};

/// Slices by their sources.
using SlicesByWeight = llvm::MapVector<Value, SmallVector<KnownSlice>>;

/// Finds the unmarked slices of weights in \p module with constant offsets.
static SlicesByWeight findSlices(Operation *module,
                                 const NamedGlobals &parameters) {
  SlicesByWeight slices;
  module->walk([&](tensor::ExtractSliceOp op) {
    std::optional<int64_t> first;
    if (!op->hasAttr(keptName) && isSliceOfWeight(op, parameters))
      first = findFirstElement(op);
    if (!first)
      return;
    RankedTensorType type = op.getResultType();
    const int64_t bytes = bytesOfElement(type.getElementType());
    slices[op.getSource()].push_back(
        {op, *first * bytes, type.getNumElements() * bytes});
  });
  return slices;
}

/// Returns true if constants for all \p slices take no more bytes than
/// \p weight.
static bool isNoLarger(Value weight, ArrayRef<KnownSlice> slices) {
  if (!llvm::hasNItems(weight.getUses(), slices.size()))
    return false;
  SmallVector<std::pair<int64_t, int64_t>> parts;
  for (const KnownSlice &slice : slices)
    parts.push_back({slice.begin, slice.size});
  llvm::sort(parts);
  parts.erase(llvm::unique(parts), parts.end());
  int64_t bytes = 0;
  for (auto [begin, size] : parts)
    bytes += size;
  return bytes <= int64_t(findBytes(weight).size());
}

static void replaceByConstant(KnownSlice slice) {
  OpBuilder builder(slice.op);
  auto value = DenseElementsAttr::getFromRawBuffer(
      slice.op.getResultType(),
      findBytes(slice.op.getSource()).slice(slice.begin, slice.size));
  Value constant = arith::ConstantOp::create(builder, slice.op.getLoc(), value);
  slice.op.replaceAllUsesWith(constant);
  slice.op.erase();
}

namespace {
/// Makes one global for each distinct part of a parameter.
class SliceGlobals {
public:
  explicit SliceGlobals(Operation *module) {
    for (Operation &op : module->getRegion(0).getOps())
      if (auto name = op.getAttrOfType<StringAttr>("sym_name"))
        names.insert(name.getValue());
  }

  void replaceByLoad(KnownSlice slice, const NamedGlobal &whole);

private:
  StringAttr getGlobal(KnownSlice slice, const NamedGlobal &whole);

  llvm::StringSet<> names;
  llvm::DenseMap<std::pair<Operation *, Attribute>, StringAttr> made;
};
} // namespace

StringAttr SliceGlobals::getGlobal(KnownSlice slice, const NamedGlobal &whole) {
  ParameterName name = whole.name;
  name.offset = name.offset.value_or(0) + slice.begin;
  RankedTensorType type = slice.op.getResultType();
  Attribute value = makeFlowParameter(name, type);
  StringAttr &symbol = made[{whole.global, value}];
  if (symbol)
    return symbol;
  OpBuilder builder(whole.global);
  std::string base =
                  (whole.global->getAttrOfType<StringAttr>("sym_name").str() +
                   "_at_" + std::to_string(slice.begin)),
              unique = base;
  for (int i = 0; !names.insert(unique).second; ++i)
    unique = base + "_" + std::to_string(i);
  symbol = builder.getStringAttr(unique);
  OperationState state(whole.global->getLoc(), whole.global->getName());
  copyAttributes(whole.global, state,
                 {{"sym_name", symbol},
                  {"sym_visibility", builder.getStringAttr("private")},
                  {"initial_value", value},
                  {"type", TypeAttr::get(type)}});
  builder.create(state);
  return symbol;
}

void SliceGlobals::replaceByLoad(KnownSlice slice, const NamedGlobal &whole) {
  Operation *old = slice.op.getSource().getDefiningOp();
  OpBuilder builder(slice.op);
  OperationState state(slice.op.getLoc(), old->getName());
  copyAttributes(old, state,
                 {{"global", FlatSymbolRefAttr::get(getGlobal(slice, whole))}});
  state.addTypes(slice.op.getResultType());
  slice.op.replaceAllUsesWith(builder.create(state)->getResult(0));
  slice.op.erase();
}

void memplace::markKeptSlices(Operation *module,
                              const NamedGlobals &parameters) {
  for (auto &[weight, slices] : findSlices(module, parameters))
    for (KnownSlice &slice : slices)
      slice.op->setAttr(keptName, UnitAttr::get(module->getContext()));
}

SlicedWeights memplace::makeSlicesWeights(Operation *module,
                                          const NamedGlobals &parameters) {
  SlicedWeights made;
  SliceGlobals globals(module);
  for (auto &[weight, slices] : findSlices(module, parameters)) {
    const NamedGlobal *whole = findParameter(weight, parameters);
    if (!whole && !isNoLarger(weight, slices))
      continue;
    for (const KnownSlice &slice : slices) {
      if (whole)
        globals.replaceByLoad(slice, *whole);
      else
        replaceByConstant(slice);
    }
    made.slices += slices.size();
    ++made.weights;
    if (weight.use_empty())
      weight.getDefiningOp()->erase();
  }
  module->walk([](tensor::ExtractSliceOp op) { op->removeAttr(keptName); });
  return made;
}
