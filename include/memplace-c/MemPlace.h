/*===- MemPlace.h - The C interface of memplace -------------------*- C -*-===*\
|*                                                                            *|
|* Part of memplace, under the Apache License v2.0 with LLVM Exceptions.      *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Problems, solvers, verification and simulation for programs in C and for   *|
|* languages that call C; in libmemplace.so, without MLIR. The files are      *|
|* described in docs/reference/problem.md. Strings are UTF-8, ended by a zero.
*|
|*                                                                            *|
|* Errors: a function with a parameter `error` returns null (or false), and,  *|
|* if `error` is not null, stores a sentence there, which the caller frees by *|
|* `memplaceStringFree`. Without an error it stores null.                     *|
|*                                                                            *|
|* Objects: what a function named ...Read, ...Parse, ...Create or             *|
|* `memplaceSolve` returns is the caller's, and goes by ...Destroy, which     *|
|* takes null, too. Other pointers belong to the object that they were asked  *|
|* of. No other object may be null; a path, text or name that is null is an   *|
|* error. An index out of range gives null, -1 or, in a struct, -1            *|
|* everywhere.                                                                *|
|*                                                                            *|
|* Threads: a problem and a solution never change, so that many threads may   *|
|* use them at a time. A solve runs in the thread that asks for it.           *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef MEMPLACE_C_MEMPLACE_H
#define MEMPLACE_C_MEMPLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct MemPlaceProblem MemPlaceProblem;
typedef struct MemPlaceSolution MemPlaceSolution;
typedef struct MemPlaceResult MemPlaceResult;
typedef struct MemPlaceCancellation MemPlaceCancellation;

/* "0.1.0". */
const char *memplaceVersion(void);

/* Frees what `error` and functions that return `char *` gave. */
void memplaceStringFree(char *string);

/*===- Problems -----------------------------------------------------------===*/

/* Reads a file, plain or gzipped. */
MemPlaceProblem *memplaceProblemRead(const char *path, char **error);

/* Likewise for the text of a file, `length` bytes; errors call it `name`. */
MemPlaceProblem *memplaceProblemParse(const char *text, size_t length,
                                      const char *name, char **error);

void memplaceProblemDestroy(MemPlaceProblem *problem);

const char *memplaceProblemName(const MemPlaceProblem *problem);
int64_t memplaceProblemNumBuffers(const MemPlaceProblem *problem);
const char *memplaceProblemBufferName(const MemPlaceProblem *problem,
                                      int64_t buffer);
/* Bytes. */
int64_t memplaceProblemBufferSize(const MemPlaceProblem *problem,
                                  int64_t buffer);
/* Ops, one a schedule step. */
int64_t memplaceProblemNumSteps(const MemPlaceProblem *problem);
const char *memplaceProblemOpName(const MemPlaceProblem *problem, int64_t step);
int64_t memplaceProblemNumAccesses(const MemPlaceProblem *problem,
                                   int64_t step);
/* Tiers of the problem's target, the fastest is 0. */
int64_t memplaceProblemNumTiers(const MemPlaceProblem *problem);
const char *memplaceProblemTierName(const MemPlaceProblem *problem,
                                    int64_t tier);
/* Bytes. */
int64_t memplaceProblemTierCapacity(const MemPlaceProblem *problem,
                                    int64_t tier);
int64_t memplaceProblemNumChannels(const MemPlaceProblem *problem);
const char *memplaceProblemChannelName(const MemPlaceProblem *problem,
                                       int64_t channel);
/* Seconds that no placement can do without; proven. */
double memplaceProblemLowerBound(const MemPlaceProblem *problem);

/*===- Solving ------------------------------------------------------------===*/

/* A line for each solver: its name, ": ", what it does. */
char *memplaceListSolvers(void);

typedef struct MemPlaceProgress {
  double seconds;      /* Since the start of the solve. */
  double makespan;     /* Of the best placement so far, seconds; NaN: none. */
  double fractionDone; /* From 0 to 1, a guess. */
} MemPlaceProgress;

/* Called now and then from the solving thread; false asks to stop with the best
   placement so far. */
typedef bool (*MemPlaceProgressCallback)(const MemPlaceProgress *progress,
                                         void *userData);

typedef struct MemPlaceSolveOptions {
  size_t structSize;  /* sizeof(MemPlaceSolveOptions) of the caller. */
  const char *solver; /* "search" and so on. */
  /* "NAME=VALUE,NAME=VALUE", see docs/guide/solvers.md; null: all by default.
     Most solvers have a budget, which unlike time gives the same result again.
   */
  const char *solverOptions;
  double timeLimit;                         /* Seconds, above 0; 0: none. */
  uint64_t seed;                            /* Of all randomness. */
  MemPlaceProgressCallback progress;        /* May be null. */
  void *userData;                           /* For `progress`. */
  const MemPlaceCancellation *cancellation; /* May be null. */
  /* "auto" cuts ops and buffers in pieces where that makes the program faster,
     "8" always in 8; null or "none": as they are. */
  const char *cut;
} MemPlaceSolveOptions;

