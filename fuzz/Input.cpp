//===- Input.cpp - Common parts of the fuzz targets -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

using namespace memplace;

void fuzz::require(bool isKept, const char *promise, std::string_view detail) {
  if (isKept)
    return;
  fprintf(stderr, "broken promise: %s\n%.*s\n", promise,
          static_cast<int>(detail.size()), detail.data());
  abort();
}

void fuzz::requireGoodError(const std::string &error, const std::string &path) {
  bool isOneLine = std::none_of(error.begin(), error.end(), [](char c) {
    auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
  });
  require(isOneLine, "an error is one line", error);
  std::string prefix = path + ": ";
  require(error.compare(0, prefix.size(), prefix) == 0 &&
              error.size() > prefix.size(),
          "an error names the file", error);
}

fuzz::InputFile::InputFile(std::string_view contents)
    : descriptor(memfd_create("input", 0)),
      name("/proc/self/fd/" + std::to_string(descriptor)) {
  while (!contents.empty()) {
    ssize_t count = write(descriptor, contents.data(), contents.size());
    if (count < 0) {
      perror("cannot make a file in memory");
      exit(1);
    }
    contents.remove_prefix(static_cast<size_t>(count));
  }
}

fuzz::InputFile::~InputFile() { close(descriptor); }
