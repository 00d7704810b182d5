//===- FileTier.h - Files as a tier ---------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_RUNTIME_FILETIER_H
#define MEMPLACE_LIB_RUNTIME_FILETIER_H

#include "OpenFiles.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace memplace::runtime {

/// Open files as a tier: transfers from their addresses read the files, and
/// transfers to the addresses of the scratch file write the scratch file.
class FileTier {
public:
  /// \p gpu, if not null, copies from files in pinned memory. \p files must
  /// outlive the tier.
  FileTier(OpenFiles &files, const memplace_rt_session_options &options,
           cuda::Gpu *gpu);
  /// Abandons pending transfers, but waits for requests in flight.
  ~FileTier();
  FileTier(const FileTier &) = delete;
  FileTier &operator=(const FileTier &) = delete;

  /// Adds a scratch file to the files, and a channel that writes the scratch
  /// file. Returns an error message on failure.
  std::optional<std::string> addScratch(const std::string &folder,
                                        int64_t bytes);
  /// Returns the first address of the scratch file, `scratchBytes` long; null
  /// without a scratch file.
  char *scratchAddress() const { return files.scratchAddress(); }
  /// Returns the size of the scratch file; 0 without a scratch file.
  int64_t scratchBytes() const { return files.scratchBytes(); }
  /// Returns true if a file, e.g. the scratch file, has the address.
  bool contains(const void *address) const { return files.contains(address); }

  /// Queues a copy from a file; returns its number among reads.
  int64_t startRead(const void *source, char *destination, int64_t bytes);
  /// Queues a copy to the scratch file; returns its number among writes.
  int64_t startWrite(const void *destination, const char *source,
                     int64_t bytes);
  /// Waits for the read or write; returns true if it has arrived.
  bool wait(int64_t number, bool isWrite);
  /// Ends all transfers, like an error. May be called from any thread.
  void fail(const std::string &reason);
  /// Returns the error that ended the transfers, or "".
  std::string error() const;
  /// Abandons pending transfers and clears errors and counters.
  void reset();
  /// Returns the time spent in `wait` and `fetch` since the last call of this
  /// function, nanoseconds.
  int64_t takeWaitTime() { return std::exchange(waitTime, 0); }
  /// Reads immediately, besides pending transfers; returns false on error.
  bool fetch(const void *source, char *destination, int64_t bytes);
  /// Returns the channel of all reads except those of `fetch`.
  const FileChannel &reader() const { return *readChannel; }
  /// Pins the reader's thread to a core.
  void keepReaderOn(int core) { readChannel->stayOn(core); }
  /// Returns the channel of all writes; null without a scratch file.
  const FileChannel *writer() const { return writeChannel.get(); }

  /// Counters of all reads, by transfers and `fetch`.
  ReadCounters counters() const;
  /// Bytes of all channels' buffers.
  int64_t bufferBytes() const;

private:
  OpenFiles &files;
  const memplace_rt_session_options options;
  cuda::Gpu *const gpu;
  int64_t waitTime = 0; // Nanoseconds.
  // Last: their threads access the files.
  std::unique_ptr<FileChannel> readChannel;
  std::unique_ptr<FileChannel> writeChannel; // Null without a scratch file.
  std::unique_ptr<FileChannel> fetchChannel; // Null before the first fetch.
};

} // namespace memplace::runtime

#endif // MEMPLACE_LIB_RUNTIME_FILETIER_H
