//===- FileChannel.cpp - Transfers from and to files ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileChannel.h"
#include "CudaBackend.h"
#include "Fatal.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace memplace;
using namespace memplace::runtime;

// From measurements of a virtual disk with large pages: reads of 1 to 4 MiB are
// equally fast (docs/measurements/larger-than-memory.md), and small reads split
// smaller transfers, too. Two reads in flight are within two percent of four,
// and a transfer arrives sooner if fewer reads share the disk with it.
constexpr int64_t defaultReadBytes = 2 << 20;
constexpr unsigned defaultDepth = 2;
// For copies to a GPU, which run one after the other anyway.
constexpr unsigned defaultDepthOfCopies = 4;
// Factor on the number of reads in flight. The bytes in flight are limited to
// `depth` full reads, but buffered reads are shorter, so more reads fit.
constexpr unsigned slotsOfRead = 2;
// Largest read through a buffer; longer reads are hardly faster. Each slot has
// a buffer of this size, whose pages are committed at first use.
constexpr int64_t largestCopiedRead = 1 << 20;

static int64_t roundDown(int64_t value) {
  return value / directAlignment * directAlignment;
}

static int64_t roundUp(int64_t value) {
  return roundDown(value + directAlignment - 1);
}

static int64_t misalignment(const void *pointer) {
  return static_cast<int64_t>(reinterpret_cast<uintptr_t>(pointer) %
                              directAlignment);
}

static std::unique_ptr<char, void (*)(void *)> allocateBuffer(int64_t bytes) {
  void *memory = nullptr;
  if (posix_memalign(&memory, directAlignment, static_cast<size_t>(bytes)) != 0)
    fatal(MEMPLACE_RT_EXIT_MISUSE,
          "out of memory: a buffer of %lld bytes for file reads",
          static_cast<long long>(bytes));
  return {static_cast<char *>(memory), free};
}

static std::unique_ptr<ReadBackend>
createBackend(const memplace_rt_session_options &options, unsigned depth,
              cuda::Gpu *gpu) {
  if (!gpu)
    return createReadBackend(depth, options.without_io_uring == 0,
                             &options.hook);
  std::string error;
  std::unique_ptr<ReadBackend> backend = createCudaBackend(*gpu, depth, error);
  if (!backend)
    fatal(MEMPLACE_RT_EXIT_MISUSE, "%s", error.c_str());
  return backend;
}

FileChannel::FileChannel(const memplace_rt_session_options &options,
                         cuda::Gpu *gpu, bool hasThread)
    : readBytes(roundUp(options.read_bytes > 0 ? options.read_bytes
                                               : defaultReadBytes)),
      isPinned(gpu != nullptr),
      depth(options.depth > 0 ? static_cast<unsigned>(options.depth)
            : gpu             ? defaultDepthOfCopies
                              : defaultDepth),
      copiedBytes(isPinned ? 0 : std::min(readBytes, largestCopiedRead)),
      backend(createBackend(options, slotsOfRead * depth, gpu)),
      backendNameText(backend->name()), flights(slotsOfRead * depth) {
  // An unaligned read needs one more block at its end.
  for (size_t slot = 0; slot < flights.size() && !isPinned; ++slot)
    buffers.push_back(allocateBuffer(copiedBytes + directAlignment));
  if (hasThread)
    worker = std::thread([this] { work(); });
}

FileChannel::~FileChannel() {
  std::unique_lock lock(mutex);
  isStopping = true;
  if (reason.empty())
    reason = "the session was closed";
  if (!worker.joinable()) {
    while (inFlight > 0)
      serve(lock);
    return;
  }
  lock.unlock();
  changed.notify_all();
  worker.join();
}

int64_t FileChannel::bufferBytes() const {
  return static_cast<int64_t>(buffers.size()) * (copiedBytes + directAlignment);
}

int64_t FileChannel::startRead(const FilePlace &source, char *destination,
                               int64_t bytes) {
  return start({.file = source,
                .memory = destination,
                .missing = bytes,
                .bytes = bytes});
}

int64_t FileChannel::startWrite(const FilePlace &destination,
                                const char *source, int64_t bytes) {
  if (destination.offset % directAlignment != 0)
    fatal(
        MEMPLACE_RT_EXIT_MISUSE,
        "a transfer to byte %lld of the scratch file, which must be a multiple "
        "of %lld",
        static_cast<long long>(destination.offset),
        static_cast<long long>(directAlignment));
  // Writes only read from this memory.
  return start({.file = destination,
                .memory = const_cast<char *>(source),
                .isWrite = true,
                .missing = bytes,
                .bytes = bytes});
}

