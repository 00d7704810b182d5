//===- Instances.h - Training problems of memplace-train --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_TOOLS_MEMPLACE_TRAIN_INSTANCES_H
#define MEMPLACE_TOOLS_MEMPLACE_TRAIN_INSTANCES_H

#include "agent/Training/Actor.h"
#include "memplace/Problem/Problem.h"

namespace memplace::tools {

/// Selection of problems.
struct InstanceChoice {
  std::string folder;   // Of *.problem.json[.gz]; or
  std::string program;  // one file.
  bool holdOut = true;  // Hold out a third of the families.
  bool isActor = false; // Actors never play held-out problems.
};

/// Reads the problems in order of file name. Solves each by `msa` unless it is
/// among \p known. Lists the held-out families on standard error, except for
/// actors.
Result<std::vector<agent::Instance>>
loadInstances(const InstanceChoice &choice,
              const agent::KnownMakespans &known = {});

} // namespace memplace::tools

#endif // MEMPLACE_TOOLS_MEMPLACE_TRAIN_INSTANCES_H
