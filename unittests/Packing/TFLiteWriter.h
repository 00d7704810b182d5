//===- TFLiteWriter.h - Small TFLite models for tests -----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_PACKING_TFLITEWRITER_H
#define MEMPLACE_UNITTESTS_PACKING_TFLITEWRITER_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace memplace {

/// A value of a FlatBuffer.
struct Flat {
  enum Kind { Number, Bytes, Numbers, Table, Tables };

  Kind kind = Number;
  uint64_t number = 0; // In 8 bytes, whatever the width of the field.
  std::string bytes;
  std::vector<int32_t> numbers;
  std::map<int, Flat> fields;
  std::vector<Flat> tables;
};

inline Flat numberOf(uint64_t number) { return {Flat::Number, number}; }
inline Flat textOf(std::string text) {
  return {Flat::Bytes, 0, std::move(text)};
}
inline Flat numbersOf(std::vector<int32_t> numbers) {
  return {Flat::Numbers, 0, {}, std::move(numbers)};
}
inline Flat tableOf(std::map<int, Flat> fields) {
  return {Flat::Table, 0, {}, {}, std::move(fields)};
}
inline Flat tablesOf(std::vector<Flat> tables) {
  return {Flat::Tables, 0, {}, {}, {}, std::move(tables)};
}

/// Writes parents before children, without any padding.
class FlatWriter {
public:
  std::string write(const Flat &root) {
    put<uint32_t>(0);
    bytes += "TFL3";
    add(root, 0);
    return bytes;
  }

private:
  template <typename Number> void put(Number number) {
    bytes.append(reinterpret_cast<const char *>(&number), sizeof(Number));
  }
  void setTarget(size_t offset) {
    const auto distance = static_cast<uint32_t>(bytes.size() - offset);
    bytes.replace(offset, 4, reinterpret_cast<const char *>(&distance), 4);
  }
  /// Writes a value other than a number as the target of \p offset.
  void add(const Flat &value, size_t offset);
  void addTable(const Flat &value, size_t offset);

  std::string bytes;
};

inline void FlatWriter::addTable(const Flat &value, size_t offset) {
  std::vector<uint16_t> layout = {0, 4};
  for (const auto &[field, child] : value.fields) {
    layout.resize(2 + field + 1);
    layout[2 + field] = layout[1];
    layout[1] += child.kind == Flat::Number ? 8 : 4;
  }
  layout[0] = static_cast<uint16_t>(2 * layout.size());
  for (uint16_t number : layout)
    put(number);
  setTarget(offset);
  put<int32_t>(layout[0]);
  std::vector<size_t> offsets;
  for (const auto &[field, child] : value.fields) {
    offsets.push_back(bytes.size());
    if (child.kind == Flat::Number)
      put(child.number);
    else
      put<uint32_t>(0);
  }
  size_t i = 0;
  for (const auto &[field, child] : value.fields)
    add(child, offsets[i++]);
}

inline void FlatWriter::add(const Flat &value, size_t offset) {
  if (value.kind == Flat::Number)
    return;
  if (value.kind == Flat::Table)
    return addTable(value, offset);
  setTarget(offset);
  put(static_cast<uint32_t>(value.bytes.size() + value.numbers.size() +
                            value.tables.size()));
  bytes += value.bytes;
  for (int32_t number : value.numbers)
    put(number);
  const size_t begin = bytes.size();
  bytes.resize(begin + 4 * value.tables.size());
  for (size_t i = 0; i < value.tables.size(); ++i)
    add(value.tables[i], begin + 4 * i);
}

/// A tensor of bytes, or of elements of another type of the schema.
inline Flat tensorOf(std::vector<int32_t> shape, uint64_t type = 9) {
  return tableOf({{0, numbersOf(std::move(shape))}, {1, numberOf(type)}});
}

/// An operator with a code of `modelOf`. \p callees are options.
inline Flat operatorOf(std::vector<int32_t> inputs,
                       std::vector<int32_t> outputs, uint64_t code = 0,
                       std::map<int, Flat> callees = {}) {
  return tableOf({{0, numberOf(code)},
                  {1, numbersOf(std::move(inputs))},
                  {2, numbersOf(std::move(outputs))},
                  {4, tableOf(std::move(callees))}});
}

/// A subgraph with the inputs and outputs of its tensors.
inline Flat subgraphOf(std::vector<Flat> tensors, std::vector<int32_t> inputs,
                       std::vector<int32_t> outputs, std::vector<Flat> ops) {
  return tableOf({{0, tablesOf(std::move(tensors))},
                  {1, numbersOf(std::move(inputs))},
                  {2, numbersOf(std::move(outputs))},
                  {3, tablesOf(std::move(ops))}});
}

/// The fields of a model with operator codes 0 (ADD), 1 (CALL_ONCE), 2 (IF) and
/// 3 (WHILE), and an empty buffer and one of a byte.
inline std::map<int, Flat> modelOf(std::vector<Flat> subgraphs) {
  return {{0, numberOf(3)},
          {1, tablesOf({tableOf({}), tableOf({{3, numberOf(129)}}),
                        tableOf({{0, numberOf(118)}}),
                        tableOf({{0, numberOf(119)}, {3, numberOf(119)}})})},
          {2, tablesOf(std::move(subgraphs))},
          {4, tablesOf({tableOf({}), tableOf({{0, textOf("x")}})})}};
}

inline std::string writeModel(std::map<int, Flat> fields) {
  return FlatWriter().write(tableOf(std::move(fields)));
}

} // namespace memplace

#endif // MEMPLACE_UNITTESTS_PACKING_TFLITEWRITER_H
