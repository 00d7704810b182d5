//===- Descriptors.h - DMA descriptors and latencies ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PROBLEM_DESCRIPTORS_H
#define MEMPLACE_LIB_PROBLEM_DESCRIPTORS_H

#include "memplace/Problem/Problem.h"

namespace memplace {

/// Returns the bytes of a row of \p buffer at home: the buffer's size if the
/// place is contiguous.
int64_t bytesOfRow(const Buffer &buffer);

/// Returns the number of descriptors for a transfer of \p buffer on \p channel.
/// It is 1 unless the transfer starts or ends at home and the buffer has rows
/// there; then it is the number of groups of rows that the channel moves.
int64_t descriptorsOf(const Problem &problem, const Buffer &buffer,
                      const Channel &channel);

/// Returns the number of latencies in sequence before a transfer of \p buffer
/// flows: one per descriptor, or a single latency on a deadline channel, where
/// they overlap.
int64_t latenciesOf(const Problem &problem, const Buffer &buffer,
                    const Channel &channel);

/// Returns the picoseconds from the moment at which a transfer of \p buffer is
/// the head of \p channel until its first byte flows.
int64_t latencyOf(const Problem &problem, const Buffer &buffer,
                  const Channel &channel);

/// Records that \p buffer lies in \p rows at home, but only if a channel of the
/// target charges for rows. Tools without the extension can then read all other
/// problems.
void setRows(const Problem &problem, Buffer &buffer, std::vector<int64_t> rows);

} // namespace memplace

#endif // MEMPLACE_LIB_PROBLEM_DESCRIPTORS_H
