//===- CudaDriver.cpp - The CUDA driver, loaded on demand -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaDriver.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>

using namespace memplace;

void *cuda::loadLibrary(const std::vector<std::string> &names,
                        std::string &error) {
  for (const std::string &name : names)
    if (void *library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL))
      return library;
  // The loader's message names the last file tried.
  const char *reason = dlerror();
  error = reason ? reason : "cannot load '" + names.back() + "'";
  return nullptr;
}

void *cuda::findFunction(void *library, const char *name, std::string &error) {
  void *function = dlsym(library, name);
  if (!function)
    error = std::string("it has no function '") + name + "'";
  return function;
}

std::string cuda::Driver::describe(Status status) const {
  const char *text = nullptr;
  if (getErrorString(status, &text) != success || !text)
    text = "unknown error";
  return std::string(text) + " (CUDA error " + std::to_string(status) + ")";
}

std::optional<cuda::Driver> cuda::loadDriver(std::string &error) {
  const char *path = getenv("MEMPLACE_CUDA_DRIVER");
  const std::string name = path ? path : "libcuda.so.1";
  void *library = loadLibrary({name}, error);
  if (!library) {
    error = "there is no CUDA driver: " + error;
    return std::nullopt;
  }
  Driver driver = {};
  bool isWhole = true;
  auto bind = [&](auto &function, const char *symbol) {
    if (isWhole)
      isWhole = (function = reinterpret_cast<std::decay_t<decltype(function)>>(
                     findFunction(library, symbol, error)));
  };
  bind(driver.init, "cuInit");
  bind(driver.deviceGet, "cuDeviceGet");
  bind(driver.deviceGetName, "cuDeviceGetName");
  bind(driver.deviceGetAttribute, "cuDeviceGetAttribute");
  bind(driver.deviceTotalMem, "cuDeviceTotalMem_v2");
  bind(driver.devicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain");
  bind(driver.devicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2");
  bind(driver.ctxSetCurrent, "cuCtxSetCurrent");
  bind(driver.memAllocManaged, "cuMemAllocManaged");
  bind(driver.memFree, "cuMemFree_v2");
  bind(driver.memAdvise, "cuMemAdvise");
  bind(driver.memHostRegister, "cuMemHostRegister_v2");
  bind(driver.memHostUnregister, "cuMemHostUnregister");
  bind(driver.memcpyAsync, "cuMemcpyAsync");
  bind(driver.streamCreate, "cuStreamCreate");
  bind(driver.streamSynchronize, "cuStreamSynchronize");
  bind(driver.streamDestroy, "cuStreamDestroy_v2");
  bind(driver.eventCreate, "cuEventCreate");
  bind(driver.eventRecord, "cuEventRecord");
  bind(driver.eventSynchronize, "cuEventSynchronize");
  bind(driver.eventDestroy, "cuEventDestroy_v2");
  bind(driver.pointerGetAttribute, "cuPointerGetAttribute");
  bind(driver.getErrorString, "cuGetErrorString");
  if (isWhole)
    return driver;
  error = "'" + name + "' is not a CUDA driver: " + error;
  return std::nullopt;
}

/// Opens the first GPU. Returns the reason if it cannot be used.
std::optional<std::string> cuda::Gpu::prepare() {
  auto failed = [&](Status status) {
    return status == success
               ? std::nullopt
               : std::optional("no GPU: " + driver.describe(status));
  };
  if (auto error = failed(driver.init(0)))
    return error;
  if (auto error = failed(driver.deviceGet(&device, 0)))
    return error;
  char text[256] = "";
  driver.deviceGetName(text, sizeof text - 1, device);
  name = text;
  int isShared = 0;
  driver.deviceGetAttribute(&isShared, concurrentManagedAccess, device);
  if (!isShared)
    return "'" + name +
           "' can't share memory with the CPU while it works "
           "(concurrentManagedAccess)";
  if (auto error = failed(driver.deviceTotalMem(&total, device)))
    return error;
  if (auto error = failed(driver.devicePrimaryCtxRetain(&context, device)))
    return error;
  return failed(activate());
}

std::unique_ptr<cuda::Gpu> cuda::Gpu::open(std::string &error) {
  std::optional<Driver> driver = loadDriver(error);
  if (!driver)
    return nullptr;
  std::unique_ptr<Gpu> gpu(new Gpu(*driver));
  if (std::optional<std::string> problem = gpu->prepare()) {
    error = *problem;
    return nullptr;
  }
  return gpu;
}

cuda::Gpu::~Gpu() {
  for (const Allocation &allocation : allocations)
    driver.memFree(allocation.base);
  if (context)
    driver.devicePrimaryCtxRelease(device);
}

void *cuda::Gpu::allocate(size_t bytes, size_t alignment) {
  Allocation allocation;
  if (activate() != success || bytes + alignment > total ||
      driver.memAllocManaged(&allocation.base, bytes + alignment,
                             attachGlobal) != success)
    return nullptr;
  // Only advice; a failure does no harm.
  driver.memAdvise(allocation.base, bytes + alignment, setPreferredLocation,
                   device);
  const Pointer aligned =
      (allocation.base + alignment - 1) / alignment * alignment;
  // Managed memory has the same address for CPU and GPU.
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  allocation.memory = reinterpret_cast<void *>(aligned);
  allocations.push_back(allocation);
  return allocation.memory;
}

void cuda::Gpu::free(void *memory) {
  auto found = std::find_if(
      allocations.begin(), allocations.end(),
      [&](const Allocation &each) { return each.memory == memory; });
  if (found == allocations.end() || activate() != success)
    return;
  driver.memFree(found->base);
  allocations.erase(found);
}

cuda::Status cuda::Gpu::pin(void *memory, size_t bytes) const {
  Status status = activate();
  return status == success ? driver.memHostRegister(memory, bytes, 0) : status;
}

void cuda::Gpu::unpin(void *memory) const {
  if (activate() == success)
    driver.memHostUnregister(memory);
}

bool cuda::Gpu::isShared(const void *memory) const {
  unsigned value = 0;
  // The driver returns an error for memory unknown to CUDA.
  return driver.pointerGetAttribute(
             &value, isManaged, reinterpret_cast<Pointer>(memory)) == success &&
         value != 0;
}
