//===- Serve.cpp - Serves a session by standard input and output ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The client is python/memplace/worker.py, which writes the file named by
// MEMPLACE_RT_SESSION: one line for each option, file and argument.
//
//   option depth 4
//   scratch BYTES /folder/of/the/scratch/file
//   file /path/of/weights.safetensors
//   argument caller in BYTES         or out, inout, or none: starts as zeros
//   argument random ELEMENT COUNT SEED LOW WIDTH
//   argument kept FILE OFFSET BYTES
//   argument streamed FILE OFFSET BYTES
//   argument mapped FILE OFFSET BYTES
//
// The server first writes the line "ready". A call begins with the byte 'c', or
// 'e' to request events. Then comes one byte for each `in` argument: 0 keeps
// the contents. The new contents of all other `in` arguments follow. The answer
// is a line of JSON and, if "error" is null, the bytes of all `out` arguments.
//
// With `random` arguments, the server instead runs the program once and writes
// a line for each of these (see Elements.h).
//
//===----------------------------------------------------------------------===//

#include "memplace/Runtime/Session.h"

#include "Elements.h"
#include "Fatal.h"
#include "Quote.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <malloc.h>
#include <map>
#include <sstream>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

using namespace memplace::runtime;

namespace {
/// Contents of a session file.
struct SessionFile {
  memplace_rt_session_options options = {};
  std::vector<std::string> paths;
  std::string scratch; // A folder; "": no scratch file.
  std::vector<memplace_rt_argument_spec> arguments;
  std::vector<size_t> inputs, outputs;   // Indices into `arguments`.
  std::map<size_t, RandomBuffer> random; // By index into `arguments`.
  int64_t repeats = 1;                   // Runs of the program per call.
};
} // namespace

static bool readOption(std::istringstream &words, SessionFile &file) {
  memplace_rt_session_options &options = file.options;
  std::string name;
  int64_t value = 0;
  words >> name >> value;
  if (name == "read_bytes")
    options.read_bytes = value;
  else if (name == "depth")
    options.depth = static_cast<int32_t>(value);
  else if (name == "advice")
    options.advice = static_cast<int32_t>(value);
  else if (name == "device")
    options.device = static_cast<int32_t>(value);
  else if (name == "reserve_bytes")
    options.reserve_bytes = value;
  else if (name == "leave_core")
    options.leave_core = static_cast<int32_t>(value);
  else if (name == "repeats")
    file.repeats = value;
  else
    return false;
  return !words.fail();
}

static bool readRandom(std::istringstream &words, SessionFile &file) {
  std::string element;
  RandomBuffer buffer;
  words >> element >> buffer.count >> buffer.seed >> buffer.low >> buffer.width;
  std::optional<ElementType> type = ElementType::parse(element);
  if (!type || words.fail())
    return false;
  buffer.type = *type;
  file.random.emplace(file.arguments.size(), buffer);
  memplace_rt_argument_spec spec = {};
  spec.kind = MEMPLACE_RT_CALLER;
  spec.bytes = buffer.count * type->bytes();
  file.arguments.push_back(spec);
  return true;
}

static bool readArgument(std::istringstream &words, SessionFile &file) {
  std::string kind, direction;
  memplace_rt_argument_spec spec = {};
  words >> kind;
  if (kind == "random")
    return readRandom(words, file);
  if (kind == "caller") {
    words >> direction >> spec.bytes;
    if (direction.starts_with("in"))
      file.inputs.push_back(file.arguments.size());
    if (direction.ends_with("out"))
      file.outputs.push_back(file.arguments.size());
    spec.kind = MEMPLACE_RT_CALLER;
  } else {
    words >> spec.file >> spec.offset >> spec.bytes;
    spec.kind = kind == "kept"     ? MEMPLACE_RT_KEPT
                : kind == "mapped" ? MEMPLACE_RT_MAPPED
                : kind == "table"  ? MEMPLACE_RT_TABLE
                                   : MEMPLACE_RT_STREAMED;
  }
  file.arguments.push_back(spec);
  return !words.fail();
}

static bool readScratch(std::istringstream &words, SessionFile &file) {
  words >> file.options.scratch_bytes;
  words.get(); // Skip one space; the folder's name may contain others.
  return static_cast<bool>(std::getline(words, file.scratch));
}

