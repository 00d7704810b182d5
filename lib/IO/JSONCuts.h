//===- JSONCuts.h - How ops can be cut, from JSON ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IO_JSONCUTS_H
#define MEMPLACE_LIB_IO_JSONCUTS_H

#include "JSONFields.h"
#include "memplace/Problem/Problem.h"

namespace memplace {

/// Reads the field `cuts` of an op.
void readCuts(const JSONField &field, std::vector<CutDimension> &out);

} // namespace memplace

#endif // MEMPLACE_LIB_IO_JSONCUTS_H
