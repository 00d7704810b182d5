/*===- MemPlacePack.h - Packing in C ------------------------------*- C -*-===*\
|*                                                                            *|
|* Part of memplace, under the Apache License v2.0 with LLVM Exceptions.      *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Offsets for buffers with fixed sizes and live ranges: buffers that are     *|
|* live at the same time share no byte. In libmemplace_pack.so, which needs   *|
|* no other library than libc and libm, and in libmemplace.so.                *|
|*                                                                            *|
|* Arrays: the comment of each array states its shape. The functions only     *|
|* read arrays, and keep no pointer to them. Null stands for an empty array.  *|
|*                                                                            *|
|* Errors: a function returns a status. With any status but                   *|
|* MEMPLACE_PACK_OK, `*plan` is null and `*error`, if `error` is not null, is *|
|* a message. The caller frees the message by `memplacePackStringFree`.       *|
|* Otherwise `*error` is null. No exception leaves a function.                *|
|*                                                                            *|
|* Plans: the library checks each plan by code that shares nothing with the   *|
|* solvers. The caller frees a plan by `memplacePackPlanDestroy`. Arrays of a *|
|* plan belong to the plan.                                                   *|
|*                                                                            *|
|* Threads: the library has no global state, and starts no thread. Calls in   *|
|* different threads are independent.                                         *|
|*                                                                            *|
|* Repeatability: equal problems, options and libraries give equal plans,     *|
|* unless the deadline ends the search. Without a deadline, `nodes` limits    *|
|* the search, on every machine at the same point.                            *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef MEMPLACE_C_MEMPLACEPACK_H
#define MEMPLACE_C_MEMPLACEPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the version, e.g. "0.1.0". */
const char *memplacePackVersion(void);

/* Frees a message from `error`; accepts null. */
void memplacePackStringFree(char *string);

/*===- Problems -----------------------------------------------------------===*/

/* Buffers to place. `structSize` is the size of this struct for the caller, so
   that later versions of the library can add fields at its end. */
typedef struct MemPlacePackBuffers {
  size_t structSize;     /* sizeof(MemPlacePackBuffers). */
  size_t count;          /* Number of buffers, below 2^31. */
  const int64_t *begins; /* [count] First step of the live range. */
  /* [count] The step after the last one, above `begins`. Steps are from -2^61
     to 2^61. */
  const int64_t *ends;
  const int64_t *sizes; /* [count] Bytes, from 0 to 2^62. */
  /* [count] Bytes, powers of two up to 2^62; null: 1 for all buffers. */
  const int64_t *alignments;
} MemPlacePackBuffers;

/* Memories of different cost. A buffer is in one bank for its whole life. */
typedef struct MemPlacePackBanks {
  size_t structSize;         /* sizeof(MemPlacePackBanks). */
  size_t count;              /* Number of banks, from 1 to 64. */
  const int64_t *capacities; /* [count] Bytes, at least 0; -1: no limit. */
  /* [count] Cost of an accessed byte, in any unit; finite, not negative. */
  const double *costs;
  /* [buffers] Bytes that ops read and write over the life of the buffer, not
     negative. */
  const int64_t *accessed;
  /* [buffers][count], one row after the other: not 0 if the buffer may be in
     the bank. Null: every buffer may be in every bank. */
  const uint8_t *allowed;
} MemPlacePackBanks;

typedef struct MemPlacePackOptions {
  size_t structSize; /* sizeof(MemPlacePackOptions). */
  /* Seconds from the start of the call, above 0; 0: none. After the deadline,
     the call ends soon, with the best plan so far. */
  double deadline;
  /* Nodes of the searches, above 0. 0: no limit with a deadline, and a default
     that takes seconds without. */
  int64_t nodes;
  uint64_t seed; /* Random seed. */
} MemPlacePackOptions;

/* Returns options with a deadline of 1 second and the seed 0. */
MemPlacePackOptions memplacePackOptionsDefault(void);

/*===- Plans --------------------------------------------------------------===*/

typedef enum MemPlacePackStatus {
  MEMPLACE_PACK_OK = 0,
  MEMPLACE_PACK_INVALID = 1, /* A wrong argument; the message names it. */
  /* Proven to have no plan. The message names a capacity that is needed, if
     it is known. */
  MEMPLACE_PACK_INFEASIBLE = 2,
  MEMPLACE_PACK_LIMIT_REACHED = 3, /* No plan found within the limits. */
  MEMPLACE_PACK_OUT_OF_MEMORY = 4,
  MEMPLACE_PACK_INTERNAL = 5 /* A bug: e.g. the check rejects the plan. */
} MemPlacePackStatus;

typedef struct MemPlacePackPlan MemPlacePackPlan;

/* Packs all buffers into one memory of `capacity` bytes. The first packing that
   fits ends the search. A capacity of -1 minimises the peak. */
MemPlacePackStatus memplacePack(const MemPlacePackBuffers *buffers,
                                int64_t capacity,
                                const MemPlacePackOptions *options,
                                MemPlacePackPlan **plan, char **error);

/* Chooses banks and offsets with the least sum of accessed bytes times the cost
   of the bank. */
MemPlacePackStatus memplacePackBanks(const MemPlacePackBuffers *buffers,
                                     const MemPlacePackBanks *banks,
                                     const MemPlacePackOptions *options,
                                     MemPlacePackPlan **plan, char **error);

/* Frees a plan; accepts null. */
void memplacePackPlanDestroy(MemPlacePackPlan *plan);

/* Returns [buffers] offsets in bytes from the start of the bank. */
const int64_t *memplacePackPlanOffsets(const MemPlacePackPlan *plan);
/* Returns [buffers] banks; 0 for plans of `memplacePack`. */
const int32_t *memplacePackPlanBanks(const MemPlacePackPlan *plan);
/* Returns [banks] peaks: the highest byte in use plus one. A single peak for
   plans of `memplacePack`. */
const int64_t *memplacePackPlanPeaks(const MemPlacePackPlan *plan);
/* Returns a proven lower bound on the peak of any plan, in bytes. -1 for plans
   of `memplacePackBanks`. */
int64_t memplacePackPlanBound(const MemPlacePackPlan *plan);
/* Returns the cost; 0 for plans of `memplacePack`. */
double memplacePackPlanCost(const MemPlacePackPlan *plan);
/* Returns a proven lower bound on the cost of any plan; 0 for plans of
   `memplacePack`. */
double memplacePackPlanCostBound(const MemPlacePackPlan *plan);
/* Returns true if the peak, or the cost with banks, is proven to be the least.
   With a capacity, the least peak may remain unproven. */
bool memplacePackPlanIsOptimal(const MemPlacePackPlan *plan);

#ifdef __cplusplus
}
#endif

#endif /* MEMPLACE_C_MEMPLACEPACK_H */