int64_t FileChannel::start(const Job &job) {
  std::unique_lock lock(mutex);
  jobs.push_back(std::make_unique<Job>(job));
  jobs.back()->number = ++lastNumber;
  transferTimes.push_back(
      {.issued = Clock::now(), .flowing = {}, .arrived = {}});
  const int64_t number = lastNumber;
  // Wake the thread: it waits for reads in flight but could submit more.
  const bool canHaveMore = isAsleep && canSubmit();
  isAsleep = isAsleep && !canHaveMore;
  lock.unlock();
  if (canHaveMore)
    backend->wake();
  changed.notify_all();
  return number;
}

bool FileChannel::wait(int64_t number) {
  std::unique_lock lock(mutex);
  auto isOver = [&] { return arrived >= number || !reason.empty(); };
  if (worker.joinable())
    changed.wait(lock, isOver);
  while (!isOver())
    serve(lock);
  return arrived >= number;
}

void FileChannel::fail(const std::string &why) {
  {
    std::lock_guard lock(mutex);
    if (reason.empty())
      reason = why;
  }
  changed.notify_all();
}

std::string FileChannel::error() const {
  std::lock_guard lock(mutex);
  return reason;
}

void FileChannel::reset() {
  std::unique_lock lock(mutex);
  if (reason.empty())
    reason = "the call was given up"; // Stops further reads.
  changed.notify_all();
  if (worker.joinable())
    changed.wait(lock, [&] { return inFlight == 0; });
  while (inFlight > 0)
    serve(lock);
  jobs.clear();
  lastNumber = arrived = 0;
  counts = {};
  transferTimes.clear();
  reason.clear();
}

ReadCounters FileChannel::counters() const {
  std::lock_guard lock(mutex);
  return counts;
}

std::vector<TransferTimes> FileChannel::times() const {
  std::lock_guard lock(mutex);
  return transferTimes;
}

bool FileChannel::hasWork() const {
  return reason.empty() && std::any_of(jobs.begin(), jobs.end(),
                                       [](const std::unique_ptr<Job> &job) {
                                         return job->planned < job->bytes;
                                       });
}

/// Returns true if another read may be in flight.
bool FileChannel::canSubmit() const {
  int64_t bytes = 0;
  for (const Flight &flight : flights)
    bytes += flight.job ? flight.bytes : 0;
  return inFlight < flights.size() && bytes < depth * readBytes;
}

/// Submits the next read or write of the first transfer with bytes left.
/// Transfers directly where memory and file are aligned, else through a buffer.
/// If both have the same misalignment, the buffered part ends at the next
/// aligned block.
void FileChannel::submitNext() {
  size_t slot = 0;
  while (flights[slot].job)
    ++slot;
  auto found = std::find_if(jobs.begin(), jobs.end(), [](const auto &job) {
    return job->planned < job->bytes;
  });
  Job &job = **found;
  char *memory = job.memory + job.planned;
  int64_t offset = job.file.offset + job.planned;
  int64_t bytes = std::min(job.bytes - job.planned, readBytes);
  int64_t head = isPinned ? 0 : offset - roundDown(offset);
  bool isAlike = isPinned || head == misalignment(memory);
  Flight &flight = flights[slot];
  flight = {.job = &job, .request = {}, .offset = offset};
  if (isAlike && head == 0 && (isPinned || bytes >= directAlignment)) {
    flight.bytes = isPinned ? bytes : roundDown(bytes);
    flight.request = {.id = slot,
                      .fd = job.file.fd,
                      .buffer = memory,
                      .bytes = static_cast<size_t>(flight.bytes),
                      .offset = offset,
                      .isWrite = job.isWrite,
                      .memory = job.file.memory};
  } else {
    flight.isCopied = true;
    flight.bytes =
        std::min(bytes, (isAlike ? directAlignment : copiedBytes) - head);
    auto bytesAsked = static_cast<size_t>(roundUp(head + flight.bytes));
    char *buffer = buffers[slot].get();
    flight.request = {slot,       job.file.fd,   buffer,
                      bytesAsked, offset - head, job.isWrite};
    if (job.isWrite) {
      auto filled = static_cast<size_t>(flight.bytes);
      memcpy(buffer, memory, filled);
      memset(buffer + filled, 0, bytesAsked - filled);
    }
    counts.copiedBytes += flight.bytes;
  }
  counts.bytes += static_cast<int64_t>(flight.request.bytes);
  job.planned += flight.bytes;
  ++inFlight;
  TransferTimes &times = transferTimes[job.number - 1];
  if (times.flowing == Clock::time_point())
    times.flowing = Clock::now();
  submitRest(slot);
}

