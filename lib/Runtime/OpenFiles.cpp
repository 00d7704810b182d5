//===- OpenFiles.cpp - Open files with addresses --------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenFiles.h"
#include "LargePages.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

using namespace memplace::runtime;

// Pinned files are read only once, so the page cache does no harm.
OpenFiles::OpenFiles(const memplace_rt_session_options &options, cuda::Gpu *gpu)
    : allowDirect(options.without_direct == 0 && !gpu), gpu(gpu) {}

OpenFiles::~OpenFiles() {
  if (scratch.base)
    files.push_back(scratch);
  for (const File &file : files) {
    if (file.pinned) {
      gpu->unpin(file.pinned);
      unmapLargePages(file.pinned, static_cast<size_t>(file.size));
    }
    munmap(file.base, static_cast<size_t>(file.size));
    close(file.fd);
  }
}

static std::string describeError(const std::string &path, int error) {
  return "cannot read '" + path + "': " + strerror(error);
}

/// Opens a regular file for reading and sets \p identity. Returns an error
/// message on failure.
static std::optional<std::string> openRegular(const std::string &path,
                                              int flags, int &fd,
                                              struct stat &identity) {
  // O_NONBLOCK, because opening a pipe would wait for a writer.
  fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | flags);
  if (fd < 0)
    return describeError(path, errno);
  std::optional<std::string> error;
  if (fstat(fd, &identity) != 0)
    error = describeError(path, errno);
  else if (!S_ISREG(identity.st_mode))
    error = "'" + path + "' is not a file, but a folder, a pipe or a device";
  else if (fcntl(fd, F_SETFL, flags) != 0) // Drop O_NONBLOCK.
    error = describeError(path, errno);
  if (!error)
    return std::nullopt;
  close(fd);
  fd = -1;
  return error;
}

/// Opens \p file without the page cache if the file system supports this.
std::optional<std::string> OpenFiles::open(File &file) const {
  std::optional<std::string> error;
  file.isDirect = allowDirect;
  if (allowDirect)
    error = openRegular(file.path, O_DIRECT, file.fd, file.identity);
  if (error || !allowDirect) {
    file.isDirect = false;
    error = openRegular(file.path, 0, file.fd, file.identity);
  }
  return error;
}

/// Reserves addresses for an open file; closes it on failure.
std::optional<std::string> OpenFiles::reserveAddresses(File &file) {
  void *base = mmap(nullptr, static_cast<size_t>(file.size), PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED) {
    int error = errno;
    close(file.fd);
    return describeError(file.path, error);
  }
  file.base = static_cast<char *>(base);
  return std::nullopt;
}

std::optional<std::string> OpenFiles::add(const std::string &path) {
  File file;
  file.path = path;
  if (std::optional<std::string> error = open(file))
    return error;
  file.size = std::max<int64_t>(file.identity.st_size, 1);
  if (std::optional<std::string> error = reserveAddresses(file))
    return error;
  files.push_back(std::move(file));
  return std::nullopt;
}

/// Opens a file in \p folder for reading and writing that has no name. Returns
/// its descriptor, or -1 with the reason in `errno`.
static int openUnnamed(const std::string &folder) {
  int fd = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR))
    return fd;
  // Not all file systems support unnamed files.
  std::string path = folder + "/.memplace-scratch-XXXXXX";
  fd = mkostemp(path.data(), O_CLOEXEC);
  if (fd >= 0)
    unlink(path.c_str());
  return fd;
}

std::optional<std::string> OpenFiles::addScratch(const std::string &folder,
                                                 int64_t bytes) {
  File file;
  file.path = folder + "/(scratch file)";
  file.size = (bytes + directAlignment - 1) / directAlignment * directAlignment;
  file.fd = openUnnamed(folder);
  std::string wanted = "a scratch file of " + std::to_string(file.size) +
                       " bytes in '" + folder + "'";
  if (file.fd < 0)
    return "cannot create " + wanted + ": " + strerror(errno);
  // Allocate space now, so that a full disk is found before any computation.
  if (int error = posix_fallocate(file.fd, 0, file.size)) {
    close(file.fd);
    return "no space for " + wanted + ": " + strerror(error) +
           "; name another folder, or raise the memory limit";
  }
  // Direct mode only now: some file systems allocate by writing zeros.
  file.isDirect =
      allowDirect && fcntl(file.fd, F_SETFL, O_RDWR | O_DIRECT) == 0;
  if (std::optional<std::string> error = reserveAddresses(file))
    return error;
  scratch = std::move(file);
  return std::nullopt;
}

/// Compares two states of a file as far as the kernel records changes.
static bool isSame(const struct stat &now, const struct stat &before) {
  auto isAt = [](const timespec &a, const timespec &b) {
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
  };
  // A writer can restore the modification time, but not the change time. The
  // latter also changes with permissions, owner and link count.
  const bool mayHaveOtherTime =
      now.st_mode != before.st_mode || now.st_uid != before.st_uid ||
      now.st_gid != before.st_gid || now.st_nlink != before.st_nlink;
  return now.st_dev == before.st_dev && now.st_ino == before.st_ino &&
         now.st_size == before.st_size && isAt(now.st_mtim, before.st_mtim) &&
         (mayHaveOtherTime || isAt(now.st_ctim, before.st_ctim));
}

