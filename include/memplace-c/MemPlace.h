/*===- MemPlace.h - The C interface of memplace -------------------*- C -*-===*\
|*                                                                            *|
|* Part of memplace, under the Apache License v2.0 with LLVM Exceptions.      *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Problems, solvers, verification and simulation for programs in C and for   *|
|* languages that call C. Part of libmemplace.so, which does not need MLIR.   *|
|* docs/reference/problem.md describes the files. Strings are UTF-8 and end   *|
|* with a NUL.                                                                *|
|*                                                                            *|
|* Errors: a function with a parameter `error` returns null (or false) if it  *|
|* fails. If `error` is not null, the function stores a message there, or     *|
|* null on success. The caller frees the message by `memplaceStringFree`.     *|
|*                                                                            *|
|* Ownership: the caller owns the results of functions named ...Read,         *|
|* ...Parse, ...Create and of `memplaceSolve`, and frees each by the matching *|
|* ...Destroy, which accepts null. The caller frees each `char *` result by   *|
|* `memplaceStringFree`. Any other returned pointer belongs to the object     *|
|* passed to the function. Object parameters must not be null. A path, text   *|
|* or name of null is an error. An index out of range returns null or -1 or,  *|
|* for a struct, -1 in each field.                                            *|
|*                                                                            *|
|* Threads: problems and solutions never change, so threads may share them. A *|
|* solve runs in the calling thread.                                          *|
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

/* Returns the version, e.g. "0.1.0". */
const char *memplaceVersion(void);

/* Frees a message from `error`, or the result of a function that returns
   `char *`. */
void memplaceStringFree(char *string);

/*===- Problems -----------------------------------------------------------===*/

/* Reads a file, plain or gzipped. */
MemPlaceProblem *memplaceProblemRead(const char *path, char **error);

/* Parses the text of a file, `length` bytes. Error messages use `name` as its
   file name. */
MemPlaceProblem *memplaceProblemParse(const char *text, size_t length,
                                      const char *name, char **error);

void memplaceProblemDestroy(MemPlaceProblem *problem);

const char *memplaceProblemName(const MemPlaceProblem *problem);
int64_t memplaceProblemNumBuffers(const MemPlaceProblem *problem);
const char *memplaceProblemBufferName(const MemPlaceProblem *problem,
                                      int64_t buffer);
/* Returns the size of a buffer in bytes. */
int64_t memplaceProblemBufferSize(const MemPlaceProblem *problem,
                                  int64_t buffer);
/* Returns the number of schedule steps, each with an op. */
int64_t memplaceProblemNumSteps(const MemPlaceProblem *problem);
const char *memplaceProblemOpName(const MemPlaceProblem *problem, int64_t step);
int64_t memplaceProblemNumAccesses(const MemPlaceProblem *problem,
                                   int64_t step);
/* Returns the number of tiers of the target; tier 0 is the fastest. */
int64_t memplaceProblemNumTiers(const MemPlaceProblem *problem);
const char *memplaceProblemTierName(const MemPlaceProblem *problem,
                                    int64_t tier);
/* Returns the capacity of a tier in bytes. */
int64_t memplaceProblemTierCapacity(const MemPlaceProblem *problem,
                                    int64_t tier);
int64_t memplaceProblemNumChannels(const MemPlaceProblem *problem);
const char *memplaceProblemChannelName(const MemPlaceProblem *problem,
                                       int64_t channel);
/* Returns a proven lower bound on the makespan of any placement in seconds;
   negative on an error. */
double memplaceProblemLowerBound(const MemPlaceProblem *problem, char **error);

/*===- Solving ------------------------------------------------------------===*/

/* Returns a line for each solver: its name, ": " and a summary. */
char *memplaceListSolvers(void);

typedef struct MemPlaceProgress {
  double seconds;      /* Since the start of the solve. */
  double makespan;     /* Of the best placement so far, seconds; NaN: none. */
  double fractionDone; /* Estimate, from 0 to 1. */
} MemPlaceProgress;

/* Called from time to time from the solving thread. Returns false to stop the
   solve with the best placement so far. */
typedef bool (*MemPlaceProgressCallback)(const MemPlaceProgress *progress,
                                         void *userData);

typedef struct MemPlaceSolveOptions {
  size_t structSize;  /* sizeof(MemPlaceSolveOptions) of the caller. */
  const char *solver; /* "search" and so on. */
  /* "NAME=VALUE,NAME=VALUE", see docs/guide/solvers.md; null: defaults. Most
     solvers have a budget, which unlike a time limit gives reproducible
     results. */
  const char *solverOptions;
  double timeLimit;                         /* Seconds, above 0; 0: none. */
  uint64_t seed;                            /* Random seed. */
  MemPlaceProgressCallback progress;        /* May be null. */
  void *userData;                           /* For `progress`. */
  const MemPlaceCancellation *cancellation; /* May be null. */
  /* "auto": cut ops and buffers into pieces if the program becomes faster.
     "8": the same, with 8 pieces per op. Null or "none": no cuts. */
  const char *cut;
} MemPlaceSolveOptions;

