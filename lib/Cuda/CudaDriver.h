//===- CudaDriver.h - The CUDA driver, loaded on demand -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds need nothing from CUDA. Functions are looked up by name in
// libcuda.so.1, which comes with NVIDIA's driver. Types follow NVIDIA's "CUDA
// Driver API" (12.0 and later).
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_CUDA_CUDADRIVER_H
#define MEMPLACE_LIB_CUDA_CUDADRIVER_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace memplace::cuda {

/// Loads the first available shared library of \p names. Returns null and sets
/// \p error if there is none. Libraries stay loaded, because CUDA's threads run
/// until the process ends.
void *loadLibrary(const std::vector<std::string> &names, std::string &error);

/// Returns the function \p name of \p library, or null with a reason in
/// \p error.
void *findFunction(void *library, const char *name, std::string &error);

using Status = int; // CUresult.
using Device = int; // CUdevice.
using Pointer = uint64_t;
using Context = struct CUctx_st *;
using Stream = struct CUstream_st *;
using Event = struct CUevent_st *;

// Constants from the driver's documentation. unittests/Cuda/HeadersTest.cpp
// compares the constants and the declarations below with NVIDIA's header if
// that is installed.
constexpr Status success = 0;
constexpr int concurrentManagedAccess = 89; // CUdevice_attribute
constexpr unsigned attachGlobal = 1;        // CUmemAttach_flags
constexpr int setPreferredLocation = 3;     // CUmem_advise
constexpr int isManaged = 8;                // CUpointer_attribute
constexpr unsigned nonBlocking = 1;         // CUstream_flags
constexpr unsigned disableTiming = 2;       // CUevent_flags

/// Driver functions, named as in NVIDIA's documentation without `cu`.
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

  /// Returns a message such as "out of memory (CUDA error 2)".
  std::string describe(Status status) const;
};

/// Loads the driver from the file named by the environment variable
/// MEMPLACE_CUDA_DRIVER, or else libcuda.so.1. Returns none and sets \p error
/// on failure.
std::optional<Driver> loadDriver(std::string &error);

/// The first GPU visible to the driver (CUDA_VISIBLE_DEVICES), with the
/// device's primary context, which all libraries of a process share.
class Gpu {
public:
  /// Returns null and sets \p error if there is no driver or GPU, or if the CPU
  /// cannot access managed memory while the GPU works.
  static std::unique_ptr<Gpu> open(std::string &error);
  ~Gpu();
  Gpu(const Gpu &) = delete;
  Gpu &operator=(const Gpu &) = delete;

  const Driver &getDriver() const { return driver; }
  const std::string &getName() const { return name; }
  /// Total memory of the GPU in bytes.
  size_t totalBytes() const { return total; }
  /// Makes this GPU's context current in the calling thread.
  Status activate() const { return driver.ctxSetCurrent(context); }

  /// Allocates managed memory. It prefers to stay on the GPU, but CPU and GPU
  /// may both access the memory. Returns null if there is not enough.
  /// \p alignment is a power of two.
  void *allocate(size_t bytes, size_t alignment);
  void free(void *memory);
  /// Page-locks memory of the CPU, so that the GPU can copy from and to it
  /// directly. The memory must stay valid until `unpin`.
  Status pin(void *memory, size_t bytes) const;
  void unpin(void *memory) const;
  /// Returns true for memory from `allocate` of any Gpu.
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

#endif // MEMPLACE_LIB_CUDA_CUDADRIVER_H
