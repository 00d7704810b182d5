//===- Help.h - Help of memplace-opt ----------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_TOOLS_MEMPLACE_OPT_HELP_H
#define MEMPLACE_TOOLS_MEMPLACE_OPT_HELP_H

namespace memplace {

/// Prints memplace's pipelines with their options, its passes and targets, and
/// examples. Upstream passes and LLVM's options are left to --help-hidden.
void printHelp();

} // namespace memplace

#endif // MEMPLACE_TOOLS_MEMPLACE_OPT_HELP_H
