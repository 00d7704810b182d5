//===- Engine.cpp - Tiers, channels and transfers -------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Engine.h"
#include "Fatal.h"
#include "LargePages.h"
#include "MemoryLeft.h"
#include "Quote.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>

using namespace memplace::runtime;

static constexpr double nanosecondsPerSecond = 1e9;

static int64_t nanosecondsSince(Clock::time_point start) {
  return std::chrono::nanoseconds(Clock::now() - start).count();
}

//===----------------------------------------------------------------------===//
// Channel
//===----------------------------------------------------------------------===//

Channel::Channel(double bytesPerSecond)
    : bytesPerSecond(bytesPerSecond), worker([this] { work(); }) {}

Channel::~Channel() {
  {
    std::lock_guard lock(mutex);
    isStopping = true;
  }
  changed.notify_all();
  worker.join();
}

void Channel::push(const CopyJob &job) {
  {
    std::lock_guard lock(mutex);
    jobs.push_back(job);
    ++counters.transfers;
    counters.bytes += static_cast<int64_t>(job.rows.totalBytes());
  }
  changed.notify_all();
}

void Channel::work() {
  std::unique_lock lock(mutex);
  while (true) {
    changed.wait(lock, [this] { return isStopping || !jobs.empty(); });
    if (jobs.empty())
      return;
    CopyJob job = std::move(jobs.front());
    jobs.pop_front();
    double rate = bytesPerSecond;
    lock.unlock();

    Clock::time_point start = Clock::now();
    job.rows.forEach([&](int64_t to, int64_t from) {
      memcpy(job.destination + to, job.source + from, job.rows.bytes);
    });
    if (rate > 0)
      std::this_thread::sleep_until(
          start + std::chrono::nanoseconds(static_cast<int64_t>(
                      static_cast<double>(job.rows.totalBytes()) / rate *
                      nanosecondsPerSecond)));

    lock.lock();
    counters.busy_ns += nanosecondsSince(start);
    arrived = job.token;
    changed.notify_all();
  }
}

void Channel::wait(int64_t token) {
  Clock::time_point start = Clock::now();
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return arrived >= token; });
  counters.wait_ns += nanosecondsSince(start);
}

void Channel::setBandwidth(double value) {
  std::lock_guard lock(mutex);
  bytesPerSecond = value;
}

memplace_rt_channel_statistics Channel::statistics() const {
  std::lock_guard lock(mutex);
  return counters;
}

//===----------------------------------------------------------------------===//
// Engine: arenas
//===----------------------------------------------------------------------===//

Engine &Engine::get() {
  static Engine engine;
  return engine;
}

/// Engine of the session whose program this thread runs; null: no session.
static thread_local Engine *engineOfThread = nullptr;

Engine &Engine::current() { return engineOfThread ? *engineOfThread : get(); }

void Engine::setCurrent(Engine *engine) { engineOfThread = engine; }

Engine::Engine() = default;

Engine::Engine(FileTier *files, cuda::Gpu *gpu, int64_t reserve)
    : files(files), gpu(gpu), reserve(reserve) {}

Engine::~Engine() {
  for (const SpareArena &spare : spares)
    freeSpare(spare);
  const char *path = getenv("MEMPLACE_RT_STATISTICS");
  if (path && !files)
    writeStatistics(path);
}

void Engine::freeSpare(const SpareArena &spare) {
  if (gpu)
    gpu->free(spare.memory);
  else
    unmapLargePages(spare.memory, spare.bytes);
}

/// Allocates memory for an arena, preferably a spare arena of an earlier call.
void *Engine::allocateMemory(const char *tier, size_t bytes,
                             int64_t alignment) {
  {
    std::lock_guard lock(mutex);
    auto found = std::find_if(
        spares.begin(), spares.end(), [&](const SpareArena &spare) {
          return spare.bytes == bytes && spare.alignment == alignment;
        });
    if (found != spares.end()) {
      void *memory = found->memory;
      spares.erase(found);
      return memory;
    }
  }
  if (files && !gpu)
    if (std::optional<std::string> shortage =
            findShortage(static_cast<int64_t>(bytes), reserve,
                         std::string("an arena in tier '") + tier + "'"))
      fatal(MEMPLACE_RT_EXIT_MISUSE, "%s", shortage->c_str());
  void *memory = nullptr;
  if (gpu)
    memory = gpu->allocate(bytes, static_cast<size_t>(alignment));
  else if (files)
    memory = mapLargePages(bytes, static_cast<size_t>(alignment));
  else if (posix_memalign(&memory, std::max<size_t>(alignment, sizeof(void *)),
                          bytes) != 0)
    memory = nullptr;
  if (!memory)
    fatal(MEMPLACE_RT_EXIT_MISUSE,
          "out of memory: an arena of %zu bytes in tier '%s'", bytes, tier);
  return memory;
}

