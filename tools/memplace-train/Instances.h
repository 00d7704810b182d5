//===- Instances.h - What memplace-train plays ------------------*- C++ -*-===//
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

/// Which problems there are.
struct InstanceChoice {
  std::string folder;   // Of *.problem.json[.gz]; or
  std::string program;  // one file.
  bool holdOut = true;  // A third of the families of the folder.
  bool isActor = false; // What is held out is never played.
};

/// Reads the problems, by the names of their files. `msa` solves them, unless
/// they are among \p known. Says on standard error what is held out, if it is
/// not for an actor.
Result<std::vector<agent::Instance>>
loadInstances(const InstanceChoice &choice,
              const agent::KnownMakespans &known = {});

} // namespace memplace::tools

#endif // MEMPLACE_TOOLS_MEMPLACE_TRAIN_INSTANCES_H
