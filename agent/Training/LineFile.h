//===- LineFile.h - Files that grow by whole lines ------------ -*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_TRAINING_LINEFILE_H
#define MEMPLACE_AGENT_TRAINING_LINEFILE_H

#include "memplace/Problem/Result.h"

#include <optional>
#include <string>
#include <vector>

namespace memplace::agent {

/// Reads the lines of \p path, which need not exist. What follows the last
/// line's end was cut off, for whoever wrote it was killed: it is taken out of
/// the file, so that others can append to it.
Result<std::vector<std::string>> readLines(const std::string &path);

/// Appends \p line and a line's end in one go. When that fails, as on a full
/// disk, the file is as before.
std::optional<Error> appendLine(const std::string &path,
                                const std::string &line);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_LINEFILE_H