/// Returns the session's scratch file, which its program uses as one arena.
static void *allocateScratch(const FileTier &files, int64_t bytes) {
  if (bytes > files.scratchBytes())
    fatal(
        MEMPLACE_RT_EXIT_MISUSE,
        "an arena of %lld bytes in tier 'file', but the session's scratch file "
        "has %lld",
        static_cast<long long>(bytes),
        static_cast<long long>(files.scratchBytes()));
  return files.scratchAddress();
}

void *Engine::allocate(const char *tier, int64_t bytes, int64_t alignment,
                       bool isChecked) {
  if (bytes < 1 || alignment < 1 || (alignment & (alignment - 1)) != 0)
    fatal(MEMPLACE_RT_EXIT_MISUSE,
          "an arena of %lld bytes with alignment %lld in tier '%s': the size "
          "must "
          "be at least 1, the alignment a power of two",
          static_cast<long long>(bytes), static_cast<long long>(alignment),
          tier);

  if (files && strcmp(tier, "file") == 0)
    return allocateScratch(*files, bytes);

  Arena arena;
  arena.bytes = static_cast<size_t>(bytes);
  arena.alignment = alignment;
  void *memory = nullptr;
  if (isChecked && gpu)
    fatal(MEMPLACE_RT_EXIT_MISUSE,
          "checked mode needs main memory, but tier '%s' is on a GPU", tier);
  if (isChecked) {
    arena.checked = std::make_unique<CheckedArena>(tier, arena.bytes);
    memory = arena.checked->computeView();
    watchArena(arena.checked.get());
  } else {
    memory = allocateMemory(tier, arena.bytes, alignment);
  }

  std::lock_guard lock(mutex);
  numCheckedArenas += isChecked;
  arenas.emplace(memory, std::move(arena));
  memplace_rt_tier_statistics &counters = tiers[tier];
  ++counters.arenas;
  counters.current_bytes += bytes;
  counters.peak_bytes = std::max(counters.peak_bytes, counters.current_bytes);
  return memory;
}

void Engine::free(const char *tier, void *memory) {
  if (files && files->contains(memory))
    return;
  std::lock_guard lock(mutex);
  auto found = arenas.find(memory);
  if (found == arenas.end())
    fatal(MEMPLACE_RT_EXIT_MISUSE,
          "%p, freed in tier '%s', is not the address of an arena", memory,
          tier);
  tiers[tier].current_bytes -= static_cast<int64_t>(found->second.bytes);
  if (CheckedArena *checked = found->second.checked.get()) {
    if (checked->hasTransfers())
      fatal(MEMPLACE_RT_EXIT_ILLEGAL_ACCESS,
            "an arena of tier '%s' is freed before the wait for a transfer in "
            "the arena",
            tier);
    forgetArena(checked);
    --numCheckedArenas;
  } else if (files) {
    spares.push_back({memory, found->second.bytes, found->second.alignment});
  } else {
    ::free(memory);
  }
  arenas.erase(found);
}

void Engine::abandonCall() {
  std::lock_guard lock(mutex);
  pendings.clear();
  for (auto &[memory, arena] : arenas) {
    if (CheckedArena *checked = arena.checked.get()) {
      forgetArena(checked);
      --numCheckedArenas;
    } else {
      spares.push_back({memory, arena.bytes, arena.alignment});
    }
  }
  arenas.clear();
  for (auto &[name, tier] : tiers)
    tier.current_bytes = 0;
}

CheckedArena *Engine::findChecked(const void *pointer) const {
  if (numCheckedArenas == 0)
    return nullptr;
  auto after = arenas.upper_bound(const_cast<void *>(pointer));
  if (after == arenas.begin())
    return nullptr;
  CheckedArena *checked = std::prev(after)->second.checked.get();
  return checked && checked->contains(pointer) ? checked : nullptr;
}