/// Reads the content of \p table, whose size is set, if the file's identity is
/// still \p identity.
std::optional<std::string> OpenFiles::read(const std::string &path,
                                           const struct stat &identity,
                                           Table &table) {
  const size_t bytes = table.content.size();
  int fd = -1;
  struct stat now = {};
  if (std::optional<std::string> error = openRegular(path, 0, fd, now))
    return error;
  if (!isSame(now, identity)) {
    close(fd);
    return "'" + path + "' changed during the opening";
  }
  size_t done = 0;
  ssize_t count = 1;
  while (done < bytes && count > 0) {
    count = pread(fd, table.content.data() + done, bytes - done,
                  static_cast<off_t>(table.offset) + static_cast<off_t>(done));
    done += static_cast<size_t>(std::max<ssize_t>(count, 0));
  }
  int error = count < 0 ? errno : 0;
  close(fd);
  if (error)
    return describeError(path, error);
  if (done < bytes)
    return "'" + path + "' ends at byte " +
           std::to_string(table.offset + static_cast<int64_t>(done)) +
           ", before its weights";
  return std::nullopt;
}

std::optional<std::string> OpenFiles::addTable(size_t index, int64_t offset,
                                               int64_t bytes) {
  File &file = files[index];
  file.tables.push_back(
      {offset, std::string(static_cast<size_t>(bytes), '\0')});
  return read(file.path, file.identity, file.tables.back());
}

/// Allocates pinned memory for a file, if needed, and reads the file.
std::optional<std::string> OpenFiles::pin(File &file) const {
  const auto bytes = static_cast<size_t>(file.size);
  if (!file.pinned) {
    void *memory = mapLargePages(bytes);
    if (!memory)
      return "out of memory: " + std::to_string(bytes) + " bytes of '" +
             file.path + "'";
    if (int status = gpu->pin(memory, bytes)) {
      unmapLargePages(memory, bytes);
      return "cannot pin " + std::to_string(bytes) + " bytes of '" + file.path +
             "': " + gpu->getDriver().describe(status);
    }
    file.pinned = static_cast<char *>(memory);
  }
  for (size_t done = 0; done < bytes;) {
    ssize_t count = pread(file.fd, file.pinned + done, bytes - done,
                          static_cast<off_t>(done));
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return describeError(file.path, errno);
    if (count == 0)
      return "'" + file.path + "' ends at byte " + std::to_string(done) +
             " of " + std::to_string(bytes) + "; was the file truncated?";
    done += static_cast<size_t>(count);
  }
  posix_fadvise(file.fd, 0, 0, POSIX_FADV_DONTNEED);
  return std::nullopt;
}

std::optional<std::string> OpenFiles::pin() {
  for (File &file : files)
    if (std::optional<std::string> error = pin(file))
      return error;
  return std::nullopt;
}

int64_t OpenFiles::pinnedBytes() const {
  int64_t sum = 0;
  for (const File &file : files)
    sum += file.pinned ? file.size : 0;
  return sum;
}

std::optional<std::string> OpenFiles::findChange() {
  for (File &file : files) {
    struct stat now = {};
    if (stat(file.path.c_str(), &now) != 0)
      return describeError(file.path, errno);
    if (!isSame(now, file.identity))
      return "'" + file.path +
             "' has changed since the session opened the file; the next call "
             "reads the file again";
    file.identity = now; // E.g. new permissions.
  }
  return std::nullopt;
}

std::optional<std::string> OpenFiles::reopen() {
  for (File &file : files) {
    File again;
    again.path = file.path;
    if (std::optional<std::string> error = open(again))
      return error;
    if (again.identity.st_size != file.size) {
      close(again.fd);
      return "'" + file.path + "' has " +
             std::to_string(again.identity.st_size) + " bytes, but had " +
             std::to_string(file.size) + " at the start of the session";
    }
    std::optional<std::string> error;
    for (const Table &table : file.tables) {
      Table now = table;
      if (!error)
        error = read(file.path, again.identity, now);
      if (!error && now.content != table.content)
        error =
            "'" + file.path +
            "' has other weights than at the start of the session; start a new "
            "session";
    }
    if (error) {
      close(again.fd);
      return error;
    }
    close(file.fd);
    file.fd = again.fd;
    file.isDirect = again.isDirect;
    file.identity = again.identity;
  }
  return std::nullopt;
}

bool OpenFiles::isDirect() const {
  return (!scratch.base || scratch.isDirect) &&
         std::all_of(files.begin(), files.end(),
                     [](const File &file) { return file.isDirect; });
}

const OpenFiles::File *OpenFiles::find(const void *address) const {
  const char *byte = static_cast<const char *>(address);
  auto isIn = [&](const File &file) {
    return file.base &&
           !std::less<>()(byte, static_cast<const char *>(file.base)) &&
           std::less<>()(byte,
                         static_cast<const char *>(file.base) + file.size);
  };
  if (isIn(scratch))
    return &scratch;
  auto found = std::find_if(files.begin(), files.end(), isIn);
  return found == files.end() ? nullptr : &*found;
}

FilePlace OpenFiles::placeAt(const void *address) const {
  const File *file = find(address);
  int64_t offset = static_cast<const char *>(address) - file->base;
  return {.fd = file->fd,
          .offset = offset,
          .path = file->path.c_str(),
          .memory = file->pinned};
}
