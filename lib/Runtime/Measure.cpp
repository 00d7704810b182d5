//===- Measure.cpp - Measurement of files, memory and GPUs ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaBackend.h"
#include "FileChannel.h"
#include "LargePages.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

using namespace memplace::runtime;

static double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

namespace {
/// Resident memory, allocated as in sessions, and freed by the destructor.
class Pages {
public:
  explicit Pages(int64_t bytes)
      : bytes(static_cast<size_t>(bytes)), memory(mapLargePages(this->bytes)) {
    if (memory)
      memset(memory, 1, this->bytes);
  }
  ~Pages() {
    if (memory)
      unmapLargePages(memory, bytes);
  }
  bool isThere() const { return memory != nullptr; }
  char *data() const { return static_cast<char *>(memory); }

private:
  size_t bytes;
  void *memory;
};
} // namespace

/// Reads parts of a file concurrently by several channels, all into separate
/// memory. Returns an error message on failure.
static std::string readByChannels(const FilePlace &source, int64_t total,
                                  const memplace_rt_session_options &options,
                                  int32_t readers, double &seconds) {
  int64_t part = total / readers / directAlignment * directAlignment;
  Pages pages(options.read_bytes * options.depth * readers);
  if (part < directAlignment || !pages.isThere())
    return "the file has less than " +
           std::to_string(readers * directAlignment) +
           " bytes, or memory is too small";
  std::vector<std::unique_ptr<FileChannel>> channels;
  for (int32_t reader = 0; reader < readers; ++reader)
    channels.push_back(std::make_unique<FileChannel>(options));
  Clock::time_point start = Clock::now();
  // Destinations are reused, because the data is not needed.
  for (int64_t first = 0; first < part; first += options.read_bytes)
    for (int32_t reader = 0; reader < readers; ++reader) {
      int64_t slot =
          reader * options.depth + first / options.read_bytes % options.depth;
      FilePlace from = source;
      from.offset += reader * part + first;
      channels[reader]->startRead(from,
                                  pages.data() + slot * options.read_bytes,
                                  std::min(options.read_bytes, part - first));
    }
  int64_t jobs = (part + options.read_bytes - 1) / options.read_bytes;
  for (const std::unique_ptr<FileChannel> &channel : channels)
    if (!channel->wait(jobs))
      return channel->error();
  seconds =
      secondsSince(start) * (static_cast<double>(total) / (part * readers));
  return "";
}

double memplace_rt_measure_read(const char *path, int64_t offset, int64_t total,
                                int64_t block, int32_t depth, int32_t readers,
                                char *error, int64_t error_bytes) {
  std::string problem;
  double seconds = -1;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_DIRECT);
  if (fd < 0) {
    problem = std::string("cannot read '") + path +
              "' past the page cache: " + strerror(errno);
  } else {
    memplace_rt_session_options options = {};
    options.read_bytes = block;
    options.depth = depth;
    problem = readByChannels({.fd = fd, .offset = offset, .path = path}, total,
                             options, readers, seconds);
    close(fd);
  }
  if (problem.empty())
    return seconds;
  snprintf(error, static_cast<size_t>(error_bytes), "%s", problem.c_str());
  return -1;
}

double memplace_rt_measure_write(const char *path, int64_t total, int64_t block,
                                 int32_t depth, char *error,
                                 int64_t error_bytes) {
  std::string problem;
  double seconds = -1;
  int fd = open(path, O_WRONLY | O_CLOEXEC | O_DIRECT);
  Pages pages(block * depth);
  if (fd < 0 || !pages.isThere()) {
    problem = std::string("cannot write '") + path +
              "' past the page cache: " + strerror(errno);
  } else {
    memplace_rt_session_options options = {};
    options.read_bytes = block;
    options.depth = depth;
    FileChannel channel(options);
    Clock::time_point start = Clock::now();
    int64_t last = 0;
    for (int64_t first = 0; first < total; first += block)
      last = channel.startWrite({.fd = fd, .offset = first, .path = path},
                                pages.data() + first / block % depth * block,
                                std::min(block, total - first));
    if (channel.wait(last))
      seconds = secondsSince(start);
    else
      problem = channel.error();
  }
  if (fd >= 0)
    close(fd);
  if (problem.empty())
    return seconds;
  snprintf(error, static_cast<size_t>(error_bytes), "%s", problem.c_str());
  return -1;
}

