//===- TokenMutator.cpp - Mutates texts token by token --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libFuzzer mutates bytes. Most byte mutations of JSON or MLIR break the
// syntax, so the code behind the parser is hardly reached. Three of four
// mutations here therefore work on tokens: replace a number or name, or
// duplicate or delete the contents of a bracket.
//
//===----------------------------------------------------------------------===//

#include "Input.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <random>
#include <vector>

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

namespace {

enum class TokenKind { Number, Word, String, Other };

struct Token {
  TokenKind kind;
  size_t begin; // Bytes.
  size_t end;
};

class TokenMutator {
public:
  TokenMutator(std::string_view text, unsigned seed)
      : text(text), random(seed) {
    tokenize();
  }

  /// Returns the text after one mutation.
  std::string mutate();

private:
  void tokenize();
  size_t endOfToken(size_t begin) const;
  size_t below(size_t end) { return random() % end; }
  /// Returns a random token of \p kind, or of any kind if there is none.
  const Token &pick(TokenKind kind);
  const Token &pick() { return tokens[below(tokens.size())]; }
  Token group();
  std::string_view textOf(const Token &token) const {
    return text.substr(token.begin, token.end - token.begin);
  }
  std::string replaced(const Token &token, std::string_view by) const;
  std::string newNumber(std::string_view old);

  std::string_view text;
  std::vector<Token> tokens;
  std::mt19937 random;
};

} // namespace

static bool isWordByte(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' ||
         c == '%' || c == '#' || c == '!' || c == '@';
}

size_t TokenMutator::endOfToken(size_t begin) const {
  size_t end = begin + 1;
  if (text[begin] == '"') {
    while (end < text.size() && text[end] != '"')
      end += text[end] == '\\' ? 2 : 1;
    return std::min(end + 1, text.size());
  }
  if (isWordByte(text[begin]) || text[begin] == '-')
    while (end < text.size() && isWordByte(text[end]))
      ++end;
  return end;
}

void TokenMutator::tokenize() {
  for (size_t begin = 0; begin < text.size();) {
    char c = text[begin];
    if (std::isspace(static_cast<unsigned char>(c))) {
      ++begin;
      continue;
    }
    size_t end = endOfToken(begin);
    bool isNumber = std::isdigit(static_cast<unsigned char>(c)) ||
                    (c == '-' && end - begin > 1);
    TokenKind kind = isNumber        ? TokenKind::Number
                     : c == '"'      ? TokenKind::String
                     : isWordByte(c) ? TokenKind::Word
                                     : TokenKind::Other;
    tokens.push_back({kind, begin, end});
    begin = end;
  }
}

const Token &TokenMutator::pick(TokenKind kind) {
  std::vector<const Token *> some;
  for (const Token &token : tokens)
    if (token.kind == kind)
      some.push_back(&token);
  return some.empty() ? pick() : *some[below(some.size())];
}

/// Returns a random bracket with its contents and a following comma, or a
/// single token if there is no bracket.
Token TokenMutator::group() {
  size_t first = below(tokens.size());
  for (size_t tries = 0; tries < tokens.size(); ++tries, ++first) {
    first %= tokens.size();
    if (std::strchr("([{<", text[tokens[first].begin]))
      break;
  }
  first %= tokens.size();
  int depth = 0;
  size_t last = first;
  for (; last < tokens.size(); ++last) {
    char c = text[tokens[last].begin];
    depth += std::strchr("([{<", c) != nullptr;
    depth -= std::strchr(")]}>", c) != nullptr;
    if (depth <= 0)
      break;
  }
  last = std::min(last, tokens.size() - 1);
  if (last + 1 < tokens.size() && text[tokens[last + 1].begin] == ',')
    ++last;
  return {TokenKind::Other, tokens[first].begin, tokens[last].end};
}

std::string TokenMutator::replaced(const Token &token,
                                   std::string_view by) const {
  std::string result(text.substr(0, token.begin));
  result += by;
  result += text.substr(token.end);
  return result;
}

/// Returns a number near \p old, near zero, or near the limits of 32 or 64
/// bits.
std::string TokenMutator::newNumber(std::string_view old) {
  constexpr const char *corners[] = {
      "-1",         "1e308",      "4611686018427387903", "4611686018427387904",
      "1e-308",     "2147483647", "9223372036854775807", "-9223372036854775808",
      "4294967296", "0.5",        "18446744073709551615"};
  int64_t value = 0;
  for (char c : old.substr(0, 18))
    if (std::isdigit(static_cast<unsigned char>(c)))
      value = 10 * value + (c - '0');
  switch (below(6)) {
  case 0:
    return std::to_string(value + 1);
  case 1:
    return std::to_string(value - 1);
  case 2:
    return std::to_string(value * 2);
  case 3:
    return corners[below(std::size(corners))];
  default:
    return std::to_string(below(8));
  }
}

std::string TokenMutator::mutate() {
  if (tokens.empty())
    return std::string(text);
  switch (below(8)) {
  case 0:
  case 1: {
    const Token &token = pick(TokenKind::Number);
    return replaced(token, newNumber(textOf(token)));
  }
  case 2:
    return replaced(pick(TokenKind::Number), textOf(pick(TokenKind::Number)));
  case 3:
    return replaced(pick(TokenKind::String), textOf(pick(TokenKind::String)));
  case 4:
    return replaced(pick(TokenKind::Word), textOf(pick(TokenKind::Word)));
  case 5:
    return replaced(group(), "");
  case 6: {
    Token token = group();
    std::string copy(textOf(token));
    return replaced(token, copy + (copy.back() == ',' ? "" : ", ") + copy);
  }
  default: {
    Token token = group();
    return replaced(token, textOf(group()));
  }
  }
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  std::string_view text = memplace::fuzz::asText(data, size);
  bool isPacked = text.substr(0, 2) == "\x1f\x8b";
  if (seed % 4 == 0 || isPacked)
    return LLVMFuzzerMutate(data, size, maxSize);
  std::string changed = TokenMutator(text, seed).mutate();
  // The result is too long, and truncated texts are not worth trying.
  if (changed.size() > maxSize)
    return LLVMFuzzerMutate(data, size, maxSize);
  std::copy(changed.begin(), changed.end(), data);
  return changed.size();
}
