//===- JSONFields.cpp - Reads the fields of JSON objects strictly ---------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JSONFields.h"

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

/// Returns the number of characters to insert, delete or replace to get from
/// \p a to \p b.
static size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

/// Returns the error text for \p key, which is not among \p known.
static std::string unknownField(std::string_view key,
                                std::initializer_list<std::string_view> known) {
  std::string text = "unknown field '" + std::string(key) + "'";
  std::string_view nearest;
  // Suggest a name only if at most a third of the characters differ.
  size_t distance = key.size() / 3 + 1;
  if (key.size() <= 40)
    for (std::string_view candidate : known)
      if (size_t d = editDistance(key, candidate); d < distance)
        distance = d, nearest = candidate;
  if (!nearest.empty())
    return text + "; did you mean '" + std::string(nearest) + "'?";
  text += "; there are ";
  for (std::string_view candidate : known)
    text.append(candidate == *known.begin() ? "'" : ", '")
        .append(candidate)
        .append("'");
  return text;
}

JSONObject::JSONObject(const JSONField &field,
                       std::initializer_list<std::string_view> known,
                       std::string_view format)
    : object(field) {
  if (!format.empty() && object.value.kind == JSONValue::Kind::Object)
    checkFormat(format);
  object.forEachMember([&](const std::string &key, const JSONField &) {
    if (std::find(known.begin(), known.end(), key) == known.end())
      object.fail(unknownField(key, known));
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
  if (!object.errors && actual != format)
    object.fail("the format must be '" + std::string(format) + "', got '" +
                actual + "'");
  int64_t version = 0;
  read("version", version);
  if (!object.errors && version != 1)
    object.fail("the version must be 1, got " + std::to_string(version));
}
