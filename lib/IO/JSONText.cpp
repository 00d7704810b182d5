//===- JSONText.cpp - Strict JSON text to a tree of values ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JSONText.h"

#include <algorithm>
#include <new>
#include <nlohmann/json.hpp>

using namespace memplace;

/// Returns \p text, or its first characters and its length, to keep messages
/// readable.
static std::string shortened(std::string_view text) {
  constexpr size_t maxShown = 200;
  if (text.size() <= maxShown)
    return std::string(text);
  size_t end = maxShown / 2;
  // Never cut within a UTF-8 character.
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
    --end;
  return std::string(text.substr(0, end)) + "... (" +
         std::to_string(text.size()) + " bytes)";
}

JSONValue::JSONValue() = default;
JSONValue::JSONValue(JSONValue &&) noexcept = default;
JSONValue &JSONValue::operator=(JSONValue &&) noexcept = default;
JSONValue::~JSONValue() = default;

std::span<const JSONValue> JSONValue::elements() const {
  return members ? std::span<const JSONValue>(members->elements)
                 : std::span<const JSONValue>();
}

std::span<const std::string> JSONValue::keys() const {
  return members ? std::span<const std::string>(members->keys)
                 : std::span<const std::string>();
}

std::string JSONValue::describe() const {
  switch (kind) {
  case Kind::Null:
    return "null";
  case Kind::Bool:
    return boolean ? "true" : "false";
  case Kind::Integer:
  case Kind::BigInteger:
    return "the integer " + shortened(string);
  case Kind::Number:
    return "the number " + shortened(string);
  case Kind::String:
    return "the string '" + shortened(string) + "'";
  case Kind::Array:
    return "an array";
  case Kind::Object:
    return "an object";
  }
  return "nothing";
}

namespace {

constexpr size_t maxDepth = 64;

/// Builds a tree from the parser's events. Keeps its own stack, like the
/// parser. Each event returns false to stop the parser, with `error` set.
class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
public:
  TreeBuilder(std::string_view text, const JSONLimits &limits)
      : text(text), limits(limits), numBytes(text.size()) {}

  JSONValue root;
  std::string error; // With its place, but without the file.

  bool null() override { return add(JSONValue::Kind::Null); }
  bool boolean(bool value) override {
    return add(JSONValue::Kind::Bool) && (last->boolean = value, true);
  }
  bool number_integer(number_integer_t value) override {
    return addInteger(value);
  }
  bool number_unsigned(number_unsigned_t value) override {
    if (value <= static_cast<uint64_t>(INT64_MAX))
      return addInteger(static_cast<int64_t>(value));
    return addNumber(JSONValue::Kind::BigInteger, static_cast<double>(value),
                     std::to_string(value));
  }
  bool number_float(number_float_t value, const string_t &token) override {
    bool isInteger = token.find_first_of(".eE") == std::string::npos;
    return addNumber(isInteger ? JSONValue::Kind::BigInteger
                               : JSONValue::Kind::Number,
                     value, token);
  }
  bool string(string_t &value) override {
    if (!add(JSONValue::Kind::String) || !takeBytes(bytesOf(value)))
      return false;
    if (value.find('\0') != std::string::npos)
      return fail("a string must not contain the character NUL");
    last->string = std::move(value);
    return true;
  }
  bool binary(binary_t &) override { return fail("unexpected binary value"); }
  bool start_object(size_t) override { return open(JSONValue::Kind::Object); }
  bool key(string_t &value) override {
    std::vector<std::string> &keys = membersOf(*stack.back()).keys;
    if (!takeBytes(bytesOf(value)) || !makeRoom(keys))
      return false;
    keys.push_back(std::move(value));
    return true;
  }
  bool end_object() override { return checkKeys() && close(); }
  bool start_array(size_t) override { return open(JSONValue::Kind::Array); }
  bool end_array() override { return close(); }
  bool parse_error(size_t position, const std::string &,
                   const nlohmann::detail::exception &exception) override {
    // "[json.exception.parse_error.101] parse error at line 1, column 5: what";
    // a number out of range has no place.
    std::string what = exception.what();
    size_t start = what.find("] ");
    start = start == std::string::npos ? 0 : start + 2;
    if (what.compare(start, 11, "parse error") == 0) {
      size_t colon = what.find(": ", start);
      start = colon == std::string::npos ? start : colon + 2;
    }
    what = what.substr(start);
    // The last token may be long and contain any bytes.
    if (size_t last = what.find("; last read: "); last != std::string::npos) {
      size_t expected = what.rfind("; expected ");
      bool isAfter = expected != std::string::npos && expected > last;
      what = what.substr(0, last) + (isAfter ? what.substr(expected) : "");
    }
    error = placeOf(position ? position - 1 : 0) + shortened(what);
    return false;
  }

private:
  /// Returns "3:14: ", line and column of a byte, both from 1.
  std::string placeOf(size_t byte) const {
    std::string_view before = text.substr(0, std::min(byte, text.size()));
    size_t line = std::count(before.begin(), before.end(), '\n') + 1;
    size_t column = before.size() - (before.rfind('\n') + 1) + 1;
    return std::to_string(line) + ":" + std::to_string(column) + ": ";
  }

