//===- ParameterName.h - What names the bytes of a weight -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A slice of a parameter is read from the entry of the whole one in its
// archive. IREE has no name for that, so between the tools the key of a slice
// tells where it begins: "key?memplace-offset=4096".
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_WEIGHTS_PARAMETERNAME_H
#define MEMPLACE_LIB_IREE_WEIGHTS_PARAMETERNAME_H

#include "mlir/IR/Attributes.h"

#include <optional>
#include <string>

namespace memplace {

/// What tells the key of a slice from that of the whole.
inline constexpr llvm::StringLiteral sliceMark = "?memplace-offset=";

struct ParameterName {
  std::optional<std::string> scope; // Of the archive, if it has one.
  std::string key;                  // In the archive.
  std::optional<int64_t> offset;    // Bytes, if it is a slice.

  /// The key between the tools, unlike that of any other slice.
  std::string getLabel() const;
};

/// Reads `#stream.parameter.named<"scope"::"key">`, or `#flow.`, whose scope is
/// optional. None for other attributes, and if it has a configuration.
std::optional<ParameterName> readParameterName(mlir::Attribute value);

/// The parameter \p name of this type, as the flow phase has it.
mlir::Attribute makeFlowParameter(const ParameterName &name, mlir::Type type);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_PARAMETERNAME_H
