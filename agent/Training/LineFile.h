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

/// Reads the lines of \p path, which need not exist. A partial last line, left
/// by a killed writer, is removed from the file, so new lines can be appended.
Result<std::vector<std::string>> readLines(const std::string &path);

/// Appends \p line and a line end in one write. After a failure, e.g. a full
/// disk, the file has its old contents.
std::optional<Error> appendLine(const std::string &path,
                                const std::string &line);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_LINEFILE_H
