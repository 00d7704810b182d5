//===- SolverLibrary.cpp - Solvers in shared libraries --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SolverLibrary.h"

#include "memplace/Version.h"

#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <link.h>

using namespace memplace;
using namespace memplace::solver;

std::string solver::shippedLibrary(std::string_view name) {
  const std::string version = MEMPLACE_VERSION_STRING;
  return "libmemplace_" + std::string(name) + ".so." +
         version.substr(0, version.rfind('.'));
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

/// Opens \p file; see `addSolversOf`. On failure returns null and sets
/// \p error.
static void *openLibrary(const std::string &file, std::string &error) {
  std::string path = file;
  Dl_info here = {};
  if (path.find('/') == std::string::npos &&
      dladdr(reinterpret_cast<const void *>(&isCutOff), &here) &&
      here.dli_fname) {
    const std::string self = here.dli_fname;
    const std::string beside = self.substr(0, self.rfind('/') + 1) + file;
    std::error_code ignored;
    if (std::filesystem::exists(beside, ignored))
      path = beside;
  }
  if (isCutOff(path)) {
    error = path + ": the file is cut off";
    return nullptr;
  }
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *text = dlerror();
    error = text ? text : "unknown error";
  }
  return library;
}

std::optional<Error> solver::addSolversOf(const std::string &file,
                                          SolverRegistry &solvers) {
  std::string error;
  // Never closed, because unloading LibTorch is not safe.
  void *library = openLibrary(file, error);
  if (!library)
    return Error{"the solvers of '" + file + "' cannot be loaded: " + error};
  const auto *version =
      static_cast<const char *>(dlsym(library, versionSymbol));
  auto *add = reinterpret_cast<AddSolversFunction *>(dlsym(library, addSymbol));
  if (!version || !add)
    return Error{"'" + file + "' is not a library of solvers"};
  if (std::string_view(version) != MEMPLACE_VERSION_STRING)
    return Error{"the solvers of '" + file + "' are of memplace " + version +
                 ", this program of " MEMPLACE_VERSION_STRING
                 "; install both anew"};
  add(solvers);
  return std::nullopt;
}
