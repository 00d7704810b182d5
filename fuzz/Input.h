//===- Input.h - What the fuzz targets share --------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each fuzz target is one file with the function `LLVMFuzzerTestOneInput`,
// which libFuzzer calls with bytes of its own making, and ReplayMain.cpp with
// the files of the kept corpus. It returns 0; a broken promise ends the
// process.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_FUZZ_INPUT_H
#define MEMPLACE_FUZZ_INPUT_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

namespace memplace::fuzz {

inline std::string_view asText(const uint8_t *data, size_t size) {
  return {reinterpret_cast<const char *>(data), size};
}

/// Ends the process with \p promise on standard error, and \p detail below it,
/// if \p isKept is false.
void require(bool isKept, const char *promise, std::string_view detail = "");

/// An error of a reader of \p path starts with that path and is one line that
/// any terminal shows.
void requireGoodError(const std::string &error, const std::string &path);

/// A file in memory with a path by which the readers can open it.
class InputFile {
public:
  explicit InputFile(std::string_view contents);
  ~InputFile();
  InputFile(const InputFile &) = delete;
  InputFile &operator=(const InputFile &) = delete;

  const std::string &path() const { return name; }

private:
  int descriptor;
  std::string name;
};

} // namespace memplace::fuzz

#endif // MEMPLACE_FUZZ_INPUT_H
