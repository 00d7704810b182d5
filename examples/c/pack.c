/*===- pack.c - Packs buffers into memories of different cost, in C -------===*\
|*                                                                            *|
|* Part of memplace, under the Apache License v2.0 with LLVM Exceptions.      *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* pack CAPACITY: packs three buffers into one memory, and into a fast memory *|
|* of CAPACITY bytes beside a slow one.                                       *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "memplace-c/MemPlacePack.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static int fail(char *error) {
  fprintf(stderr, "error: %s\n", error ? error : "not enough memory");
  memplacePackStringFree(error);
  return 1;
}

int main(int argc, char **argv) {
  /* The first and the last buffer are never live together. */
  const int64_t begins[] = {0, 1, 2}, ends[] = {2, 3, 4};
  const int64_t sizes[] = {8, 4, 8};
  const MemPlacePackBuffers buffers = {sizeof buffers, 3,     begins,
                                       ends,           sizes, NULL};
  /* Bytes that ops read and write. */
  const int64_t accessed[] = {32, 64, 16};
  int64_t capacities[] = {0, -1};
  const double costs[] = {1, 10};
  const MemPlacePackBanks banks = {sizeof banks, 2,        capacities,
                                   costs,        accessed, NULL};
  const MemPlacePackOptions options = memplacePackOptionsDefault();
  MemPlacePackPlan *plan;
  char *error;
  int i;
  if (argc != 2) {
    fprintf(stderr, "usage: pack CAPACITY\n");
    return 2;
  }
  capacities[0] = strtoll(argv[1], NULL, 10);
  if (memplacePack(&buffers, -1, &options, &plan, &error) != MEMPLACE_PACK_OK)
    return fail(error);
  printf("one memory: peak %" PRId64 ", at least %" PRId64 "\n",
         memplacePackPlanPeaks(plan)[0], memplacePackPlanBound(plan));
  memplacePackPlanDestroy(plan);
  if (memplacePackBanks(&buffers, &banks, &options, &plan, &error) !=
      MEMPLACE_PACK_OK)
    return fail(error);
  for (i = 0; i < 3; ++i)
    printf("buffer %d: bank %" PRId32 ", offset %" PRId64 "\n", i,
           memplacePackPlanBanks(plan)[i], memplacePackPlanOffsets(plan)[i]);
  printf("cost %g%s\n", memplacePackPlanCost(plan),
         memplacePackPlanIsOptimal(plan) ? ", optimal" : "");
  memplacePackPlanDestroy(plan);
  return 0;
}
