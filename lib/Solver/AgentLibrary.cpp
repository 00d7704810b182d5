//===- AgentLibrary.cpp - Loads the agent ---------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Solver/Agent.h"
#include "memplace/Version.h"

#include <dlfcn.h>

using namespace memplace;

/// The file that comes along has the ABI version in its name, as all libraries
/// of memplace have.
static std::string defaultName() {
  const std::string version = MEMPLACE_VERSION_STRING;
  return "libmemplace_agent.so." + version.substr(0, version.rfind('.'));
}

static std::string lastError() {
  const char *text = dlerror();
  return text ? text : "unknown error";
}

/// Opens \p path, or the file beside what this code is in, or what the loader
/// finds.
static void *openLibrary(const std::string &path, std::string &error) {
  if (!path.empty()) {
    void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
      error = lastError();
    return library;
  }
  Dl_info here = {};
  if (dladdr(reinterpret_cast<const void *>(&loadAgent), &here) &&
      here.dli_fname) {
    const std::string self = here.dli_fname;
    const std::string folder = self.substr(0, self.rfind('/') + 1);
    if (void *library =
            dlopen((folder + defaultName()).c_str(), RTLD_NOW | RTLD_LOCAL))
      return library;
  }
  void *library = dlopen(defaultName().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    error = lastError();
  return library;
}

Result<std::unique_ptr<Agent>>
memplace::loadAgent(const AgentOptions &options) {
  std::string error;
  void *library = openLibrary(options.library, error);
  if (!library)
    return Error{"the agent's library cannot be loaded: " + error +
                 "; build memplace with LibTorch (Debian: libtorch-dev)"};
  // Never closed: LibTorch does not like to be unloaded.
  auto *build =
      reinterpret_cast<AgentBuildFunction *>(dlsym(library, agentBuildSymbol));
  auto *create = reinterpret_cast<AgentCreateFunction *>(
      dlsym(library, agentCreateSymbol));
  const std::string name =
      options.library.empty() ? defaultName() : options.library;
  if (!build || !create)
    return Error{"'" + name + "' is not an agent's library of memplace"};
  const std::string wanted = agentBuild(MEMPLACE_VERSION_STRING);
  if (build() != wanted)
    return Error{"the agent's library '" + name + "' is of build " + build() +
                 ", this program of " + wanted + "; install both anew"};
  return std::unique_ptr<Agent>(create());
}
