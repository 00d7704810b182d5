//===- ParameterName.h - Names of weights in an archive ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A slice of a parameter is read from the archive entry of the whole parameter.
// IREE has no name for such a slice, so between the tools the key of a slice
// contains its offset: "key?memplace-offset=4096".
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_WEIGHTS_PARAMETERNAME_H
#define MEMPLACE_LIB_IREE_WEIGHTS_PARAMETERNAME_H

#include "mlir/IR/Attributes.h"

#include <optional>
#include <string>

namespace memplace {

/// Separates the key of the whole parameter from the slice's offset.
inline constexpr llvm::StringLiteral sliceMark = "?memplace-offset=";

/// Name of a parameter or of a slice of a parameter.
struct ParameterName {
  std::optional<std::string> scope; // Of the archive; optional.
  std::string key;                  // In the archive.
  std::optional<int64_t> offset;    // Bytes, for a slice.

  /// Returns the key used between the tools, unique to each slice.
  std::string getLabel() const;
};

/// Parses `#stream.parameter.named<"scope"::"key">` or `#flow.`; the scope is
/// optional. None for other attributes and for parameters with a configuration.
std::optional<ParameterName> readParameterName(mlir::Attribute value);

/// Creates the flow-phase attribute of the parameter \p name with \p type.
mlir::Attribute makeFlowParameter(const ParameterName &name, mlir::Type type);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_PARAMETERNAME_H