/* Returns options with the solver "greedy" and `structSize` set, all other
   fields null or 0. */
MemPlaceSolveOptions memplaceSolveOptionsDefault(void);

/* Creates an object to stop solves from another thread or a signal handler. */
MemPlaceCancellation *memplaceCancellationCreate(void);
void memplaceCancellationDestroy(MemPlaceCancellation *cancellation);
/* Makes all current and later solves with `cancellation` end soon, with the
   best placement found so far. */
void memplaceCancellationRequest(MemPlaceCancellation *cancellation);

typedef enum MemPlaceStatus {
  MEMPLACE_SOLVED = 0,       /* Placement found. */
  MEMPLACE_OPTIMAL = 1,      /* Placement found and proven optimal. */
  MEMPLACE_INFEASIBLE = 2,   /* Proven to have no placement. */
  MEMPLACE_LIMIT_REACHED = 3 /* None found, see `memplaceResultMessage`. */
} MemPlaceStatus;

/* Solves, verifies and simulates. A problem without a placement is a result,
   not an error. An unknown solver or an invalid option is an error. */
MemPlaceResult *memplaceSolve(const MemPlaceProblem *problem,
                              const MemPlaceSolveOptions *options,
                              char **error);
void memplaceResultDestroy(MemPlaceResult *result);

MemPlaceStatus memplaceResultStatus(const MemPlaceResult *result);
/* Returns the reason for a missing placement; empty if there is a placement. */
const char *memplaceResultMessage(const MemPlaceResult *result);
/* Returns the number of notes on limitations of this solve. */
int64_t memplaceResultNumNotes(const MemPlaceResult *result);
const char *memplaceResultNote(const MemPlaceResult *result, int64_t note);
/* Returns the solution, owned by the result; null without a placement. */
const MemPlaceSolution *memplaceResultSolution(const MemPlaceResult *result);
/* Returns the problem of the solution if `cut` requested cuts, otherwise null.
   Owned by the result. */
const MemPlaceProblem *memplaceResultCutProblem(const MemPlaceResult *result);

/*===- Solutions ----------------------------------------------------------===*/

/* Reads a solution of `problem` from a file. The solution may be illegal. */
MemPlaceSolution *memplaceSolutionRead(const char *path,
                                       const MemPlaceProblem *problem,
                                       char **error);
void memplaceSolutionDestroy(MemPlaceSolution *solution);

/* Returns the text of the solution's file. Null if the solution is for a
   problem with a different name or different contents. */
char *memplaceSolutionPrint(const MemPlaceSolution *solution,
                            const MemPlaceProblem *problem);
/* Writes the solution's file, completely or not at all. */
bool memplaceSolutionWrite(const MemPlaceSolution *solution,
                           const MemPlaceProblem *problem, const char *path,
                           char **error);

/* A copy of a buffer at a place for some steps. */
typedef struct MemPlaceResidency {
  int64_t buffer;
  int64_t tier;
  int64_t offset; /* Bytes; -1: storage of the caller, not placed. */
  int64_t begin;  /* First step. */
  int64_t end;    /* The step after the last one. */
} MemPlaceResidency;

int64_t memplaceSolutionNumResidencies(const MemPlaceSolution *solution);
MemPlaceResidency memplaceSolutionResidency(const MemPlaceSolution *solution,
                                            int64_t residency);

/* A copy from one residency to another. */
typedef struct MemPlaceTransfer {
  int64_t from; /* Index of a residency, as `to`. */
  int64_t to;
  int64_t channel;
  int64_t start; /* Issued just before this step's op. */
  int64_t done;  /* Arrives before this step's op. */
  int64_t size;  /* Bytes of the buffer. */
} MemPlaceTransfer;

int64_t memplaceSolutionNumTransfers(const MemPlaceSolution *solution);
MemPlaceTransfer memplaceSolutionTransfer(const MemPlaceSolution *solution,
                                          const MemPlaceProblem *problem,
                                          int64_t transfer);

/* Returns the index of the residency that serves an access of a step's op. */
int64_t memplaceSolutionServed(const MemPlaceSolution *solution, int64_t step,
                               int64_t access);

/* Checks the rules of docs/reference/problem.md and the claims of the file.
   Returns false if any is broken; `error` then names the rule and the place. */
bool memplaceVerify(const MemPlaceProblem *problem,
                    const MemPlaceSolution *solution, char **error);

/* Returns the modelled time of a legal solution in seconds; negative on an
   error. */
double memplaceSimulate(const MemPlaceProblem *problem,
                        const MemPlaceSolution *solution, char **error);

#ifdef __cplusplus
}
#endif

#endif /* MEMPLACE_C_MEMPLACE_H */
