//===- FunctionFile.h - A file for each function ----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_FUNCTIONFILE_H
#define MEMPLACE_LIB_TRANSFORMS_FUNCTIONFILE_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace memplace {

/// Returns the file of a function, for a module with several functions, where
/// \p file is the file named by the user. For "out/p.json.gz" and "f":
/// "out/p-f.json.gz". Returns "-" unchanged.
std::string getFileOfFunction(llvm::StringRef file, llvm::StringRef function);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_FUNCTIONFILE_H
