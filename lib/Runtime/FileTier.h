//===- FileTier.h - Files as a tier that only transfers read --------------===//
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

/// Files, each with as many addresses as it has bytes. Whoever reads or writes
/// at one is stopped by the processor; transfers from there read the file. One
/// of them may be a scratch file, which transfers write, too.
class FileTier {
public:
  /// \p gpu, if there is one, copies files that are in pinned memory.
  FileTier(const memplace_rt_session_options &options, cuda::Gpu *gpu);
  ~FileTier();
  FileTier(const FileTier &) = delete;
  FileTier &operator=(const FileTier &) = delete;

  /// Opens a file; returns why that failed.
  std::optional<std::string> add(const std::string &path);
  /// Makes a scratch file of so many bytes in a folder, without a name, whose
  /// room on the disk is taken at once; returns why that failed.
  std::optional<std::string> addScratch(const std::string &folder,
                                        int64_t bytes);
  /// The first \p bytes of file \p index say what is where in it: a file that
  /// takes its place must begin with the same.
  std::optional<std::string> setHead(size_t index, int64_t bytes);
  /// Reads all files into pinned memory, where transfers get them from.
  std::optional<std::string> pin();
  /// Bytes of that.
  int64_t pinnedBytes() const;
  /// Why a file is no longer what it was when it was opened: another one has
  /// its name, or it was written, also if it has its old time again.
  std::optional<std::string> findChange();
  /// Opens all files again, which must be as long as before, with the same
  /// head.
  std::optional<std::string> reopen();

  /// The address of byte \p offset of file \p index.
  char *address(size_t index, int64_t offset) const {
    return files[index].base + offset;
  }
  int descriptor(size_t index) const { return files[index].fd; }
  int64_t size(size_t index) const { return files[index].size; }
  size_t count() const { return files.size(); }
  bool isDirect() const;
  /// Addresses of the scratch file, of `scratchBytes` of it; null: there is
  /// none.
  char *scratchAddress() const { return scratch.base; }
  int64_t scratchBytes() const { return scratch.size; }

  bool contains(const void *address) const { return find(address) != nullptr; }
  /// Queues a copy out of a file; returns its number among reads.
  int64_t startRead(const void *source, char *destination, int64_t bytes);
  /// Queues a copy to the scratch file; returns its number among writes.
  int64_t startWrite(const void *destination, const char *source,
                     int64_t bytes);
  /// Returns when the read or write has arrived, and whether it did.
  bool wait(int64_t number, bool isWrite);
  /// From any thread: ends all transfers, as an error does.
  void fail(const std::string &reason);
  /// Why transfers have ended; "" if they have not.
  std::string error() const;
  /// Gives up what has not arrived, and forgets errors and counters.
  void reset();
  /// How long `wait` took since this was asked last, nanoseconds.
  int64_t takeWaitTime() { return std::exchange(waitTime, 0); }
  /// Reads at once, beside transfers that are on their way; returns whether
  /// that was possible.
  bool fetch(const void *source, char *destination, int64_t bytes);
  const FileChannel &reader() const { return *readChannel; }
  /// Keeps the reader's thread on a core.
  void keepReaderOn(int core) { readChannel->stayOn(core); }
  /// Null: there is no scratch file.
  const FileChannel *writer() const { return writeChannel.get(); }

  /// Of what is read, by transfers and at once.
  ReadCounters counters() const;
  /// Of all threads' own.
  int64_t bufferBytes() const;

private:
  struct File {
    std::string path;
    int fd = -1;
    char *base = nullptr; // Of its addresses.
    int64_t size = 0;     // Bytes, and how many addresses it has.
    bool isDirect = false;
    struct stat identity = {}; // As it was opened.
    std::string head;          // Its first bytes.
    char *pinned = nullptr;    // All of it; null: not in pinned memory.
  };

  std::optional<std::string> open(File &file) const;
  std::optional<std::string> pin(File &file) const;
  const File *find(const void *address) const;
  static std::optional<std::string> reserveAddresses(File &file);
  FilePlace placeAt(const void *address) const;

  const memplace_rt_session_options options;
  const bool allowDirect;
  cuda::Gpu *const gpu;
  std::vector<File> files;
  File scratch;         // Without addresses: there is none.
  int64_t waitTime = 0; // Nanoseconds.
  // Last: their threads read and write the files.
  std::unique_ptr<FileChannel> readChannel;
  std::unique_ptr<FileChannel> writeChannel; // Null without a scratch file.
  std::unique_ptr<FileChannel> fetchChannel; // Null until something is fetched.
};

} // namespace memplace::runtime

#endif // MEMPLACE_LIB_RUNTIME_FILETIER_H
