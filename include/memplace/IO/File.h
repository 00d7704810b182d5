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

namespace memplace {

/// Reads a whole file; one that starts with the gzip magic is unpacked. Errors:
/// cannot be opened, truncated or broken gzip, more than \p maxBytes unpacked,
/// more than 16 MiB and 64 times its packed size, or a FIFO of which no byte
/// comes for \p maxWait.
Result<std::string>
readFile(const std::string &path, int64_t maxBytes = int64_t(1) << 30,
         std::chrono::milliseconds maxWait = std::chrono::seconds(30));

/// Writes \p path so that there is either the old file or the whole new one
/// (a temporary file beside it, then a rename); `.gz` in the name compresses.
/// A path that exists and is no regular file (/dev/stdout) is written directly;
/// "-" is standard output.
std::optional<Error> writeFile(const std::string &path,
                               std::string_view contents);

} // namespace memplace

#endif // MEMPLACE_IO_FILE_H
