//===- JSONFields.cpp - Reads the fields of JSON objects strictly ---------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JSONFields.h"

#include "memplace/IO/FileKind.h"
#include "memplace/Problem/Suggestion.h"

#include <algorithm>
#include <limits>

using namespace memplace;

void JSONErrors::add(const std::string &path, const std::string &what) {
  if (!first)
    first =
        Error{file + ": " + oneLine((path.empty() ? "" : path + ": ") + what)};
}

std::string JSONPath::str() const {
  std::vector<const JSONPath *> parts;
  for (const JSONPath *part = this; part; part = part->parent)
    parts.push_back(part);
  std::string text;
  for (auto it = parts.rbegin(); it != parts.rend(); ++it) {
    if ((*it)->key.data())
      text.append(text.empty() ? "" : ".").append((*it)->key);
    else
      text += "[" + std::to_string((*it)->index) + "]";
  }
  return text;
}

bool JSONField::expect(JSONValue::Kind kind, const char *what) const {
  if (errors)
    return false;
  if (value.kind == kind)
    return true;
  fail(std::string("must be ") + what + ", got " + value.describe());
  return false;
}

void JSONField::read(int64_t &out) const {
  if (value.kind == JSONValue::Kind::BigInteger)
    return fail(value.string + " does not fit in 64 bits");
  if (expect(JSONValue::Kind::Integer, "an integer"))
    out = value.integer;
}

void JSONField::read(int32_t &out) const {
  int64_t wide = out;
  read(wide);
  if (wide < std::numeric_limits<int32_t>::min() ||
      wide > std::numeric_limits<int32_t>::max())
    return fail(std::to_string(wide) + " is out of the range of an index");
  out = static_cast<int32_t>(wide);
}

void JSONField::read(double &out) const {
  if (value.kind == JSONValue::Kind::Integer ||
      value.kind == JSONValue::Kind::BigInteger)
    out = value.number;
  else if (expect(JSONValue::Kind::Number, "a number"))
    out = value.number;
}

void JSONField::read(bool &out) const {
  if (expect(JSONValue::Kind::Bool, "true or false"))
    out = value.boolean;
}

void JSONField::read(std::string &out) const {
  if (expect(JSONValue::Kind::String, "a string"))
    out = value.string;
}

JSONObject::JSONObject(const JSONField &field,
                       std::initializer_list<std::string_view> known,
                       std::string_view format)
    : object(field) {
  if (!format.empty() && object.value.kind == JSONValue::Kind::Object)
    checkFormat(format);
  object.forEachMember([&](const std::string &key, const JSONField &) {
    if (std::find(known.begin(), known.end(), key) == known.end())
      object.fail(
          "unknown field '" + key + "'" +
          suggestion(key, {known.begin(), known.end()}, "; there are "));
  });
}

const JSONValue *JSONObject::find(std::string_view key) const {
  if (object.errors)
    return nullptr;
  const std::span<const std::string> keys = object.value.keys();
  auto it = std::find(keys.begin(), keys.end(), key);
  return it == keys.end() ? nullptr
                          : &object.value.elements()[it - keys.begin()];
}

void JSONObject::missing(std::string_view key) const {
  object.fail("the field '" + std::string(key) + "' is missing");
}

void JSONObject::checkFormat(std::string_view format) const {
  std::string actual;
  read("format", actual);
  if (object.errors)
    return;
  if (std::optional<std::string> other = explainOtherFormat(actual, format))
    return object.fail(*other);
  if (actual != format)
    object.fail("the format must be '" + std::string(format) + "', got '" +
                actual + "'");
  int64_t version = 0;
  read("version", version);
  if (!object.errors && version != 1)
    object.fail("the version must be 1, got " + std::to_string(version));
}
