//===- memplace-verify.cpp - Is a placement legal? ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToolMain.h"

#include "memplace/IO/JSON.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Verify/Verify.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace memplace;
using namespace memplace::tools;
namespace cl = llvm::cl;

static const char *const overview =
    "memplace-verify: is a placement legal?\n\n"
    "Checks SOLUTION against PROBLEM by the rules R1 to R11 of "
    "docs/reference/problem.md,\nand its claims (peak, makespan, bound) by "
    "computing "
    "them again. Prints the\nfirst broken rule that it finds, as in\n\n"
    "  solution.json: R3: residencies 0 and 4 overlap ...\n\n"
    "Both files may be JSON or gzipped JSON.\n";

static const char *const exitStatus =
    "  0  the placement is legal and its claims are right\n"
    "  1  it is not, or a file cannot be read, or the options are wrong\n";

int main(int argc, char **argv) {
  cl::OptionCategory category("memplace-verify options");
  cl::opt<std::string> problemPath(cl::Positional, cl::Required,
                                   cl::desc("PROBLEM"), cl::cat(category));
  cl::opt<std::string> solutionPath(cl::Positional, cl::Required,
                                    cl::desc("SOLUTION"), cl::cat(category));
  cl::opt<bool> quiet("quiet",
                      cl::desc("Print nothing if the placement is legal"),
                      cl::cat(category));
  parseCommandLine(argc, argv, category, overview, exitStatus);

  Result<Problem> problem = loadProblem(problemPath);
  if (!problem)
    return fail(problem.error());
  Result<Solution> solution = readSolution(solutionPath, *problem);
  if (!solution)
    return fail(solution.error());
  if (std::optional<Violation> violation = verify(*problem, *solution))
    return fail(solutionPath + ": " + std::string(ruleName(violation->rule)) +
                ": " + violation->message);
  if (std::optional<Error> error = checkClaims(*problem, *solution))
    return fail(solutionPath + ": claim: " + error->message);
  if (!quiet)
    llvm::outs() << "legal: " << solution->residencies.size()
                 << " residencies, " << solution->transfers.size()
                 << " transfers\n";
  return finish();
}
