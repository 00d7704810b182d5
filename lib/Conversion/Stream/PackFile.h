//===- PackFile.h - Packed slices as a JSON file ----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_CONVERSION_STREAM_PACKFILE_H
#define MEMPLACE_LIB_CONVERSION_STREAM_PACKFILE_H

#include "StreamPack.h"

#include "memplace/Problem/Result.h"

#include "llvm/Support/JSON.h"

namespace memplace {

/// Where the slices of one op go, and what that is worth. Bytes.
struct PackedSlices {
  llvm::SmallVector<Offset> offsets; // By static slice.
  int64_t size = 0;                  // Of the static slices, rounded up.
  int64_t stock = 0;                 // What IREE's own order needs for them.
  int64_t bound = 0;                 // Proven: none needs less.
  bool isProven = false;             // No packing has a smaller `size`.
  std::string packer;                // What found it.
};

/// The text of the file: docs/guide/iree.md describes it.
std::string printPackFile(llvm::ArrayRef<StreamPack> packs,
                          llvm::ArrayRef<PackedSlices> packed);

/// A file that `printPackFile` wrote, read again to take its offsets.
class PackPlan {
public:
  /// \p file is only for messages.
  static Result<PackPlan> parse(llvm::StringRef text, llvm::StringRef file);

  size_t size() const { return packs.size(); }

  /// The offsets for \p pack, op number \p index of the module, by static
  /// slice. An error if they were written for another program; whether they are
  /// legal is not looked at.
  Result<llvm::SmallVector<Offset>> getOffsets(size_t index,
                                               const StreamPack &pack) const;

private:
  std::string name;
  llvm::json::Array packs;
};

} // namespace memplace

#endif // MEMPLACE_LIB_CONVERSION_STREAM_PACKFILE_H
