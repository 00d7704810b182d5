//===- FileTier.h - Files as a tier ---------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_RUNTIME_FILETIER_H
#define MEMPLACE_LIB_RUNTIME_FILETIER_H

#include "FileChannel.h"

#include <optional>
#include <sys/stat.h>
#include <utility>

namespace memplace::runtime {

/// Files with a reserved address for each byte. Direct accesses to these
/// addresses fault; transfers from them read the file. One file may be a
/// scratch file, which transfers can also write.
class FileTier {
public:
  /// \p gpu, if not null, copies from files in pinned memory.
  FileTier(const memplace_rt_session_options &options, cuda::Gpu *gpu);
  ~FileTier();
  FileTier(const FileTier &) = delete;
  FileTier &operator=(const FileTier &) = delete;

  /// Opens a file; returns an error message on failure.
  std::optional<std::string> add(const std::string &path);
  /// Creates an unnamed scratch file of \p bytes in \p folder and allocates its
  /// disk space. Returns an error message on failure.
  std::optional<std::string> addScratch(const std::string &folder,
                                        int64_t bytes);
  /// Stores \p bytes of file \p index from \p offset on, which describe its
  /// layout. A file that replaces it must have the same bytes there.
  std::optional<std::string> addTable(size_t index, int64_t offset,
                                      int64_t bytes);
  /// Reads all files into pinned memory, the source of later transfers.
  std::optional<std::string> pin();
  /// Size of the pinned memory in bytes.
  int64_t pinnedBytes() const;
  /// Returns a message if a file is not the one opened: replaced, or written,
  /// even if its old modification time was restored.
  std::optional<std::string> findChange();
  /// Reopens all files. Sizes and tables must be as before.
  std::optional<std::string> reopen();

  /// Returns the address of byte \p offset of file \p index.
  char *address(size_t index, int64_t offset) const {
    return files[index].base + offset;
  }
  int descriptor(size_t index) const { return files[index].fd; }
  int64_t size(size_t index) const { return files[index].size; }
  size_t count() const { return files.size(); }
  bool isDirect() const;
  /// Returns the first address of the scratch file, `scratchBytes` long; null
  /// without a scratch file.
  char *scratchAddress() const { return scratch.base; }
  int64_t scratchBytes() const { return scratch.size; }

  bool contains(const void *address) const { return find(address) != nullptr; }
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
  const FileChannel &reader() const { return *readChannel; }
  /// Pins the reader's thread to a core.
  void keepReaderOn(int core) { readChannel->stayOn(core); }
  /// Null without a scratch file.
  const FileChannel *writer() const { return writeChannel.get(); }

  /// Counters of all reads, by transfers and `fetch`.
  ReadCounters counters() const;
  /// Bytes of all channels' buffers.
  int64_t bufferBytes() const;

private:
  /// A part of a file.
  struct Table {
    int64_t offset = 0;
    std::string content;
  };
  struct File {
    std::string path;
    int fd = -1;
    char *base = nullptr; // First reserved address.
    int64_t size = 0;     // Bytes, and number of addresses.
    bool isDirect = false;
    struct stat identity = {}; // When opened.
    std::vector<Table> tables; // What says where its weights are.
    char *pinned = nullptr;    // The whole file; null: not in pinned memory.
  };

  std::optional<std::string> open(File &file) const;
  static std::optional<std::string>
  read(const std::string &path, const struct stat &identity, Table &table);
  std::optional<std::string> pin(File &file) const;
  const File *find(const void *address) const;
  static std::optional<std::string> reserveAddresses(File &file);
  FilePlace placeAt(const void *address) const;

  const memplace_rt_session_options options;
  const bool allowDirect;
  cuda::Gpu *const gpu;
  std::vector<File> files;
  File scratch;         // `base` is null without a scratch file.
  int64_t waitTime = 0; // Nanoseconds.
  // Last: their threads access the files.
  std::unique_ptr<FileChannel> readChannel;
  std::unique_ptr<FileChannel> writeChannel; // Null without a scratch file.
  std::unique_ptr<FileChannel> fetchChannel; // Null before the first fetch.
};

} // namespace memplace::runtime

#endif // MEMPLACE_LIB_RUNTIME_FILETIER_H
