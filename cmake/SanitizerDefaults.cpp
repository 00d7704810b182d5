//===- SanitizerDefaults.cpp - What AddressSanitizer must not check -------===//
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

/// LLVM's bump allocator, inlined into our code, poisons each new slab. The
/// same allocator inside of Debian's libMLIR was built without sanitizers: it
/// hands out bytes of that slab without unpoisoning them.
extern "C" const char *__asan_default_options() {
  return "allow_user_poisoning=0";
}
