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

/// The file of one function among several, if \p file is the one that the user
/// named: "out/p.json.gz" of "f" is "out/p-f.json.gz"; "-" stays.
std::string getFileOfFunction(llvm::StringRef file, llvm::StringRef function);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_FUNCTIONFILE_H
