//===- Pinned.cpp - Recorded results --------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Pinned.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <fstream>
#include <sstream>

using namespace memplace::test;

void Digest::addByte(uint8_t byte) { state = (state ^ byte) * 0x100000001b3; }

void Digest::add(int64_t value) {
  for (int shift = 0; shift < 64; shift += 8)
    addByte(static_cast<uint8_t>(static_cast<uint64_t>(value) >> shift));
}

void Digest::add(double value) { add(std::bit_cast<int64_t>(value)); }

void Digest::add(std::string_view text) {
  add(static_cast<int64_t>(text.size()));
  for (char c : text)
    addByte(static_cast<uint8_t>(c));
}

std::string Digest::text() const {
  constexpr std::string_view digits = "0123456789abcdef";
  const uint64_t folded = state ^ state >> 32;
  std::string text;
  for (int shift = 12; shift >= 0; shift -= 4)
    text += digits[(folded ^ folded >> 16) >> shift & 15];
  return text;
}

Pinned::Pinned(std::string file, std::string program)
    : file(std::move(file)), program(std::move(program)) {}

std::string Pinned::path() const { return MEMPLACE_SOURCE_DIR "/" + file; }

std::string Pinned::command() const {
  return "MEMPLACE_PIN=1 build/unittests/" + program +
         " --gtest_filter='*Pinned*'";
}

Pinned::Contents Pinned::read() const {
  Contents contents;
  std::ifstream stream(path());
  std::string name;
  for (std::string line; std::getline(stream, line);) {
    if (line.empty() || line[0] == '#')
      continue;
    if (line[0] != ' ') {
      name = line;
      continue;
    }
    std::istringstream words(line);
    for (std::string digest; words >> digest;)
      contents[name].push_back(digest);
  }
  return contents;
}

void Pinned::write(const Contents &contents) const {
  constexpr size_t numPerLine = 15;
  std::ofstream stream(path());
  stream << "# What algorithms make of random instances, a digest of four "
            "digits for each.\n# Written by "
         << command() << ";\n# CHANGELOG.md must say what changed for users.\n";
  for (const auto &[name, digests] : contents) {
    stream << name << '\n';
    for (size_t i = 0; i < digests.size(); ++i)
      stream << (i % numPerLine ? " " : i ? "\n  " : "  ") << digests[i];
    stream << '\n';
  }
  ASSERT_TRUE(stream.flush()) << "cannot write " << path();
}

void Pinned::expect(const std::string &what,
                    const std::vector<std::string> &digests) const {
  Contents contents = read();
  const std::vector<std::string> pinned = contents[what];
  if (std::getenv("MEMPLACE_PIN")) {
    contents[what] = digests;
    write(contents);
    return;
  }
#ifndef __x86_64__
  return; // Fused multiply-add rounds differently.
#endif
  const std::string wayOut = "; if that is on purpose, write down the new ones "
                             "with " +
                             command() + " and say so in CHANGELOG.md";
  ASSERT_EQ(digests.size(), pinned.size())
      << what << ": " << file << " has other instances" << wayOut;
  const auto [own, kept] =
      std::mismatch(digests.begin(), digests.end(), pinned.begin());
  EXPECT_TRUE(own == digests.end())
      << what << ": what comes of instance " << own - digests.begin()
      << " is another than in " << file << ", " << *own << " for " << *kept
      << wayOut;
}
