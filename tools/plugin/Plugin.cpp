//===- Plugin.cpp - memplace as a plugin for mlir-opt ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect and the passes are in libmemplace_mlir.so. This file inspects the
// loading program, and opens the library only if both use the same MLIR. With
// another MLIR the library would crash while being loaded, or later. MLIR
// itself only checks the version of its plugin API, which does not change with
// the rest of MLIR.
//
// Nothing here may refer to a symbol of LLVM or MLIR.
//
//===----------------------------------------------------------------------===//

#include "memplace/Version.h"

#include "mlir/Tools/Plugins/DialectPlugin.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <memory>
#include <string>

#define MEMPLACE_EXPORT __attribute__((visibility("default")))

namespace {
constexpr const char *pluginName = "memplace";
constexpr const char *pluginVersion =
    MEMPLACE_VERSION_STRING " for MLIR " MEMPLACE_MLIR_VERSION_STRING;
/// Invalid plugin API version, which makes MLIR reject the plugin.
constexpr uint32_t refused = 0;
} // namespace

/// Returns "LLVM 23.1.0" if the program exports its version (LLVM 16 and
/// newer), else a fixed text.
static std::string describeProgram() {
  using GetVersion = void (*)(unsigned *, unsigned *, unsigned *);
  auto getVersion =
      reinterpret_cast<GetVersion>(dlsym(RTLD_DEFAULT, "LLVMGetVersion"));
  if (!getVersion)
    return "no LLVM that it shares";
  unsigned major = 0, minor = 0, patch = 0;
  getVersion(&major, &minor, &patch);
  return "LLVM " + std::to_string(major) + "." + std::to_string(minor) + "." +
         std::to_string(patch);
}

/// Returns the path of libmemplace_mlir.so: in the folder of this plugin, after
/// resolving symbolic links.
static std::string libraryPath() {
  Dl_info self;
  if (!dladdr(reinterpret_cast<const void *>(&libraryPath), &self))
    return MEMPLACE_LIBRARY;
  std::unique_ptr<char, void (*)(void *)> resolved(
      realpath(self.dli_fname, nullptr), std::free);
  std::string path = resolved ? resolved.get() : self.dli_fname;
  // npos + 1 is 0.
  return path.substr(0, path.rfind('/') + 1) + MEMPLACE_LIBRARY;
}

/// Opens libmemplace_mlir.so. Returns null and prints an error if the library
/// is missing or does not fit the program.
static void *openLibrary() {
  // RTLD_NOLOAD tests for a library already loaded.
  if (!dlopen(MEMPLACE_MLIR_LIBRARY, RTLD_LAZY | RTLD_NOLOAD)) {
    std::fprintf(stderr,
                 "error: the plugin memplace %s needs a program that is linked "
                 "with '%s', but this one has %s; use the mlir-opt of MLIR %s, "
                 "or build memplace with the MLIR of this program\n",
                 pluginVersion, MEMPLACE_MLIR_LIBRARY,
                 describeProgram().c_str(), MEMPLACE_MLIR_VERSION_STRING);
    return nullptr;
  }
  // Reuse a library already loaded (memplace-opt has it, perhaps from another
  // folder), because there must not be two copies. Global visibility lets
  // plugins loaded later share its type ids.
  if (void *library =
          dlopen(MEMPLACE_LIBRARY, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL))
    return library;
  std::string path = libraryPath();
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (!library)
    std::fprintf(stderr,
                 "error: the plugin memplace %s cannot load '%s', which must "
                 "be in the folder of the plugin: %s\n",
                 pluginVersion, MEMPLACE_LIBRARY, dlerror());
  return library;
}

extern "C" MEMPLACE_EXPORT mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  void *library = openLibrary();
  if (!library)
    return {refused, pluginName, pluginVersion, nullptr};
  return {MLIR_PLUGIN_API_VERSION, pluginName, pluginVersion,
          reinterpret_cast<void (*)(mlir::DialectRegistry *)>(
              dlsym(library, "memplaceRegisterAllDialects"))};
}

extern "C" MEMPLACE_EXPORT mlir::PassPluginLibraryInfo mlirGetPassPluginInfo() {
  void *library = openLibrary();
  if (!library)
    return {refused, pluginName, pluginVersion, nullptr};
  return {MLIR_PLUGIN_API_VERSION, pluginName, pluginVersion,
          reinterpret_cast<void (*)()>(
              dlsym(library, "memplaceRegisterAllPasses"))};
}
