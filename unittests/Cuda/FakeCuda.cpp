//===- FakeCuda.cpp - A CUDA driver and cuBLASLt without a GPU ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For tests: main memory acts as GPU memory. Each stream is a thread that
// executes its work a little late, so that a missing wait shows. Copies and
// products refuse memory that a GPU could not reach. The file has only the
// functions that memplace calls, each as NVIDIA's documentation describes the
// function.
//
// FAKE_CUDA_FAIL=FUNCTION:N lets the N-th call of a function fail, and all
// later calls. FAKE_CUDA_DEVICES=0 is a machine without a GPU.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#define FAKE extern "C" __attribute__((visibility("default")))

namespace {

constexpr int success = 0, invalidValue = 1, outOfMemory = 2, noDevice = 100,
              failed = 999;
constexpr size_t totalBytes = size_t(1) << 30;

/// A thread that executes its work in order.
class Stream {
public:
  Stream() : worker([this] { work(); }) {}
  ~Stream() {
    push(nullptr);
    worker.join();
  }
  /// Returns the number of work items that will be complete after \p work.
  uint64_t push(std::function<void()> work) {
    std::lock_guard lock(mutex);
    tasks.push_back(std::move(work));
    changed.notify_all();
    return ++pushed;
  }
  void wait(uint64_t count) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return done >= count; });
  }
  void waitForAll() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return done == pushed; });
  }

private:
  void work() {
    std::unique_lock lock(mutex);
    while (true) {
      changed.wait(lock, [&] { return !tasks.empty(); });
      std::function<void()> task = std::move(tasks.front());
      tasks.pop_front();
      lock.unlock();
      if (task) {
        std::this_thread::sleep_for(std::chrono::microseconds(50));
        task();
      }
      lock.lock();
      ++done;
      changed.notify_all();
      if (!task)
        return;
    }
  }

  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> tasks;
  uint64_t pushed = 0, done = 0;
  std::thread worker;
};

struct Event {
  Stream *stream = nullptr;
  uint64_t count = 0;
};

/// Memory that the GPU can reach, by address of its first byte.
struct Memory {
  std::mutex mutex;
  std::map<uintptr_t, size_t> managed, pinned;
  size_t used = 0;

  static Memory &get() {
    static Memory memory;
    return memory;
  }
};

bool contains(const std::map<uintptr_t, size_t> &ranges, uintptr_t first,
              size_t bytes) {
  auto after = ranges.upper_bound(first);
  if (after == ranges.begin())
    return false;
  --after;
  return first + bytes <= after->first + after->second;
}

bool isManaged(const void *pointer, size_t bytes) {
  Memory &memory = Memory::get();
  std::lock_guard lock(memory.mutex);
  return contains(memory.managed, reinterpret_cast<uintptr_t>(pointer), bytes);
}

/// Returns true if this call must fail.
bool mustFail(const std::string &function) {
  static std::mutex mutex;
  static std::map<std::string, int> calls; // By the value of FAKE_CUDA_FAIL.
  const char *wanted = getenv("FAKE_CUDA_FAIL");
  if (!wanted || std::string(wanted).rfind(function + ":", 0) != 0)
    return false;
  std::lock_guard lock(mutex);
  return ++calls[wanted] == atoi(wanted + function.size() + 1);
}

} // namespace

FAKE int cuInit(unsigned) { return success; }

FAKE int cuDeviceGet(int *device, int) {
  const char *devices = getenv("FAKE_CUDA_DEVICES");
  *device = 0;
  return devices && *devices == '0' ? noDevice : success;
}

FAKE int cuDeviceGetName(char *name, int bytes, int) {
  strncpy(name, "Fake GPU", static_cast<size_t>(bytes));
  return success;
}

FAKE int cuDeviceGetAttribute(int *value, int, int) {
  *value = !mustFail("cuDeviceGetAttribute");
  return success;
}

FAKE int cuDeviceTotalMem_v2(size_t *bytes, int) {
  *bytes = totalBytes;
  return success;
}

FAKE int cuDevicePrimaryCtxRetain(void **context, int) {
  *context = context;
  return success;
}

