//===- Instances.cpp - What is trained on and what is held out ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trainer.h"

#include <cctype>
#include <zlib.h>

using namespace memplace;
using namespace memplace::agent;

std::string memplace::agent::familyOf(const std::string &problemName) {
  std::string family;
  for (char letter : problemName) {
    if (!std::isalpha(static_cast<unsigned char>(letter)))
      break;
    family += static_cast<char>(std::tolower(letter));
  }
  return family;
}

std::set<std::string>
memplace::agent::heldOutFamilies(const std::set<std::string> &families) {
  std::set<std::pair<unsigned long, std::string>> byChecksum;
  for (const std::string &family : families)
    byChecksum.insert(
        {crc32_z(0, reinterpret_cast<const Bytef *>(family.data()),
                 family.size()),
         family});
  std::set<std::string> heldOut;
  const size_t count = (families.size() + 1) / 3;
  for (const auto &[checksum, family] : byChecksum)
    if (heldOut.size() < count)
      heldOut.insert(family);
  return heldOut;
}
