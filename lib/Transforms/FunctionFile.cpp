//===- FunctionFile.cpp - A file for each function ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

std::string memplace::getFileOfFunction(llvm::StringRef file,
                                        llvm::StringRef function) {
  if (file == "-")
    return "-";
  llvm::StringRef folder = llvm::sys::path::parent_path(file);
  llvm::StringRef name = llvm::sys::path::filename(file);
  auto [stem, suffix] = name.split('.');
  std::string result = (stem + "-" + function).str();
  if (stem.size() < name.size())
    result += ("." + suffix).str();
  if (folder.empty())
    return result;
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, result);
  return std::string(path);
}