FAKE int cuDevicePrimaryCtxRelease_v2(int) { return success; }

FAKE int cuCtxSetCurrent(void *) { return success; }

FAKE int cuMemAllocManaged(uint64_t *pointer, size_t bytes, unsigned) {
  Memory &memory = Memory::get();
  std::lock_guard lock(memory.mutex);
  if (memory.used + bytes > totalBytes)
    return outOfMemory;
  void *allocated = aligned_alloc(512, (bytes + 511) / 512 * 512);
  *pointer = reinterpret_cast<uint64_t>(allocated);
  memory.managed[*pointer] = bytes;
  memory.used += bytes;
  return success;
}

FAKE int cuMemFree_v2(uint64_t pointer) {
  Memory &memory = Memory::get();
  std::lock_guard lock(memory.mutex);
  auto found = memory.managed.find(pointer);
  if (found == memory.managed.end())
    return invalidValue;
  memory.used -= found->second;
  memory.managed.erase(found);
  free(reinterpret_cast<void *>(pointer));
  return success;
}

FAKE int cuMemAdvise(uint64_t, size_t, int, int) { return success; }

FAKE int cuMemHostRegister_v2(void *pointer, size_t bytes, unsigned) {
  if (mustFail("cuMemHostRegister"))
    return outOfMemory;
  Memory &memory = Memory::get();
  std::lock_guard lock(memory.mutex);
  memory.pinned[reinterpret_cast<uintptr_t>(pointer)] = bytes;
  return success;
}

FAKE int cuMemHostUnregister(void *pointer) {
  Memory &memory = Memory::get();
  std::lock_guard lock(memory.mutex);
  return memory.pinned.erase(reinterpret_cast<uintptr_t>(pointer))
             ? success
             : invalidValue;
}

FAKE int cuMemcpyAsync(uint64_t destination, uint64_t source, size_t bytes,
                       void *stream) {
  if (mustFail("cuMemcpyAsync"))
    return failed;
  {
    Memory &memory = Memory::get();
    std::lock_guard lock(memory.mutex);
    if (!contains(memory.managed, destination, bytes) ||
        !(contains(memory.pinned, source, bytes) ||
          contains(memory.managed, source, bytes)))
      return invalidValue;
  }
  static_cast<Stream *>(stream)->push([=] {
    memcpy(reinterpret_cast<void *>(destination),
           reinterpret_cast<const void *>(source), bytes);
  });
  return success;
}

FAKE int cuStreamCreate(void **stream, unsigned) {
  *stream = new Stream;
  return success;
}

FAKE int cuStreamSynchronize(void *stream) {
  static_cast<Stream *>(stream)->waitForAll();
  return success;
}

FAKE int cuStreamDestroy_v2(void *stream) {
  delete static_cast<Stream *>(stream);
  return success;
}

FAKE int cuEventCreate(void **event, unsigned) {
  *event = new Event;
  return success;
}

FAKE int cuEventRecord(void *event, void *stream) {
  auto *recorded = static_cast<Event *>(event);
  recorded->stream = static_cast<Stream *>(stream);
  recorded->count = recorded->stream->push([] {});
  return success;
}

FAKE int cuEventSynchronize(void *event) {
  auto *recorded = static_cast<Event *>(event);
  if (mustFail("cuEventSynchronize"))
    return failed;
  if (recorded->stream)
    recorded->stream->wait(recorded->count);
  return success;
}

FAKE int cuEventDestroy_v2(void *event) {
  delete static_cast<Event *>(event);
  return success;
}

FAKE int cuPointerGetAttribute(void *value, int, uint64_t pointer) {
  if (!isManaged(reinterpret_cast<void *>(pointer), 1))
    return invalidValue;
  *static_cast<unsigned *>(value) = 1;
  return success;
}

FAKE int cuGetErrorString(int status, const char **text) {
  *text = status == noDevice      ? "no CUDA-capable device is detected"
          : status == outOfMemory ? "out of memory"
                                  : "a fault of the test";
  return success;
}

//===----------------------------------------------------------------------===//
// cuBLASLt
//===----------------------------------------------------------------------===//

