//===- FileChannel.h - Transfers out of files and into them ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_RUNTIME_FILECHANNEL_H
#define MEMPLACE_LIB_RUNTIME_FILECHANNEL_H

#include "ReadBackend.h"

#include "memplace/Cuda/CudaDriver.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace memplace::runtime {

using Clock = std::chrono::steady_clock;

/// Reads that go past the page cache begin and end at multiples of this in the
/// file and in memory, bytes. Devices ask for 512 or 4096.
constexpr int64_t directAlignment = 4096;

/// Where in a file something is read or written.
struct FilePlace {
  int fd = -1;
  int64_t offset = 0; // Bytes from the start of the file.
  const char *path = "";
  const char *memory = nullptr; // All of the file, if it is in pinned memory.
};

/// When a transfer was issued, when the kernel was asked first, when it
/// arrived.
struct TransferTimes {
  Clock::time_point issued, flowing, arrived;
};

/// What a channel has read or written since it was reset.
struct ReadCounters {
  int64_t bytes = 0;
  int64_t reads = 0;
  int64_t copiedBytes = 0;
};

/// A thread, or who waits, that makes transfers in the order of issue, several
/// reads or writes of up to `readBytes` at a time. What can be read to its
/// place past the page cache is; heads and tails that are not aligned, and
/// transfers whose place in memory is not aligned as that in the file is, go by
/// buffers of the channel. Writes begin at multiples of `directAlignment` in
/// the file, and their tails are filled up with zeros to such a multiple.
///
/// The first error ends all transfers that have not arrived, until `reset`.
class FileChannel {
public:
  /// \p gpu is where transfers go, from pinned memory; null: to main memory.
  /// Without a thread of its own, whoever waits makes the transfers: less is
  /// lost on the way from one thread to another, and nothing overlaps.
  explicit FileChannel(const memplace_rt_session_options &options,
                       cuda::Gpu *gpu = nullptr, bool hasThread = true);
  /// Gives up what has not arrived. Reads in flight end first: the kernel
  /// writes to memory until then.
  ~FileChannel();

  /// Queues a copy out of a file; returns its number, from 1 on.
  int64_t startRead(const FilePlace &source, char *destination, int64_t bytes);
  /// Queues a copy into a file; returns its number, from 1 on.
  int64_t startWrite(const FilePlace &destination, const char *source,
                     int64_t bytes);
  /// Returns when the transfer has arrived, and whether it did.
  bool wait(int64_t number);
  /// From any thread: ends all transfers, as an error does.
  void fail(const std::string &reason);
  /// Why transfers have ended; "" if they have not.
  std::string error() const;
  /// Gives up what has not arrived, waits for reads in flight, and forgets the
  /// error and all counters.
  void reset();
  /// Keeps the thread on one of the processor's cores.
  void stayOn(int core);

  ReadCounters counters() const;
  std::vector<TransferTimes> times() const;
  const char *backendName() const { return backendNameText; }
  int64_t bufferBytes() const;

private:
  struct Job {
    FilePlace file;
    char *memory = nullptr; // Only read, of writes.
    bool isWrite = false;
    int64_t planned = 0; // Bytes that the kernel was asked for.
    int64_t missing = 0; // Bytes that have not arrived.
    int64_t bytes = 0;
    int64_t number = 0;
  };
  /// A read or write in flight, by its slot.
  struct Flight {
    Job *job = nullptr;
    ReadRequest request;
    int64_t offset = 0;    // Of the bytes that are wanted, in the file.
    int64_t bytes = 0;     // That are wanted.
    int64_t filled = 0;    // Bytes that the kernel has done, in several steps.
    bool isCopied = false; // Goes by the slot's buffer.
  };
  int64_t start(const Job &job);
  void work();
  void serve(std::unique_lock<std::mutex> &lock);
  void submitNext();
  void submitRest(size_t slot);
  void finish(const ReadResult &result);
  void fill(size_t slot);
  void describeError(const Flight &flight, int64_t result);
  void arrive();
  bool hasWork() const;
  bool hasRoom() const;

  const int64_t readBytes;
  const bool isPinned; // Nothing has to be aligned then.
  const unsigned depth;
  const int64_t copiedBytes; // Largest read that goes by a buffer.
  std::unique_ptr<ReadBackend> backend;
  const char *backendNameText;
  std::vector<Flight> flights; // By slot; free if `job` is null.
  std::vector<std::unique_ptr<char, void (*)(void *)>> buffers; // By slot.

  mutable std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::unique_ptr<Job>> jobs; // In the order of issue.
  unsigned inFlight = 0;
  bool isAsleep = false; // The thread waits for what is in flight.
  int64_t lastNumber = 0;
  int64_t arrived = 0; // All up to this number have.
  bool isStopping = false;
  std::string reason;
  ReadCounters counts;
  std::vector<TransferTimes> transferTimes; // By number - 1.
  std::thread worker;                       // Last: it uses all of the above.
};

} // namespace memplace::runtime

#endif // MEMPLACE_LIB_RUNTIME_FILECHANNEL_H
