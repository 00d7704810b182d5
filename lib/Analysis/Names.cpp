//===- Names.cpp - Names of buffers and ops -------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Names.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/StringExtras.h"
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

/// Returns a line of a source file in a location: "model.py:8". Prefers Python
/// files outside of installed packages, then other Python files, then the first
/// file. Files of MLIR (also "model.mlir.tmp") and files without an extension
/// (standard input is called "-") do not count. Empty if there is none.
static std::string getSourceLine(Location location) {
  FileLineColRange found;
  unsigned foundRank = 0;
  location->walk([&](Location part) {
    auto file = dyn_cast<FileLineColRange>(part);
    if (!file)
      return WalkResult::advance();
    const StringRef path = file.getFilename().getValue();
    if (!llvm::sys::path::has_extension(path) ||
        llvm::sys::path::filename(path).contains(".mlir"))
      return WalkResult::advance();
    const bool isPython = path.ends_with(".py");
    const bool isOwn = isPython && !path.contains("site-packages");
    const unsigned rank = 1 + isPython + isOwn;
    if (rank > foundRank) {
      found = file;
      foundRank = rank;
    }
    return isOwn ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (!found)
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

/// Returns the name in a location. For a call by JAX, returns the names of the
/// caller and of the callee, which has the path of the called function.
static std::string findName(Location location) {
  if (auto named = dyn_cast<NameLoc>(location))
    return named.getName().str();
  std::string name;
  if (auto call = dyn_cast<CallSiteLoc>(location)) {
    const std::string caller = findName(call.getCaller());
    name = findName(call.getCallee());
    if (name.empty() || !StringRef(caller).contains("jit("))
      return name.empty() ? caller : name;
    return caller + "/" + name;
  }
  if (auto fused = dyn_cast<FusedLoc>(location))
    for (Location part : fused.getLocations())
      if (name = findName(part); !name.empty())
        break;
  return name;
}

/// Returns `layer0/relu/max` for `jit(f)/layer0/jit(relu)/max`, JAX's name of
/// an op in a compiled function.
static std::string simplifyPath(StringRef name) {
  if (name.starts_with("jit(") && name.contains('/'))
    name = name.split('/').second;
  SmallVector<StringRef> parts;
  name.split(parts, '/');
  for (StringRef &part : parts)
    if (part.consume_front("jit("))
      part.consume_back(")");
  return llvm::join(parts, "/");
}

std::string memplace::getNameByLocation(Location location) {
  const std::string name = simplifyPath(findName(location));
  const std::string line = getSourceLine(location);
  // Pieces have the line of the whole.
  if (name.empty() || line.empty() || StringRef(name).contains(line))
    return toText(name);
  return toText(name + " " + line);
}

/// Returns the location that names \p op. The copy of a result is located at
/// the return, so the op of the copied value names it.
static Location getNamingLocation(Operation *op) {
  auto copy = dyn_cast<memref::CopyOp>(op);
  Operation *source = copy ? copy.getSource().getDefiningOp() : nullptr;
  if (source && op->getLoc() == op->getBlock()->getTerminator()->getLoc())
    return source->getLoc();
  return op->getLoc();
}

std::string memplace::getNameBySource(Operation *op) {
  const Location location = getNamingLocation(op);
  std::string name = getNameByLocation(location);
  if (!name.empty())
    return name;
  const std::string line = getSourceLine(location);
  return line.empty() ? "" : toText(op->getName().getStringRef() + " " + line);
}

/// Returns the first op that accesses \p root, an allocation, or a view of it,
/// in the root's block and its regions. An op that is no fill comes before
/// fills. Returns null if there is none.
static Operation *getFirstAccess(Value root) {
  Block *block = root.getParentBlock();
  Operation *first = nullptr;
  auto precedes = [&](Operation *op, Operation *other) {
    if (isa<linalg::FillOp>(op) != isa<linalg::FillOp>(other))
      return isa<linalg::FillOp>(other);
    Operation *inBlock = block->findAncestorOpInBlock(*op);
    return inBlock->isBeforeInBlock(block->findAncestorOpInBlock(*other));
  };
  SmallVector<Value> values = {root};
  while (!values.empty())
    for (Operation *user : values.pop_back_val().getUsers()) {
      if (isa<ViewLikeOpInterface>(user)) {
        llvm::append_range(values, user->getResults());
        continue;
      }
      if (block->findAncestorOpInBlock(*user) &&
          (!first || precedes(user, first)))
        first = user;
    }
  return first;
}

std::string memplace::getOwnName(Value root) {
  std::string name = getGivenName(root);
  if (name.empty())
    name = getNameByLocation(root.getLoc());
  if (name.empty() && root.getDefiningOp<memref::AllocOp>())
    if (Operation *access = getFirstAccess(root))
      name = getNameBySource(access);
  return name;
}

std::string memplace::getOpName(Operation *op) {
  std::string name;
  if (!isa_and_nonnull<MemPlaceDialect>(op->getDialect()))
    name = getNameBySource(op);
  return name.empty() ? op->getName().getStringRef().str() : name;
}

/// Returns true if \p text is a source line: "model.py:8".
static bool isSourceLine(StringRef text) {
  const auto [file, line] = text.rsplit(':');
  return file.contains('.') && !line.empty() &&
         llvm::all_of(line, llvm::isDigit);
}

std::string memplace::addNumber(StringRef name, unsigned number) {
  const auto [head, line] = name.rsplit(' ');
  const std::string suffix = "_" + std::to_string(number);
  if (isSourceLine(line))
    return (head + suffix + " " + line).str();
  return (name + suffix).str();
}
