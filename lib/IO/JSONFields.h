//===- JSONFields.h - Reads the fields of JSON objects strictly -*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IO_JSONFIELDS_H
#define MEMPLACE_LIB_IO_JSONFIELDS_H

#include "JSONText.h"

#include <initializer_list>
#include <optional>

namespace memplace {

/// The first error in one file. After it all reading is a no-op, so that only
/// the end has to look at it.
class JSONErrors {
public:
  explicit JSONErrors(std::string_view file) : file(file) {}

  explicit operator bool() const { return first.has_value(); }
  const std::optional<Error> &get() const { return first; }
  /// \p path may be empty: the whole file.
  void add(const std::string &path, const std::string &what);

private:
  std::string file;
  std::optional<Error> first;
};

/// Where a value is in its file: a list that lives on the stack of the reading
/// functions, made into text only for an error.
struct JSONPath {
  const JSONPath *parent = nullptr;
  std::string_view key; // Null, not just empty: an array element.
  size_t index = 0;

  std::string str() const;
};

/// A value with its path, and how to read it.
class JSONField {
public:
  JSONField(JSONErrors &errors, const JSONValue &value, const JSONPath *path)
      : errors(errors), value(value), path(path) {}

  void fail(const std::string &what) const {
    errors.add(path ? path->str() : "", what);
  }

  // Each sets `out`, or else adds an error.
  void read(int64_t &out) const;
  void read(int32_t &out) const;
  void read(double &out) const;
  void read(bool &out) const;
  void read(std::string &out) const;

  /// Calls `function(const JSONField &element)` for each element of an array.
  template <typename Function> void forEach(Function function) const {
    if (!expect(JSONValue::Kind::Array, "an array"))
      return;
    for (size_t i = 0; i < value.elements().size() && !errors; ++i) {
      JSONPath elementPath{path, {}, i};
      function(JSONField(errors, value.elements()[i], &elementPath));
    }
  }

  /// Calls `function(key, const JSONField &value)` for each member of an object
  /// that may have any keys.
  template <typename Function> void forEachMember(Function function) const {
    if (!expect(JSONValue::Kind::Object, "an object"))
      return;
    for (size_t i = 0; i < value.elements().size() && !errors; ++i) {
      const std::string &key = value.keys()[i];
      JSONPath memberPath{path, key, 0};
      function(key, JSONField(errors, value.elements()[i], &memberPath));
    }
  }

  JSONErrors &errors;
  const JSONValue &value;
  const JSONPath *path;

private:
  bool expect(JSONValue::Kind kind, const char *what) const;
};

/// An object whose fields are all known.
class JSONObject {
public:
  /// Adds an error unless \p field is an object with no other than the \p known
  /// fields. If \p format is not empty, then first `format` must be that and
  /// `version` 1: who gives the wrong file wants to hear that.
  JSONObject(const JSONField &field,
             std::initializer_list<std::string_view> known,
             std::string_view format = {});

  /// Whether the field is there.
  bool has(std::string_view key) const { return find(key); }

  /// Calls `function(const JSONField &)` if the field is there.
  template <typename Function>
  void ifThere(std::string_view key, Function function) const {
    const JSONValue *value = find(key);
    if (!value)
      return;
    JSONPath path{object.path, key, 0};
    function(JSONField(object.errors, *value, &path));
  }

  /// Likewise; adds an error if it is not there.
  template <typename Function>
  void require(std::string_view key, Function function) const {
    if (!has(key))
      missing(key);
    ifThere(key, function);
  }

  template <typename T> void read(std::string_view key, T &out) const {
    require(key, [&](const JSONField &field) { field.read(out); });
  }
  template <typename T> void readOptional(std::string_view key, T &out) const {
    ifThere(key, [&](const JSONField &field) { field.read(out); });
  }
  template <typename T>
  void readOptional(std::string_view key, std::optional<T> &out) const {
    ifThere(key, [&](const JSONField &field) { field.read(out.emplace()); });
  }

private:
  const JSONValue *find(std::string_view key) const;
  void missing(std::string_view key) const;
  void checkFormat(std::string_view format) const;

  JSONField object;
};

} // namespace memplace

#endif // MEMPLACE_LIB_IO_JSONFIELDS_H
