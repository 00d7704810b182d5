//===- AttributeFuzzer.cpp - Parses attributes of the dialect -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input.h"
#include "MLIRInput.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/IO/JSON.h"
#include "memplace/Target/Catalogue.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace memplace;
using namespace memplace::fuzz;

static std::string print(Attribute attr) {
  std::string text;
  llvm::raw_string_ostream(text) << attr;
  return text;
}

/// Checks that conversions between attribute, plain data and file preserve a
/// target.
static void requireSameTarget(TargetAttr attr) {
  auto emitError = [&] {
    return mlir::emitError(UnknownLoc::get(attr.getContext()));
  };
  FailureOr<Target> target = toTarget(attr, emitError);
  require(succeeded(target), "a parsed target is valid", print(attr));
  if (attr.isByName())
    return;
  require(toTargetAttr(*target, attr.getContext()) == attr,
          "a target survives conversion to an attribute", print(attr));
  std::string file = printTarget(*target);
  Result<Target> again = parseTarget(file, "printed");
  require(bool(again), "printed text can be read", again ? "" : again.error());
  require(*again == *target, "reading it back gives an equal target", file);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view text = asText(data, size);
  if (isTooDeep(text))
    return 0;
  MLIRContext &context = getContext();
  ScopedDiagnosticHandler silence(&context, [](Diagnostic &) {});
  Attribute attr = parseAttribute(StringRef(text), &context);
  if (!attr || !isa<MemPlaceDialect>(attr.getDialect()))
    return 0;
  std::string printed = print(attr);
  Attribute again = parseAttribute(printed, &context);
  require(again == attr, "an attribute parses back from what it prints",
          printed);
  if (auto target = dyn_cast<TargetAttr>(attr))
    requireSameTarget(target);
  return 0;
}
