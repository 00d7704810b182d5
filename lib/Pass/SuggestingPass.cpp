//===- SuggestingPass.cpp - Suggestions for misspelt pass options ---------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Pass/SuggestingPass.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace memplace;

/// Start of MLIR's message for an unknown option, before its name.
static constexpr StringLiteral unknownOption = "no such option ";

SmallVector<StringRef>
memplace::getOptionNames(const llvm::cl::SubCommand &options) {
  SmallVector<StringRef> names;
  for (const auto &[name, option] : options.OptionsMap)
    names.push_back(name);
  llvm::sort(names);
  return names;
}

/// Returns the option of \p known nearest to \p name. Empty if more than a
/// third of the letters differ for each option.
static StringRef findNearest(StringRef name, ArrayRef<StringRef> known) {
  StringRef nearest;
  unsigned least = (static_cast<unsigned>(name.size()) + 2) / 3;
  for (StringRef option : known) {
    // Distances above the bound `least` are returned as `least + 1`.
    unsigned distance = name.edit_distance_insensitive(
        option, /*AllowReplacements=*/true, /*MaxEditDistance=*/least);
    if (distance < least || (distance == least && nearest.empty())) {
      least = distance;
      nearest = option;
    }
  }
  return nearest;
}

std::string memplace::explainOptionError(StringRef pass, StringRef message,
                                         ArrayRef<StringRef> known) {
  size_t at = message.find(unknownOption);
  if (message.trim().empty()) // LLVM's parser has printed the value.
    return ("an option of '" + pass + "' has an invalid value").str();
  if (at == StringRef::npos)
    return message.rtrim().str();
  StringRef name = message.drop_front(at + unknownOption.size()).trim();
  std::string text = ("'" + pass + "' has no option '" + name + "'").str();
  if (known.empty())
    return text + "; it has none";
  if (StringRef nearest = findNearest(name, known); !nearest.empty())
    return text + "; did you mean '" + nearest.str() + "'?";
  return text + "; it has '" + llvm::join(known, "', '") + "'";
}
