//===- Pinned.h - Results that stay what they are ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fixed seeds give identical results: users compare plans between versions, and
// most of what a heuristic could get wrong is still legal. So what algorithms
// make of random instances is kept, as digests, in a file beside the tests,
// which anyone can read:
//
//   first-fit, aligned
//     3a5f 0c11 ...      one for each instance
//
// With MEMPLACE_PIN=1 in the environment a test writes what it finds instead of
// comparing it. Such a change is one that users see: CHANGELOG.md says so.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_SUPPORT_PINNED_H
#define MEMPLACE_UNITTESTS_SUPPORT_PINNED_H

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace memplace::test {

/// A digest of a row of numbers and texts, the same everywhere (FNV-1a).
class Digest {
public:
  void add(int64_t value);
  /// To the last bit.
  void add(double value);
  void add(std::string_view text);
  template <typename Range> void addAll(const Range &values) {
    add(static_cast<int64_t>(std::size(values)));
    for (const auto &value : values)
      add(static_cast<int64_t>(value));
  }

  /// Four hexadecimal digits.
  std::string text() const;

private:
  void addByte(uint8_t byte);

  uint64_t state = 0xcbf29ce484222325;
};

/// What is kept in one file.
class Pinned {
public:
  /// \p file: below the root of the repository. \p program: the unit tests that
  /// have it, for messages.
  Pinned(std::string file, std::string program);

  /// Requires that \p what ("first-fit, aligned") gave these digests, by
  /// instance; says which one is another.
  void expect(const std::string &what,
              const std::vector<std::string> &digests) const;

private:
  using Contents = std::map<std::string, std::vector<std::string>>;
  std::string path() const;
  std::string command() const;
  Contents read() const;
  void write(const Contents &contents) const;

  std::string file;
  std::string program;
};

} // namespace memplace::test

#endif // MEMPLACE_UNITTESTS_SUPPORT_PINNED_H
