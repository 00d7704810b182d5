//===- File.cpp - Whole files, plain or gzip ------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/IO/File.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <new>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

using namespace memplace;

static Error failed(const std::string &path, const std::string &what) {
  return {path + ": " + what};
}

static Error failedCall(const std::string &path, const char *what) {
  return failed(path, std::string(what) + ": " + std::strerror(errno));
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static Error tooLong(const std::string &path, int64_t maxBytes) {
  return failed(path, "is longer than the limit of " +
                          std::to_string(maxBytes) + " bytes");
}

/// Returns true if \p path names a FIFO, which may never get a writer. A pipe
/// has a writer, which may be slow.
static bool isFIFO(const std::string &path) {
  struct stat info;
  return lstat(path.c_str(), &info) == 0 && S_ISFIFO(info.st_mode);
}

/// Reads until the end. \p maxWait: longest wait for bytes of a FIFO.
static Result<std::string> readAll(int descriptor, const std::string &path,
                                   int64_t maxBytes,
                                   std::chrono::milliseconds maxWait) {
  const int wait = isFIFO(path) ? static_cast<int>(maxWait.count()) : -1;
  std::string contents;
  char chunk[1 << 16];
  // Before the first byte, a FIFO looks as if it had ended.
  for (bool mustWait = true;;) {
    pollfd ready = {descriptor, POLLIN, 0};
    const int numReady = mustWait ? poll(&ready, 1, wait) : 1;
    if (numReady < 0 && errno == EINTR)
      continue;
    if (numReady == 0)
      return failed(path, "is a FIFO that got no bytes for " +
                              std::to_string(maxWait.count()) + " ms");
    const ssize_t count = read(descriptor, chunk, sizeof(chunk));
    if (count == 0)
      return contents;
    mustWait = count < 0;
    if (mustWait && errno != EINTR && errno != EAGAIN)
      return failedCall(path, "cannot read");
    if (mustWait)
      continue;
    contents.append(chunk, static_cast<size_t>(count));
    if (contents.size() > static_cast<size_t>(maxBytes))
      return tooLong(path, maxBytes);
  }
}

static Result<std::string> readRaw(const std::string &path, int64_t maxBytes,
                                   std::chrono::milliseconds maxWait) {
  // Otherwise the open of a FIFO waits for a writer.
  const int descriptor =
      open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (descriptor < 0)
    return failedCall(path, "cannot open");
  struct Closer {
    int descriptor;
    ~Closer() { close(descriptor); }
  } closer = {descriptor};
  return readAll(descriptor, path, maxBytes, maxWait);
}

/// Returns the largest allowed size after unpacking \p packedBytes of gzip. The
/// files of benchmarks/problems expand by up to 18 times; zeros expand by 1000
/// times, so a small file could fill the memory.
static size_t maxUnpacked(size_t packedBytes) {
  constexpr size_t alwaysAllowed = size_t(16) << 20, largestRatio = 64;
  return std::max(alwaysAllowed, largestRatio * packedBytes);
}

/// Unpacks all members of a gzip file, in sequence.
static Result<std::string> gunzip(const std::string &packed,
                                  const std::string &path, int64_t maxBytes) {
  z_stream stream = {};
  constexpr int gzipOnly = 15 + 16; // Window bits, and zlib's flag for gzip.
  if (inflateInit2(&stream, gzipOnly) != Z_OK)
    return failed(path, "out of memory");
  std::unique_ptr<z_stream, int (*)(z_stream *)> cleanup(&stream, inflateEnd);
  std::string contents;
  char chunk[1 << 16];
  size_t used = 0; // Bytes of `packed` given to zlib, which counts in 32 bits.
  while (true) {
    if (stream.avail_in == 0) {
      size_t count = std::min(packed.size() - used, size_t(1) << 30);
      stream.next_in =
          reinterpret_cast<Bytef *>(const_cast<char *>(packed.data() + used));
      stream.avail_in = static_cast<uInt>(count);
      used += count;
    }
    if (stream.avail_in == 0)
      return failed(path, "the gzip file is truncated");
    stream.next_out = reinterpret_cast<Bytef *>(chunk);
    stream.avail_out = sizeof(chunk);
    int status = inflate(&stream, Z_NO_FLUSH);
    if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
      return failed(path, std::string("the gzip file is broken: ") +
                              (stream.msg ? stream.msg : "unknown reason"));
    contents.append(chunk, sizeof(chunk) - stream.avail_out);
    if (contents.size() > static_cast<size_t>(maxBytes))
      return tooLong(path, maxBytes);
    if (contents.size() > maxUnpacked(packed.size()))
      return failed(path, "unpacks to more than " +
                              std::to_string(maxUnpacked(packed.size())) +
                              " bytes from " + std::to_string(packed.size()) +
                              "; if that is right, unpack it with gzip -d");
    if (status != Z_STREAM_END)
      continue;
    if (stream.avail_in == 0 && used == packed.size())
      return contents;
    if (inflateReset(&stream) != Z_OK)
      return failed(path, "the gzip file is broken after its first part");
  }
}

Result<std::string> memplace::readFile(const std::string &path,
                                       int64_t maxBytes,
                                       std::chrono::milliseconds maxWait) {
  try {
    Result<std::string> contents = readRaw(path, maxBytes, maxWait);
    if (contents && contents->compare(0, 2, "\x1f\x8b") == 0)
      return gunzip(*contents, path, maxBytes);
    return contents;
  } catch (const std::bad_alloc &) {
    return failed(path, "is too long for the memory of this machine");
  }
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Compresses as gzip without name and time: equal contents give equal files.
static std::string gzip(std::string_view contents) {
  z_stream stream = {};
  constexpr int gzipOnly = 15 + 16, memoryLevel = 8;
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, gzipOnly,
                   memoryLevel, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  std::unique_ptr<z_stream, int (*)(z_stream *)> cleanup(&stream, deflateEnd);
  std::string packed;
  char chunk[1 << 16];
  size_t used = 0;
  int status = Z_OK;
  while (status != Z_STREAM_END) {
    if (stream.avail_in == 0) {
      size_t count = std::min(contents.size() - used, size_t(1) << 30);
      stream.next_in =
          reinterpret_cast<Bytef *>(const_cast<char *>(contents.data() + used));
      stream.avail_in = static_cast<uInt>(count);
      used += count;
    }
    stream.next_out = reinterpret_cast<Bytef *>(chunk);
    stream.avail_out = sizeof(chunk);
    status = deflate(&stream, used == contents.size() ? Z_FINISH : Z_NO_FLUSH);
    packed.append(chunk, sizeof(chunk) - stream.avail_out);
  }
  return packed;
}

/// Writes all of \p contents to \p descriptor. On failure returns false and
/// sets errno.
static bool writeAll(int descriptor, std::string_view contents) {
  while (!contents.empty()) {
    ssize_t count = write(descriptor, contents.data(), contents.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return false;
    contents.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

static std::optional<Error> writeInPlace(const std::string &path,
                                         std::string_view contents) {
  int descriptor = open(path.c_str(), O_WRONLY);
  if (descriptor < 0)
    return failedCall(path, "cannot open for writing");
  bool isWritten = writeAll(descriptor, contents);
  std::optional<Error> error;
  if (!isWritten)
    error = failedCall(path, "cannot write");
  if (close(descriptor) != 0 && !error)
    error = failedCall(path, "cannot write");
  return error;
}

/// Creates a new file beside \p path and sets \p temporary to its path. Returns
/// its descriptor, or -1 with errno set.
static int createBeside(const std::string &path, std::string &temporary) {
  int descriptor = -1;
  constexpr int numTries = 100;
  for (int i = 0; i < numTries; ++i) {
    temporary = path + "." + std::to_string(getpid()) + "." + std::to_string(i);
    descriptor = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (descriptor >= 0 || errno != EEXIST)
      break;
  }
  return descriptor;
}

/// Gives \p descriptor the permissions of \p path, if that file exists.
static bool copyPermissions(const std::string &path, int descriptor) {
  struct stat info;
  return stat(path.c_str(), &info) != 0 ||
         fchmod(descriptor, info.st_mode & 07777) == 0;
}

namespace {

/// A complete temporary file that is going to replace another file.
struct StagedFile {
  std::string path; // Of the file to replace; not a link.
  std::string temporary;
};

} // namespace

/// Removes \p temporary, and returns the error of the call before.
static Error discard(const std::string &path, const std::string &temporary) {
  const int reason = errno;
  unlink(temporary.c_str());
  errno = reason;
  return failedCall(path, "cannot write");
}

/// Writes a temporary file beside \p path, which is not a link.
static Result<StagedFile> stage(const std::string &path,
                                std::string_view contents) {
  StagedFile staged{path, ""};
  const int descriptor = createBeside(path, staged.temporary);
  if (descriptor < 0)
    return failedCall(path, "cannot write a file in its folder");
  const bool isWritten =
      writeAll(descriptor, contents) && copyPermissions(path, descriptor);
  const int reason = errno;
  const bool isClosed = close(descriptor) == 0;
  if (isWritten && isClosed)
    return staged;
  if (!isWritten)
    errno = reason;
  return discard(path, staged.temporary);
}

static std::optional<Error> replaceFile(const StagedFile &staged) {
  if (rename(staged.temporary.c_str(), staged.path.c_str()) == 0)
    return std::nullopt;
  return discard(staged.path, staged.temporary);
}

/// Resolves symbolic links, so that the link remains and the file behind it is
/// replaced.
static std::string followLinks(const std::string &path) {
  std::unique_ptr<char, void (*)(void *)> real(realpath(path.c_str(), nullptr),
                                               free);
  return real ? real.get() : path;
}

/// Returns true if \p path is written directly, not by a temporary file.
static bool isDirect(const std::string &path) {
  struct stat info;
  return path == "-" || (stat(path.c_str(), &info) == 0 &&
                         !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode));
}

static std::optional<Error> writeDirectly(const std::string &path,
                                          std::string_view contents) {
  if (path != "-")
    return writeInPlace(path, contents);
  if (fflush(stdout) == 0 && writeAll(STDOUT_FILENO, contents))
    return std::nullopt;
  return failedCall("standard output", "cannot write");
}

/// Writes \p file directly if \p direct, and otherwise stages the file in
/// \p staged. Does nothing for a file of the other kind.
static std::optional<Error> prepare(const OutputFile &file, bool direct,
                                    std::vector<StagedFile> &staged) {
  if (isDirect(file.path) != direct)
    return std::nullopt;
  try {
    std::string packed;
    const bool isPacked = file.path.ends_with(".gz");
    if (isPacked)
      packed = gzip(file.contents);
    const std::string_view contents = isPacked ? packed : file.contents;
    if (direct)
      return writeDirectly(file.path, contents);
    struct stat info;
    if (stat(file.path.c_str(), &info) == 0 && S_ISDIR(info.st_mode))
      return failed(file.path, "is a directory");
    Result<StagedFile> next = stage(followLinks(file.path), contents);
    if (!next)
      return next.takeError();
    staged.push_back(std::move(*next));
    return std::nullopt;
  } catch (const std::bad_alloc &) {
    return failed(file.path, "not enough memory to write it");
  }
}

std::optional<Error>
memplace::writeFiles(const std::vector<OutputFile> &files) {
  std::vector<StagedFile> staged;
  std::optional<Error> error;
  for (const bool direct : {false, true})
    for (const OutputFile &file : files)
      if (!error)
        error = prepare(file, direct, staged);
  for (const StagedFile &file : staged) {
    if (!error)
      error = replaceFile(file);
    else
      unlink(file.temporary.c_str());
  }
  return error;
}

std::optional<Error> memplace::writeFile(const std::string &path,
                                         std::string_view contents) {
  return writeFiles({{path, contents}});
}
