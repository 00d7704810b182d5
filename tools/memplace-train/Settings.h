//===- Settings.h - Settings of memplace-train ------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_TOOLS_MEMPLACE_TRAIN_SETTINGS_H
#define MEMPLACE_TOOLS_MEMPLACE_TRAIN_SETTINGS_H

#include "Instances.h"

#include "agent/Training/EgrlTrainer.h"
#include "agent/Training/Trainer.h"

namespace memplace::tools {

/// The checked options of the command line.
struct Settings {
  InstanceChoice instances;
  std::string from, out, solution;
  std::string playOnly, known, learnOnly;
  size_t episodes = 0;  // With playOnly.
  double timeLimit = 0; // Seconds; 0: none.
  int64_t rounds = 0;   // 0: no limit.
  bool warmStart = true;
  bool isEgrl = false; // Use `egrl` instead of `trainer`.
  agent::TrainerOptions trainer;
  agent::EgrlTrainerOptions egrl;
};

/// Parses the command line. The error names the wrong option. Exits the process
/// in the same cases as `parseCommandLine`.
Result<Settings> readSettings(int argc, char **argv);

} // namespace memplace::tools

#endif // MEMPLACE_TOOLS_MEMPLACE_TRAIN_SETTINGS_H