static SessionFile readSessionFile() {
  const char *path = getenv("MEMPLACE_RT_SESSION");
  SessionFile file;
  file.options.leave_core = 1; // This thread has no other work.
  std::ifstream in(path ? path : "");
  std::string line;
  while (std::getline(in, line)) {
    std::istringstream words(line);
    std::string first;
    words >> first;
    bool isRead = true;
    if (first == "option")
      isRead = readOption(words, file);
    else if (first == "scratch")
      isRead = readScratch(words, file);
    else if (first == "file")
      file.paths.push_back(line.substr(strlen("file ")));
    else
      isRead = first == "argument" && readArgument(words, file);
    if (!isRead)
      fatal(MEMPLACE_RT_EXIT_MISUSE,
            "the file of MEMPLACE_RT_SESSION has an unknown line '%s'",
            line.c_str());
  }
  if (!in.is_open())
    fatal(MEMPLACE_RT_EXIT_MISUSE,
          "MEMPLACE_RT_SESSION must name a session file, got '%s'",
          path ? path : "");
  return file;
}

/// Reads or writes all bytes; returns false if the client has closed the pipe.
template <typename Function, typename Pointer>
static bool transferAll(Function function, int fd, Pointer data, size_t bytes) {
  while (bytes > 0) {
    ssize_t count = function(fd, data, bytes);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    data += count;
    bytes -= static_cast<size_t>(count);
  }
  return true;
}

/// Returns a number of /proc/self/FILE in bytes; 0 if it is missing.
static int64_t readProcess(const char *file, const std::string &name) {
  std::ifstream in(std::string("/proc/self/") + file);
  std::string word, unit;
  int64_t value = 0;
  while (in >> word)
    if (word == name + ":" && in >> value >> unit)
      return unit == "kB" ? value * 1024 : value;
  return 0;
}

/// Drops the clean, file-backed pages of a read-only mapping; the kernel reads
/// them again on demand. Pages that the loader wrote before protecting them
/// stay.
static void dropPagesOfFile(int pagemap, uintptr_t first, uintptr_t last) {
  constexpr uint64_t present = 1ULL << 63, ofFile = 1ULL << 61;
  const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  std::vector<uint64_t> entries((last - first) / page);
  size_t bytes = entries.size() * sizeof(uint64_t);
  if (pread(pagemap, entries.data(), bytes,
            static_cast<off_t>(first / page * sizeof(uint64_t))) !=
      static_cast<ssize_t>(bytes))
    return;
  for (size_t index = 0; index < entries.size(); ++index)
    if ((entries[index] & present) && (entries[index] & ofFile))
      // The address comes from the kernel's table of mappings.
      // NOLINTNEXTLINE(performance-no-int-to-ptr)
      madvise(reinterpret_cast<void *>(first + index * page), page,
              MADV_DONTNEED);
}

/// Releases memory used by compiling the program, which must not count against
/// the calls: the allocator's free memory, and pages of the compiler's code and
/// tables. Returns the peak resident size so far.
static int64_t releaseCompilerMemory() {
  int64_t highWater = readProcess("status", "VmHWM");
  malloc_trim(0);
  int pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  std::ifstream maps("/proc/self/maps");
  std::string line;
  while (std::getline(maps, line)) {
    char *end = nullptr;
    uintptr_t first = strtoull(line.c_str(), &end, 16);
    uintptr_t last = strtoull(end + 1, &end, 16);
    bool isReadOnly =
        strncmp(end, " r-xp ", 6) == 0 || strncmp(end, " r--p ", 6) == 0;
    if (isReadOnly && line.find('/') != std::string::npos)
      dropPagesOfFile(pagemap, first, last);
  }
  close(pagemap);
  // Resets the kernel's peak, so that later values are those of the calls.
  std::ofstream("/proc/self/clear_refs") << "5";
  return highWater;
}

static std::string printEvents(const memplace_rt_session *session) {
  std::vector<memplace_rt_event> events(
      static_cast<size_t>(memplace_rt_session_events(session, nullptr, 0)));
  memplace_rt_session_events(session, events.data(),
                             static_cast<int64_t>(events.size()));
  std::ostringstream out;
  out << ", \"events\": [";
  const char *separator = "";
  for (const memplace_rt_event &event : events) {
    out << separator << "[" << event.is_transfer << ", " << event.index << ", "
        << event.begin_ns << ", " << event.flow_ns << ", " << event.end_ns
        << "]";
    separator = ", ";
  }
  out << "]";
  return out.str();
}

