//===- OperandAttributes.cpp - Attributes by operand ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandAttributes.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace memplace;

/// Returns the types of the operands of \p op, or of the arguments of a
/// function, that are memrefs or will be.
static SmallVector<ShapedType> getBufferTypes(Operation *op) {
  SmallVector<ShapedType> types;
  auto add = [&](TypeRange all) {
    for (Type type : all)
      if (isa<BaseMemRefType, TensorType>(type))
        types.push_back(cast<ShapedType>(type));
  };
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    add(function.getArgumentTypes());
  else
    add(op->getOperandTypes());
  return types;
}

/// Verifies that \p count entries of \p attr are as many as memref operands.
static LogicalResult verifyLength(Operation *op, NamedAttribute attr,
                                  StringRef entries, size_t count) {
  const size_t memrefs = getBufferTypes(op).size();
  if (count == memrefs)
    return success();
  return op->emitOpError("'")
         << attr.getName().getValue() << "' gives the " << entries << " of "
         << count << " memref "
         << (isa<FunctionOpInterface>(op) ? "arguments" : "operands")
         << ", but there are " << memrefs;
}

LogicalResult memplace::verifyCost(Operation *op, NamedAttribute attr) {
  auto cost = dyn_cast<CostAttr>(attr.getValue());
  if (!cost)
    return op->emitOpError("'memplace.cost' must be a #memplace.cost, got ")
           << attr.getValue();
  auto check = [&](StringRef entries, size_t count) {
    return count == 0 ? success() : verifyLength(op, attr, entries, count);
  };
  return failure(failed(check("bytes", cost.getBytes().size())) ||
                 failed(check("efficiency", cost.getEfficiency().size())));
}

LogicalResult memplace::verifyAccess(Operation *op, NamedAttribute attr) {
  auto accesses = dyn_cast<ArrayAttr>(attr.getValue());
  if (!accesses)
    return op->emitOpError("'memplace.access' must be an array, got ")
           << attr.getValue();
  for (Attribute element : accesses) {
    AccessAttr access = AccessAttr::fromElement(element);
    if (!access)
      return op->emitOpError("'memplace.access' must hold \"none\", "
                             "\"read\", \"write\", \"update\", \"sum\" or "
                             "#memplace.access, got ")
             << element;
    if (!access.getTiers())
      continue;
    for (auto tier : access.getTiers().getAsRange<StringAttr>())
      if (failed(verifyTierName(op, tier.getValue(), "'memplace.access'")))
        return failure();
  }
  return verifyLength(op, attr, "accesses", accesses.size());
}

LogicalResult memplace::verifyPairs(Operation *op, NamedAttribute attr) {
  auto error = [&] {
    return op->emitOpError("'") << attr.getName().getValue() << "' ";
  };
  const auto memrefs = static_cast<int64_t>(getBufferTypes(op).size());
  auto pairs = dyn_cast<ArrayAttr>(attr.getValue());
  if (!pairs)
    return error() << "must be an array of pairs, got " << attr.getValue();
  for (Attribute element : pairs) {
    auto pair = dyn_cast<ArrayAttr>(element);
    if (!pair || pair.size() != 2 ||
        !llvm::all_of(pair, llvm::IsaPred<IntegerAttr>))
      return error() << "must hold pairs of numbers, got " << element;
    for (auto number : pair.getAsRange<IntegerAttr>())
      if (number.getInt() < 0 || number.getInt() >= memrefs)
        return error() << "names memref operand " << number.getInt() << " of "
                       << memrefs << ", counted from 0";
    if (pair[0] == pair[1])
      return error() << "pairs memref operand "
                     << cast<IntegerAttr>(pair[0]).getInt() << " with itself";
  }
  return success();
}

/// Verifies one map, and collects in \p extents the numbers of indices of its
/// dimensions. \p number counts memref operands.
static LogicalResult verifyMap(Operation *op, AffineMapAttr attr,
                               ShapedType type, size_t number,
                               SmallVectorImpl<int64_t> &extents) {
  const AffineMap map = attr.getValue();
  auto error = [&] {
    return op->emitOpError("map ")
           << number << " of 'memplace.cut_dims', " << attr << ", ";
  };
  if (map.getNumDims() != extents.size() || map.getNumSymbols() != 0)
    return error() << "must have " << extents.size()
                   << " dimensions, as the first, and no symbols";
  if (map.getNumResults() == 0)
    return success();
  if (!type.hasRank())
    return error() << "must have no results, because " << type
                   << " has no axes to name";
  if (map.getNumResults() != static_cast<unsigned>(type.getRank()))
    return error() << "must have " << type.getRank()
                   << " results, one for each axis of " << type
                   << ", or none for all of it";
  for (auto [size, expr] : llvm::zip_equal(type.getShape(), map.getResults())) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || ShapedType::isDynamic(size))
      continue;
    int64_t &extent = extents[dim.getPosition()];
    if (!ShapedType::isDynamic(extent) && extent != size)
      return error() << "gives dimension " << dim.getPosition() << " " << size
                     << " indices, but it has " << extent
                     << " by the maps before";
    extent = size;
  }
  return success();
}

/// Verifies that \p attr, map \p number, stays within \p type at the last
/// indices of all dimensions; those without an extent are at 0.
static LogicalResult verifyReach(Operation *op, AffineMapAttr attr,
                                 ShapedType type, size_t number,
                                 ArrayRef<int64_t> extents) {
  SmallVector<AffineExpr> last;
  for (const int64_t extent : extents)
    last.push_back(getAffineConstantExpr(
        ShapedType::isDynamic(extent) ? 0 : extent - 1, op->getContext()));
  for (auto [axis, expr] : llvm::enumerate(attr.getValue().getResults())) {
    auto index = dyn_cast<AffineConstantExpr>(expr.replaceDims(last));
    if (index && !type.isDynamicDim(axis) &&
        index.getValue() >= type.getDimSize(axis))
      return op->emitOpError("map ")
             << number << " of 'memplace.cut_dims', " << attr
             << ", reaches index " << index.getValue() << " of axis " << axis
             << ", but " << type << " has " << type.getDimSize(axis)
             << " there";
  }
  return success();
}

LogicalResult memplace::verifyCutDims(Operation *op, NamedAttribute attr) {
  auto maps = dyn_cast<ArrayAttr>(attr.getValue());
  if (!maps || !llvm::all_of(maps, llvm::IsaPred<AffineMapAttr>))
    return op->emitOpError("'memplace.cut_dims' must be an array of affine "
                           "maps, got ")
           << attr.getValue();
  if (isa<FunctionOpInterface, CallOpInterface>(op))
    return op->emitOpError("'memplace.cut_dims' does not belong on a function "
                           "or call, whose types are fixed");
  if (failed(verifyLength(op, attr, "maps", maps.size())))
    return failure();
  if (maps.empty())
    return op->emitOpError("'memplace.cut_dims' belongs on an op with memref "
                           "operands");
  SmallVector<int64_t> extents(
      cast<AffineMapAttr>(maps[0]).getValue().getNumDims(),
      ShapedType::kDynamic);
  for (auto [number, map, type] :
       llvm::enumerate(maps.getAsRange<AffineMapAttr>(), getBufferTypes(op)))
    if (failed(verifyMap(op, map, type, number, extents)))
      return failure();
  for (auto [number, map, type] :
       llvm::enumerate(maps.getAsRange<AffineMapAttr>(), getBufferTypes(op)))
    if (failed(verifyReach(op, map, type, number, extents)))
      return failure();
  return success();
}
