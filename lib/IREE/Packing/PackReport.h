//===- PackReport.h - Packed slices as a JSON file --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_PACKING_PACKREPORT_H
#define MEMPLACE_LIB_IREE_PACKING_PACKREPORT_H

#include "PlanPack.h"

#include "memplace/Problem/Result.h"

#include "llvm/Support/JSON.h"

namespace memplace {

/// Prints the report file, which docs/guide/iree.md describes.
std::string printPackReport(llvm::ArrayRef<StreamPack> packs,
                            llvm::ArrayRef<PackedSlices> packed);

/// A report file, read back for its offsets.
class PackPlan {
public:
  /// \p file is only for messages.
  static Result<PackPlan> parse(llvm::StringRef text, llvm::StringRef file);

  size_t size() const { return packs.size(); }

  /// Returns the offsets for \p pack, op number \p index of the module, by
  /// static slice. Fails if the file belongs to another program. Does not check
  /// that the offsets are legal.
  Result<llvm::SmallVector<Offset>> getOffsets(size_t index,
                                               const StreamPack &pack) const;

private:
  std::string name;
  llvm::json::Array packs;
};

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_PACKING_PACKREPORT_H
