//===- SuggestingPass.cpp - Suggestions for misspelt pass options ---------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Pass/SuggestingPass.h"

#include "memplace/Problem/Suggestion.h"

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
  return text + suggestion(name, {known.begin(), known.end()}, "; it has ");
}
