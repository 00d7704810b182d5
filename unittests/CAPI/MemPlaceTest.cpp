//===- MemPlaceTest.cpp - The C interface ---------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace-c/MemPlace.h"

#include "gmock/gmock.h"

#include <cmath>
#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>
#include <thread>

using testing::HasSubstr;
using testing::StartsWith;

namespace {

constexpr char folder[] = MEMPLACE_SOURCE_DIR "/benchmarks/problems/tpu/";

/// Passes the `error` argument of a function, and frees its text.
class Message {
public:
  Message() = default;
  Message(const Message &) = delete;
  ~Message() { memplaceStringFree(text); }
  char **operator&() { return &text; }
  std::string str() const { return text ? text : "(none)"; }
  bool isNone() const { return text == nullptr; }

private:
  char *text = nullptr;
};

using ProblemPtr =
    std::unique_ptr<MemPlaceProblem, decltype(&memplaceProblemDestroy)>;
using ResultPtr =
    std::unique_ptr<MemPlaceResult, decltype(&memplaceResultDestroy)>;

ProblemPtr read(const std::string &name) {
  Message error;
  ProblemPtr problem(
      memplaceProblemRead((folder + name + ".problem.json.gz").c_str(), &error),
      memplaceProblemDestroy);
  EXPECT_TRUE(error.isNone()) << error.str();
  return problem;
}

/// Two buffers of 8 and 4 bytes in a tier of \p capacity bytes.
ProblemPtr parse(int capacity, Message &error) {
  std::ostringstream text;
  text << R"({"format": "memplace-problem", "version": 1, "name": "two",
    "target": {"format": "memplace-target", "version": 1, "name": "t",
      "default_tier": "m", "combine": "sum", "channels": [],
      "compute": {"flops_per_second": {"default": 1}, "launch_ps": 0},
      "tiers": [{"name": "m", "alignment": 1, "read_bytes_per_second": 1,
                 "write_bytes_per_second": 1, "capacity": )"
       << capacity << R"(}]},
    "buffers": [{"name": "a", "size": 8, "begin": 0, "end": 1},
                {"name": "b", "size": 4, "begin": 0, "end": 2}],
    "ops": [{"name": "x", "compute_ps": 0, "accesses": [
              {"buffer": 0, "mode": "write", "bytes": 8},
              {"buffer": 1, "mode": "write", "bytes": 4}]},
            {"name": "y", "compute_ps": 0, "accesses": [
              {"buffer": 1, "mode": "read", "bytes": 4}]}]})";
  const std::string file = text.str();
  return {memplaceProblemParse(file.data(), file.size(), "two.json", &error),
          memplaceProblemDestroy};
}

ResultPtr solve(const ProblemPtr &problem, const MemPlaceSolveOptions &options,
                Message &error) {
  return {memplaceSolve(problem.get(), &options, &error),
          memplaceResultDestroy};
}

TEST(CAPITest, ReadsTheFieldsOfAProblem) {
  Message error;
  const ProblemPtr problem = parse(100, error);
  ASSERT_TRUE(problem) << error.str();
  const MemPlaceProblem *two = problem.get();
  EXPECT_STREQ(memplaceProblemName(two), "two");
  EXPECT_EQ(memplaceProblemNumBuffers(two), 2);
  EXPECT_STREQ(memplaceProblemBufferName(two, 1), "b");
  EXPECT_EQ(memplaceProblemBufferSize(two, 0), 8);
  EXPECT_EQ(memplaceProblemNumSteps(two), 2);
  EXPECT_STREQ(memplaceProblemOpName(two, 1), "y");
  EXPECT_EQ(memplaceProblemNumAccesses(two, 0), 2);
  EXPECT_EQ(memplaceProblemNumTiers(two), 1);
  EXPECT_STREQ(memplaceProblemTierName(two, 0), "m");
  EXPECT_EQ(memplaceProblemTierCapacity(two, 0), 100);
  EXPECT_EQ(memplaceProblemNumChannels(two), 0);
  // 12 bytes written and 4 read, at 1 B/s.
  EXPECT_DOUBLE_EQ(memplaceProblemLowerBound(two, &error), 16);
}

TEST(CAPITest, AnIndexOutOfRangeReturnsNull) {
  Message error;
  const ProblemPtr problem = parse(100, error);
  ASSERT_TRUE(problem) << error.str();
  for (const int64_t index : {int64_t(-1), int64_t(2), INT64_MAX, INT64_MIN}) {
    EXPECT_EQ(memplaceProblemBufferName(problem.get(), index), nullptr);
    EXPECT_EQ(memplaceProblemBufferSize(problem.get(), index), -1);
    EXPECT_EQ(memplaceProblemOpName(problem.get(), index), nullptr);
    EXPECT_EQ(memplaceProblemNumAccesses(problem.get(), index), -1);
    EXPECT_EQ(memplaceProblemTierCapacity(problem.get(), index), -1);
    EXPECT_EQ(memplaceProblemChannelName(problem.get(), index), nullptr);
  }
}

TEST(CAPITest, SolvesAndReportsTheResidencies) {
  Message error;
  const ProblemPtr problem = parse(12, error);
  ASSERT_TRUE(problem) << error.str();
  const ResultPtr result = solve(problem, memplaceSolveOptionsDefault(), error);
  ASSERT_TRUE(result) << error.str();
  EXPECT_EQ(memplaceResultStatus(result.get()), MEMPLACE_OPTIMAL);
  EXPECT_STREQ(memplaceResultMessage(result.get()), "");
  EXPECT_EQ(
      memplaceResultNote(result.get(), memplaceResultNumNotes(result.get())),
      nullptr);
  const MemPlaceSolution *solution = memplaceResultSolution(result.get());
  ASSERT_NE(solution, nullptr);
  ASSERT_EQ(memplaceSolutionNumResidencies(solution), 2);
  int64_t bytes = 0;
  for (int64_t i = 0; i < 2; ++i) {
    const MemPlaceResidency residency = memplaceSolutionResidency(solution, i);
    EXPECT_EQ(residency.tier, 0);
    EXPECT_EQ(residency.begin, 0);
    EXPECT_EQ(residency.end, residency.buffer == 0 ? 1 : 2);
    EXPECT_LE(residency.offset, residency.buffer == 0 ? 4 : 8);
    bytes += memplaceProblemBufferSize(problem.get(), residency.buffer);
  }
  EXPECT_EQ(bytes, 12);
  EXPECT_EQ(memplaceSolutionNumTransfers(solution), 0);
  EXPECT_EQ(memplaceSolutionTransfer(solution, problem.get(), 0).size, -1);
  EXPECT_EQ(memplaceSolutionResidency(solution, 2).buffer, -1);
  const int64_t served = memplaceSolutionServed(solution, 1, 0);
  EXPECT_EQ(memplaceSolutionResidency(solution, served).buffer, 1);
  EXPECT_EQ(memplaceSolutionServed(solution, 1, 1), -1);
  EXPECT_TRUE(memplaceVerify(problem.get(), solution, &error)) << error.str();
  EXPECT_DOUBLE_EQ(memplaceSimulate(problem.get(), solution, &error), 16);
}

TEST(CAPITest, NoPlacementIsAResult) {
  Message error;
  const ProblemPtr problem = parse(11, error);
  ASSERT_TRUE(problem) << error.str();
  const ResultPtr result = solve(problem, memplaceSolveOptionsDefault(), error);
  ASSERT_TRUE(result) << error.str();
  EXPECT_NE(memplaceResultStatus(result.get()), MEMPLACE_SOLVED);
  EXPECT_EQ(memplaceResultSolution(result.get()), nullptr);
  EXPECT_THAT(memplaceResultMessage(result.get()), HasSubstr("which has 11"));
}

TEST(CAPITest, TransfersHaveTheirBuffersSize) {
  const ProblemPtr problem = read("alexnet_b1.cmem8M");
  ASSERT_TRUE(problem);
  Message error;
  const ResultPtr result = solve(problem, memplaceSolveOptionsDefault(), error);
  ASSERT_TRUE(result) << error.str();
  const MemPlaceSolution *solution = memplaceResultSolution(result.get());
  ASSERT_NE(solution, nullptr);
  ASSERT_GT(memplaceSolutionNumTransfers(solution), 0);
  const MemPlaceTransfer transfer =
      memplaceSolutionTransfer(solution, problem.get(), 0);
  const MemPlaceResidency to = memplaceSolutionResidency(solution, transfer.to);
  EXPECT_EQ(transfer.size, memplaceProblemBufferSize(problem.get(), to.buffer));
  EXPECT_EQ(memplaceSolutionResidency(solution, transfer.from).buffer,
            to.buffer);
  EXPECT_NE(memplaceProblemChannelName(problem.get(), transfer.channel),
            nullptr);
}

// No op of the problem has a cut, so the cut problem equals the problem.
TEST(CAPITest, ASolutionWithCutsBelongsToTheCutProblem) {
  Message error;
  const ProblemPtr problem = parse(100, error);
  MemPlaceSolveOptions options = memplaceSolveOptionsDefault();

  const ResultPtr whole = solve(problem, options, error);
  options.cut = "auto";
  const ResultPtr cut = solve(problem, options, error);

  EXPECT_EQ(memplaceResultCutProblem(whole.get()), nullptr);
  const MemPlaceProblem *cutProblem = memplaceResultCutProblem(cut.get());
  ASSERT_NE(cutProblem, nullptr);
  EXPECT_STREQ(memplaceProblemName(cutProblem),
               memplaceProblemName(problem.get()));
  EXPECT_EQ(memplaceResultNumNotes(cut.get()), 1);
}

TEST(CAPITest, ReportsErrors) {
  {
    Message error;
    EXPECT_EQ(memplaceProblemRead("/nowhere/x.json", &error), nullptr);
    EXPECT_THAT(error.str(), HasSubstr("/nowhere/x.json"));
  }
  {
    Message error;
    EXPECT_EQ(memplaceProblemParse("{]", 2, "mine.json", &error), nullptr);
    EXPECT_THAT(error.str(), StartsWith("mine.json"));
  }
  // A caller may pass no place for the message.
  EXPECT_EQ(memplaceProblemParse("{]", 2, "mine.json", nullptr), nullptr);

  Message parsed;
  const ProblemPtr problem = parse(100, parsed);
  const auto errorOf = [&](auto change) {
    MemPlaceSolveOptions options = memplaceSolveOptionsDefault();
    change(options);
    Message error;
    EXPECT_FALSE(solve(problem, options, error));
    return error.str();
  };
  EXPECT_THAT(errorOf([](auto &options) { options.solver = "gredy"; }),
              HasSubstr("no solver 'gredy'"));
  EXPECT_THAT(errorOf([](auto &options) { options.solver = nullptr; }),
              HasSubstr("memplaceListSolvers"));
  EXPECT_THAT(errorOf([](auto &options) { options.timeLimit = -1; }),
              HasSubstr("timeLimit"));
  EXPECT_THAT(errorOf([](auto &options) { options.timeLimit = NAN; }),
              HasSubstr("timeLimit"));
  EXPECT_THAT(errorOf([](auto &options) { options.cut = "1"; }),
              HasSubstr("cut must be none, auto, or a number of pieces"));
  EXPECT_THAT(errorOf([](auto &options) { options.structSize = 8; }),
              HasSubstr("has 8 bytes"));
  EXPECT_THAT(errorOf([](auto &options) {
                options.solver = "search";
                options.solverOptions = "budget=many";
              }),
              HasSubstr("'budget'"));
}

TEST(CAPITest, NullInsteadOfAStringIsAnError) {
  const auto errorOf = [](auto call) {
    Message error;
    EXPECT_FALSE(call(&error));
    return error.str();
  };
  EXPECT_EQ(
      errorOf([](char **error) { return memplaceProblemRead(nullptr, error); }),
      "path is null");
  EXPECT_EQ(errorOf([](char **error) {
              return memplaceProblemParse(nullptr, 0, "x", error);
            }),
            "text is null");
  EXPECT_EQ(errorOf([](char **error) {
              return memplaceProblemParse("{}", 2, nullptr, error);
            }),
            "name is null");
  Message parsed;
  const ProblemPtr problem = parse(100, parsed);
  EXPECT_EQ(errorOf([&](char **error) {
              return memplaceSolutionRead(nullptr, problem.get(), error);
            }),
            "path is null");
  const ResultPtr result =
      solve(problem, memplaceSolveOptionsDefault(), parsed);
  ASSERT_TRUE(result);
  EXPECT_EQ(errorOf([&](char **error) {
              return memplaceSolutionWrite(memplaceResultSolution(result.get()),
                                           problem.get(), nullptr, error);
            }),
            "path is null");
}

TEST(CAPITest, ASolutionOfAnotherProblemIsRefused) {
  const ProblemPtr large = read("alexnet_b1.cmem8M");
  Message error;
  const ProblemPtr small = parse(100, error);
  ASSERT_TRUE(large && small) << error.str();
  const ResultPtr result = solve(large, memplaceSolveOptionsDefault(), error);
  ASSERT_TRUE(result) << error.str();
  const MemPlaceSolution *solution = memplaceResultSolution(result.get());
  const std::string path = testing::TempDir() + "memplace-capi-other.json";
  Message written;
  EXPECT_FALSE(
      memplaceSolutionWrite(solution, small.get(), path.c_str(), &written));
  EXPECT_EQ(written.str(), "the solution is for another problem than 'two'; "
                           "give the one that it was found or read for");
  EXPECT_FALSE(std::ifstream(path).good());
  EXPECT_EQ(memplaceSolutionPrint(solution, small.get()), nullptr);
  Message verified;
  EXPECT_FALSE(memplaceVerify(small.get(), solution, &verified));
  EXPECT_THAT(verified.str(), StartsWith("form: "));
}

// An equal name does not make two problems equal; the same file read again is
// the same problem.
TEST(CAPITest, ASolutionOfAnotherProblemOfTheSameNameIsRefused) {
  Message error;
  const ProblemPtr solved = parse(100, error);
  const ProblemPtr equal = parse(100, error);
  const ProblemPtr other = parse(99, error);
  const ResultPtr result = solve(solved, memplaceSolveOptionsDefault(), error);
  ASSERT_TRUE(result) << error.str();
  const MemPlaceSolution *solution = memplaceResultSolution(result.get());
  EXPECT_EQ(memplaceSolutionPrint(solution, other.get()), nullptr);
  for (const ProblemPtr *problem : {&solved, &equal}) {
    char *text = memplaceSolutionPrint(solution, problem->get());
    EXPECT_NE(text, nullptr);
    memplaceStringFree(text);
  }
}

TEST(CAPITest, ReportsProgressAndStopsASolveOnRequest) {
  const ProblemPtr problem = read("bert_base_b1.cmem8M");
  ASSERT_TRUE(problem);
  int calls = 0;
  MemPlaceSolveOptions options = memplaceSolveOptionsDefault();
  options.solver = "search";
  options.solverOptions = "budget=1000000000"; // Hours.
  options.userData = &calls;
  options.progress = [](const MemPlaceProgress *progress, void *userData) {
    EXPECT_GE(progress->seconds, 0);
    EXPECT_LE(progress->fractionDone, 1);
    return std::isnan(progress->makespan) ||
           ++*static_cast<int *>(userData) < 5;
  };
  Message error;
  const ResultPtr result = solve(problem, options, error);
  ASSERT_TRUE(result) << error.str();
  EXPECT_GE(calls, 5);
  const MemPlaceSolution *solution = memplaceResultSolution(result.get());
  ASSERT_NE(solution, nullptr);
  EXPECT_TRUE(memplaceVerify(problem.get(), solution, &error)) << error.str();
}

TEST(CAPITest, AnotherThreadCancelsASolve) {
  const ProblemPtr problem = read("bert_base_b1.cmem8M");
  ASSERT_TRUE(problem);
  MemPlaceCancellation *cancellation = memplaceCancellationCreate();
  MemPlaceSolveOptions options = memplaceSolveOptionsDefault();
  options.solver = "search";
  options.solverOptions = "budget=1000000000"; // Hours.
  options.cancellation = cancellation;
  // Usually before the first placement, which is finished nevertheless.
  std::thread other([&] { memplaceCancellationRequest(cancellation); });
  Message error;
  const ResultPtr result = solve(problem, options, error);
  other.join();
  memplaceCancellationDestroy(cancellation);
  ASSERT_TRUE(result) << error.str();
  EXPECT_EQ(memplaceResultStatus(result.get()), MEMPLACE_SOLVED);
}

TEST(CAPITest, WritesAndReadsSolutions) {
  Message error;
  const ProblemPtr problem = parse(100, error);
  const ResultPtr result = solve(problem, memplaceSolveOptionsDefault(), error);
  ASSERT_TRUE(result) << error.str();
  const MemPlaceSolution *solution = memplaceResultSolution(result.get());
  const std::string path = testing::TempDir() + "memplace-capi-solution.json";
  ASSERT_TRUE(
      memplaceSolutionWrite(solution, problem.get(), path.c_str(), &error))
      << error.str();
  char *text = memplaceSolutionPrint(solution, problem.get());
  std::ostringstream file;
  file << std::ifstream(path).rdbuf();
  EXPECT_EQ(file.str(), text);

  // A solution that claims a shorter makespan than its own.
  std::string wrong = text;
  memplaceStringFree(text);
  const size_t claim = wrong.find("\"makespan_ps\": 16");
  ASSERT_NE(claim, std::string::npos);
  wrong.replace(claim, strlen("\"makespan_ps\": 16"), "\"makespan_ps\": 15");
  std::ofstream(path) << wrong;
  MemPlaceSolution *liar =
      memplaceSolutionRead(path.c_str(), problem.get(), &error);
  ASSERT_NE(liar, nullptr) << error.str();
  EXPECT_FALSE(memplaceVerify(problem.get(), liar, &error));
  EXPECT_THAT(error.str(), StartsWith("claim: "));
  Message simulated;
  EXPECT_LT(memplaceSimulate(problem.get(), liar, &simulated), 0);
  EXPECT_THAT(simulated.str(), StartsWith("claim: "));
  memplaceSolutionDestroy(liar);

  Message written;
  EXPECT_FALSE(memplaceSolutionWrite(solution, problem.get(),
                                     "/nowhere/solution.json", &written));
  EXPECT_THAT(written.str(), HasSubstr("/nowhere/solution.json"));
}

TEST(CAPITest, ListsSolvers) {
  char *list = memplaceListSolvers();
  EXPECT_THAT(list, HasSubstr("search: "));
  EXPECT_THAT(list, HasSubstr("greedy: "));
  memplaceStringFree(list);
  EXPECT_THAT(memplaceVersion(), HasSubstr("."));
}

} // namespace