void Engine::acquire(void *slot, int64_t bytes, bool keepContents) {
  std::lock_guard lock(mutex);
  if (CheckedArena *arena = findChecked(slot))
    arena->acquire(slot, static_cast<size_t>(bytes), keepContents);
}

void Engine::release(void *slot, int64_t bytes) {
  std::lock_guard lock(mutex);
  if (CheckedArena *arena = findChecked(slot))
    arena->release(slot, static_cast<size_t>(bytes));
}

//===----------------------------------------------------------------------===//
// Engine: transfers
//===----------------------------------------------------------------------===//

/// FNV-1a over 8-byte words and the remaining bytes, starting from \p hash.
static uint64_t checksum(const char *cursor, size_t bytes, uint64_t hash) {
  while (bytes > 0) {
    uint64_t word = 0;
    size_t step = std::min(bytes, sizeof word);
    memcpy(&word, cursor, step);
    hash = (hash ^ word) * 0x100000001b3;
    cursor += step;
    bytes -= step;
  }
  return hash;
}

static uint64_t checksumOfSource(const void *source, const Rows &rows) {
  uint64_t hash = 0xcbf29ce484222325;
  rows.forEach([&](int64_t, int64_t from) {
    hash = checksum(static_cast<const char *>(source) + from, rows.bytes, hash);
  });
  return hash;
}

Channel &Engine::getChannel(const char *name) {
  std::unique_ptr<Channel> &channel = channels[name];
  if (!channel) {
    const char *limit = getenv("MEMPLACE_RT_BYTES_PER_SECOND");
    channel = std::make_unique<Channel>(limit ? atof(limit) : 0);
  }
  return *channel;
}

void Engine::beginChecking(Pending &pending) {
  CheckedArena *source = findChecked(pending.source);
  CheckedArena *destination = findChecked(pending.destination);
  pending.isChecked = source || destination;
  if (!pending.isChecked)
    return;
  if (source)
    source->beginDraining(pending.source, pending.rows.sourceSpan());
  else if (pending.channel) // The session checks sources in files.
    pending.sourceChecksum = checksumOfSource(pending.source, pending.rows);
  if (destination)
    destination->beginFilling(pending.destination,
                              pending.rows.destinationSpan());
  else if (!pending.isWrite)
    pending.rows.forEach([&](int64_t to, int64_t) {
      memset(static_cast<char *>(pending.destination) + to, 0xFF,
             pending.rows.bytes);
    });
}

void Engine::endChecking(const Pending &pending) {
  if (!pending.isChecked)
    return;
  if (CheckedArena *source = findChecked(pending.source))
    source->endDraining(pending.source, pending.rows.sourceSpan());
  else if (pending.channel && checksumOfSource(pending.source, pending.rows) !=
                                  pending.sourceChecksum)
    fatal(MEMPLACE_RT_EXIT_ILLEGAL_ACCESS,
          "the source of a transfer of %zu bytes was written before the wait "
          "for the transfer",
          pending.rows.totalBytes());
  if (CheckedArena *destination = findChecked(pending.destination))
    destination->endFilling(pending.destination,
                            pending.rows.destinationSpan());
}

int64_t Engine::startTransfer(const char *channelName, void *destination,
                              const void *source, const Rows &rows) {
  std::lock_guard lock(mutex);
  bool isWrite = files && files->contains(destination);
  bool isOfFile = isWrite || (files && files->contains(source));
  Pending pending = {.channel = isOfFile ? nullptr : &getChannel(channelName),
                     .destination = destination,
                     .source = source,
                     .rows = rows,
                     .isWrite = isWrite};
  beginChecking(pending);
  CheckedArena *from = findChecked(source);
  CheckedArena *to = findChecked(destination);
  char *place =
      to ? to->transferView(destination) : static_cast<char *>(destination);
  const char *origin =
      from ? from->transferView(source) : static_cast<const char *>(source);
  if (isOfFile) {
    const auto bytes = static_cast<int64_t>(rows.bytes);
    rows.forEach([&](int64_t into, int64_t outOf) {
      pending.fileTransfers.push_back(
          isWrite
              ? files->startWrite(static_cast<const char *>(destination) + into,
                                  origin + outOf, bytes)
              : files->startRead(static_cast<const char *>(source) + outOf,
                                 place + into, bytes));
    });
    pendings.emplace(++lastToken, pending);
    return lastToken;
  }
  CopyJob job = {.token = ++lastToken,
                 .destination = place,
                 .source = origin,
                 .rows = rows};
  pendings.emplace(job.token, pending);
  pending.channel->push(job);
  return job.token;
}

