//===- Library.cpp - Entry points of the agent library --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EgrlAgent.h"
#include "PlayingAgent.h"

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

const char *memplaceAgentBuild() {
  static const std::string build = agentBuild(MEMPLACE_VERSION_STRING);
  return build.c_str();
}

Agent *memplaceCreateAgent() { return new agent::PlayingAgent(dataFolder()); }

MapAgent *memplaceCreateMapAgent() {
  return new agent::EgrlAgent(dataFolder());
}
}
