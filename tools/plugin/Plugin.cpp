//===- Plugin.cpp - memplace as a plugin for mlir-opt ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect and the passes are in libmemplace_mlir.so. This file looks at the
// program that loads it, and opens that library only if the program shares the
// MLIR which it was built with: with another one it would crash while it is
// loaded, or later. MLIR's own check is of its plugin API's version only, which
// does not change when the rest of MLIR does.
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
/// No version of the plugin API: makes MLIR refuse the plugin.
constexpr uint32_t refused = 0;
} // namespace

/// "LLVM 23.1.0" if the program exports what tells it (LLVM 16 and newer do),
/// else "no LLVM that it shares".
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

/// The path of libmemplace_mlir.so: in the folder of this plugin, where the
/// links to it lead.
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

/// Opens libmemplace_mlir.so. Null, with an error on stderr, if it doesn't fit
/// the program or isn't there.
static void *openLibrary() {
  // RTLD_NOLOAD: is it part of the program already?
  if (!dlopen(MEMPLACE_MLIR_LIBRARY, RTLD_LAZY | RTLD_NOLOAD)) {
    std::fprintf(stderr,
                 "error: the plugin memplace %s needs a program that is linked "
                 "with '%s', but this one has %s; use the mlir-opt of MLIR %s, "
                 "or build memplace with the MLIR of this program\n",
                 pluginVersion, MEMPLACE_MLIR_LIBRARY,
                 describeProgram().c_str(), MEMPLACE_MLIR_VERSION_STRING);
    return nullptr;
  }
  // memplace-opt has it, maybe from another folder; there must not be a second
  // one. Global, so that a plugin that is loaded later shares its type ids.
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
