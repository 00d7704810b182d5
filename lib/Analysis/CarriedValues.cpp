//===- CarriedValues.cpp - What a carried memref always equals ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AliasFlow.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace memplace;

namespace {
/// Like the removal of superfluous block arguments: optimistic, until no more
/// values turn out to be different ones.
class CarriedValueFinder {
public:
  CarriedValueFinder(const AliasFlow &flow, ArrayRef<Value> values)
      : flow(flow), values(values) {}
  DenseMap<Value, Value> find();

private:
  void findEqualCasts();
  Value meet(Value value) const;
  bool findDifferent();

  const AliasFlow &flow;
  ArrayRef<Value> values;
  /// A memory space cast -> the first one of the same memref to the same type.
  DenseMap<Value, Value> equalCasts;
  /// Carried values that may be one of several.
  DenseSet<Value> different;
  DenseMap<Value, Value> equal;
};
} // namespace

/// Casts for the sake of the type only, which a placed program has many of,
/// must not make one value look like several.
void CarriedValueFinder::findEqualCasts() {
  DenseMap<std::pair<Value, Type>, Value> firstCast;
  for (Value value : values)
    if (auto cast = value.getDefiningOp<memref::MemorySpaceCastOp>())
      equalCasts[value] =
          firstCast.try_emplace({cast.getSource(), value.getType()}, value)
              .first->second;
}

/// The one value that flows into \p value from everywhere; null if none does so
/// far, \p value itself if several do.
Value CarriedValueFinder::meet(Value value) const {
  Value met;
  for (Value source : flow.carried.find(value)->second) {
    Value now = source;
    if (Value cast = equalCasts.lookup(source))
      now = cast;
    else if (flow.carried.contains(source) && !different.contains(source))
      now = equal.lookup(source);
    if (!now || now == value)
      continue;
    if (met && met != now)
      return value;
    met = now;
  }
  return met;
}

/// Starts over with what is known to be different. Returns whether one more
/// value turned out to be.
bool CarriedValueFinder::findDifferent() {
  equal.clear();
  bool changed = true;
  while (changed) {
    changed = false;
    for (Value value : values) {
      if (!flow.carried.contains(value) || different.contains(value))
        continue;
      Value met = meet(value), before = equal.lookup(value);
      if (met == before)
        continue;
      if (met == value || before) {
        different.insert(value);
        return true;
      }
      equal[value] = met;
      changed = true;
    }
  }
  return false;
}

DenseMap<Value, Value> CarriedValueFinder::find() {
  findEqualCasts();
  while (findDifferent()) {
  }
  for (Value value : different)
    equal[value] = value;
  return std::move(equal);
}

DenseMap<Value, Value> memplace::findCarriedValues(const AliasFlow &flow,
                                                   ArrayRef<Value> values) {
  return CarriedValueFinder(flow, values).find();
}
