//===- Bindings.h - Common parts of memplace._core --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PYTHON_BINDINGS_H
#define MEMPLACE_PYTHON_BINDINGS_H

#include "memplace/Problem/Solution.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <stdexcept>

namespace memplace::python {

namespace nb = nanobind;

/// Becomes memplace.errors.InputError with the same message.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Returns the value of \p result, or throws its error as InputError.
template <typename T> T valueOf(Result<T> result) {
  if (!result)
    throw InputError(result.error());
  return std::move(*result);
}

/// A problem in Python. Immutable; passed `check`.
using ProblemPtr = std::shared_ptr<const Problem>;
struct BoundProblem {
  ProblemPtr problem;
};

/// A solution in Python, with its problem, which defines its names. Immutable;
/// need not be legal.
struct BoundSolution {
  ProblemPtr problem;
  Solution solution;
};

/// Returns a NumPy array that owns \p numbers, of shape [n], or of shape [n /
/// columns, columns] if \p columns is not 0.
template <typename T>
nb::object makeArray(std::vector<T> numbers, size_t columns = 0) {
  auto owned = std::make_unique<std::vector<T>>(std::move(numbers));
  std::vector<T> &data = *owned;
  const nb::capsule owner(owned.release(), [](void *pointer) noexcept {
    delete static_cast<std::vector<T> *>(pointer);
  });
  const size_t shape[2] = {columns ? data.size() / columns : data.size(),
                           columns};
  const size_t numDims = columns ? 2 : 1;
  return nb::ndarray<nb::numpy, T>(data.data(), numDims, shape, owner).cast();
}

/// Returns `get` of each element of \p list as a NumPy array [n].
template <typename T, typename List, typename Get>
nb::object makeColumn(const List &list, Get get) {
  std::vector<T> numbers;
  numbers.reserve(list.size());
  for (const auto &each : list)
    numbers.push_back(static_cast<T>(get(each)));
  return makeArray(std::move(numbers));
}

/// Functions that each add a part to the module.
void bindProblem(nb::module_ &module);
void bindSolution(nb::module_ &module);
void bindSolve(nb::module_ &module);
void bindPack(nb::module_ &module);
void bindSchedule(nb::module_ &module);
void bindStream(nb::module_ &module);
void bindGame(nb::module_ &module);

} // namespace memplace::python

#endif // MEMPLACE_PYTHON_BINDINGS_H
