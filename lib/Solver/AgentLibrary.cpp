//===- AgentLibrary.cpp - Loading of the agent's library ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Solver/Agent.h"
#include "memplace/Version.h"

#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <link.h>

using namespace memplace;

/// Returns the file name of the shipped agent. As for all libraries of
/// memplace, the name contains the ABI version.
static std::string defaultName() {
  const std::string version = MEMPLACE_VERSION_STRING;
  return "libmemplace_agent.so." + version.substr(0, version.rfind('.'));
}

static std::string lastError() {
  const char *text = dlerror();
  return text ? text : "unknown error";
}

/// Returns true if the ELF file \p path is truncated, e.g. because a disk was
/// full. The dynamic loader does not notice a missing end and crashes. The test
/// uses the section header table, which linkers put last.
static bool isCutOff(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  ElfW(Ehdr) header;
  if (!file.read(reinterpret_cast<char *>(&header), sizeof(header)) ||
      std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
    return false; // Not ELF: the loader reports an error.
  const auto size = static_cast<uint64_t>(file.seekg(0, std::ios::end).tellg());
  return header.e_shoff > size ||
         uint64_t(header.e_shnum) * header.e_shentsize > size - header.e_shoff;
}

/// Opens the library \p path; \p flags are those of dlopen. On failure returns
/// null and sets \p error.
static void *openFile(const std::string &path, int flags, std::string &error) {
  if (isCutOff(path)) {
    error = path + ": the file is cut off";
    return nullptr;
  }
  void *library = dlopen(path.c_str(), flags);
  if (!library)
    error = lastError();
  return library;
}

/// Opens \p path if not empty. Otherwise opens the default file in the folder
/// of the binary with this code, and if no such file exists, searches the
/// loader's path. The \p flags are those of dlopen.
static void *openLibrary(const std::string &path, int flags,
                         std::string &error) {
  if (!path.empty())
    return openFile(path, flags, error);
  Dl_info here = {};
  if (dladdr(reinterpret_cast<const void *>(&loadAgent), &here) &&
      here.dli_fname) {
    const std::string self = here.dli_fname;
    const std::string beside =
        self.substr(0, self.rfind('/') + 1) + defaultName();
    std::error_code ignored;
    if (std::filesystem::exists(beside, ignored))
      return openFile(beside, flags, error);
  }
  void *library = dlopen(defaultName().c_str(), flags);
  if (!library)
    error = lastError();
  return library;
}

bool memplace::isAgentLoaded(const AgentOptions &options) {
  std::string error;
  void *library =
      openLibrary(options.library, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD, error);
  if (library)
    dlclose(library); // dlopen has incremented the reference count.
  return library != nullptr;
}

/// Returns advice for the user after opening the agent failed with \p error. In
/// a package with the agent, only LibTorch can be missing.
static std::string wayToTheAgent(const std::string &error) {
  const bool isBuilt = error.find("libtorch") == 0 || error.find("libc10") == 0;
  return isBuilt ? "install LibTorch (Debian: libtorch1.13)"
                 : "build memplace with LibTorch (Debian: libtorch-dev)";
}

/// Returns the function \p symbol of the library \p path. Fails if the library
/// belongs to another build of memplace.
static Result<void *> findCreator(const std::string &path, const char *symbol) {
  std::string error;
  void *library = openLibrary(path, RTLD_NOW | RTLD_LOCAL, error);
  if (!library)
    return Error{"the agent's library cannot be loaded: " + error + "; " +
                 wayToTheAgent(error)};
  // Never closed, because unloading LibTorch is not safe.
  auto *build =
      reinterpret_cast<AgentBuildFunction *>(dlsym(library, agentBuildSymbol));
  void *create = dlsym(library, symbol);
  const std::string name = path.empty() ? defaultName() : path;
  if (!build || !create)
    return Error{"'" + name + "' is not an agent's library of memplace"};
  const std::string wanted = agentBuild(MEMPLACE_VERSION_STRING);
  if (build() != wanted)
    return Error{"the agent's library '" + name + "' is of build " + build() +
                 ", this program of " + wanted + "; install both anew"};
  return create;
}

Result<std::unique_ptr<Agent>>
memplace::loadAgent(const AgentOptions &options) {
  Result<void *> create = findCreator(options.library, agentCreateSymbol);
  if (!create)
    return create.takeError();
  return std::unique_ptr<Agent>(
      reinterpret_cast<AgentCreateFunction *>(*create)());
}

Result<std::unique_ptr<MapAgent>>
memplace::loadMapAgent(const std::string &library) {
  Result<void *> create = findCreator(library, mapAgentCreateSymbol);
  if (!create)
    return create.takeError();
  return std::unique_ptr<MapAgent>(
      reinterpret_cast<MapAgentCreateFunction *>(*create)());
}
