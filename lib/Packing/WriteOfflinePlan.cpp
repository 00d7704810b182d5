//===- WriteOfflinePlan.cpp - Adds an offline plan to a TFLite model ------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Offsets in a FlatBuffer lead forwards and are relative. So a new root with
// new lists of buffers and metadata goes before the old file, and its offsets
// lead to everything else there. No byte of the old file changes. The new part
// is a multiple of 16 bytes long, which keeps the alignment of the weights.
//
//===----------------------------------------------------------------------===//

#include "memplace/Packing/OfflinePlan.h"

#include "TFLiteModel.h"

#include <limits>

using namespace memplace;
using namespace memplace::packing;

Result<std::vector<int32_t>>
memplace::offlinePlanOf(const OfflineTensors &tensors, const Packing &packing) {
  std::vector<int32_t> plan(tensors.numTensors, -1);
  for (size_t i = 0; i < tensors.tensors.size(); ++i) {
    const int64_t end = packing.offsets[i] + tensors.problem.buffers[i].size;
    if (end > std::numeric_limits<int32_t>::max())
      return Error{"TFLM's arena must have less than 2^31 bytes, but tensor " +
                   std::to_string(tensors.tensors[i]) + " ends at byte " +
                   std::to_string(end)};
    plan[tensors.tensors[i]] = static_cast<int32_t>(packing.offsets[i]);
  }
  return plan;
}

namespace {

/// The new part of a file, written from front to back.
class Front {
public:
  template <typename Number> void put(Number number) {
    bytes.append(reinterpret_cast<const char *>(&number), sizeof(Number));
  }
  void putText(std::string_view text) { bytes += text; }
  /// Writes an offset whose target comes later. Returns its byte.
  size_t putOffset() {
    put<uint32_t>(0);
    return bytes.size() - 4;
  }
  /// Writes an offset to a byte of the old file.
  void putOldOffset(size_t target) { links.emplace_back(putOffset(), target); }
  /// Makes an offset of `putOffset` lead to the next byte.
  void setTarget(size_t offset) { set(offset, bytes.size()); }
  /// Pads such that \p next more bytes end at a multiple of \p alignment.
  void align(size_t alignment, size_t next = 0) {
    while ((bytes.size() + next) % alignment)
      bytes += '\0';
  }
  /// Begins a table at the target of \p offset, whose fields of 4 bytes, with
  /// these numbers in increasing order, come next.
  void beginTable(size_t offset, const std::vector<int> &fields);
  /// Returns the new file.
  std::string finish(std::string_view old);

private:
  void set(size_t offset, size_t target) {
    const auto distance = static_cast<uint32_t>(target - offset);
    std::memcpy(bytes.data() + offset, &distance, sizeof(distance));
  }

  std::string bytes;
  std::vector<std::pair<size_t, size_t>> links; // Offset, byte of the old file.
};

} // namespace

void Front::beginTable(size_t offset, const std::vector<int> &fields) {
  std::vector<uint16_t> layout(2 + fields.back() + 1);
  layout[0] = static_cast<uint16_t>(2 * layout.size());
  layout[1] = static_cast<uint16_t>(4 + 4 * fields.size());
  for (size_t i = 0; i < fields.size(); ++i)
    layout[2 + fields[i]] = static_cast<uint16_t>(4 + 4 * i);
  align(4, layout[0]);
  for (uint16_t number : layout)
    put(number);
  setTarget(offset);
  put(static_cast<int32_t>(layout[0]));
}

std::string Front::finish(std::string_view old) {
  align(16);
  for (auto [offset, target] : links)
    set(offset, bytes.size() + target);
  return std::move(bytes) + std::string(old);
}

/// Offsets of a new root that have no target yet.
struct RootLists {
  size_t buffers;
  size_t metadata;
};

/// Writes a root with the fields of the old root.
static RootLists putRoot(Front &front, FlatBuffer &file, const FlatTable &old) {
  std::vector<int> fields;
  for (int field = 0; field < field::numModelFields; ++field)
    if (field == field::Buffers || field == field::Metadata ||
        file.fieldOf(old, field, 4))
      fields.push_back(field);
  const size_t root = front.putOffset();
  front.putText("TFL3");
  front.beginTable(root, fields);
  RootLists lists{};
  for (int field : fields)
    if (field == field::Buffers)
      lists.buffers = front.putOffset();
    else if (field == field::Metadata)
      lists.metadata = front.putOffset();
    else if (field == field::ModelVersion)
      front.put(file.number<uint32_t>(old, field));
    else
      front.putOldOffset(file.targetOf(old, field));
  return lists;
}

/// Writes the target of \p list: the old tables and one more. Returns the
/// offset of the new one.
static size_t putList(Front &front, size_t list,
                      const std::vector<FlatTable> &old) {
  front.setTarget(list);
  front.put(static_cast<uint32_t>(old.size() + 1));
  for (const FlatTable &table : old)
    front.putOldOffset(table.at);
  return front.putOffset();
}

std::string memplace::addOfflinePlan(std::string_view model,
                                     const std::vector<int32_t> &plan) {
  FlatBuffer file(model);
  const FlatTable root = file.root();
  const std::vector<FlatTable> buffers = file.tables(root, field::Buffers);
  std::vector<FlatTable> entries = file.tables(root, field::Metadata);
  std::erase_if(entries, [&](const FlatTable &entry) {
    return file.text(entry, field::Name) == planName;
  });
  Front front;
  const RootLists lists = putRoot(front, file, root);
  const size_t buffer = putList(front, lists.buffers, buffers);
  const size_t entry = putList(front, lists.metadata, entries);
  front.beginTable(entry, {field::Name, field::MetadataBuffer});
  const size_t name = front.putOffset();
  front.put(static_cast<uint32_t>(buffers.size()));
  front.setTarget(name);
  front.put(static_cast<uint32_t>(planName.size()));
  front.putText(planName);
  front.put('\0');
  front.beginTable(buffer, {field::Data});
  const size_t data = front.putOffset();
  front.align(16, 4);
  front.setTarget(data);
  // Version, number of subgraphs, number of tensors.
  front.put(static_cast<uint32_t>(4 * (3 + plan.size())));
  front.put(int32_t(1));
  front.put(file.vector(root, field::Subgraphs, 4).count);
  front.put(static_cast<int32_t>(plan.size()));
  for (int32_t offset : plan)
    front.put(offset);
  return front.finish(model);
}
