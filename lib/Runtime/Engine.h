//===- Engine.h - Tiers, channels and transfers ---------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_RUNTIME_ENGINE_H
#define MEMPLACE_LIB_RUNTIME_ENGINE_H

#include "CheckedArena.h"
#include "FileTier.h"
#include "Rows.h"

#include "memplace/Runtime/Runtime.h"

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace memplace::runtime {

/// A queued copy. Addresses are in the worker's view.
struct CopyJob {
  int64_t token = 0;
  char *destination = nullptr;
  const char *source = nullptr;
  Rows rows;
};

/// A DMA engine: a thread that copies in FIFO order.
class Channel {
public:
  explicit Channel(double bytesPerSecond);
  /// Finishes all queued copies.
  ~Channel();

  void push(const CopyJob &job);
  /// Waits until the transfer has arrived.
  void wait(int64_t token);
  void setBandwidth(double bytesPerSecond);
  memplace_rt_channel_statistics statistics() const;

private:
  void work();

  mutable std::mutex mutex;
  std::condition_variable changed;
  std::deque<CopyJob> jobs;
  int64_t arrived = 0; // Highest arrived token; tokens arrive in order.
  bool isStopping = false;
  double bytesPerSecond; // 0: no limit.
  memplace_rt_channel_statistics counters = {};
  std::thread worker; // Last: it uses all members above.
};

/// A modelled machine. Each process has one, which models its single
/// accelerator: all programs share the channels. Each session has a separate
/// machine.
class Engine {
public:
  /// Returns the machine of the process.
  static Engine &get();
  /// Returns the machine of the session whose program this thread runs, or else
  /// the machine of the process.
  static Engine &current();
  /// Sets the result of `current` in this thread; null: the machine of the
  /// process.
  static void setCurrent(Engine *engine);

  /// Makes the machine of a session. Transfers from and to addresses of
  /// \p files read and write the files; arenas of the tier "file" have such
  /// addresses. If \p files is null, arenas are as in the machine of the
  /// process. Other arenas lie in main memory, or on \p gpu if not null, and
  /// are reused by later calls. Allocations leave \p reserve bytes free in the
  /// memory cgroup of the process.
  Engine(FileTier *files, cuda::Gpu *gpu, int64_t reserve = 0);
  ~Engine();

  void *allocate(const char *tier, int64_t bytes, int64_t alignment,
                 bool isChecked);
  void free(const char *tier, void *arena);
  int64_t startTransfer(const char *channel, void *destination,
                        const void *source, const Rows &rows);
  /// Waits for the transfer. Returns false if a transfer from or to a file has
  /// failed.
  bool waitForTransfer(int64_t token);
  /// Copies immediately. Returns false if a read from a file has failed.
  bool copy(void *destination, const void *source, int64_t bytes) const;
  /// Drops the transfers and arenas of an abandoned call.
  void abandonCall();
  void acquire(void *slot, int64_t bytes, bool keepContents);
  void release(void *slot, int64_t bytes);
  void setBandwidth(const char *channel, double bytesPerSecond);

  bool getStatistics(const char *tier,
                     memplace_rt_tier_statistics &statistics) const;
  bool getStatistics(const char *channel,
                     memplace_rt_channel_statistics &statistics) const;
  /// Sum of the tiers' peak use, bytes.
  int64_t peakBytes() const;
  /// Prints one JSON object.
  std::string printStatistics() const;
  /// Writes this object to a file, or to standard error if \p path is "-".
  /// Returns 0 or an errno.
  int32_t writeStatistics(const char *path) const;

private:
  struct Arena {
    size_t bytes = 0;
    int64_t alignment = 1;
    std::unique_ptr<CheckedArena> checked; // Null: plain memory.
  };
  /// A transfer not yet awaited.
  struct Pending {
    Channel *channel = nullptr;
    void *destination = nullptr;
    const void *source = nullptr;
    Rows rows;
    bool isChecked = false;      // One end is in a checked arena.
    uint64_t sourceChecksum = 0; // If the source is not in a checked arena.
    std::vector<int64_t> fileTransfers; // Numbers in FileTier.
    bool isWrite = false;               // To the scratch file.
  };
  /// Memory of a freed arena.
  struct SpareArena {
    void *memory = nullptr;
    size_t bytes = 0;
    int64_t alignment = 1;
  };

  Engine();
  void freeSpare(const SpareArena &spare);
  void *allocateMemory(const char *tier, size_t bytes, int64_t alignment);
  Channel &getChannel(const char *name);
  CheckedArena *findChecked(const void *pointer) const;
  void beginChecking(Pending &pending);
  void endChecking(const Pending &pending);

  mutable std::mutex mutex;
  std::map<void *, Arena> arenas; // By first byte.
  size_t numCheckedArenas = 0;
  std::map<std::string, memplace_rt_tier_statistics, std::less<>> tiers;
  std::map<std::string, std::unique_ptr<Channel>, std::less<>> channels;
  std::map<int64_t, Pending> pendings; // By token.
  int64_t lastToken = 0;
  FileTier *files = nullptr; // Null: the machine of the process.
  cuda::Gpu *gpu = nullptr;  // Null: arenas are in main memory.
  int64_t reserve = 0;       // Bytes.
  std::vector<SpareArena> spares;
};

} // namespace memplace::runtime

#endif // MEMPLACE_LIB_RUNTIME_ENGINE_H
