//===- Cores.cpp - Interrupts and core affinity ---------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cores.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <numeric>
#include <sched.h>
#include <sstream>

using namespace memplace::runtime;

// Among fewer interrupts, those of other devices may dominate.
constexpr int64_t fewInterrupts = 32;
// Minimal share of all interrupts on one core.
constexpr double nearlyAll = 0.9;

std::vector<int64_t>
memplace::runtime::countInterrupts(const std::string &path) {
  std::ifstream in(path);
  std::string line;
  // The header lists the online cores, "CPU0 CPU1 ..."; offline cores have no
  // column.
  std::vector<size_t> cores;
  std::getline(in, line);
  std::istringstream head(line);
  for (std::string word; head >> word;)
    cores.push_back(
        strtoull(word.c_str() + std::min<size_t>(word.size(), 3), nullptr, 10));
  std::vector<int64_t> sums(
      cores.empty() ? 0 : *std::max_element(cores.begin(), cores.end()) + 1);
  while (std::getline(in, line)) {
    std::istringstream words(line);
    std::string name;
    words >> name;
    // Device lines start with a number, the kernel's own with a name such as
    // "LOC:".
    if (name.empty() || !isdigit(static_cast<unsigned char>(name[0])))
      continue;
    for (size_t core : cores) {
      int64_t count = 0;
      if (words >> count)
        sums[core] += count;
    }
  }
  return sums;
}

std::optional<int>
memplace::runtime::findInterrupted(const std::vector<int64_t> &before,
                                   const std::vector<int64_t> &after) {
  if (before.empty() || before.size() != after.size())
    return std::nullopt;
  std::vector<int64_t> more(after.size());
  std::transform(after.begin(), after.end(), before.begin(), more.begin(),
                 std::minus<>());
  const int64_t sum = std::accumulate(more.begin(), more.end(), int64_t(0));
  const auto most = std::max_element(more.begin(), more.end());
  if (sum < fewInterrupts ||
      static_cast<double>(*most) < nearlyAll * static_cast<double>(sum))
    return std::nullopt;
  return static_cast<int>(most - more.begin());
}

bool memplace::runtime::leaveCore(int core) {
  cpu_set_t set;
  const auto number = static_cast<size_t>(core);
  if (sched_getaffinity(0, sizeof set, &set) != 0 || CPU_COUNT(&set) < 2 ||
      !CPU_ISSET(number, &set))
    return false;
  CPU_CLR(number, &set);
  return sched_setaffinity(0, sizeof set, &set) == 0;
}
