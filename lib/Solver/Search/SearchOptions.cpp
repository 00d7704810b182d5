//===- SearchOptions.cpp - Options of search ------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SearchOptions.h"

#include "../OptionValue.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

namespace {

template <typename Number> struct Entry {
  const char *name;
  Number SearchOptions::*field;
  Number min, max;
  const char *description;
};

constexpr Entry<int64_t> counts[] = {
    {"budget", &SearchOptions::budget, 0, maxBudget,
     "placements to simulate; 0: until the time limit, or by the problem's "
     "size without a limit"},
    {"threads", &SearchOptions::threads, 1, 1024,
     "search chains in parallel; the result depends on their number"},
};

constexpr Entry<double> numbers[] = {
    {"force", &SearchOptions::force, 0, 1,
     "probability that a move which is none of the moves below inserts a stay "
     "and ejects the buffers in its way; otherwise the move decodes related "
     "buffers again"},
    {"give-way", &SearchOptions::ejectLarge, 0, 1,
     "probability of a move that removes the stays of a large buffer during "
     "some ops and first places the buffers of these ops"},
    {"mutate", &SearchOptions::mutate, 0, 1,
     "probability that a move also changes how one of its buffers is decoded"},
    {"repeat", &SearchOptions::repeat, 0, 1,
     "probability of a move that copies the placement of one repetition of "
     "ops, e.g. a layer of a network, to another repetition"},
    {"spread", &SearchOptions::spread, 0, 1,
     "probability of a move that copies the placement of one repetition of ops "
     "to several consecutive repetitions with shared buffers, e.g. time steps"},
    {"window", &SearchOptions::window, 0, 1,
     "probability, late in a round, of a move that decodes all buffers used by "
     "some consecutive ops again; 4 times as high at the start of a round"},
};

} // namespace

template <typename Number>
static std::optional<Error> read(const Entry<Number> &entry,
                                 SearchOptions &options,
                                 std::string_view text) {
  return readNumber(text, entry.min, entry.max, options.*entry.field);
}

std::vector<SolverOption>
solver::search::describe(const SearchOptions &options) {
  std::vector<SolverOption> result;
  for (const auto &entry : counts)
    result.push_back(
        {entry.name, printNumber(options.*entry.field), entry.description});
  for (const auto &entry : numbers)
    result.push_back(
        {entry.name, printNumber(options.*entry.field), entry.description});
  std::sort(result.begin(), result.end(),
            [](const SolverOption &a, const SolverOption &b) {
              return a.name < b.name;
            });
  return result;
}

std::optional<Error> solver::search::setOption(SearchOptions &options,
                                               std::string_view name,
                                               std::string_view value) {
  for (const auto &entry : counts)
    if (name == entry.name)
      return read(entry, options, value);
  for (const auto &entry : numbers)
    if (name == entry.name)
      return read(entry, options, value);
  return Error{"is unknown"};
}
