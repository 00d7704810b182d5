//===- FileKind.h - Errors about files of another kind ----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_IO_FILEKIND_H
#define MEMPLACE_IO_FILEKIND_H

#include <optional>
#include <string>
#include <string_view>

namespace memplace {

/// Kinds of files that the tools read.
enum class FileKind {
  Problem,
  Solution,
  Target,
  Table,
  Program,
  Model,
  Pickle
};

/// Returns the kind of a file, by the beginning of its \p contents and the
/// ending of its name; nullopt for an unknown kind.
std::optional<FileKind> kindOfFile(std::string_view contents,
                                   std::string_view name);

/// Returns an error for a file of another kind than \p wanted, with the way
/// out: "is a program, not a problem; ...". Nullopt if the file is, or may be,
/// of the wanted kind.
std::optional<std::string> explainOtherKind(std::string_view contents,
                                            std::string_view name,
                                            FileKind wanted);

/// Returns the same error for JSON whose field `format` is \p actual instead of
/// \p wanted. Nullopt for an unknown format.
std::optional<std::string> explainOtherFormat(std::string_view actual,
                                              std::string_view wanted);

} // namespace memplace

#endif // MEMPLACE_IO_FILEKIND_H
