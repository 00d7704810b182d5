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

/// Names of the built-in targets, sorted. Each is one file of
/// lib/Target/Catalogue, compiled in.
std::vector<std::string> builtinTargetNames();

/// The built-in target \p name; the error lists the known names.
Result<Target> findBuiltinTarget(std::string_view name);

/// What a tool's `--target=` means: a built-in target's name, or a path of a
/// target file (it ends in .json or .json.gz, or has a '/').
Result<Target> loadTarget(const std::string &nameOrPath);

} // namespace memplace

#endif // MEMPLACE_TARGET_CATALOGUE_H
