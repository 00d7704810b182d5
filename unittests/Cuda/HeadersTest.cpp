//===- HeadersTest.cpp - Our declarations of CUDA against its headers -----===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled if CUDA's headers are installed. Functions must take as many
// parameters as our declarations, of the same sizes, and constants must have
// the same values.
//
//===----------------------------------------------------------------------===//

// Function names as the driver exports them.
#define __CUDA_API_VERSION_INTERNAL
#include <cublasLt.h>
#include <cuda.h>

#include "../../lib/Cuda/CudaDriver.h"
#include "../../lib/Kernels/CublasLt.h"

#include "gtest/gtest.h"

using namespace memplace;

/// True if calls of a function may go to another function: enums count as
/// integers, and pointers may differ in type names only.
template <typename A, typename B> constexpr bool isCalledAlike = false;
template <typename R, typename... A, typename S, typename... B>
constexpr bool isCalledAlike<R (*)(A...), S (*)(B...)> = [] {
  if constexpr (sizeof...(A) == sizeof...(B))
    return sizeof(R) == sizeof(S) && ((sizeof(A) == sizeof(B)) && ...);
  return false;
}();

#define CHECK_DRIVER(ours, theirs)                                             \
  static_assert(isCalledAlike<decltype(cuda::Driver::ours), decltype(&theirs)>)
CHECK_DRIVER(init, cuInit);
CHECK_DRIVER(deviceGet, cuDeviceGet);
CHECK_DRIVER(deviceGetName, cuDeviceGetName);
CHECK_DRIVER(deviceGetAttribute, cuDeviceGetAttribute);
CHECK_DRIVER(deviceTotalMem, cuDeviceTotalMem_v2);
CHECK_DRIVER(devicePrimaryCtxRetain, cuDevicePrimaryCtxRetain);
CHECK_DRIVER(devicePrimaryCtxRelease, cuDevicePrimaryCtxRelease_v2);
CHECK_DRIVER(ctxSetCurrent, cuCtxSetCurrent);
CHECK_DRIVER(memAllocManaged, cuMemAllocManaged);
CHECK_DRIVER(memFree, cuMemFree_v2);
CHECK_DRIVER(memAdvise, cuMemAdvise);
CHECK_DRIVER(memHostRegister, cuMemHostRegister_v2);
CHECK_DRIVER(memHostUnregister, cuMemHostUnregister);
CHECK_DRIVER(memcpyAsync, cuMemcpyAsync);
CHECK_DRIVER(streamCreate, cuStreamCreate);
CHECK_DRIVER(streamSynchronize, cuStreamSynchronize);
CHECK_DRIVER(streamDestroy, cuStreamDestroy_v2);
CHECK_DRIVER(eventCreate, cuEventCreate);
CHECK_DRIVER(eventRecord, cuEventRecord);
CHECK_DRIVER(eventSynchronize, cuEventSynchronize);
CHECK_DRIVER(eventDestroy, cuEventDestroy_v2);
CHECK_DRIVER(pointerGetAttribute, cuPointerGetAttribute);
CHECK_DRIVER(getErrorString, cuGetErrorString);

static_assert(sizeof(cuda::Pointer) == sizeof(CUdeviceptr));
static_assert(cuda::success == CUDA_SUCCESS);
static_assert(cuda::concurrentManagedAccess ==
              CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS);
static_assert(cuda::attachGlobal == CU_MEM_ATTACH_GLOBAL);
static_assert(cuda::setPreferredLocation ==
              CU_MEM_ADVISE_SET_PREFERRED_LOCATION);
static_assert(cuda::isManaged == CU_POINTER_ATTRIBUTE_IS_MANAGED);
static_assert(cuda::nonBlocking == CU_STREAM_NON_BLOCKING);
static_assert(cuda::disableTiming == CU_EVENT_DISABLE_TIMING);

#define CHECK_CUBLASLT(ours, theirs)                                           \
  static_assert(                                                               \
      isCalledAlike<decltype(cublaslt::Functions::ours), decltype(&theirs)>)
CHECK_CUBLASLT(create, cublasLtCreate);
CHECK_CUBLASLT(matmulDescCreate, cublasLtMatmulDescCreate);
CHECK_CUBLASLT(matmulDescSetAttribute, cublasLtMatmulDescSetAttribute);
CHECK_CUBLASLT(matmulDescDestroy, cublasLtMatmulDescDestroy);
CHECK_CUBLASLT(matrixLayoutCreate, cublasLtMatrixLayoutCreate);
CHECK_CUBLASLT(matrixLayoutDestroy, cublasLtMatrixLayoutDestroy);
CHECK_CUBLASLT(matmul, cublasLtMatmul);

static_assert(cublaslt::success == CUBLAS_STATUS_SUCCESS);
static_assert(cublaslt::transposeOfA == CUBLASLT_MATMUL_DESC_TRANSA);
static_assert(cublaslt::transposeOfB == CUBLASLT_MATMUL_DESC_TRANSB);
static_assert(cublaslt::transposed == CUBLAS_OP_T);
static_assert(cublaslt::Type<float>::data == CUDA_R_32F);
static_assert(cublaslt::Type<float>::compute == CUBLAS_COMPUTE_32F);
static_assert(cublaslt::Type<double>::data == CUDA_R_64F);
static_assert(cublaslt::Type<double>::compute == CUBLAS_COMPUTE_64F);

TEST(HeadersTest, HaveAKnownVersion) {
  EXPECT_GE(CUDA_VERSION, 11000);
  EXPECT_GE(CUBLAS_VER_MAJOR, 11);
}
