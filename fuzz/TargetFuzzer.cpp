//===- TargetFuzzer.cpp - Reads target files ------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input.h"

#include "memplace/IO/JSON.h"

using namespace memplace;
using namespace memplace::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  InputFile file(asText(data, size));
  Result<Target> target = readTarget(file.path());
  if (!target) {
    requireGoodError(target.error(), file.path());
    return 0;
  }
  require(!check(*target), "an input that is read is well formed");
  std::string printed = printTarget(*target);
  Result<Target> again = parseTarget(printed, "printed");
  require(bool(again), "printed text can be read", again ? "" : again.error());
  require(*again == *target, "reading it back gives an equal target", printed);
  return 0;
}
