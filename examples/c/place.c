/*===- place.c - Place a problem from C ---------------------------*- C -*-===*\
|*                                                                            *|
|* Part of memplace, under the Apache License v2.0 with LLVM Exceptions.      *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|*   place PROBLEM.json SOLVER OPTIONS SOLUTION.json                          *|
|*                                                                            *|
|* Prints the residencies and transfers of a placement, and the modelled time *|
|* of the program. Ctrl-C ends the search with the best placement so far.     *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "memplace-c/MemPlace.h"

#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>

static MemPlaceCancellation *cancellation;

static void onInterrupt(int signal) {
  (void)signal;
  memplaceCancellationRequest(cancellation);
}

static bool showProgress(const MemPlaceProgress *progress, void *userData) {
  ++*(int64_t *)userData;
  if (!isnan(progress->makespan))
    fprintf(stderr, "\r%3.0f %%, %.3f us", 100 * progress->fractionDone,
            1e6 * progress->makespan);
  return true;
}

/* Prints and frees `error`. */
static int fail(char *error) {
  fprintf(stderr, "error: %s\n", error ? error : "out of memory");
  memplaceStringFree(error);
  return 1;
}

static void print(const MemPlaceProblem *problem,
                  const MemPlaceSolution *solution) {
  for (int64_t i = 0; i < memplaceSolutionNumResidencies(solution); ++i) {
    const MemPlaceResidency residency = memplaceSolutionResidency(solution, i);
    printf("%s in %s", memplaceProblemBufferName(problem, residency.buffer),
           memplaceProblemTierName(problem, residency.tier));
    if (residency.offset >= 0)
      printf(" at %" PRId64, residency.offset);
    printf(", steps %" PRId64 " to %" PRId64 "\n", residency.begin,
           residency.end);
  }
  for (int64_t i = 0; i < memplaceSolutionNumTransfers(solution); ++i) {
    const MemPlaceTransfer transfer =
        memplaceSolutionTransfer(solution, problem, i);
    printf("%" PRId64 " bytes by %s, from step %" PRId64 " until %" PRId64 "\n",
           transfer.size, memplaceProblemChannelName(problem, transfer.channel),
           transfer.start, transfer.done);
  }
}

static int place(const MemPlaceProblem *problem, char **argv) {
  char *error = NULL;
  int64_t calls = 0;
  MemPlaceSolveOptions options = memplaceSolveOptionsDefault();
  options.solver = argv[2];
  options.solverOptions = argv[3];
  options.progress = showProgress;
  options.userData = &calls;
  options.cancellation = cancellation;
  MemPlaceResult *result = memplaceSolve(problem, &options, &error);
  if (!result)
    return fail(error);
  if (calls != 0)
    fprintf(stderr, "\n");

  int status = 1;
  const MemPlaceSolution *solution = memplaceResultSolution(result);
  if (!solution) {
    fprintf(stderr, "error: no placement: %s\n", memplaceResultMessage(result));
  } else if (!memplaceSolutionWrite(solution, problem, argv[4], &error)) {
    fail(error);
  } else {
    print(problem, solution);
    printf("%.3f us, at least %.3f us\n",
           1e6 * memplaceSimulate(problem, solution, NULL),
           1e6 * memplaceProblemLowerBound(problem, NULL));
    status = 0;
  }
  memplaceResultDestroy(result);
  return status;
}

int main(int argc, char **argv) {
  if (argc != 5) {
    fprintf(stderr, "usage: %s PROBLEM SOLVER OPTIONS SOLUTION\n", argv[0]);
    return 2;
  }
  char *error = NULL;
  MemPlaceProblem *problem = memplaceProblemRead(argv[1], &error);
  if (!problem)
    return fail(error);
  cancellation = memplaceCancellationCreate();
  signal(SIGINT, onInterrupt);
  const int status = place(problem, argv);
  signal(SIGINT, SIG_DFL);
  memplaceCancellationDestroy(cancellation);
  memplaceProblemDestroy(problem);
  return status;
}
