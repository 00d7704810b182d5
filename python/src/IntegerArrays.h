//===- IntegerArrays.h - Arrays of integers from Python ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PYTHON_INTEGERARRAYS_H
#define MEMPLACE_PYTHON_INTEGERARRAYS_H

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

namespace memplace::python {

/// A contiguous array [n] in main memory.
using Numbers = nanobind::ndarray<const int64_t, nanobind::ndim<1>,
                                  nanobind::c_contig, nanobind::device::cpu>;
/// A contiguous array [rows, columns] in main memory.
using Rows = nanobind::ndarray<const int64_t, nanobind::ndim<2>,
                               nanobind::c_contig, nanobind::device::cpu>;

} // namespace memplace::python

#endif // MEMPLACE_PYTHON_INTEGERARRAYS_H