bool Engine::waitForTransfer(int64_t token) {
  Channel *channel = nullptr;
  std::vector<int64_t> fileTransfers;
  bool isWrite = false;
  {
    std::lock_guard lock(mutex);
    if (token < 1 || token > lastToken)
      fatal(MEMPLACE_RT_EXIT_MISUSE,
            "transfer %lld was never started, but the program waits for it",
            static_cast<long long>(token));
    auto found = pendings.find(token);
    if (found == pendings.end())
      return true;
    channel = found->second.channel;
    fileTransfers = found->second.fileTransfers;
    isWrite = found->second.isWrite;
  }
  // Wait without the lock, so that other threads can proceed.
  if (channel)
    channel->wait(token);
  for (int64_t fileTransfer : fileTransfers)
    if (!files->wait(fileTransfer, isWrite))
      return false;

  std::lock_guard lock(mutex);
  auto found = pendings.find(token);
  if (found == pendings.end())
    return true; // Another thread has awaited it, too.
  endChecking(found->second);
  pendings.erase(found);
  return true;
}

bool Engine::copy(void *destination, const void *source, int64_t bytes) const {
  if (files && files->contains(source))
    return files->fetch(source, static_cast<char *>(destination), bytes);
  std::memmove(destination, source, static_cast<size_t>(bytes));
  return true;
}

//===----------------------------------------------------------------------===//
// Engine: statistics
//===----------------------------------------------------------------------===//

void Engine::setBandwidth(const char *channel, double bytesPerSecond) {
  std::lock_guard lock(mutex);
  getChannel(channel).setBandwidth(bytesPerSecond);
}

bool Engine::getStatistics(const char *tier,
                           memplace_rt_tier_statistics &statistics) const {
  std::lock_guard lock(mutex);
  auto found = tiers.find(tier);
  if (found == tiers.end())
    return false;
  statistics = found->second;
  return true;
}

bool Engine::getStatistics(const char *channel,
                           memplace_rt_channel_statistics &statistics) const {
  std::lock_guard lock(mutex);
  auto found = channels.find(channel);
  if (found == channels.end())
    return false;
  statistics = found->second->statistics();
  return true;
}

int64_t Engine::peakBytes() const {
  std::lock_guard lock(mutex);
  int64_t sum = 0;
  for (const auto &[name, tier] : tiers)
    sum += tier.peak_bytes;
  return sum;
}

std::string memplace::runtime::quote(const std::string &text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      quoted += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      snprintf(escape, sizeof escape, "\\u%04x", c);
      quoted += escape;
      continue;
    }
    quoted += c;
  }
  return quoted + '"';
}

std::string Engine::printStatistics() const {
  std::lock_guard lock(mutex);
  std::ostringstream out;
  out << "{\"tiers\": {";
  const char *separator = "";
  for (const auto &[name, tier] : tiers) {
    out << separator << quote(name) << ": {\"arenas\": " << tier.arenas
        << ", \"current_bytes\": " << tier.current_bytes
        << ", \"peak_bytes\": " << tier.peak_bytes << "}";
    separator = ", ";
  }
  out << "}, \"channels\": {";
  separator = "";
  for (const auto &[name, channel] : channels) {
    memplace_rt_channel_statistics counters = channel->statistics();
    out << separator << quote(name)
        << ": {\"transfers\": " << counters.transfers
        << ", \"bytes\": " << counters.bytes
        << ", \"busy_ns\": " << counters.busy_ns
        << ", \"wait_ns\": " << counters.wait_ns << "}";
    separator = ", ";
  }
  out << "}}\n";
  return out.str();
}

int32_t Engine::writeStatistics(const char *path) const {
  std::string text = printStatistics();
  if (strcmp(path, "-") == 0)
    return fputs(text.c_str(), stderr) < 0 ? EIO : 0;
  FILE *file = fopen(path, "w");
  if (!file)
    return errno;
  bool isWritten = fputs(text.c_str(), file) >= 0;
  return fclose(file) == 0 && isWritten ? 0 : EIO;
}
