//===- Catalogue.cpp - Built-in targets -----------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Target/Catalogue.h"

#include "memplace/IO/JSON.h"
#include "memplace/Problem/Suggestion.h"

#include <algorithm>

using namespace memplace;

namespace {

/// A file of Catalogue/.
struct BuiltinTarget {
  const char *name;
  const char *json;
};

} // namespace

static constexpr BuiltinTarget builtinTargets[] = {
#include "BuiltinTargets.inc"
};

std::vector<std::string> memplace::builtinTargetNames() {
  std::vector<std::string> names;
  for (const BuiltinTarget &target : builtinTargets)
    names.push_back(target.name);
  std::sort(names.begin(), names.end());
  return names;
}

Result<Target> memplace::findBuiltinTarget(std::string_view name) {
  for (const BuiltinTarget &target : builtinTargets)
    if (name == target.name)
      return parseTarget(target.json, std::string(name) + ".json");
  return Error{"there is no built-in target '" + std::string(name) + "'" +
               suggestion(name, builtinTargetNames(), "; there are ")};
}

Result<Target> memplace::loadTarget(const std::string &nameOrPath) {
  auto endsIn = [&](std::string_view suffix) {
    return std::string_view(nameOrPath).ends_with(suffix);
  };
  if (endsIn(".json") || endsIn(".json.gz") ||
      nameOrPath.find('/') != std::string::npos)
    return readTarget(nameOrPath);
  return findBuiltinTarget(nameOrPath);
}
