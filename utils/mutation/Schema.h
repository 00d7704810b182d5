//===- Schema.h - Changes switched on by number -----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replacements that utils/mutate.py writes for the operators of a file, so one
// program holds all changes of the file ("mutant schemata", Untch, Offutt and
// Harrold 1993). Environment variables select the active change:
//
//   MEMPLACE_MUTANT=NUMBER    the change; 0 or unset: none
//   MEMPLACE_MUTANT_SECONDS   CPU time after which the program is ended
//   MEMPLACE_MUTANT_FOLDER    the only folder in which files can change
//   MEMPLACE_MUTANT_MARKS     file with a byte of marks per number
//
// A mark records that a place was reached, and whether the changed operator
// would have given another value. A test without such a value cannot notice the
// change and need not run with it.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UTILS_MUTATION_SCHEMA_H
#define MEMPLACE_UTILS_MUTATION_SCHEMA_H

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <type_traits>
#include <utility>

namespace mutation {

/// Settings from the environment, read before all other initialisation.
extern int active;
extern unsigned char *marks; // Null: no marks requested.

constexpr unsigned char kReached = 1; // The place was executed.
constexpr unsigned char kDiffers = 2; // The change would have changed a value.
constexpr unsigned char kInvalid = 4; // The types lack the new operator.

/// Several threads may mark the same number. Most marks are set already.
inline void mark(int id, bool differs) {
  const unsigned char bits = differs ? kReached | kDiffers : kReached;
  if (marks && (__atomic_load_n(marks + id, __ATOMIC_RELAXED) & bits) != bits)
    __atomic_fetch_or(marks + id, bits, __ATOMIC_RELAXED);
}

/// Marks a change as invalid at program start, even if the place is never
/// reached.
inline bool markInvalid(int id) {
  if (marks)
    __atomic_fetch_or(marks + id, kInvalid, __ATOMIC_RELAXED);
  return true;
}
template <int id> inline const bool isInvalid = markInvalid(id);

/// For changes with a guaranteed difference: statements, and values with only
/// one computable variant.
template <int id> bool isOn() {
  mark(id, true);
  return active == id;
}

/// Returns true if two operators differ on two values. Evaluates the new
/// operator only if safe: sums may overflow, quotients may divide by 0.
template <typename Old, typename New, typename A, typename B>
bool differ(const A &a, const B &b) {
  using Value = std::invoke_result_t<Old, const A &, const B &>;
  if constexpr (std::is_same_v<Value, bool>)
    return Old()(a, b) != static_cast<bool>(New()(a, b));
  else if constexpr (std::is_arithmetic_v<B> &&
                     std::is_same_v<Old, std::multiplies<>>)
    return b != B(1);
  else if constexpr (std::is_arithmetic_v<B> &&
                     std::is_same_v<Old, std::divides<>>)
    return b != B(1);
  else if constexpr (std::is_arithmetic_v<B>)
    return b != B(0);
  return true;
}

/// a OLD b, or a NEW b.
template <int id, typename Old, typename New, typename A, typename B>
auto binary(const A &a, const B &b) {
  if constexpr (std::is_invocable_v<New, const A &, const B &>) {
    if (marks)
      mark(id, differ<Old, New>(a, b));
    if (active == id)
      return static_cast<std::invoke_result_t<Old, const A &, const B &>>(
          New()(a, b));
  } else {
    static_cast<void>(&isInvalid<id>);
  }
  return Old()(a, b);
}

/// a && b, woven as `evaluatesBoth(a) ? second(b) : first()`, so b is evaluated
/// only if the active operator needs b. \p isAnd: the original operator is &&.
template <int id, bool isAnd> bool evaluatesBoth(bool a) {
  if (marks)
    mark(id,
         a != isAnd); // The value of b is not known, and must not be asked for.
  return a == (isAnd != (active == id));
}
template <int id, bool isAnd> bool second(bool b) {
  if (marks)
    mark(id, b != isAnd);
  return b;
}
template <int id, bool isAnd> bool first() { return isAnd == (active == id); }

/// !value, or the value.
template <int id, typename T> bool negate(const T &value) {
  return static_cast<bool>(value) == isOn<id>();
}

/// true or false.
template <int id> bool literal(bool value) { return value != isOn<id>(); }

/// a += b, or a -= b; \p isSum: the original operator is +=.
template <int id, bool isSum, typename A, typename B>
A &assign(A &a, const B &b) {
  if constexpr (requires { a += b, a -= b; }) {
    if constexpr (std::is_arithmetic_v<B>)
      mark(id, b != B(0));
    else
      mark(id, true);
    if (isSum != (active == id))
      a += b;
    else
      a -= b;
  } else {
    static_cast<void>(&isInvalid<id>);
    if constexpr (isSum)
      a += b;
    else
      a -= b;
  }
  return a;
}

/// ++a or --a; \p isUp: the original operator is ++.
template <int id, bool isUp, typename A> A &step(A &a) {
  if constexpr (requires { ++a, --a; }) {
    if (isUp != isOn<id>())
      ++a;
    else
      --a;
  } else {
    static_cast<void>(&isInvalid<id>);
    if constexpr (isUp)
      ++a;
    else
      --a;
  }
  return a;
}

/// a++ or a--.
template <int id, bool isUp, typename A> A stepAfter(A &a) {
  A before = a;
  step<id, isUp>(a);
  return before;
}

/// std::min or std::max; \p isMin: the original is std::min.
template <int id, bool isMin> struct Extreme {
  template <typename T> static const T &of(const T &a, const T &b) {
    return of(a, b, std::less<>());
  }
  template <typename T, typename Less>
  static const T &of(const T &a, const T &b, Less isLess) {
    mark(id, isLess(a, b) || isLess(b, a));
    return isMin != (active == id) ? std::min(a, b, isLess)
                                   : std::max(a, b, isLess);
  }
  template <typename T> static T of(std::initializer_list<T> all) {
    return isMin != isOn<id>() ? std::min(all) : std::max(all);
  }
};

} // namespace mutation

#endif // MEMPLACE_UTILS_MUTATION_SCHEMA_H
