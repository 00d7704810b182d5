//===- CudaBackend.cpp - Copies from pinned memory to a GPU ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaBackend.h"

#include <cerrno>
#include <deque>

using namespace memplace;
using namespace memplace::runtime;

using cuda::disableTiming;
using cuda::nonBlocking;
using cuda::success;

namespace {

/// Copies in a single CUDA stream, so they complete in order of submission.
class CudaBackend : public ReadBackend {
public:
  explicit CudaBackend(cuda::Gpu &gpu) : gpu(gpu), driver(gpu.getDriver()) {}

  ~CudaBackend() override {
    gpu.activate();
    for (cuda::Event event : events)
      driver.eventDestroy(event);
    if (stream)
      driver.streamDestroy(stream);
  }

  cuda::Status open(unsigned depth) {
    cuda::Status status = gpu.activate();
    if (status == success)
      status = driver.streamCreate(&stream, nonBlocking);
    for (unsigned i = 0; status == success && i < depth; ++i) {
      cuda::Event event = nullptr;
      status = driver.eventCreate(&event, disableTiming);
      if (status == success)
        events.push_back(event);
    }
    return status;
  }

  void submit(const ReadRequest &request) override {
    // Same order as `flights`, so the oldest flight's event is free again.
    cuda::Event event = events[next++ % events.size()];
    cuda::Status status = gpu.activate();
    if (status == success)
      status = driver.memcpyAsync(
          reinterpret_cast<cuda::Pointer>(request.buffer),
          reinterpret_cast<cuda::Pointer>(request.memory + request.offset),
          request.bytes, stream);
    if (status == success)
      status = driver.eventRecord(event, stream);
    flights.push_back({request.id, request.bytes, event, status});
  }

  std::optional<ReadResult> wait() override {
    Flight flight = flights.front();
    flights.pop_front();
    cuda::Status status = flight.status;
    if (status == success)
      status = gpu.activate();
    if (status == success)
      status = driver.eventSynchronize(flight.event);
    // Callers only understand system errors.
    return ReadResult{flight.id, status == success
                                     ? static_cast<int64_t>(flight.bytes)
                                     : -EIO};
  }

  const char *name() const override { return "cuda"; }

private:
  /// A submitted copy.
  struct Flight {
    uint64_t id = 0;
    size_t bytes = 0;
    cuda::Event event = nullptr;
    cuda::Status status = success;
  };

  cuda::Gpu &gpu;
  const cuda::Driver &driver;
  cuda::Stream stream = nullptr;
  std::vector<cuda::Event> events;
  size_t next = 0; // Next index into `events`, modulo their number.
  std::deque<Flight> flights;
};

} // namespace

std::unique_ptr<ReadBackend>
memplace::runtime::createCudaBackend(cuda::Gpu &gpu, unsigned depth,
                                     std::string &error) {
  auto backend = std::make_unique<CudaBackend>(gpu);
  cuda::Status status = backend->open(depth);
  if (status == success)
    return backend;
  error =
      "cannot create a stream on the GPU: " + gpu.getDriver().describe(status);
  return nullptr;
}
