//===- File.h - Whole files, plain or gzip ----------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_IO_FILE_H
#define MEMPLACE_IO_FILE_H

#include "memplace/Problem/Result.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace memplace {

/// Reads a whole file and unpacks gzip, recognised by its magic bytes. Errors:
/// the file cannot be opened, the gzip stream is truncated or broken, the
/// contents exceed \p maxBytes, the contents exceed both 16 MiB and 64 times
/// the packed size, or a FIFO delivers no byte within \p maxWait.
Result<std::string>
readFile(const std::string &path, int64_t maxBytes = int64_t(1) << 30,
         std::chrono::milliseconds maxWait = std::chrono::seconds(30));

/// Writes \p path atomically, by a temporary file in the same folder and a
/// rename. Compresses if the name ends in `.gz`. An existing path to anything
/// but a regular file (/dev/stdout) is written directly; "-" is standard
/// output.
std::optional<Error> writeFile(const std::string &path,
                               std::string_view contents);

/// A file to write.
struct OutputFile {
  std::string path;          // As for `writeFile`.
  std::string_view contents; // Uncompressed.
};

/// Writes \p files as `writeFile` does, either all or none: replaces files only
/// after every temporary file is complete and standard output is written.
std::optional<Error> writeFiles(const std::vector<OutputFile> &files);

} // namespace memplace

#endif // MEMPLACE_IO_FILE_H
