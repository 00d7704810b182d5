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
    {"budget", &SearchOptions::budget, 0, int64_t(1) << 50,
     "placements to simulate; 0: until the time limit, or without one by the "
     "size of the problem"},
    {"first-round", &SearchOptions::firstRound, 1, int64_t(1) << 50,
     "changes of the first round; each round is twice as long as the last"},
    {"max-ruin", &SearchOptions::maxRemovals, 1, 1000,
     "most buffers that one change takes out"},
    {"parts", &SearchOptions::parts, 1, 1024,
     "most parts that one prefetch may be split into"},
    {"threads", &SearchOptions::threads, 1, 1024,
     "chains that search side by side; part of what a result depends on"},
    {"whole-life", &SearchOptions::wholeLife, 0, int64_t(1) << 50,
     "whole-life maps to try first, of which the best is searched from, too"},
};

constexpr Entry<double> numbers[] = {
    {"cooling", &SearchOptions::cooling, 1e-12, 1,
     "last temperature of a round, as a part of the first"},
    {"force", &SearchOptions::force, 0, 1,
     "chance that one of the other changes forces a buffer in, and others out "
     "of its way"},
    {"give-way", &SearchOptions::ejectLarge, 0, 1,
     "chance that a change makes a large buffer leave during some ops, for "
     "others that they use"},
    {"heat", &SearchOptions::initialTemperature, 0, 1e12,
     "first temperature of a round, in mean durations of an op"},
    {"mutate", &SearchOptions::mutate, 0, 1,
     "chance that a change alters how a buffer is decoded"},
    {"repeat", &SearchOptions::repeat, 0, 1,
     "chance that a change does in one repetition of some ops, as in the "
     "layers "
     "of a network, what is done in another"},
    {"spread", &SearchOptions::spread, 0, 1,
     "chance that a change does in several repetitions of some ops that follow "
     "one another and share buffers, as steps of time do, what is done in "
     "one"},
    {"window", &SearchOptions::window, 0, 1,
     "chance that a change decodes all that some ops in a row use anew, in the "
     "long run; 4 times as high at first"},
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
