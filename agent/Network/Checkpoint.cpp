//===- Checkpoint.cpp - Network checkpoint files --------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checkpoint.h"

#include "memplace/IO/File.h"

#include <sstream>
#include <zlib.h>

using namespace memplace;
using namespace memplace::agent;

static constexpr const char *magic = "memplace-checkpoint";
static constexpr int version = 1;

static unsigned long checksum(const std::string &bytes) {
  return crc32_z(0, reinterpret_cast<const Bytef *>(bytes.data()),
                 bytes.size());
}

std::string memplace::agent::printCheckpoint(const CheckpointParts &parts) {
  std::ostringstream out;
  out << magic << ' ' << version << '\n';
  for (const std::string *part :
       {&parts.config, &parts.weights, &parts.optimizer})
    out << part->size() << ' ' << checksum(*part) << '\n';
  out << parts.config << parts.weights << parts.optimizer;
  return out.str();
}

Result<CheckpointParts>
memplace::agent::parseCheckpoint(const std::string &bytes) {
  std::istringstream in(bytes);
  std::string word;
  int fileVersion = 0;
  if (!(in >> word >> fileVersion) || word != magic)
    return Error{"not a checkpoint of memplace"};
  if (fileVersion != version)
    return Error{"has version " + std::to_string(fileVersion) +
                 ", but this program reads version " + std::to_string(version)};
  size_t sizes[3] = {};
  unsigned long sums[3] = {};
  for (int i = 0; i < 3; ++i)
    if (!(in >> sizes[i] >> sums[i]) || in.get() != '\n')
      return Error{"its header is damaged"};
  size_t at = static_cast<size_t>(in.tellg());
  CheckpointParts out;
  std::string *parts[] = {&out.config, &out.weights, &out.optimizer};
  for (int i = 0; i < 3; ++i) {
    if (sizes[i] > bytes.size() - at)
      return Error{"is cut off: " + std::to_string(bytes.size()) + " bytes"};
    *parts[i] = bytes.substr(at, sizes[i]);
    if (checksum(*parts[i]) != sums[i])
      return Error{"is damaged: a checksum does not match"};
    at += sizes[i];
  }
  if (at != bytes.size())
    return Error{"is damaged: it goes on after its end"};
  return out;
}

Result<std::string>
memplace::agent::readCheckpointFile(const std::string &path) {
  return readFile(path);
}

std::optional<Error>
memplace::agent::writeCheckpointFile(const std::string &path,
                                     const std::string &bytes) {
  return writeFile(path, bytes);
}
