//===- CarriedValues.cpp - Values equal to a carried memref ---------------===//
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
/// Optimistic, like the removal of redundant block arguments: assumes that each
/// carried value has a single source, and starts over after each contradiction.
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
  /// Memory space cast -> first cast of the same memref to the same type.
  DenseMap<Value, Value> equalCasts;
  /// Carried values with several possible sources.
  DenseSet<Value> different;
  DenseMap<Value, Value> equal;
};
} // namespace

/// A placed program has many casts that only change the type. Two such casts of
/// the same value must count as equal.
void CarriedValueFinder::findEqualCasts() {
  DenseMap<std::pair<Value, Type>, Value> firstCast;
  for (Value value : values)
    if (auto cast = value.getDefiningOp<memref::MemorySpaceCastOp>())
      equalCasts[value] =
          firstCast.try_emplace({cast.getSource(), value.getType()}, value)
              .first->second;
}

/// Returns the only value that flows into \p value on all paths; null if none
/// is known yet, \p value itself if there are several.
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

/// Starts over with the values in `different`. Returns true if another value
/// joined `different`.
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
