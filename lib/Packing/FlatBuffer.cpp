//===- FlatBuffer.cpp - Checked reads of a FlatBuffer ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlatBuffer.h"

#include <bit>

using namespace memplace;
using namespace memplace::packing;

static_assert(std::endian::native == std::endian::little,
              "FlatBuffers are little-endian");

void FlatBuffer::fail(const std::string &what, size_t at) {
  if (!firstError)
    firstError = Error{"is broken at byte " + std::to_string(at) + ": " + what};
}

bool FlatBuffer::has(size_t at, size_t size) {
  const bool isInside = at <= bytes.size() && size <= bytes.size() - at;
  if (!isInside)
    fail("leads beyond the end of the file", at);
  return isInside;
}

bool FlatBuffer::take(size_t at, uint32_t count) {
  const bool isEnough = count <= bytes.size() - numTaken;
  if (!isEnough)
    fail("up to here, vectors have more elements than the file has bytes", at);
  numTaken += isEnough ? count : 0;
  return isEnough;
}

size_t FlatBuffer::follow(size_t at) {
  const auto distance = read<uint32_t>(at);
  if (distance == 0)
    fail("an offset is 0", at);
  return distance != 0 && has(at + distance, 1) ? at + distance : 0;
}

FlatTable FlatBuffer::tableAt(size_t at) {
  if (at == 0 || !has(at, 4))
    return {};
  const int64_t vtable = static_cast<int64_t>(at) - read<int32_t>(at);
  if (vtable < 0 || !has(vtable, 4)) {
    fail("a table has no layout", at);
    return {};
  }
  const FlatTable table{at, static_cast<size_t>(vtable), read<uint16_t>(vtable),
                        read<uint16_t>(vtable + 2)};
  if (table.vtableBytes < 4 || table.bytes < 4)
    fail("a table has no layout", at);
  return has(table.vtable, table.vtableBytes) && has(at, table.bytes)
             ? table
             : FlatTable();
}

size_t FlatBuffer::fieldOf(const FlatTable &table, int field, size_t width) {
  const size_t slot = 4 + 2 * static_cast<size_t>(field);
  if (slot + 2 > table.vtableBytes)
    return 0;
  const auto offset = read<uint16_t>(table.vtable + slot);
  if (offset == 0)
    return 0;
  if (offset + width > table.bytes) {
    fail("a field is outside of its table", table.at);
    return 0;
  }
  return table.at + offset;
}

size_t FlatBuffer::targetOf(const FlatTable &table, int field) {
  const size_t at = fieldOf(table, field, 4);
  return at ? follow(at) : 0;
}

FlatVector FlatBuffer::vector(const FlatTable &table, int field,
                              size_t elementBytes) {
  const size_t at = targetOf(table, field);
  if (at == 0)
    return {};
  const auto count = read<uint32_t>(at);
  return has(at + 4, count * elementBytes) ? FlatVector{at + 4, count}
                                           : FlatVector();
}

std::string_view FlatBuffer::text(const FlatTable &table, int field) {
  const FlatVector characters = vector(table, field, 1);
  return bytes.substr(characters.at, characters.count);
}

std::vector<int32_t> FlatBuffer::numbersAt(size_t at, uint32_t count) {
  if (!take(at, count))
    return {};
  std::vector<int32_t> numbers(count);
  if (count > 0)
    std::memcpy(numbers.data(), bytes.data() + at, count * sizeof(int32_t));
  return numbers;
}

std::vector<int32_t> FlatBuffer::numbers(const FlatTable &table, int field) {
  const FlatVector elements = vector(table, field, 4);
  return numbersAt(elements.at, elements.count);
}

std::vector<int32_t> FlatBuffer::bytesAsNumbers(const FlatTable &table,
                                                int field) {
  const FlatVector elements = vector(table, field, 1);
  return numbersAt(elements.at, elements.count / 4);
}

std::vector<FlatTable> FlatBuffer::tables(const FlatTable &table, int field) {
  const FlatVector elements = vector(table, field, 4);
  if (!take(elements.at, elements.count))
    return {};
  std::vector<FlatTable> tables;
  tables.reserve(elements.count);
  for (size_t i = 0; i < elements.count; ++i)
    tables.push_back(tableAt(follow(elements.at + 4 * i)));
  return tables;
}
