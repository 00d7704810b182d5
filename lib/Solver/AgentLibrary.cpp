//===- AgentLibrary.cpp - Loads the agent ---------------------------------===//
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

/// Whether \p path is a library of which the end is missing, say by a full
/// disk: the loader does not see that and crashes. Linkers put the table of
/// sections last.
static bool isCutOff(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  ElfW(Ehdr) header;
  if (!file.read(reinterpret_cast<char *>(&header), sizeof(header)) ||
      std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
    return false; // The loader sees what it is.
  const auto size = static_cast<uint64_t>(file.seekg(0, std::ios::end).tellg());
  return header.e_shoff > size ||
         uint64_t(header.e_shnum) * header.e_shentsize > size - header.e_shoff;
}

/// Opens the library \p path; \p flags are those of dlopen.
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

/// Opens \p path, or the file beside what this code is in, or what the loader
/// finds; \p flags are those of dlopen.
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
    dlclose(library); // It was counted once more.
  return library != nullptr;
}

/// The way out if opening the agent failed with \p error: of a package that
/// comes with the agent, only LibTorch may be missing.
static std::string wayToTheAgent(const std::string &error) {
  const bool isBuilt = error.find("libtorch") == 0 || error.find("libc10") == 0;
  return isBuilt ? "install LibTorch (Debian: libtorch1.13)"
                 : "build memplace with LibTorch (Debian: libtorch-dev)";
}

/// The function \p symbol of the library \p path, after its build was looked
/// at.
static Result<void *> findCreator(const std::string &path, const char *symbol) {
  std::string error;
  void *library = openLibrary(path, RTLD_NOW | RTLD_LOCAL, error);
  if (!library)
    return Error{"the agent's library cannot be loaded: " + error + "; " +
                 wayToTheAgent(error)};
  // Never closed: LibTorch does not like to be unloaded.
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
  const Result<void *> create = findCreator(options.library, agentCreateSymbol);
  if (!create)
    return Error{create.error()};
  return std::unique_ptr<Agent>(
      reinterpret_cast<AgentCreateFunction *>(*create)());
}

Result<std::unique_ptr<MapAgent>>
memplace::loadMapAgent(const std::string &library) {
  const Result<void *> create = findCreator(library, mapAgentCreateSymbol);
  if (!create)
    return Error{create.error()};
  return std::unique_ptr<MapAgent>(
      reinterpret_cast<MapAgentCreateFunction *>(*create)());
}
