//===- PackReport.cpp - Packed slices as a JSON file ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackReport.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace memplace;

static constexpr StringLiteral formatName = "memplace-stream-packs";
static constexpr int64_t formatVersion = 1;

using Offsets = SmallVector<Offset>;

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static void printSlices(llvm::json::OStream &json, const StreamPack &pack,
                        ArrayRef<Offset> offsets) {
  json.attributeArray("slices", [&] {
    for (auto [slice, size, offset] :
         llvm::zip_equal(pack.staticSlices, pack.staticSizes, offsets))
      json.object([&, slice = slice, size = size, offset = offset] {
        json.attribute("slice", slice);
        json.attribute("begin", pack.ranges[slice].begin);
        json.attribute("end", pack.ranges[slice].end);
        json.attribute("size", size);
        json.attribute("offset", offset);
      });
  });
}

std::string memplace::printPackReport(ArrayRef<StreamPack> packs,
                                      ArrayRef<PackedSlices> packed) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, /*IndentSize=*/1);
  json.object([&] {
    json.attribute("format", formatName);
    json.attribute("version", formatVersion);
    json.attributeArray("packs", [&] {
      for (const auto &[pack, result] : llvm::zip_equal(packs, packed))
        json.object([&, &pack = pack, &result = result] {
          json.attribute("function", getFunctionName(pack.op));
          json.attribute("dynamic_slices", pack.numDynamic());
          json.attribute("offset_alignment", pack.alignment.offset);
          json.attribute("range_alignment", pack.alignment.range);
          json.attribute("stock", result.stock);
          json.attribute("size", result.size);
          json.attribute("bound", result.bound);
          json.attribute("proven", result.isProven);
          json.attribute("packer", result.packer);
          printSlices(json, pack, result.offsets);
        });
    });
  });
  stream << "\n";
  return text;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Returns the integer field \p name of \p value; none if \p value is no object
/// or lacks the field.
static std::optional<int64_t> getNumber(const llvm::json::Value &value,
                                        StringRef name) {
  const llvm::json::Object *object = value.getAsObject();
  return object ? object->getInteger(name) : std::nullopt;
}

/// Reads one entry of "packs" for the op \p pack. \p where is for messages.
static Result<Offsets> readOffsets(const llvm::json::Value &entry,
                                   const StreamPack &pack,
                                   const std::string &where) {
  const llvm::json::Object *object = entry.getAsObject();
  const llvm::json::Array *slices =
      object ? object->getArray("slices") : nullptr;
  if (!slices)
    return Error{where + ": needs an array 'slices'"};
  if (slices->size() != pack.staticSlices.size())
    return Error{where + ": has " + std::to_string(slices->size()) +
                 " slices, the op has " +
                 std::to_string(pack.staticSlices.size()) +
                 " of constant size; the file is of another program"};
  Offsets offsets;
  for (auto [index, slice] : llvm::enumerate(pack.staticSlices)) {
    const llvm::json::Value &value = (*slices)[index];
    std::string field = where + ".slices[" + std::to_string(index) + "]";
    std::optional<int64_t> offset = getNumber(value, "offset");
    if (!offset)
      return Error{field + ": needs an integer 'offset', bytes"};
    LiveRange range = pack.ranges[slice];
    if (getNumber(value, "begin") != range.begin ||
        getNumber(value, "end") != range.end ||
        getNumber(value, "size") != pack.staticSizes[index])
      return Error{
          field +
          llvm::formatv(": the slice of the op lives in [{0}, {1}) and has {2} "
                        "bytes, which is not what 'begin', 'end' and 'size' "
                        "say; the file is of another program",
                        range.begin, range.end, pack.staticSizes[index])
              .str()};
    offsets.push_back(*offset);
  }
  return offsets;
}

Result<PackPlan> PackPlan::parse(StringRef text, StringRef file) {
  std::string name = "'" + file.str() + "'";
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(text);
  if (!json)
    return Error{name + ": " + llvm::toString(json.takeError())};
  llvm::json::Object *object = json->getAsObject();
  if (!object || object->getString("format") != StringRef(formatName) ||
      object->getInteger("version") != formatVersion)
    return Error{name +
                 llvm::formatv(": needs \"format\": \"{0}\" and "
                               "\"version\": {1}, as the option 'report' "
                               "writes",
                               formatName, formatVersion)
                     .str()};
  llvm::json::Array *packs = object->getArray("packs");
  if (!packs)
    return Error{name + ": needs an array 'packs'"};
  PackPlan plan;
  plan.name = std::move(name);
  plan.packs = std::move(*packs);
  return plan;
}

Result<Offsets> PackPlan::getOffsets(size_t index,
                                     const StreamPack &pack) const {
  return readOffsets(packs[index], pack,
                     name + ": packs[" + std::to_string(index) + "]");
}
