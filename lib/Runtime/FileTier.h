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
/// at one is stopped by the processor; transfers from there read the file.
class FileTier {
public:
  explicit FileTier(const memplace_rt_session_options &options);
  ~FileTier();
  FileTier(const FileTier &) = delete;
  FileTier &operator=(const FileTier &) = delete;

  /// Opens a file; returns why that failed.
  std::optional<std::string> add(const std::string &path);
  /// The first \p bytes of file \p index say what is where in it: a file that
  /// takes its place must begin with the same.
  std::optional<std::string> setHead(size_t index, int64_t bytes);
  /// Why a file is no longer what it was when it was opened: another one has
  /// its name, or it was written.
  std::optional<std::string> findChange() const;
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

  bool contains(const void *address) const { return find(address) != nullptr; }
  /// Queues a copy; returns its number in the channel.
  int64_t start(const void *source, char *destination, int64_t bytes);
  /// Returns when the transfer has arrived, and whether it did.
  bool wait(int64_t number);
  /// How long `wait` took since this was asked last, nanoseconds.
  int64_t takeWaitTime() { return std::exchange(waitTime, 0); }
  /// Reads at once, beside transfers that are on their way; returns whether
  /// that was possible.
  bool fetch(const void *source, char *destination, int64_t bytes);
  /// Of transfers; what is fetched goes by another.
  FileChannel &getChannel() { return channel; }
  const FileChannel &getChannel() const { return channel; }

  // Of both channels, see there.
  std::string error() const;
  void reset();
  ReadCounters counters() const;
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
  };

  std::optional<std::string> open(File &file) const;
  const File *find(const void *address) const;
  bool allowDirect() const { return options.without_direct == 0; }
  FileSource sourceAt(const void *address) const;

  const memplace_rt_session_options options;
  std::vector<File> files;
  int64_t waitTime = 0; // Nanoseconds.
  // Last: their threads read the files.
  FileChannel channel;
  std::unique_ptr<FileChannel> fetcher; // Null until something is fetched.
};

} // namespace memplace::runtime

#endif // MEMPLACE_LIB_RUNTIME_FILETIER_H
