//===- Session.cpp - Programs with weights in files -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Runtime/Session.h"

#include "Cores.h"
#include "Engine.h"
#include "Fatal.h"
#include "FileTier.h"
#include "LargePages.h"
#include "LeaveCall.h"
#include "MemoryLeft.h"
#include "OpenFiles.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <sys/mman.h>
#include <vector>

using namespace memplace::runtime;

/// A step that ran. Times count from the clock's epoch.
namespace {
struct StepTimes {
  int64_t step = 0;
  Clock::time_point begin, end;
};
} // namespace

// Minimal bytes read by a call to identify the core of the files' interrupts.
constexpr int64_t minBytesToFindCore = 16 << 20;
// Number of calls that look for this core. Counting interrupts takes 0.07 ms
// with two cores and more with more cores, in vain if several cores handle
// them.
constexpr int maxCoreProbes = 16;

struct memplace_rt_session {
  /// \p gpu holds the session's memory; null: main memory. Without files, the
  /// machine is like that of a process without a session.
  memplace_rt_session(const memplace_rt_session_options &options,
                      std::unique_ptr<memplace::cuda::Gpu> gpu, bool hasFiles)
      : advice(options.advice),
        coreProbesLeft(options.leave_core != 0 ? maxCoreProbes : 0),
        scratchFolder(options.scratch ? options.scratch : ""),
        scratchBytes(options.scratch ? options.scratch_bytes : 0),
        gpu(std::move(gpu)), files(options, this->gpu.get()),
        tier(files, options, this->gpu.get()),
        engine(hasFiles ? &tier : nullptr, this->gpu.get(),
               options.reserve_bytes) {}
  ~memplace_rt_session();

  std::optional<std::string> open(const char *const *paths, int64_t numPaths,
                                  const memplace_rt_argument_spec *specs,
                                  int64_t numArguments);
  bool call(void (*program)());
  void cancel();
  memplace_rt_session_statistics statistics() const;
  int64_t listEvents(memplace_rt_event *events, int64_t count) const;

  std::vector<memplace_rt_argument_spec> arguments;
  std::vector<char *> places; // By argument.
  std::vector<StepTimes> steps;
  std::string error; // Of the last call.
  jmp_buf exit;      // Target of `leaveCall`.

private:
  void *allocateForWeights(size_t bytes);
  void *allocateForCaller(size_t bytes);
  std::optional<std::string> place(const memplace_rt_argument_spec &spec);
  std::optional<std::string> map(const memplace_rt_argument_spec &spec);
  std::optional<std::string> placeKept();
  std::optional<std::string> prime();
  std::optional<std::string> run(void (*program)());
  void leaveReadersCore(const std::vector<int64_t> &before);
  int64_t sumBytes(int32_t kind) const;

  std::vector<std::pair<void *, size_t>> mappings;
  std::vector<std::pair<void *, size_t>> mapped; // Mappings of files.
  const int advice;
  int coreProbesLeft; // Calls left to look for the core; 0: done.
  const std::string scratchFolder;
  const int64_t scratchBytes;
  // Declared first, because other members use it.
  const std::unique_ptr<memplace::cuda::Gpu> gpu;
  OpenFiles files;
  FileTier tier; // Transfers from and to `files`.
  Engine engine;
  std::atomic<bool> isCancelled = false;
  bool isPrimed = false;
  Clock::time_point begin;
  memplace_rt_session_statistics counters = {};
};

/// Session whose program this thread runs; null: none.
static thread_local memplace_rt_session *sessionOfThread = nullptr;

static const char *const cancelled = "the session was cancelled";

static int64_t nanoseconds(Clock::duration duration) {
  return std::chrono::nanoseconds(duration).count();
}

