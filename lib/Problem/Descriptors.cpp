//===- Descriptors.cpp - DMA descriptors and latencies --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Descriptors.h"

#include <algorithm>

using namespace memplace;

int64_t memplace::bytesOfRow(const Buffer &buffer) {
  int64_t bytes = buffer.size;
  for (int64_t count : buffer.rows)
    bytes /= count;
  return bytes;
}

int64_t memplace::descriptorsOf(const Problem &problem, const Buffer &buffer,
                                const Channel &channel) {
  const TierId home = problem.homeOf(buffer);
  if (buffer.rows.empty() || (channel.from != home && channel.to != home))
    return 1;
  const bool isTooShort = bytesOfRow(buffer) < channel.leastRun;
  const auto count = static_cast<int64_t>(buffer.rows.size());
  const int64_t inOne =
      isTooShort ? 0 : std::min(channel.dimensions - 1, count);
  int64_t descriptors = 1;
  for (int64_t i = 0; i < count - inOne; ++i)
    descriptors *= buffer.rows[i];
  return descriptors;
}

int64_t memplace::latenciesOf(const Problem &problem, const Buffer &buffer,
                              const Channel &channel) {
  return channel.order == ChannelOrder::Deadline
             ? 1
             : descriptorsOf(problem, buffer, channel);
}

int64_t memplace::latencyOf(const Problem &problem, const Buffer &buffer,
                            const Channel &channel) {
  return channel.latencyPs * latenciesOf(problem, buffer, channel);
}

void memplace::setRows(const Problem &problem, Buffer &buffer,
                       std::vector<int64_t> rows) {
  buffer.rows = std::move(rows);
  const std::vector<Channel> &channels = problem.target.channels;
  if (std::all_of(channels.begin(), channels.end(), [&](const Channel &one) {
        return latencyOf(problem, buffer, one) == one.latencyPs;
      }))
    buffer.rows.clear();
}
