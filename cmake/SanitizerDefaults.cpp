//===- SanitizerDefaults.cpp - Default options of AddressSanitizer --------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linked into each executable of a build with MEMPLACE_SANITIZE. See
// docs/robustness.md.
//
//===----------------------------------------------------------------------===//

/// Disables user poisoning. LLVM's bump allocator, inlined into memplace,
/// poisons each new slab. The same allocator inside Debian's libMLIR was built
/// without sanitizers and hands out bytes of that slab without unpoisoning
/// them.
extern "C" const char *__asan_default_options() {
  return "allow_user_poisoning=0";
}