/* Solver "greedy", everything else null or 0, `structSize` set. */
MemPlaceSolveOptions memplaceSolveOptionsDefault(void);

/* What stops a solve from another thread, or from a signal handler. */
MemPlaceCancellation *memplaceCancellationCreate(void);
void memplaceCancellationDestroy(MemPlaceCancellation *cancellation);
/* All solves with it, also later ones, end soon, with the best placement that
   they have. */
void memplaceCancellationRequest(MemPlaceCancellation *cancellation);

typedef enum MemPlaceStatus {
  MEMPLACE_SOLVED = 0,       /* A placement. */
  MEMPLACE_OPTIMAL = 1,      /* One that is proven optimal. */
  MEMPLACE_INFEASIBLE = 2,   /* Proven: there is none. */
  MEMPLACE_LIMIT_REACHED = 3 /* None found, see `memplaceResultMessage`. */
} MemPlaceStatus;

/* Solves, verifies and simulates. That there is no placement is a result, not
   an error; an unknown solver or a wrong option is an error. */
MemPlaceResult *memplaceSolve(const MemPlaceProblem *problem,
                              const MemPlaceSolveOptions *options,
                              char **error);
void memplaceResultDestroy(MemPlaceResult *result);

MemPlaceStatus memplaceResultStatus(const MemPlaceResult *result);
/* Why there is no placement; empty if there is one. */
const char *memplaceResultMessage(const MemPlaceResult *result);
/* What kept the solver from doing all it can. */
int64_t memplaceResultNumNotes(const MemPlaceResult *result);
const char *memplaceResultNote(const MemPlaceResult *result, int64_t note);
/* Null if there is none; the result's. */
const MemPlaceSolution *memplaceResultSolution(const MemPlaceResult *result);
/* What the solution is of, if `cut` was given; else null. The result's. */
const MemPlaceProblem *memplaceResultCutProblem(const MemPlaceResult *result);

/*===- Solutions ----------------------------------------------------------===*/

/* Reads a file of a solution of `problem`; it need not be legal. */
MemPlaceSolution *memplaceSolutionRead(const char *path,
                                       const MemPlaceProblem *problem,
                                       char **error);
void memplaceSolutionDestroy(MemPlaceSolution *solution);

/* The text of its file; null if it is a solution of another problem: not of an
 * equal one, whatever its name. */
char *memplaceSolutionPrint(const MemPlaceSolution *solution,
                            const MemPlaceProblem *problem);
/* Writes its file, whole or not at all. */
bool memplaceSolutionWrite(const MemPlaceSolution *solution,
                           const MemPlaceProblem *problem, const char *path,
                           char **error);

/* Where a buffer is for how long. */
typedef struct MemPlaceResidency {
  int64_t buffer;
  int64_t tier;
  int64_t offset; /* Bytes; -1: the caller's storage, not placed. */
  int64_t begin;  /* First step. */
  int64_t end;    /* The step after the last one. */
} MemPlaceResidency;

int64_t memplaceSolutionNumResidencies(const MemPlaceSolution *solution);
MemPlaceResidency memplaceSolutionResidency(const MemPlaceSolution *solution,
                                            int64_t residency);

/* A copy from one residency to another. */
typedef struct MemPlaceTransfer {
  int64_t from; /* Residencies. */
  int64_t to;
  int64_t channel;
  int64_t start; /* Issued just before this step's op. */
  int64_t done;  /* Has arrived before this step's op. */
  int64_t first; /* Bytes from the start of the buffer. */
  int64_t size;  /* Bytes. */
} MemPlaceTransfer;

int64_t memplaceSolutionNumTransfers(const MemPlaceSolution *solution);
MemPlaceTransfer memplaceSolutionTransfer(const MemPlaceSolution *solution,
                                          const MemPlaceProblem *problem,
                                          int64_t transfer);

/* The residency that serves an access of a step's op. */
int64_t memplaceSolutionServed(const MemPlaceSolution *solution, int64_t step,
                               int64_t access);

/* Checks the rules of docs/reference/problem.md and what the file claims.
   False: it breaks one, and `error` says which and where. */
bool memplaceVerify(const MemPlaceProblem *problem,
                    const MemPlaceSolution *solution, char **error);

/* The modelled time of a legal solution in seconds; negative with an error. */
double memplaceSimulate(const MemPlaceProblem *problem,
                        const MemPlaceSolution *solution, char **error);

#ifdef __cplusplus
}
#endif

#endif /* MEMPLACE_C_MEMPLACE_H */
