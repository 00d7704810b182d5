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

/// The first error in a file. After an error all reading is a no-op, so only
/// the end checks for errors.
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

/// Path of a value in its file: a linked list on the stack of the reading
/// functions, converted to text only for an error.
struct JSONPath {
  const JSONPath *parent = nullptr;
  std::string_view key; // Null, not just empty: an array element.
  size_t index = 0;

  std::string str() const;
};

/// A value with its path, and functions to read it.
class JSONField {
public:
  JSONField(JSONErrors &errors, const JSONValue &value, const JSONPath *path)
      : errors(errors), value(value), path(path) {}

  void fail(const std::string &what) const {
    errors.add(path ? path->str() : "", what);
  }

  // Each sets `out`, or adds an error.
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
  /// with arbitrary keys.
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

/// An object with known fields only.
class JSONObject {
public:
  /// Adds an error unless \p field is an object without fields other than
  /// \p known. If \p format is not empty, checks first that `format` has this
  /// value and `version` is 1: a wrong file is then reported as such.
  JSONObject(const JSONField &field,
             std::initializer_list<std::string_view> known,
             std::string_view format = {});

  /// Returns true if the field is present.
  bool has(std::string_view key) const { return find(key); }

  /// Calls `function(const JSONField &)` if the field is present.
  template <typename Function>
  void ifPresent(std::string_view key, Function function) const {
    const JSONValue *value = find(key);
    if (!value)
      return;
    JSONPath path{object.path, key, 0};
    function(JSONField(object.errors, *value, &path));
  }

  /// Calls `function(const JSONField &)`; adds an error if the field is
  /// missing.
  template <typename Function>
  void require(std::string_view key, Function function) const {
    if (!has(key))
      missing(key);
    ifPresent(key, function);
  }

  template <typename T> void read(std::string_view key, T &out) const {
    require(key, [&](const JSONField &field) { field.read(out); });
  }
  template <typename T> void readOptional(std::string_view key, T &out) const {
    ifPresent(key, [&](const JSONField &field) { field.read(out); });
  }
  template <typename T>
  void readOptional(std::string_view key, std::optional<T> &out) const {
    ifPresent(key, [&](const JSONField &field) { field.read(out.emplace()); });
  }

private:
  const JSONValue *find(std::string_view key) const;
  void missing(std::string_view key) const;
  void checkFormat(std::string_view format) const;

  JSONField object;
};

} // namespace memplace

#endif // MEMPLACE_LIB_IO_JSONFIELDS_H
