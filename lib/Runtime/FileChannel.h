//===- FileChannel.h - Transfers from and to files ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_RUNTIME_FILECHANNEL_H
#define MEMPLACE_LIB_RUNTIME_FILECHANNEL_H

#include "ReadBackend.h"

#include "../Cuda/CudaDriver.h"

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

/// Alignment in file and memory, bytes, of reads and writes that bypass the
/// page cache. Devices require 512 or 4096.
constexpr int64_t directAlignment = 4096;

/// A position in a file.
struct FilePlace {
  int fd = -1;
  int64_t offset = 0; // Bytes from the start of the file.
  const char *path = "";
  const char *memory = nullptr; // The whole file, if in pinned memory.
};

/// Times of a transfer: its issue, its first request to the kernel, and its
/// arrival.
struct TransferTimes {
  Clock::time_point issued, flowing, arrived;
};

/// Work of a channel since its last reset.
struct ReadCounters {
  int64_t bytes = 0;
  int64_t reads = 0;
  int64_t copiedBytes = 0;
};

/// Performs transfers in order of issue, in a thread or in the waiting caller,
/// with several requests of up to `readBytes` in flight. Aligned parts bypass
/// the page cache and go directly to their destination. Unaligned heads and
/// tails go through buffers of the channel, and so do transfers whose memory is
/// aligned differently from the file. Writes must start at multiples of
/// `directAlignment` in the file; their tails are padded with zeros to such a
/// multiple.
///
/// The first error ends all pending transfers and all new ones until `reset`.
class FileChannel {
public:
  /// \p gpu: copies go from pinned memory to this GPU; null: from files to main
  /// memory. Without \p hasThread, `wait` performs the transfers itself. This
  /// avoids the latency of switching threads, but nothing overlaps.
  explicit FileChannel(const memplace_rt_session_options &options,
                       cuda::Gpu *gpu = nullptr, bool hasThread = true);
  /// Abandons pending transfers, but waits for requests in flight, because the
  /// kernel writes to memory until they end.
  ~FileChannel();

  /// Queues a copy from a file; returns its number, counted from 1.
  int64_t startRead(const FilePlace &source, char *destination, int64_t bytes);
  /// Queues a copy to a file; returns its number, counted from 1.
  int64_t startWrite(const FilePlace &destination, const char *source,
                     int64_t bytes);
  /// Waits for the transfer; returns true if it has arrived, false on error.
  bool wait(int64_t number);
  /// Ends all transfers, like an error. May be called from any thread.
  void fail(const std::string &reason);
  /// Returns the error that ended the transfers, or "".
  std::string error() const;
  /// Abandons pending transfers, waits for requests in flight, and clears the
  /// error and all counters.
  void reset();
  /// Pins the thread to a core.
  void stayOn(int core);

  ReadCounters counters() const;
  std::vector<TransferTimes> times() const;
  const char *backendName() const { return backendNameText; }
  int64_t bufferBytes() const;

private:
  struct Job {
    FilePlace file;
    char *memory = nullptr; // Writes only read it.
    bool isWrite = false;
    int64_t planned = 0; // Bytes requested from the kernel.
    int64_t missing = 0; // Bytes not yet arrived.
    int64_t bytes = 0;
    int64_t number = 0;
  };
  /// A request in flight, by slot.
  struct Flight {
    Job *job = nullptr;
    ReadRequest request;
    int64_t offset = 0;    // Of the wanted bytes, in the file.
    int64_t bytes = 0;     // Number of wanted bytes.
    int64_t filled = 0;    // Bytes done so far, in several steps.
    bool isCopied = false; // Goes through the slot's buffer.
  };
  int64_t start(const Job &job);
  void work();
  void serve(std::unique_lock<std::mutex> &lock);
  void submitNext();
  void submitRest(size_t slot);
  void finish(const ReadResult &result);
  void completeRequest(size_t slot);
  void describeError(const Flight &flight, int64_t result);
  void arrive();
  bool hasWork() const;
  bool canSubmit() const;

  const int64_t readBytes;
  const bool isPinned; // No alignment needed then.
  const unsigned depth;
  const int64_t copiedBytes; // Largest buffered read.
  std::unique_ptr<ReadBackend> backend;
  const char *backendNameText;
  std::vector<Flight> flights; // By slot; free if `job` is null.
  std::vector<std::unique_ptr<char, void (*)(void *)>> buffers; // By slot.

  mutable std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::unique_ptr<Job>> jobs; // In order of issue.
  unsigned inFlight = 0;
  bool isAsleep = false; // The thread waits for requests in flight.
  int64_t lastNumber = 0;
  int64_t arrived = 0; // All numbers up to this have arrived.
  bool isStopping = false;
  std::string reason;
  ReadCounters counts;
  std::vector<TransferTimes> transferTimes; // By number - 1.
  std::thread worker;                       // Last: it uses all members above.
};

} // namespace memplace::runtime

#endif // MEMPLACE_LIB_RUNTIME_FILECHANNEL_H
