//===- CudaDriver.h - The CUDA driver, loaded when it is asked for --------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing of CUDA is needed to build this: functions are found by their names
// in libcuda.so.1, which comes with NVIDIA's driver, and types are as NVIDIA's
// "CUDA Driver API" (12.0 and later) documents them.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_CUDA_CUDADRIVER_H
#define MEMPLACE_CUDA_CUDADRIVER_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace memplace::cuda {

/// A shared library by one of \p names, the first that there is; null with why
/// in \p error. It stays loaded: what CUDA starts goes on until the process
/// ends.
void *loadLibrary(const std::vector<std::string> &names, std::string &error);

/// What \p library calls \p name; null with why in \p error.
void *findFunction(void *library, const char *name, std::string &error);

using Status = int; // CUresult.
using Device = int; // CUdevice.
using Pointer = uint64_t;
using Context = struct CUctx_st *;
using Stream = struct CUstream_st *;
using Event = struct CUevent_st *;

// Of the driver's documentation. unittests/Cuda/HeadersTest.cpp compares them
// and what follows with its header, where that is.
constexpr Status success = 0;
constexpr int concurrentManagedAccess = 89; // CUdevice_attribute
constexpr unsigned attachGlobal = 1;        // CUmemAttach_flags
constexpr int setPreferredLocation = 3;     // CUmem_advise
constexpr int isManaged = 8;                // CUpointer_attribute
constexpr unsigned nonBlocking = 1;         // CUstream_flags
constexpr unsigned disableTiming = 2;       // CUevent_flags

/// The functions that are used, by the names of their documentation without
/// `cu`.
struct Driver {
  Status (*init)(unsigned flags);
  Status (*deviceGet)(Device *device, int ordinal);
  Status (*deviceGetName)(char *name, int bytes, Device device);
  Status (*deviceGetAttribute)(int *value, int attribute, Device device);
  Status (*deviceTotalMem)(size_t *bytes, Device device);
  Status (*devicePrimaryCtxRetain)(Context *context, Device device);
  Status (*devicePrimaryCtxRelease)(Device device);
  Status (*ctxSetCurrent)(Context context);
  Status (*memAllocManaged)(Pointer *pointer, size_t bytes, unsigned flags);
  Status (*memFree)(Pointer pointer);
  Status (*memAdvise)(Pointer pointer, size_t bytes, int advice, Device device);
  Status (*memHostRegister)(void *memory, size_t bytes, unsigned flags);
  Status (*memHostUnregister)(void *memory);
  Status (*memcpyAsync)(Pointer destination, Pointer source, size_t bytes,
                        Stream stream);
  Status (*streamCreate)(Stream *stream, unsigned flags);
  Status (*streamSynchronize)(Stream stream);
  Status (*streamDestroy)(Stream stream);
  Status (*eventCreate)(Event *event, unsigned flags);
  Status (*eventRecord)(Event event, Stream stream);
  Status (*eventSynchronize)(Event event);
  Status (*eventDestroy)(Event event);
  Status (*pointerGetAttribute)(void *value, int attribute, Pointer pointer);
  Status (*getErrorString)(Status status, const char **text);

  /// "out of memory (CUDA error 2)".
  std::string describe(Status status) const;
};

/// The driver: of the file that the environment variable MEMPLACE_CUDA_DRIVER
/// names, or else libcuda.so.1. Null with why in \p error.
std::optional<Driver> loadDriver(std::string &error);

/// The first GPU that the driver shows (CUDA_VISIBLE_DEVICES), in the context
/// that all libraries of a process share.
class Gpu {
public:
  /// Null with why in \p error: there is no driver, no GPU, or one that the CPU
  /// can't share memory with while it works.
  static std::unique_ptr<Gpu> open(std::string &error);
  ~Gpu();
  Gpu(const Gpu &) = delete;
  Gpu &operator=(const Gpu &) = delete;

  const Driver &getDriver() const { return driver; }
  const std::string &getName() const { return name; }
  /// Bytes of the GPU's memory.
  size_t totalBytes() const { return total; }
  /// Calls of this thread are for this GPU from now on.
  Status activate() const { return driver.ctxSetCurrent(context); }

  /// Memory that is the GPU's as long as the CPU does not touch it, and that
  /// both may touch; null if there is not enough. \p alignment is a power of
  /// two.
  void *allocate(size_t bytes, size_t alignment);
  void free(void *memory);
  /// Lets the GPU copy from and to memory of the CPU by itself, which must stay
  /// until `unpin`.
  Status pin(void *memory, size_t bytes) const;
  void unpin(void *memory) const;
  /// Whether the memory is of `allocate`, of this Gpu or another.
  bool isShared(const void *memory) const;

private:
  struct Allocation {
    void *memory = nullptr; // Aligned.
    Pointer base = 0;
  };

  explicit Gpu(const Driver &driver) : driver(driver) {}
  std::optional<std::string> prepare();

  const Driver driver;
  Device device = 0;
  Context context = nullptr;
  std::string name;
  size_t total = 0;
  std::vector<Allocation> allocations;
};

} // namespace memplace::cuda

#endif // MEMPLACE_CUDA_CUDADRIVER_H
