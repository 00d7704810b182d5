//===- ReplayMain.cpp - Runs a fuzz target on files -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The main function of a fuzz target without libFuzzer. Each argument is an
// input or a folder of inputs. After a crash, the last line of standard error
// names the input.
//
//===----------------------------------------------------------------------===//

#include "Input.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace fs = std::filesystem;

/// Lists the files named by \p arguments; files of a folder are sorted by name.
static std::vector<fs::path> listInputs(int count, char **arguments) {
  std::vector<fs::path> inputs;
  for (int i = 0; i < count; ++i) {
    if (!fs::is_directory(arguments[i])) {
      inputs.emplace_back(arguments[i]);
      continue;
    }
    size_t first = inputs.size();
    for (const auto &entry : fs::directory_iterator(arguments[i]))
      inputs.push_back(entry.path());
    std::sort(inputs.begin() + first, inputs.end());
  }
  return inputs;
}

int main(int argc, char **argv) {
  std::vector<fs::path> inputs = listInputs(argc - 1, argv + 1);
  for (const fs::path &path : inputs) {
    fprintf(stderr, "%s\n", path.c_str());
    std::ifstream file(path, std::ios::binary);
    std::string contents{std::istreambuf_iterator<char>(file), {}};
    if (!file) {
      fprintf(stderr, "error: cannot read it\n");
      return 1;
    }
    // A heap copy lets a sanitizer notice reads past the end.
    std::vector<uint8_t> bytes(contents.begin(), contents.end());
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  }
  printf("replayed %zu inputs\n", inputs.size());
  return inputs.empty() ? 1 : 0;
}