/// Sums the words in eight lanes, so that memory, not addition, is the
/// bottleneck.
static uint64_t addWords(const char *data, int64_t bytes) {
  uint64_t sums[8] = {};
  for (int64_t at = 0; at + 64 <= bytes; at += 64) {
    uint64_t words[8];
    memcpy(words, data + at, sizeof words);
    for (int lane = 0; lane < 8; ++lane)
      sums[lane] += words[lane];
  }
  uint64_t total = 0;
  for (uint64_t sum : sums)
    total += sum;
  return total;
}

double memplace_rt_measure_memory(int32_t work, int64_t bytes) {
  Pages pages(work == MEMPLACE_RT_MEMORY_COPY ? 2 * bytes : bytes);
  if (!pages.isThere())
    return -1;
  Clock::time_point start = Clock::now();
  // Volatile, so that the compiler keeps the work.
  volatile uint64_t result = 0;
  switch (work) {
  case MEMPLACE_RT_MEMORY_READ:
    result = addWords(pages.data(), bytes);
    break;
  case MEMPLACE_RT_MEMORY_WRITE:
    memset(pages.data(), 2, static_cast<size_t>(bytes));
    break;
  default:
    memcpy(pages.data() + bytes, pages.data(), static_cast<size_t>(bytes));
    break;
  }
  result = static_cast<unsigned char>(pages.data()[bytes - 1]);
  static_cast<void>(result);
  return secondsSince(start);
}

/// Copies from pinned memory as sessions do, or within the GPU's memory.
/// Returns an error message on failure.
static std::string copyToGpu(int64_t total, int64_t block, int32_t depth,
                             double &seconds) {
  std::string error;
  std::unique_ptr<memplace::cuda::Gpu> gpu = memplace::cuda::Gpu::open(error);
  if (!gpu)
    return error;
  const bool isInside = depth == 0;
  const auto bytes = static_cast<size_t>(total);
  Pages pages(isInside ? 1 : total);
  void *place = gpu->allocate(bytes, directAlignment);
  void *other = isInside ? gpu->allocate(bytes, directAlignment) : pages.data();
  if (!pages.isThere() || !place || !other)
    return "out of memory: a copy of " + std::to_string(total) + " bytes";
  if (!isInside)
    if (int status = gpu->pin(other, bytes))
      return "cannot pin " + std::to_string(total) +
             " bytes: " + gpu->getDriver().describe(status);
  const auto inFlight = static_cast<unsigned>(isInside ? 1 : depth);
  std::unique_ptr<ReadBackend> backend =
      createCudaBackend(*gpu, inFlight, error);
  bool isDone = backend != nullptr;
  // The first round migrates pages to the GPU.
  for (int round = 0; isDone && round < 2; ++round) {
    Clock::time_point start = Clock::now();
    unsigned waiting = 0;
    for (int64_t at = 0; isDone && at < total; at += block) {
      if (waiting == inFlight) {
        isDone = backend->wait()->result > 0;
        --waiting;
      }
      backend->submit(
          {.buffer = static_cast<char *>(place) + at,
           .bytes = static_cast<size_t>(std::min(block, total - at)),
           .offset = at,
           .memory = static_cast<const char *>(other)});
      ++waiting;
    }
    for (; waiting > 0; --waiting)
      isDone = backend->wait()->result > 0 && isDone;
    seconds = secondsSince(start);
  }
  if (!isInside)
    gpu->unpin(other);
  if (error.empty() && !isDone)
    error = "a copy to the GPU failed";
  return error;
}

double memplace_rt_measure_device(int64_t total, int64_t block, int32_t depth,
                                  char *error, int64_t error_bytes) {
  double seconds = -1;
  std::string problem = copyToGpu(total, block, depth, seconds);
  if (problem.empty())
    return seconds;
  snprintf(error, static_cast<size_t>(error_bytes), "%s", problem.c_str());
  return -1;
}
