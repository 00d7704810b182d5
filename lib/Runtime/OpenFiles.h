//===- OpenFiles.h - Open files with addresses ----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_RUNTIME_OPENFILES_H
#define MEMPLACE_LIB_RUNTIME_OPENFILES_H

#include "FileChannel.h"

#include <optional>
#include <string>
#include <sys/stat.h>
#include <vector>

namespace memplace::runtime {

/// Open files with a reserved address for each byte. Direct accesses to these
/// addresses fault. One file may be a scratch file, which is also open for
/// writing.
class OpenFiles {
public:
  /// \p gpu, if not null, copies from files in pinned memory.
  OpenFiles(const memplace_rt_session_options &options, cuda::Gpu *gpu);
  /// Closes all files. Requires that no requests are in flight.
  ~OpenFiles();
  OpenFiles(const OpenFiles &) = delete;
  OpenFiles &operator=(const OpenFiles &) = delete;

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
  /// Returns the descriptor of file \p index.
  int descriptor(size_t index) const { return files[index].fd; }
  /// Returns the size of file \p index in bytes.
  int64_t size(size_t index) const { return files[index].size; }
  /// Returns the number of files without the scratch file.
  size_t count() const { return files.size(); }
  /// Returns true if accesses to all files bypass the page cache.
  bool isDirect() const;
  /// Returns the first address of the scratch file, `scratchBytes` long; null
  /// without a scratch file.
  char *scratchAddress() const { return scratch.base; }
  /// Returns the size of the scratch file; 0 without a scratch file.
  int64_t scratchBytes() const { return scratch.size; }

  /// Returns true if a file, e.g. the scratch file, has the address.
  bool contains(const void *address) const { return find(address) != nullptr; }
  /// Returns true if the scratch file has the address.
  bool isInScratch(const void *address) const {
    return find(address) == &scratch;
  }
  /// Returns the file and the offset of an address that a file has.
  FilePlace placeAt(const void *address) const;

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
    std::vector<Table> tables; // Parts that describe its layout.
    char *pinned = nullptr;    // The whole file; null: not in pinned memory.
  };

  std::optional<std::string> open(File &file) const;
  static std::optional<std::string>
  read(const std::string &path, const struct stat &identity, Table &table);
  std::optional<std::string> pin(File &file) const;
  const File *find(const void *address) const;
  static std::optional<std::string> reserveAddresses(File &file);

  const bool allowDirect;
  cuda::Gpu *const gpu;
  std::vector<File> files;
  File scratch; // `base` is null without a scratch file.
};

} // namespace memplace::runtime

#endif // MEMPLACE_LIB_RUNTIME_OPENFILES_H