static int64_t roundUpTo(int64_t value, int64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

void memplace::runtime::leaveCall() {
  if (!sessionOfThread)
    fatal(MEMPLACE_RT_EXIT_MISUSE, "a transfer of a session failed in a thread "
                                   "that does not run the session's program");
  longjmp(sessionOfThread->exit, 1);
}

memplace_rt_session::~memplace_rt_session() {
  for (auto [memory, bytes] : mappings)
    munmap(memory, bytes);
}

/// Allocates memory for kept weights, owned by the session; null on failure.
void *memplace_rt_session::allocateForWeights(size_t bytes) {
  if (gpu)
    return gpu->allocate(bytes, directAlignment);
  void *memory = mapLargePages(bytes);
  if (memory)
    mappings.push_back({memory, bytes});
  return memory;
}

/// Allocates memory for an argument of the caller, owned by the session; null
/// on failure. Pages become resident at first use.
void *memplace_rt_session::allocateForCaller(size_t bytes) {
  if (gpu)
    return gpu->allocate(bytes, directAlignment);
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return nullptr;
  mappings.push_back({memory, bytes});
  return memory;
}

/// Assigns an address to an argument.
std::optional<std::string>
memplace_rt_session::place(const memplace_rt_argument_spec &spec) {
  const bool isTable = spec.kind == MEMPLACE_RT_TABLE;
  bool isWeight = spec.kind != MEMPLACE_RT_CALLER;
  if (spec.bytes < (isWeight ? 1 : 0) || spec.offset < 0)
    return std::to_string(spec.bytes) + " bytes at byte " +
           std::to_string(spec.offset) +
           " of a file: the size must be at least 1, the offset at least 0";
  if (isWeight) {
    auto index = static_cast<size_t>(spec.file);
    if (spec.file < 0 || index >= files.count())
      return "file " + std::to_string(spec.file) +
             " does not exist; there are " + std::to_string(files.count());
    if (spec.bytes > files.size(index) ||
        spec.offset > files.size(index) - spec.bytes)
      return "file " + std::to_string(index) + " has " +
             std::to_string(files.size(index)) + " bytes, too few for a " +
             (isTable ? "table" : "weight") + " of " +
             std::to_string(spec.bytes) + " bytes at byte " +
             std::to_string(spec.offset);
  }
  if (isTable)
    return files.addTable(static_cast<size_t>(spec.file), spec.offset,
                          spec.bytes);
  arguments.push_back(spec);
  if (spec.kind == MEMPLACE_RT_STREAMED) {
    places.push_back(
        files.address(static_cast<size_t>(spec.file), spec.offset));
    return std::nullopt;
  }
  if (spec.kind == MEMPLACE_RT_MAPPED)
    return map(spec);
  if (spec.kind == MEMPLACE_RT_KEPT) {
    places.push_back(nullptr); // See `placeKept`.
    return std::nullopt;
  }
  void *memory =
      allocateForCaller(static_cast<size_t>(std::max<int64_t>(spec.bytes, 1)));
  if (!memory)
    return "out of memory: an argument of " + std::to_string(spec.bytes) +
           " bytes";
  places.push_back(static_cast<char *>(memory));
  return std::nullopt;
}

/// Assigns consecutive addresses to the kept weights. Each weight is aligned as
/// in its file, so that reads need no buffer.
std::optional<std::string> memplace_rt_session::placeKept() {
  std::vector<size_t> offsets;
  int64_t bytes = 0;
  for (const memplace_rt_argument_spec &spec : arguments) {
    if (spec.kind == MEMPLACE_RT_KEPT)
      bytes += spec.offset % directAlignment;
    offsets.push_back(static_cast<size_t>(bytes));
    if (spec.kind == MEMPLACE_RT_KEPT)
      bytes = roundUpTo(bytes + spec.bytes, directAlignment);
  }
  if (bytes == 0)
    return std::nullopt;
  if (!gpu)
    if (std::optional<std::string> shortage =
            findShortage(bytes, 0, "kept weights"))
      return shortage;
  void *memory = allocateForWeights(static_cast<size_t>(bytes));
  if (!memory)
    return "out of memory: " + std::to_string(bytes) + " bytes of kept weights";
  for (size_t index = 0; index < arguments.size(); ++index)
    if (arguments[index].kind == MEMPLACE_RT_KEPT)
      places[index] = static_cast<char *>(memory) + offsets[index];
  return std::nullopt;
}

/// Maps an argument from its file, so that the kernel reads it on access.
std::optional<std::string>
memplace_rt_session::map(const memplace_rt_argument_spec &spec) {
  if (gpu)
    return "a mapped weight needs main memory, but the session uses a GPU";
  int64_t skew = spec.offset % directAlignment;
  auto bytes = static_cast<size_t>(spec.bytes + skew);
  void *memory = mmap(nullptr, bytes, PROT_READ, MAP_SHARED,
                      files.descriptor(static_cast<size_t>(spec.file)),
                      spec.offset - skew);
  if (memory == MAP_FAILED)
    return std::string("cannot map its file: ") + strerror(errno);
  mappings.push_back({memory, bytes});
  mapped.push_back({memory, bytes});
  places.push_back(static_cast<char *>(memory) + skew);
  return std::nullopt;
}

std::optional<std::string>
memplace_rt_session::open(const char *const *paths, int64_t numPaths,
                          const memplace_rt_argument_spec *specs,
                          int64_t numArguments) {
  for (int64_t index = 0; index < numPaths; ++index)
    if (std::optional<std::string> problem = files.add(paths[index]))
      return problem;
  std::vector<int64_t> heads(static_cast<size_t>(numPaths), 0);
  for (int64_t index = 0; index < numArguments; ++index) {
    const memplace_rt_argument_spec &spec = specs[index];
    if (std::optional<std::string> problem = place(spec))
      return "argument " + std::to_string(index) + ": " + *problem;
    if (spec.kind == MEMPLACE_RT_CALLER || spec.kind == MEMPLACE_RT_TABLE)
      continue;
    int64_t &head = heads[static_cast<size_t>(spec.file)];
    head = head == 0 ? spec.offset : std::min(head, spec.offset);
  }
  if (std::optional<std::string> problem = placeKept())
    return problem;
  for (size_t index = 0; index < heads.size(); ++index)
    if (std::optional<std::string> problem =
            files.addTable(index, 0, heads[index]))
      return problem;
  counters.kept_bytes = sumBytes(MEMPLACE_RT_KEPT);
  counters.caller_bytes = sumBytes(MEMPLACE_RT_CALLER);
  if (scratchBytes > 0)
    if (std::optional<std::string> problem =
            tier.addScratch(scratchFolder, scratchBytes))
      return problem;
  counters.scratch_bytes = files.scratchBytes();
  counters.reader_bytes = tier.bufferBytes();
  counters.backend = tier.reader().backendName();
  counters.is_direct = files.isDirect();
  return std::nullopt;
}

int64_t memplace_rt_session::sumBytes(int32_t kind) const {
  int64_t sum = 0;
  for (const memplace_rt_argument_spec &spec : arguments)
    sum += spec.kind == kind ? spec.bytes : 0;
  return sum;
}

/// Reads all kept weights.
std::optional<std::string> memplace_rt_session::prime() {
  if (gpu)
    if (std::optional<std::string> problem = files.pin())
      return problem;
  counters.pinned_bytes = files.pinnedBytes();
  int64_t last = 0;
  for (size_t index = 0; index < arguments.size(); ++index) {
    const memplace_rt_argument_spec &spec = arguments[index];
    if (spec.kind == MEMPLACE_RT_KEPT)
      last = tier.startRead(
          files.address(static_cast<size_t>(spec.file), spec.offset),
          places[index], spec.bytes);
  }
  if (last > 0 && !tier.wait(last, /*isWrite=*/false))
    return tier.error();
  tier.takeWaitTime(); // Does not count as the program's stall.
  counters.prime_bytes = tier.reader().counters().bytes;
  counters.prime_ns = nanoseconds(Clock::now() - begin);
  isPrimed = true;
  return std::nullopt;
}

/// Runs \p program; returns false if `leaveCall` abandoned it. This frame has
/// no objects with destructors, because `longjmp` would skip them.
static bool runToEnd(memplace_rt_session &session, void (*program)()) {
  if (setjmp(session.exit) != 0)
    return false;
  program();
  return true;
}

std::optional<std::string> memplace_rt_session::run(void (*program)()) {
  if (std::optional<std::string> change = files.findChange()) {
    isPrimed = false;
    if (std::optional<std::string> problem = files.reopen())
      return problem;
    counters.is_direct = files.isDirect();
  }
  if (!isPrimed)
    if (std::optional<std::string> problem = prime())
      return problem;
  if (advice != 0)
    for (auto [memory, bytes] : mapped)
      madvise(memory, bytes, advice);
  Engine::setCurrent(&engine);
  sessionOfThread = this;
  bool isDone = runToEnd(*this, program);
  sessionOfThread = nullptr;
  Engine::setCurrent(nullptr);
  if (!isDone)
    return tier.error();
  return files.findChange();
}

/// Leaves the core that handled the interrupts since \p before to the reader,
/// if this session's reads caused most of the interrupts.
void memplace_rt_session::leaveReadersCore(const std::vector<int64_t> &before) {
  if (tier.counters().bytes < minBytesToFindCore)
    return;
  if (std::optional<int> core = findInterrupted(before, countInterrupts())) {
    coreProbesLeft = 0;
    if (leaveCore(*core))
      tier.keepReaderOn(*core);
  }
}

bool memplace_rt_session::call(void (*program)()) {
  const std::vector<int64_t> interrupts =
      coreProbesLeft > 0 ? countInterrupts() : std::vector<int64_t>();
  steps.clear();
  error.clear();
  tier.reset();
  counters.prime_ns = counters.prime_bytes = 0;
  begin = Clock::now();
  // After the reset, so that no cancellation is missed.
  std::optional<std::string> problem;
  if (isCancelled.load())
    problem = cancelled;
  else
    problem = run(program);
  counters.call_ns = nanoseconds(Clock::now() - begin);
  ReadCounters reads = tier.counters();
  counters.read_bytes = reads.bytes;
  counters.reads = reads.reads;
  counters.copied_bytes = reads.copiedBytes;
  counters.write_bytes = tier.writer() ? tier.writer()->counters().bytes : 0;
  counters.stall_ns = tier.takeWaitTime();
  counters.reader_bytes = tier.bufferBytes();
  counters.arena_bytes = std::max(counters.arena_bytes, engine.peakBytes());
  if (coreProbesLeft > 0) {
    --coreProbesLeft;
    leaveReadersCore(interrupts);
  }
  if (!problem)
    return true;
  error = *problem;
  // Pending transfers must not arrive in arenas of the next call.
  tier.reset();
  engine.abandonCall();
  // Kept weights may be incomplete, or of a file that has changed.
  isPrimed = false;
  isCancelled = false;
  return false;
}

void memplace_rt_session::cancel() {
  isCancelled = true;
  tier.fail(cancelled);
}

memplace_rt_session_statistics memplace_rt_session::statistics() const {
  return counters;
}

int64_t memplace_rt_session::listEvents(memplace_rt_event *events,
                                        int64_t count) const {
  std::vector<memplace_rt_event> all;
  for (const StepTimes &step : steps)
    all.push_back({.is_transfer = 0,
                   .index = step.step,
                   .begin_ns = nanoseconds(step.begin - begin),
                   .flow_ns = nanoseconds(step.begin - begin),
                   .end_ns = nanoseconds(step.end - begin)});
  for (int32_t kind : {1, 2}) {
    const FileChannel *channel = kind == 1 ? &tier.reader() : tier.writer();
    int64_t number = 0;
    for (const TransferTimes &times :
         channel ? channel->times() : std::vector<TransferTimes>())
      all.push_back({.is_transfer = kind,
                     .index = number++,
                     .begin_ns = nanoseconds(times.issued - begin),
                     .flow_ns = nanoseconds(times.flowing - begin),
                     .end_ns = nanoseconds(times.arrived - begin)});
  }
  auto size = static_cast<int64_t>(all.size());
  std::copy_n(all.begin(), std::min(size, count), events);
  return size;
}

//===----------------------------------------------------------------------===//
// The C interface
//===----------------------------------------------------------------------===//

memplace_rt_session *
memplace_rt_session_open(const char *const *paths, int64_t num_paths,
                         const memplace_rt_argument_spec *arguments,
                         int64_t num_arguments,
                         const memplace_rt_session_options *options,
                         char *error, int64_t error_bytes) {
  const memplace_rt_session_options chosen =
      options ? *options : memplace_rt_session_options();
  std::optional<std::string> problem;
  std::unique_ptr<memplace::cuda::Gpu> gpu;
  if (chosen.device == MEMPLACE_RT_CUDA && chosen.scratch) {
    problem = "a scratch file needs activations in main memory, not on a GPU";
  } else if (chosen.device == MEMPLACE_RT_CUDA) {
    std::string reason;
    gpu = memplace::cuda::Gpu::open(reason);
    if (!gpu)
      problem = reason;
  }
  if (!problem) {
    const bool hasFiles = num_paths > 0 || chosen.scratch || gpu;
    auto session =
        std::make_unique<memplace_rt_session>(chosen, std::move(gpu), hasFiles);
    problem = session->open(paths, num_paths, arguments, num_arguments);
    if (!problem)
      return session.release();
  }
  snprintf(error, static_cast<size_t>(error_bytes), "%s", problem->c_str());
  return nullptr;
}

void memplace_rt_session_close(memplace_rt_session *session) { delete session; }

void *memplace_rt_session_argument(memplace_rt_session *session,
                                   int64_t index) {
  return session->places[static_cast<size_t>(index)];
}

int32_t memplace_rt_session_call(memplace_rt_session *session,
                                 void (*program)(void)) {
  return session->call(program);
}

const char *memplace_rt_session_error(const memplace_rt_session *session) {
  return session->error.c_str();
}

void memplace_rt_session_cancel(memplace_rt_session *session) {
  session->cancel();
}

void memplace_rt_session_get_statistics(
    const memplace_rt_session *session,
    memplace_rt_session_statistics *statistics) {
  *statistics = session->statistics();
}

int64_t memplace_rt_session_events(const memplace_rt_session *session,
                                   memplace_rt_event *events, int64_t count) {
  return session->listEvents(events, count);
}

void memplace_rt_step_begin(int64_t step) {
  if (sessionOfThread)
    sessionOfThread->steps.push_back(
        {.step = step, .begin = Clock::now(), .end = {}});
}

void memplace_rt_step_end(int64_t) {
  if (sessionOfThread && !sessionOfThread->steps.empty())
    sessionOfThread->steps.back().end = Clock::now();
}

/// The descriptor of a `memref<?xi8>` in programs.
namespace {
struct ByteMemRef {
  char *allocated;
  char *aligned;
  int64_t offset;
  int64_t size;
  int64_t stride;
};
} // namespace

/// Called by programs as `func.func private @memplace_rt_argument(i64) ->
/// memref<?xi8>` with `llvm.emit_c_interface`.
extern "C" MEMPLACE_RT_EXPORT void
_mlir_ciface_memplace_rt_argument(ByteMemRef *result, int64_t index) {
  char *place = sessionOfThread->places[static_cast<size_t>(index)];
  int64_t bytes = sessionOfThread->arguments[static_cast<size_t>(index)].bytes;
  *result = {place, place, 0, bytes, 1};
}