  /// Returns the path of the value added last, such as "buffers[3].size".
  std::string path() const {
    std::string text;
    for (const JSONValue *container : stack) {
      if (container->kind == JSONValue::Kind::Array)
        text += "[" + std::to_string(container->elements().size() - 1) + "]";
      else if (!container->keys().empty())
        text += (text.empty() ? "" : ".") + container->keys().back();
    }
    return text.empty() ? "" : text + ": ";
  }

  bool fail(const std::string &what) {
    error = path() + what;
    return false;
  }

  static size_t bytesOf(const std::string &text) {
    constexpr size_t inPlace = 15;
    return text.capacity() > inPlace ? text.capacity() : 0;
  }

  bool takeBytes(size_t count) {
    numBytes += count;
    if (numBytes <= limits.maxBytes)
      return true;
    error = "takes more than the limit of " + std::to_string(limits.maxBytes) +
            " bytes of memory to read";
    return false;
  }

  /// Makes room for an element. While a vector grows, old and new elements
  /// coexist.
  template <typename T> bool makeRoom(std::vector<T> &list) {
    const size_t before = list.capacity();
    if (list.size() < before)
      return true;
    const size_t after = std::max<size_t>(1, 2 * before);
    if (!takeBytes((after - before) * sizeof(T)))
      return false;
    list.reserve(after);
    return true;
  }

  static JSONMembers &membersOf(JSONValue &container) {
    if (!container.members)
      container.members = std::make_unique<JSONMembers>();
    return *container.members;
  }

  bool add(JSONValue::Kind kind) {
    if (++numValues > limits.maxValues) {
      error = "there are more than the limit of " +
              std::to_string(limits.maxValues) + " values";
      return false;
    }
    if (stack.empty()) {
      last = &root;
    } else {
      std::vector<JSONValue> &elements = membersOf(*stack.back()).elements;
      if (!makeRoom(elements))
        return false;
      last = &elements.emplace_back();
    }
    last->kind = kind;
    return true;
  }

  bool addInteger(int64_t value) {
    if (!add(JSONValue::Kind::Integer))
      return false;
    last->integer = value;
    last->number = static_cast<double>(value);
    last->string = std::to_string(value);
    return true;
  }

  bool addNumber(JSONValue::Kind kind, double value, std::string token) {
    if (!add(kind))
      return false;
    last->number = value;
    last->string = std::move(token);
    return true;
  }

  bool open(JSONValue::Kind kind) {
    if (stack.size() == maxDepth) {
      error = "arrays and objects nest deeper than " +
              std::to_string(maxDepth) + ", the limit for files of memplace";
      return false;
    }
    if (!add(kind))
      return false;
    // Remains valid: the containers around it do not grow until it ends.
    stack.push_back(last);
    return takeBytes(sizeof(JSONMembers));
  }

  bool close() {
    stack.pop_back();
    return true;
  }

  bool checkKeys() {
    const std::span<const std::string> keys = stack.back()->keys();
    std::vector<std::string_view> sorted(keys.begin(), keys.end());
    std::sort(sorted.begin(), sorted.end());
    auto twin = std::adjacent_find(sorted.begin(), sorted.end());
    if (twin == sorted.end())
      return true;
    std::string key(*twin);
    stack.pop_back();
    return fail("the key '" + key + "' is there twice");
  }

  std::string_view text;
  const JSONLimits &limits;
  size_t numValues = 0;
  size_t numBytes;                // Of memory.
  std::vector<JSONValue *> stack; // Open arrays and objects, outermost first.
  JSONValue *last = nullptr;
};

} // namespace

Result<JSONValue> memplace::parseJSON(std::string_view text,
                                      std::string_view file,
                                      const JSONLimits &limits) {
  TreeBuilder builder(text, limits);
  std::string prefix = std::string(file) + ": ";
  // The library takes a NUL for the end of the text.
  size_t nul = text.find('\0');
  if (nul != std::string_view::npos)
    return Error{prefix + "byte " + std::to_string(nul) +
                 " is NUL, which is not JSON"};
  try {
    if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder))
      return Error{prefix + oneLine(builder.error)};
  } catch (const std::bad_alloc &) {
    return Error{prefix + "is too long for the memory of this machine"};
  }
  return std::move(builder.root);
}