/// Submits the part of a request that is not done yet.
void FileChannel::submitRest(size_t slot) {
  const Flight &flight = flights[slot];
  ReadRequest rest = flight.request;
  rest.buffer += flight.filled;
  rest.bytes -= static_cast<size_t>(flight.filled);
  rest.offset += flight.filled;
  ++counts.reads;
  backend->submit(rest);
}

/// Finishes a read or write whose bytes are complete.
void FileChannel::completeRequest(size_t slot) {
  const Flight &flight = flights[slot];
  Job &job = *flight.job;
  if (flight.isCopied && !job.isWrite)
    memcpy(job.memory + (flight.offset - job.file.offset),
           buffers[slot].get() + (flight.offset - flight.request.offset),
           static_cast<size_t>(flight.bytes));
  job.missing -= flight.bytes;
  arrive();
}

/// Describes a failed read or write in `reason`.
void FileChannel::describeError(const Flight &flight, int64_t result) {
  const FilePlace &file = flight.job->file;
  bool isOdd = flight.filled % directAlignment != 0;
  if (!flight.job->isWrite && (result == 0 || (isOdd && result == -EINVAL))) {
    // A direct read cut short by the end of the file cannot be continued.
    reason = std::string("'") + file.path + "' ends before byte " +
             std::to_string(file.offset + flight.job->bytes) +
             ", the end of a read from byte " + std::to_string(file.offset) +
             "; was the file truncated?";
    return;
  }
  if (result == 0)
    result = -ENOSPC; // A write of 0 bytes.
  reason =
      std::string(flight.job->isWrite ? "cannot write '" : "cannot read '") +
      file.path + "' at byte " + std::to_string(flight.offset) + ": " +
      strerror(static_cast<int>(-result)) + " (errno " +
      std::to_string(-result) + ")";
}

/// Handles the result of a read or write.
void FileChannel::finish(const ReadResult &result) {
  size_t slot = result.id;
  Flight &flight = flights[slot];
  if (result.result > 0)
    flight.filled += result.result;
  int64_t wanted = flight.job->isWrite
                       ? static_cast<int64_t>(flight.request.bytes)
                       : flight.offset - flight.request.offset + flight.bytes;
  if (!reason.empty()) {
    // The transfer was abandoned.
  } else if (flight.filled >= wanted) {
    completeRequest(slot);
  } else if (result.result > 0 || result.result == -EINTR ||
             result.result == -EAGAIN) {
    return submitRest(slot);
  } else {
    describeError(flight, result.result);
  }
  flight.job = nullptr;
  --inFlight;
}

/// Marks transfers as arrived, in order of issue.
void FileChannel::arrive() {
  while (reason.empty() && !jobs.empty() && jobs.front()->missing == 0) {
    arrived = jobs.front()->number;
    transferTimes[arrived - 1].arrived = Clock::now();
    jobs.pop_front();
  }
}

/// Requests a short time slice for this thread, which does little work but
/// should run at once. With the default slice on busy cores, it would wait for
/// milliseconds, as long as a read takes. No effect before Linux 6.12.
static void useShortSlices() {
  struct Attributes { // The kernel's `sched_attr`, first version.
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
  } attributes = {};
  constexpr uint64_t nanoseconds = 100'000; // The shortest slice possible.
  if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0 ||
      attributes.policy != SCHED_OTHER)
    return;
  attributes.runtime = nanoseconds;
  syscall(SYS_sched_setattr, 0, &attributes, 0);
}

/// Submits as much as possible, then handles one result.
void FileChannel::serve(std::unique_lock<std::mutex> &lock) {
  while (canSubmit() && hasWork())
    submitNext();
  if (inFlight == 0)
    return;
  isAsleep = true;
  lock.unlock();
  std::optional<ReadResult> result = backend->wait();
  lock.lock();
  isAsleep = false;
  if (!result)
    return;
  finish(*result);
  changed.notify_all();
}

void FileChannel::work() {
  useShortSlices();
  std::unique_lock lock(mutex);
  while (true) {
    changed.wait(lock, [this] { return isStopping || inFlight || hasWork(); });
    if (isStopping && inFlight == 0)
      return; // `reason` is set, so nothing else is submitted.
    serve(lock);
  }
}

void FileChannel::stayOn(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<size_t>(core), &set);
  // Harmless on failure: the thread keeps its affinity.
  if (worker.joinable())
    pthread_setaffinity_np(worker.native_handle(), sizeof set, &set);
}
