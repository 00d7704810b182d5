//===- Names.cpp - Names of buffers and ops -------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Names.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace memplace;

std::string memplace::getGivenName(Value memref) {
  if (Operation *op = memref.getDefiningOp()) {
    auto name = op->getAttrOfType<StringAttr>(MemPlaceDialect::bufferAttrName);
    return name ? name.str() : "";
  }
  auto argument = cast<BlockArgument>(memref);
  auto function =
      dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  if (!function)
    return "";
  auto name = function.getArgAttrOfType<StringAttr>(
      argument.getArgNumber(), MemPlaceDialect::bufferAttrName);
  return name ? name.str() : "";
}

/// Returns the first line in a location, preferably outside of installed
/// packages, if it is of a Python file: "model.py:8". Empty otherwise.
static std::string pythonLine(Location location) {
  FileLineColRange found;
  location->walk([&](Location part) {
    auto file = dyn_cast<FileLineColRange>(part);
    if (!file)
      return WalkResult::advance();
    const bool isOwn = !file.getFilename().getValue().contains("site-packages");
    if (isOwn || !found)
      found = file;
    return isOwn ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (!found || !found.getFilename().getValue().ends_with(".py"))
    return "";
  return (llvm::sys::path::filename(found.getFilename()) + ":" +
          Twine(found.getStartLine()))
      .str();
}

/// Returns \p name as valid UTF-8, with spaces for control characters.
static std::string toText(const Twine &name) {
  std::string text = llvm::json::fixUTF8(name.str());
  for (char &letter : text)
    if (static_cast<unsigned char>(letter) < ' ' || letter == '\x7f')
      letter = ' ';
  return text;
}

std::string memplace::getNameByLocation(Location location) {
  auto named = location->findInstanceOf<NameLoc>();
  if (!named)
    return "";
  StringRef name = named.getName();
  while (name.starts_with("jit(") && name.contains('/'))
    name = name.split('/').second;
  std::string line = pythonLine(named.getChildLoc());
  if (line.empty()) // The name may be of a callee that has no line.
    line = pythonLine(location);
  // Pieces have the line of the whole.
  if (line.empty() || name.contains(line))
    return toText(name);
  return toText(name + " " + line);
}

std::string memplace::getOpName(Operation *op) {
  const std::string own = op->getName().getStringRef().str();
  if (isa_and_nonnull<MemPlaceDialect>(op->getDialect()))
    return own;
  std::string name = getNameByLocation(op->getLoc());
  if (!name.empty())
    return name;
  const std::string line = pythonLine(op->getLoc());
  return line.empty() ? own : toText(own + " " + line);
}

std::string memplace::addNumber(StringRef name, unsigned number) {
  const auto [head, line] = name.rsplit(' ');
  const std::string suffix = "_" + std::to_string(number);
  if (line.contains(".py:"))
    return (head + suffix + " " + line).str();
  return (name + suffix).str();
}