namespace {

struct Description {
  int compute = 0;
  bool isTransposed[2] = {};
};

struct Layout {
  int type = 0;
  uint64_t rows = 0, columns = 0;
  int64_t leading = 0;

  size_t bytes() const {
    return ((columns - 1) * static_cast<uint64_t>(leading) + rows) *
           (type == 0 ? sizeof(float) : sizeof(double));
  }
};

template <typename Element>
void multiply(const Description &description, const void *a, const Layout &la,
              const void *b, const Layout &lb, void *d, const Layout &ld) {
  auto at = [](const void *data, const Layout &layout, bool isTransposed,
               uint64_t row, uint64_t column) {
    if (isTransposed)
      std::swap(row, column);
    return static_cast<const Element *>(
        data)[row + column * static_cast<uint64_t>(layout.leading)];
  };
  const bool *transposed = description.isTransposed;
  const uint64_t terms = transposed[0] ? la.rows : la.columns;
  for (uint64_t column = 0; column < ld.columns; ++column)
    for (uint64_t row = 0; row < ld.rows; ++row) {
      Element sum = 0;
      for (uint64_t p = 0; p < terms; ++p)
        sum += at(a, la, transposed[0], row, p) *
               at(b, lb, transposed[1], p, column);
      static_cast<Element *>(
          d)[row + column * static_cast<uint64_t>(ld.leading)] += sum;
    }
}

} // namespace

FAKE int cublasLtCreate(void **handle) {
  *handle = handle;
  return success;
}

FAKE int cublasLtMatmulDescCreate(void **description, int compute, int) {
  *description = new Description{compute, {}};
  return success;
}

FAKE int cublasLtMatmulDescSetAttribute(void *description, int attribute,
                                        const void *value, size_t bytes) {
  if (attribute < 3 || attribute > 4 || bytes != sizeof(int32_t))
    return invalidValue;
  int32_t operation = 0;
  memcpy(&operation, value, sizeof operation);
  static_cast<Description *>(description)->isTransposed[attribute - 3] =
      operation == 1;
  return success;
}

FAKE int cublasLtMatmulDescDestroy(void *description) {
  delete static_cast<Description *>(description);
  return success;
}

FAKE int cublasLtMatrixLayoutCreate(void **layout, int type, uint64_t rows,
                                    uint64_t columns, int64_t leading) {
  if (leading < static_cast<int64_t>(rows))
    return invalidValue;
  *layout = new Layout{type, rows, columns, leading};
  return success;
}

FAKE int cublasLtMatrixLayoutDestroy(void *layout) {
  delete static_cast<Layout *>(layout);
  return success;
}

FAKE int cublasLtMatmul(void *, void *description, const void *alpha,
                        const void *a, void *layoutA, const void *b,
                        void *layoutB, const void *beta, const void *c, void *,
                        void *d, void *layoutD, const void *, void *, size_t,
                        void *stream) {
  const Layout la = *static_cast<Layout *>(layoutA);
  const Layout lb = *static_cast<Layout *>(layoutB);
  const Layout ld = *static_cast<Layout *>(layoutD);
  const Description how = *static_cast<Description *>(description);
  const uint64_t terms = how.isTransposed[0] ? la.rows : la.columns;
  const bool isDouble = ld.type == 1;
  const double one = 1;
  const float oneFloat = 1;
  const void *expected = isDouble ? static_cast<const void *>(&one) : &oneFloat;
  const size_t size = isDouble ? sizeof one : sizeof oneFloat;
  if (terms != (how.isTransposed[1] ? lb.columns : lb.rows) || c != d ||
      how.compute != (isDouble ? 70 : 68) || la.type != ld.type ||
      lb.type != ld.type || memcmp(alpha, expected, size) != 0 ||
      memcmp(beta, expected, size) != 0 || !isManaged(a, la.bytes()) ||
      !isManaged(b, lb.bytes()) || !isManaged(d, ld.bytes()))
    return invalidValue;
  static_cast<Stream *>(stream)->push([=] {
    if (isDouble)
      multiply<double>(how, a, la, b, lb, d, ld);
    else
      multiply<float>(how, a, la, b, lb, d, ld);
  });
  return success;
}
