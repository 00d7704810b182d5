//===- MsaOptions.cpp - Options of msa ------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MsaOptions.h"

#include "../OptionValue.h"

#include <functional>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::msa;

namespace {

/// Name, printer and parser of one option.
struct Entry {
  const char *name;
  const char *description;
  std::function<std::string(const MsaOptions &)> print;
  std::function<std::optional<Error>(MsaOptions &, std::string_view)> read;
};

} // namespace

static std::string quoted(std::string_view text) {
  return "'" + std::string(text) + "'";
}

static Entry flag(const char *name, bool MsaOptions::*field,
                  const char *description) {
  return {name, description,
          [field](const MsaOptions &options) -> std::string {
            return options.*field ? "true" : "false";
          },
          [field](MsaOptions &options,
                  std::string_view text) -> std::optional<Error> {
            if (text != "true" && text != "false")
              return Error{"must be 'true' or 'false', got " + quoted(text)};
            options.*field = text == "true";
            return std::nullopt;
          }};
}

static Entry number(const char *name, double MsaOptions::*field,
                    const char *description) {
  return {name, description,
          [field](const MsaOptions &options) {
            return printNumber(options.*field);
          },
          [field](MsaOptions &options, std::string_view text) {
            return readNumber(text, 0.0, options.*field);
          }};
}

/// Upper limit of counts, so that sums with steps do not overflow.
static constexpr int64_t maxCount = 1000000000;

static Entry count(const char *name, int64_t MsaOptions::*field, int64_t least,
                   int64_t max, const char *description) {
  return {name, description,
          [field](const MsaOptions &options) {
            return std::to_string(options.*field);
          },
          [field, least, max](MsaOptions &options,
                              std::string_view text) -> std::optional<Error> {
            int64_t value = 0;
            if (std::optional<Error> error = readNumber(text, least, value))
              return error;
            if (value > max)
              return Error{"must be at most " + std::to_string(max) + ", got " +
                           std::string(text)};
            options.*field = value;
            return std::nullopt;
          }};
}

/// A value of an option.
template <typename Kind> struct NamedKind {
  const char *name;
  Kind kind;
};

/// Returns an option with two values.
template <typename Kind>
static Entry choice(const char *name, Kind MsaOptions::*field,
                    const NamedKind<Kind> (&kinds)[2],
                    const char *description) {
  const NamedKind<Kind> first = kinds[0], second = kinds[1];
  return {
      name, description,
      [=](const MsaOptions &options) -> std::string {
        return (options.*field == first.kind ? first : second).name;
      },
      [=](MsaOptions &options, std::string_view text) -> std::optional<Error> {
        if (text != first.name && text != second.name)
          return Error{"must be '" + std::string(first.name) + "' or '" +
                       second.name + "', got " + quoted(text)};
        options.*field = text == first.name ? first.kind : second.kind;
        return std::nullopt;
      }};
}

static std::string printOrder(const MsaOptions &options) {
  std::string text;
  for (const OrderRule &rule : options.orderRules)
    text += (text.empty() ? "" : ";") +
            std::string(rule.isFirst ? "first:" : "last:") + rule.pattern;
  return text;
}

static std::optional<Error> readOrder(MsaOptions &options,
                                      std::string_view text) {
  std::vector<OrderRule> rules;
  while (!text.empty()) {
    const std::string_view item = text.substr(0, text.find(';'));
    const size_t colon = item.find(':');
    const std::string_view place = item.substr(0, colon);
    if (colon == std::string_view::npos || colon + 1 == item.size() ||
        (place != "first" && place != "last"))
      return Error{"must be a list of 'first:PART' and 'last:PART' with parts "
                   "of buffer names, separated by ';', got " +
                   quoted(item)};
    rules.push_back({std::string(item.substr(colon + 1)), place == "first"});
    text.remove_prefix(std::min(item.size() + 1, text.size()));
  }
  options.orderRules = std::move(rules);
  return std::nullopt;
}

static std::vector<Entry> entries() {
  using O = MsaOptions;
  return {
      flag("best-fit", &O::isBestFit,
           "the smallest gap that fits; false: the lowest"),
      flag("copy-resource", &O::usesCopyResource,
           "copies of one direction share the time of the ops that hide them"),
      count("cross-program", &O::maxCrossProgram, 0, maxCount,
            "inputs already fetched by the previous run"),
      flag("evict", &O::evicts, "copy buffers back to their home tier"),
      flag("forced-evict", &O::mayForceEviction,
           "in the last retry an eviction ignores the copy resource"),
      flag("keep", &O::keeps,
           "leave a buffer where it is between two uses, without a copy"),
      flag("look-ahead", &O::looksAhead,
           "prefer offsets that stay free for later uses"),
      number(
          "max-overlap", &O::maxOverlap,
          "longest wait of a buffer for its use, in copies of the whole tier"),
      count("max-repacks", &O::maxRepacks, 0, maxCount,
            "maximum number of repacks when the memory is full"),
      count("max-retries", &O::maxAttempts, 1, 100, "attempts for each buffer"),
      {"order", "sort order overrides, 'first:PART;last:PART'", printOrder,
       readOrder},
      choice("picker", &O::picker,
             {{"cost", PickerKind::Cost}, {"count", PickerKind::Count}},
             "time copies by seconds or by steps"),
      number("preferred-overlap", &O::preferredOverlap,
             "time from start to end of a copy to try first, in copies"),
      flag("prefetch", &O::prefetches, "prefetch buffers before their use"),
      choice("size-penalty", &O::sizePenalty,
             {{"sqrt", SizePenalty::Sqrt}, {"none", SizePenalty::None}},
             "divide a buffer's benefit by the root of its size"),
  };
}

std::vector<SolverOption> solver::msa::describe(const MsaOptions &options) {
  std::vector<SolverOption> result;
  for (const Entry &entry : entries())
    result.push_back({entry.name, entry.print(options), entry.description});
  return result;
}

std::optional<Error> solver::msa::setOption(MsaOptions &options,
                                            std::string_view name,
                                            std::string_view value) {
  for (const Entry &entry : entries())
    if (name == entry.name)
      return entry.read(options, value);
  return Error{"is unknown"};
}
