//===- PluginTest.cpp -----------------------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This program acts as an mlir-opt of another version: it exports LLVM's
// version function and does not link libMLIR. test/tools/plugin tests the real
// mlir-opt.
//
//===----------------------------------------------------------------------===//

#include "memplace/Version.h"

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <dlfcn.h>

using testing::HasSubstr;

/// Declared in llvm-c/Core.h; returns the version of a future LLVM here.
extern "C" void LLVMGetVersion(unsigned *major, unsigned *minor,
                               unsigned *patch) {
  *major = 99;
  *minor = 1;
  *patch = 2;
}

namespace {

/// Returns the function \p name of the plugin, loaded in the same way as by
/// MLIR.
template <typename InfoT> InfoT callPlugin(const char *name) {
  void *plugin = dlopen(MEMPLACE_PLUGIN, RTLD_LAZY | RTLD_GLOBAL);
  if (!plugin)
    throw std::runtime_error(dlerror());
  return reinterpret_cast<InfoT (*)()>(dlsym(plugin, name))();
}

constexpr const char *version =
    MEMPLACE_VERSION_STRING " for MLIR " MEMPLACE_MLIR_VERSION_STRING;

TEST(PluginTest, ReportsItsVersionAndIsRefusedByAnotherMLIR) {
  auto info = callPlugin<mlir::PassPluginLibraryInfo>("mlirGetPassPluginInfo");

  EXPECT_STREQ(info.pluginName, "memplace");
  EXPECT_STREQ(info.pluginVersion, version);
  // MLIR calls no function of a plugin with another API version.
  EXPECT_NE(info.apiVersion, uint32_t(MLIR_PLUGIN_API_VERSION));
}

TEST(PluginTest, ReportsTheRequiredAndTheActualMLIR) {
  testing::internal::CaptureStderr();
  auto info =
      callPlugin<mlir::DialectPluginLibraryInfo>("mlirGetDialectPluginInfo");
  std::string error = testing::internal::GetCapturedStderr();

  EXPECT_NE(info.apiVersion, uint32_t(MLIR_PLUGIN_API_VERSION));
  EXPECT_THAT(error, HasSubstr(std::string("the plugin memplace ") + version));
  EXPECT_THAT(error, HasSubstr("'" MEMPLACE_MLIR_LIBRARY "'"));
  EXPECT_THAT(error, HasSubstr("but this one has LLVM 99.1.2; use"));
}

// With another version of MLIR in the process, loading MLIR would crash.
TEST(PluginTest, DoesNotLoadMLIRToCompareVersions) {
  callPlugin<mlir::PassPluginLibraryInfo>("mlirGetPassPluginInfo");

  EXPECT_FALSE(dlopen(MEMPLACE_MLIR_LIBRARY, RTLD_LAZY | RTLD_NOLOAD));
}

} // namespace
