//===- FileTier.cpp - Files as a tier that only transfers read ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileTier.h"
#include "Fatal.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace memplace::runtime;

FileTier::FileTier(const memplace_rt_session_options &options)
    : options(options), channel(options) {}

FileTier::~FileTier() {
  // No read may be in flight when its file is closed.
  reset();
  for (const File &file : files) {
    munmap(file.base, static_cast<size_t>(file.size));
    close(file.fd);
  }
}

static std::string describeError(const std::string &path, int error) {
  return "cannot read '" + path + "': " + strerror(error);
}

/// Opens \p file past the page cache, if its file system can do that.
std::optional<std::string> FileTier::open(File &file) const {
  const char *path = file.path.c_str();
  file.isDirect = allowDirect();
  file.fd = ::open(path, O_RDONLY | O_CLOEXEC | (allowDirect() ? O_DIRECT : 0));
  if (file.fd < 0 && errno == EINVAL && allowDirect()) {
    file.isDirect = false;
    file.fd = ::open(path, O_RDONLY | O_CLOEXEC);
  }
  if (file.fd < 0)
    return describeError(file.path, errno);
  int error = fstat(file.fd, &file.identity) == 0 ? 0 : errno;
  if (!error && !S_ISREG(file.identity.st_mode))
    error = EINVAL;
  if (!error)
    return std::nullopt;
  close(file.fd);
  file.fd = -1;
  return describeError(file.path, error);
}

std::optional<std::string> FileTier::add(const std::string &path) {
  File file;
  file.path = path;
  if (std::optional<std::string> error = open(file))
    return error;
  file.size = std::max<int64_t>(file.identity.st_size, 1);
  void *base = mmap(nullptr, static_cast<size_t>(file.size), PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED) {
    int error = errno;
    close(file.fd);
    return describeError(path, error);
  }
  file.base = static_cast<char *>(base);
  files.push_back(std::move(file));
  return std::nullopt;
}

/// Reads the first \p bytes of a file into \p head.
static std::optional<std::string> readHead(const std::string &path,
                                           size_t bytes, std::string &head) {
  head.resize(bytes);
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return describeError(path, errno);
  size_t done = 0;
  ssize_t count = 1;
  while (done < bytes && count > 0) {
    count =
        pread(fd, head.data() + done, bytes - done, static_cast<off_t>(done));
    done += static_cast<size_t>(std::max<ssize_t>(count, 0));
  }
  int error = count < 0 ? errno : 0;
  close(fd);
  if (error)
    return describeError(path, error);
  if (done < bytes)
    return "'" + path + "' ends at byte " + std::to_string(done) +
           ", before its weights";
  return std::nullopt;
}

std::optional<std::string> FileTier::setHead(size_t index, int64_t bytes) {
  return readHead(files[index].path, static_cast<size_t>(bytes),
                  files[index].head);
}

static bool isSame(const struct stat &a, const struct stat &b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino &&
         a.st_size == b.st_size && a.st_mtim.tv_sec == b.st_mtim.tv_sec &&
         a.st_mtim.tv_nsec == b.st_mtim.tv_nsec;
}

std::optional<std::string> FileTier::findChange() const {
  for (const File &file : files) {
    struct stat now = {};
    if (stat(file.path.c_str(), &now) != 0)
      return describeError(file.path, errno);
    if (!isSame(now, file.identity))
      return "'" + file.path +
             "' has changed since it was opened; the next call reads it anew";
  }
  return std::nullopt;
}

std::optional<std::string> FileTier::reopen() {
  for (File &file : files) {
    File again;
    again.path = file.path;
    if (std::optional<std::string> error = open(again))
      return error;
    if (again.identity.st_size != file.size) {
      close(again.fd);
      return "'" + file.path + "' has " +
             std::to_string(again.identity.st_size) + " bytes, but had " +
             std::to_string(file.size) + " when the session began";
    }
    std::optional<std::string> error =
        readHead(file.path, file.head.size(), again.head);
    if (!error && again.head != file.head)
      error = "'" + file.path +
              "' has other weights than when the session began; start another "
              "session";
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

bool FileTier::isDirect() const {
  return std::all_of(files.begin(), files.end(),
                     [](const File &file) { return file.isDirect; });
}

const FileTier::File *FileTier::find(const void *address) const {
  const char *byte = static_cast<const char *>(address);
  auto found = std::find_if(files.begin(), files.end(), [&](const File &file) {
    return !std::less<>()(byte, static_cast<const char *>(file.base)) &&
           std::less<>()(byte,
                         static_cast<const char *>(file.base) + file.size);
  });
  return found == files.end() ? nullptr : &*found;
}

FileSource FileTier::sourceAt(const void *address) const {
  const File *file = find(address);
  int64_t offset = static_cast<const char *>(address) - file->base;
  return {.fd = file->fd, .offset = offset, .path = file->path.c_str()};
}

int64_t FileTier::start(const void *source, char *destination, int64_t bytes) {
  return channel.start(sourceAt(source), destination, bytes);
}

bool FileTier::wait(int64_t number) {
  Clock::time_point start = Clock::now();
  bool hasArrived = channel.wait(number);
  waitTime += std::chrono::nanoseconds(Clock::now() - start).count();
  return hasArrived;
}

bool FileTier::fetch(const void *source, char *destination, int64_t bytes) {
  // Another thread may have cancelled the call, which only the other channel
  // is told.
  if (!channel.error().empty())
    return false;
  if (!fetcher)
    fetcher = std::make_unique<FileChannel>(options);
  Clock::time_point start = Clock::now();
  bool hasArrived =
      fetcher->wait(fetcher->start(sourceAt(source), destination, bytes));
  waitTime += std::chrono::nanoseconds(Clock::now() - start).count();
  return hasArrived;
}

std::string FileTier::error() const {
  std::string text = channel.error();
  return text.empty() && fetcher ? fetcher->error() : text;
}

void FileTier::reset() {
  channel.reset();
  if (fetcher)
    fetcher->reset();
}

ReadCounters FileTier::counters() const {
  ReadCounters sum = channel.counters();
  if (fetcher) {
    ReadCounters own = fetcher->counters();
    sum.bytes += own.bytes;
    sum.reads += own.reads;
    sum.copiedBytes += own.copiedBytes;
  }
  return sum;
}

int64_t FileTier::bufferBytes() const {
  return channel.bufferBytes() + (fetcher ? fetcher->bufferBytes() : 0);
}
