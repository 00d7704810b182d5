//===- AgentLibrary.cpp - Entry points of the agent library ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AgentSolvers.h"

#include "lib/Solver/SolverLibrary.h"
#include "memplace/Version.h"

#include <dlfcn.h>

using namespace memplace;

/// Returns the data folder, at a fixed path relative to this library.
static std::string dataFolder() {
  std::string folder;
  Dl_info here = {};
  if (dladdr(reinterpret_cast<const void *>(&dataFolder), &here) &&
      here.dli_fname) {
    folder = here.dli_fname;
    folder.erase(folder.rfind('/') + 1);
  }
  return folder + MEMPLACE_AGENT_DATA;
}

extern "C" {

extern const char memplaceSolversVersion[] = MEMPLACE_VERSION_STRING;

void memplaceAddSolvers(SolverRegistry &solvers) {
  agent::registerAgentSolvers(solvers, dataFolder());
}
}
