//===- Catalogue.h - Built-in targets ---------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_TARGET_CATALOGUE_H
#define MEMPLACE_TARGET_CATALOGUE_H

#include "memplace/Problem/Problem.h"

namespace memplace {

/// Returns the names of the built-in targets, sorted. Each target is one file
/// of lib/Target/Catalogue, compiled into the library.
std::vector<std::string> builtinTargetNames();

/// Returns the built-in target \p name. The error lists the known names.
Result<Target> findBuiltinTarget(std::string_view name);

/// Returns the target for the value of a tool's `--target=`: the name of a
/// built-in target, or the path of a target file (with the ending .json or
/// .json.gz, or with a '/').
Result<Target> loadTarget(const std::string &nameOrPath);

} // namespace memplace

#endif // MEMPLACE_TARGET_CATALOGUE_H
