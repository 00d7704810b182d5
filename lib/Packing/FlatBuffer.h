//===- FlatBuffer.h - Checked reads of a FlatBuffer -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_FLATBUFFER_H
#define MEMPLACE_LIB_PACKING_FLATBUFFER_H

#include "memplace/Problem/Result.h"

#include <cstdint>
#include <cstring>
#include <vector>

namespace memplace::packing {

/// A table of a FlatBuffer. A missing table has no fields.
struct FlatTable {
  size_t at = 0;     // Byte of the file; 0: missing.
  size_t vtable = 0; // Byte of the layout.
  uint16_t vtableBytes = 0;
  uint16_t bytes = 0;
};

/// A vector of a FlatBuffer. A missing vector is empty.
struct FlatVector {
  size_t at = 0; // Byte of the first element; 0: missing.
  uint32_t count = 0;
};

/// Reads tables without a schema. A read beyond the file gives nothing, and
/// `error` then tells the first such read, so callers check once at the end.
/// Vectors returned as such have at most one element per byte of the file in
/// all, because a small file may use a vector many times.
class FlatBuffer {
public:
  explicit FlatBuffer(std::string_view bytes) : bytes(bytes) {}

  const std::optional<Error> &error() const { return firstError; }

  FlatTable root() { return tableAt(follow(0)); }
  /// Returns the byte of a field of \p width bytes, or 0 if it is missing.
  size_t fieldOf(const FlatTable &table, int field, size_t width);
  /// Returns a field with a number, or 0 if it is missing.
  template <typename Number> Number number(const FlatTable &table, int field) {
    const size_t at = fieldOf(table, field, sizeof(Number));
    return at ? read<Number>(at) : Number(0);
  }
  /// Returns the byte to which a field leads, or 0 if it is missing.
  size_t targetOf(const FlatTable &table, int field);
  FlatTable table(const FlatTable &table, int field) {
    return tableAt(targetOf(table, field));
  }
  FlatVector vector(const FlatTable &table, int field, size_t elementBytes);
  std::string_view text(const FlatTable &table, int field);
  std::vector<int32_t> numbers(const FlatTable &table, int field);
  std::vector<FlatTable> tables(const FlatTable &table, int field);
  /// Returns a vector of bytes as 32-bit numbers; the last bytes may be left.
  std::vector<int32_t> bytesAsNumbers(const FlatTable &table, int field);

private:
  void fail(const std::string &what, size_t at);
  /// Returns true if \p size bytes at \p at are in the file; else fails.
  bool has(size_t at, size_t size);
  /// Takes \p count elements at \p at from the budget; else fails.
  bool take(size_t at, uint32_t count);
  std::vector<int32_t> numbersAt(size_t at, uint32_t count);
  /// Returns a number of the file; 0 beyond it.
  template <typename Number> Number read(size_t at) {
    Number number = 0;
    if (has(at, sizeof(Number)))
      std::memcpy(&number, bytes.data() + at, sizeof(Number));
    return number;
  }
  /// Returns the byte to which the offset at \p at leads, or 0.
  size_t follow(size_t at);
  FlatTable tableAt(size_t at);

  std::string_view bytes;
  size_t numTaken = 0; // Elements.
  std::optional<Error> firstError;
};

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_FLATBUFFER_H
