//===- SolverLibraryTest.cpp - Loading of solvers from libraries ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Solver/SolverLibrary.h"

#include "memplace/Version.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

using namespace memplace;
using namespace memplace::solver;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

static std::string errorOf(const std::string &library) {
  SolverRegistry solvers;
  const std::optional<Error> error = addSolversOf(library, solvers);
  if (error)
    EXPECT_THAT(solvers.names(), IsEmpty());
  return error ? error->message : "";
}

TEST(SolverLibraryTest, AddsTheSolversOfALibrary) {
  SolverRegistry solvers;

  EXPECT_FALSE(addSolversOf(MEMPLACE_FAKE_LIBRARY, solvers));

  EXPECT_THAT(solvers.names(), ElementsAre("fake"));
  const Result<SolveResult> result =
      solveAndVerify(solvers, "fake", Problem(), {});
  ASSERT_TRUE(bool(result)) << result.error();
  EXPECT_EQ(result->message, "a fake has no placement");
}

TEST(SolverLibraryTest, ReportsAMissingLibrary) {
  EXPECT_THAT(errorOf("/no/such/library.so"),
              HasSubstr("the solvers of '/no/such/library.so' cannot be "
                        "loaded: /no/such/library.so: "));
  EXPECT_THAT(errorOf(shippedLibrary("nothing")),
              HasSubstr("libmemplace_nothing.so."));
}

// The dynamic loader would read beyond the end of the file and crash.
TEST(SolverLibraryTest, ReportsATruncatedLibrary) {
  const std::string library = ::testing::TempDir() + "/cut-off.so";
  const auto size = std::filesystem::file_size(MEMPLACE_FAKE_LIBRARY);
  for (uintmax_t left : {uintmax_t(0), uintmax_t(10), uintmax_t(100), size / 4,
                         size / 2, size - 1}) {
    std::filesystem::copy_file(
        MEMPLACE_FAKE_LIBRARY, library,
        std::filesystem::copy_options::overwrite_existing);
    std::filesystem::resize_file(library, left);
    EXPECT_THAT(errorOf(library),
                HasSubstr(left < 100 ? "file too short"
                                     : library + ": the file is cut off"))
        << left << " of " << size;
  }
}

TEST(SolverLibraryTest, RefusesALibraryOfAnotherVersion) {
  EXPECT_EQ(errorOf(MEMPLACE_OTHER_LIBRARY),
            "the solvers of '" MEMPLACE_OTHER_LIBRARY
            "' are of memplace " MEMPLACE_VERSION_STRING
            ".next, this program of " MEMPLACE_VERSION_STRING
            "; install both anew");
}

namespace {

/// A registry with solver "own" and two libraries that count their loads.
class RegistryWithLibrariesTest : public ::testing::Test {
protected:
  RegistryWithLibrariesTest() {
    const auto none = [] { return std::unique_ptr<Solver>(); };
    solvers.add("own", "of the registry", none);
    solvers.addLibrary("first", [this, none](SolverRegistry &added) {
      ++numLoads[0];
      added.add("one", "of the first library", none);
      return std::nullopt;
    });
    solvers.addLibrary("second",
                       [this](SolverRegistry &) -> std::optional<Error> {
                         ++numLoads[1];
                         return Error{"the second library is missing"};
                       });
  }

  int numLoads[2] = {};
  SolverRegistry solvers;
};

} // namespace

TEST_F(RegistryWithLibrariesTest, LoadsALibraryWhenItsSolverIsFirstAskedFor) {
  EXPECT_TRUE(bool(solvers.create("own")));
  EXPECT_THAT(numLoads, ElementsAre(0, 0));
  const SolverRegistry copy = solvers;
  EXPECT_TRUE(bool(copy.create("one")));
  EXPECT_TRUE(bool(solvers.create("one")));
  EXPECT_THAT(numLoads, ElementsAre(1, 0));
  EXPECT_EQ(solvers.summary("one"), "of the first library");
  EXPECT_THAT(solvers.names(), ElementsAre("one", "own"));
  EXPECT_THAT(solvers.names(), ElementsAre("one", "own"));
  EXPECT_THAT(numLoads, ElementsAre(1, 1));
}

TEST_F(RegistryWithLibrariesTest,
       AnUnknownNameIsAnErrorWithThoseOfTheLibraries) {
  const auto solver = solvers.create("muzero");

  ASSERT_FALSE(bool(solver));
  EXPECT_EQ(solver.error(), "no solver 'muzero', use one of 'one', 'own'; the "
                            "second library is missing");
}

TEST_F(RegistryWithLibrariesTest,
       ALaterLibraryOfTheSameNameReplacesAnEarlierOne) {
  solvers.addLibrary("first", [](SolverRegistry &added) {
    added.add("other", "", [] { return std::unique_ptr<Solver>(); });
    return std::nullopt;
  });

  EXPECT_THAT(solvers.names(), ElementsAre("other", "own"));
  EXPECT_EQ(numLoads[0], 0);
}
