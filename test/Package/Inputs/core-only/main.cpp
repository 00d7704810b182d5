// A solver's user without MLIR: prints the makespan of a problem, placed by
// greedy.
#include "memplace/IO/JSON.h"
#include "memplace/Solver/AllSolvers.h"
#include "memplace/Target/Catalogue.h"
#include "memplace/Version.h"

#include <iostream>

using namespace memplace;

int main(int argc, char **argv) {
  Result<Problem> problem = readProblem(argv[1], findBuiltinTarget);
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  Result<SolveResult> result = solveAndVerify(solvers, "greedy", *problem, {});
  std::cout << "memplace " << MEMPLACE_VERSION_STRING << ": "
            << *result->solution->makespanPs << " ps\n";
  return 0;
}