static std::string printAnswer(const memplace_rt_session *session, bool isDone,
                               bool withEvents, int64_t compilerBytes) {
  memplace_rt_session_statistics numbers;
  memplace_rt_session_get_statistics(session, &numbers);
  std::ostringstream out;
  out << "{\"error\": "
      << (isDone ? "null" : quote(memplace_rt_session_error(session)))
      << ", \"call_ns\": " << numbers.call_ns
      << ", \"stall_ns\": " << numbers.stall_ns
      << ", \"read_bytes\": " << numbers.read_bytes
      << ", \"reads\": " << numbers.reads
      << ", \"copied_bytes\": " << numbers.copied_bytes
      << ", \"write_bytes\": " << numbers.write_bytes
      << ", \"scratch_bytes\": " << numbers.scratch_bytes
      << ", \"prime_ns\": " << numbers.prime_ns
      << ", \"prime_bytes\": " << numbers.prime_bytes
      << ", \"arena_bytes\": " << numbers.arena_bytes
      << ", \"kept_bytes\": " << numbers.kept_bytes
      << ", \"caller_bytes\": " << numbers.caller_bytes
      << ", \"reader_bytes\": " << numbers.reader_bytes
      << ", \"pinned_bytes\": " << numbers.pinned_bytes
      << ", \"is_direct\": " << (numbers.is_direct ? "true" : "false")
      << ", \"backend\": " << quote(numbers.backend)
      << ", \"high_water_bytes\": " << readProcess("status", "VmHWM")
      << ", \"anonymous_bytes\": " << readProcess("status", "RssAnon")
      << ", \"resident_bytes\": " << readProcess("status", "VmRSS")
      << ", \"compiler_bytes\": " << compilerBytes
      << ", \"disk_bytes\": " << readProcess("io", "read_bytes");
  if (withEvents)
    out << printEvents(session);
  out << "}\n";
  return out.str();
}

static char *getArgument(memplace_rt_session *session, size_t index) {
  return static_cast<char *>(
      memplace_rt_session_argument(session, static_cast<int64_t>(index)));
}

/// Reads the inputs of a call that changed; returns false once the client is
/// gone.
static bool readInputs(memplace_rt_session *session, const SessionFile &file) {
  std::vector<char> follows(file.inputs.size());
  if (!transferAll(read, STDIN_FILENO, follows.data(), follows.size()))
    return false;
  for (size_t input = 0; input < follows.size(); ++input) {
    const size_t index = file.inputs[input];
    if (follows[input] &&
        !transferAll(read, STDIN_FILENO, getArgument(session, index),
                     static_cast<size_t>(file.arguments[index].bytes)))
      return false;
  }
  return true;
}

/// Runs the program once on random arguments and prints a line for each.
static void runOnRandom(memplace_rt_session *session, const SessionFile &file,
                        void (*program)()) {
  std::map<size_t, uint64_t> before;
  for (const auto &[index, buffer] : file.random) {
    fill(buffer, getArgument(session, index));
    before[index] = hash(buffer, getArgument(session, index));
  }
  memplace_rt_session_call(session, program);
  for (const auto &[index, buffer] : file.random)
    fputs(describe(buffer, getArgument(session, index), index, before[index])
              .c_str(),
          stdout);
}

/// Serves one call; returns false once the client is gone.
static bool serveCall(memplace_rt_session *session, const SessionFile &file,
                      void (*program)(), int64_t compilerBytes) {
  char command = 0;
  if (!transferAll(read, STDIN_FILENO, &command, 1))
    return false;
  if (!readInputs(session, file))
    return false;
  bool isDone = true;
  for (int64_t run = 0; run < file.repeats && isDone; ++run)
    isDone = memplace_rt_session_call(session, program);
  std::string answer =
      printAnswer(session, isDone, command == 'e', compilerBytes);
  if (!transferAll(write, STDOUT_FILENO, answer.data(), answer.size()))
    return false;
  for (size_t index : isDone ? file.outputs : std::vector<size_t>())
    if (!transferAll(write, STDOUT_FILENO, getArgument(session, index),
                     static_cast<size_t>(file.arguments[index].bytes)))
      return false;
  return true;
}

static void serveCalls(memplace_rt_session *session, const SessionFile &file,
                       void (*program)(), int64_t compilerBytes) {
  constexpr char ready[] = "ready\n";
  bool isHeard = transferAll(write, STDOUT_FILENO, ready, strlen(ready));
  while (isHeard && serveCall(session, file, program, compilerBytes)) {
  }
}

void memplace_rt_serve(void (*program)(void)) {
  SessionFile file = readSessionFile();
  std::vector<const char *> paths;
  for (const std::string &path : file.paths)
    paths.push_back(path.c_str());
  if (!file.scratch.empty())
    file.options.scratch = file.scratch.c_str();
  // Before the session loads kept weights, which may need the memory.
  const int64_t compilerBytes =
      file.paths.empty() ? 0 : releaseCompilerMemory();
  char error[4096] = "";
  memplace_rt_session *session = memplace_rt_session_open(
      paths.data(), static_cast<int64_t>(paths.size()), file.arguments.data(),
      static_cast<int64_t>(file.arguments.size()), &file.options, error,
      sizeof error);
  if (!session)
    fatal(MEMPLACE_RT_EXIT_MISUSE, "%s", error);
  if (file.random.empty())
    serveCalls(session, file, program, compilerBytes);
  else
    runOnRandom(session, file, program);
  memplace_rt_session_close(session);
}
