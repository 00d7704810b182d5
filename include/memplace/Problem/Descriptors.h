//===- Descriptors.h - What a transfer asks of its channel ------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PROBLEM_DESCRIPTORS_H
#define MEMPLACE_PROBLEM_DESCRIPTORS_H

#include "memplace/Problem/Problem.h"

namespace memplace {

/// Bytes of each row of \p buffer's place at home; its size if it is one run.
int64_t bytesOfRow(const Buffer &buffer);

/// Descriptors that a transfer of \p buffer on \p channel takes: one, or, if
/// one of its ends is the place at home and the channel does not move all rows
/// of it at once, one for each group of rows that it does.
int64_t descriptorsOf(const Problem &problem, const Buffer &buffer,
                      const Channel &channel);

/// Likewise for \p bytes of it, from \p first on: no more than it has rows.
int64_t descriptorsOf(const Problem &problem, const Buffer &buffer,
                      const Channel &channel, int64_t first, int64_t bytes);

/// How many latencies of \p channel pass one after the other before a transfer
/// of \p buffer flows: one for each descriptor; by deadline they pass all at
/// the same time.
int64_t latenciesOf(const Problem &problem, const Buffer &buffer,
                    const Channel &channel);

/// Picoseconds until the transfer of \p buffer flows once it is the head of
/// \p channel.
int64_t latencyOf(const Problem &problem, const Buffer &buffer,
                  const Channel &channel);

/// Says of \p buffer that it lies in \p rows at home, if that makes a
/// difference to any of the target's channels. So who knows nothing of rows
/// reads the other problems.
void setRows(const Problem &problem, Buffer &buffer, std::vector<int64_t> rows);

} // namespace memplace

#endif // MEMPLACE_PROBLEM_DESCRIPTORS_H
