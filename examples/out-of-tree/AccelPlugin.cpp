// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plugin for memplace-opt with the dialect, its model, its solver and its
// pass.

#include "Accel.h"

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {
      MLIR_PLUGIN_API_VERSION, "accel", "1.0",
      [](mlir::DialectRegistry *registry) { accel::registerAccel(*registry); }};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "accel", "1.0", accel::registerAccelPasses};
}
