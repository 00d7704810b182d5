//===- FileTier.cpp - Files as a tier -------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileTier.h"
#include "Fatal.h"

using namespace memplace::runtime;

FileTier::FileTier(OpenFiles &files, const memplace_rt_session_options &options,
                   cuda::Gpu *gpu)
    : files(files), options(options), gpu(gpu),
      readChannel(std::make_unique<FileChannel>(options, gpu)) {}

// Requests in flight must end before their file is closed.
FileTier::~FileTier() { reset(); }

std::optional<std::string> FileTier::addScratch(const std::string &folder,
                                                int64_t bytes) {
  if (std::optional<std::string> error = files.addScratch(folder, bytes))
    return error;
  writeChannel = std::make_unique<FileChannel>(options);
  return std::nullopt;
}

int64_t FileTier::startRead(const void *source, char *destination,
                            int64_t bytes) {
  return readChannel->startRead(files.placeAt(source), destination, bytes);
}

int64_t FileTier::startWrite(const void *destination, const char *source,
                             int64_t bytes) {
  if (!files.isInScratch(destination))
    fatal(MEMPLACE_RT_EXIT_MISUSE,
          "a transfer of %lld bytes to a file of weights, which is read-only",
          static_cast<long long>(bytes));
  return writeChannel->startWrite(files.placeAt(destination), source, bytes);
}

bool FileTier::wait(int64_t number, bool isWrite) {
  Clock::time_point start = Clock::now();
  bool hasArrived = (isWrite ? writeChannel : readChannel)->wait(number);
  waitTime += std::chrono::nanoseconds(Clock::now() - start).count();
  return hasArrived;
}

bool FileTier::fetch(const void *source, char *destination, int64_t bytes) {
  // Another thread may have cancelled the call, but only notifies the read
  // channel.
  if (!readChannel->error().empty())
    return false;
  if (!fetchChannel)
    fetchChannel =
        std::make_unique<FileChannel>(options, gpu, /*hasThread=*/false);
  Clock::time_point start = Clock::now();
  bool hasArrived = fetchChannel->wait(
      fetchChannel->startRead(files.placeAt(source), destination, bytes));
  waitTime += std::chrono::nanoseconds(Clock::now() - start).count();
  return hasArrived;
}

void FileTier::fail(const std::string &reason) {
  // `fetchChannel` belongs to the program's thread, which checks the read
  // channel before each fetch.
  readChannel->fail(reason);
  if (writeChannel)
    writeChannel->fail(reason);
}

std::string FileTier::error() const {
  for (const FileChannel *channel :
       {readChannel.get(), writeChannel.get(), fetchChannel.get()})
    if (channel && !channel->error().empty())
      return channel->error();
  return "";
}

void FileTier::reset() {
  for (FileChannel *channel :
       {readChannel.get(), writeChannel.get(), fetchChannel.get()})
    if (channel)
      channel->reset();
}

ReadCounters FileTier::counters() const {
  ReadCounters sum = readChannel->counters();
  if (fetchChannel) {
    ReadCounters own = fetchChannel->counters();
    sum.bytes += own.bytes;
    sum.reads += own.reads;
    sum.copiedBytes += own.copiedBytes;
  }
  return sum;
}

int64_t FileTier::bufferBytes() const {
  int64_t sum = 0;
  for (const FileChannel *channel :
       {readChannel.get(), writeChannel.get(), fetchChannel.get()})
    sum += channel ? channel->bufferBytes() : 0;
  return sum;
}
