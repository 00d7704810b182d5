//===- Pinned.h - Recorded results ------------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fixed seeds must give identical results: users compare plans of different
// versions, and most mistakes of a heuristic are still legal. The results of
// algorithms on random instances are therefore recorded as digests, in a text
// file beside the tests:
//
//   first-fit, aligned
//     3a5f 0c11 ...      one for each instance
//
// With MEMPLACE_PIN=1 in the environment a test records its results instead of
// comparing. Users notice such a change, so CHANGELOG.md mentions each.
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

/// A digest of a sequence of numbers and texts, equal on all platforms
/// (FNV-1a).
class Digest {
public:
  void add(int64_t value);
  /// Includes all bits.
  void add(double value);
  void add(std::string_view text);
  template <typename Range> void addAll(const Range &values) {
    add(static_cast<int64_t>(std::size(values)));
    for (const auto &value : values)
      add(static_cast<int64_t>(value));
  }

  /// Returns four hexadecimal digits.
  std::string text() const;

private:
  void addByte(uint8_t byte);

  uint64_t state = 0xcbf29ce484222325;
};

/// The digests recorded in one file.
class Pinned {
public:
  /// \p file: path below the root of the repository. \p program: the unit test
  /// executable of the file, for messages.
  Pinned(std::string file, std::string program);

  /// Expects the digests recorded for \p what ("first-fit, aligned"), by
  /// instance; a failure names the first different instance.
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
