//===- Names.h - Names of buffers and ops -----------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_ANALYSIS_NAMES_H
#define MEMPLACE_LIB_ANALYSIS_NAMES_H

#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"

#include <string>

namespace memplace {

/// Returns the name given by `memplace.buffer` to an argument of a function or
/// to the op that makes \p memref; empty without this attribute.
std::string getGivenName(mlir::Value memref);

/// Returns the name in a location, without the function that JAX compiled, and
/// with the line of a source file: "layer0/dot_general model.py:8". Empty
/// without a name. Characters that no line of text can show become spaces.
std::string getNameByLocation(mlir::Location location);

/// Returns the name of \p op that its source gives: the name in its location,
/// or else the op's own name with a line of a source file: "linalg.matmul
/// model.py:8". A copy at the return has the name of the copied value. Empty
/// without a name or line; lines of MLIR files do not count.
std::string getNameBySource(mlir::Operation *op);

/// Returns the name of the storage of \p root that the program gives: that of
/// `memplace.buffer` or of its location. An allocation without both has the
/// name by source of the first op that accesses it, preferably no fill. Empty
/// if there is none.
std::string getOwnName(mlir::Value root);

/// Returns the name of an op in problems and reports: by its source, or else
/// the op's own name. Ops of memplace keep their own names.
std::string getOpName(mlir::Operation *op);

/// Returns \p name with a number, in front of the line of a source file:
/// "exp_1" for "exp" and 1, "exp_1 model.py:8" for "exp model.py:8".
std::string addNumber(llvm::StringRef name, unsigned number);

} // namespace memplace

#endif // MEMPLACE_LIB_ANALYSIS_NAMES_H
