//===- MemoryLeft.cpp - Memory available to a process ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryLeft.h"

#include <algorithm>
#include <fstream>

using namespace memplace::runtime;

// Version 1 reports a missing limit as the largest number of whole pages.
constexpr int64_t noLimit = int64_t(1) << 60;

/// Returns the number at the start of a file; null if there is none, as for
/// "max".
static std::optional<int64_t> readNumber(const std::string &path) {
  std::ifstream in(path);
  int64_t number = 0;
  if (in >> number)
    return number;
  return std::nullopt;
}

/// Returns the number after the word \p name in a file; 0 if the word is
/// missing.
static int64_t readField(const std::string &path, const std::string &name) {
  std::ifstream in(path);
  std::string word;
  int64_t number = 0;
  while (in >> word >> number)
    if (word == name)
      return number;
  return 0;
}

namespace {
/// File names in one version of cgroups.
struct Names {
  const char *limit;
  const char *usage;
  const char *cache; // Field of `memory.stat`.
};
} // namespace

/// Returns the free memory in a cgroup and its ancestors up to \p root.
static std::optional<int64_t> freeBytesInCgroups(const std::string &root,
                                                 std::string path,
                                                 const Names &names) {
  std::optional<int64_t> left;
  while (true) {
    const std::string group = root + path + '/';
    std::optional<int64_t> limit = readNumber(group + names.limit);
    std::optional<int64_t> usage = readNumber(group + names.usage);
    if (limit && usage && *limit < noLimit) {
      int64_t cache = readField(group + "memory.stat", names.cache);
      int64_t own = *limit - std::max<int64_t>(*usage - cache, 0);
      left = std::min(left.value_or(own), own);
    }
    if (path.empty() || path == "/")
      return left;
    path.resize(path.rfind('/'));
  }
}

std::optional<int64_t>
memplace::runtime::memoryLeft(const std::string &proc,
                              const std::string &cgroups) {
  std::ifstream in(proc + "/cgroup");
  std::string line;
  std::optional<int64_t> left;
  // Format of a line: "NUMBER:CONTROLLERS:PATH"; in version 2, "0::PATH".
  while (std::getline(in, line)) {
    const size_t first = line.find(':');
    const size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos)
      continue;
    const std::string controllers =
        ',' + line.substr(first + 1, second - first - 1) + ',';
    const std::string path = line.substr(second + 1);
    std::optional<int64_t> own;
    if (controllers == ",,")
      own = freeBytesInCgroups(cgroups, path,
                               {"memory.max", "memory.current", "file"});
    else if (controllers.find(",memory,") != std::string::npos)
      own = freeBytesInCgroups(
          cgroups + "/memory", path,
          {"memory.limit_in_bytes", "memory.usage_in_bytes", "total_cache"});
    if (own)
      left = std::min(left.value_or(*own), *own);
  }
  return left;
}

std::optional<std::string>
memplace::runtime::findShortage(int64_t bytes, int64_t reserve,
                                const std::string &what) {
  std::optional<int64_t> left = memoryLeft();
  if (!left || bytes + reserve <= *left)
    return std::nullopt;
  std::string text =
      "out of memory: " + std::to_string(bytes) + " bytes of " + what +
      " are more than the process may have: " + std::to_string(*left) +
      " are left in its cgroup";
  if (reserve > 0)
    text +=
        ", of which " + std::to_string(reserve) + " stay free for the process";
  return text;
}
