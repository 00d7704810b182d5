//===- Instances.cpp - Training problems of memplace-train ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Instances.h"

#include "ToolMain.h"

#include "memplace/Simulator/Simulator.h"
#include "memplace/Solver/AllSolvers.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <filesystem>

using namespace memplace;
using namespace memplace::agent;
using namespace memplace::tools;

/// \p isKnown: the `msa` makespan is not needed.
static Result<Instance> makeInstance(Problem problem, bool isKnown) {
  Instance instance;
  if (isKnown) {
    instance.problem = std::move(problem);
    return instance;
  }
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  Result<SolveResult> msa = solveAndVerify(solvers, "msa", problem, {});
  if (!msa)
    return msa.takeError();
  if (msa->solution)
    instance.msaSeconds = makespan(problem, *msa->solution);
  instance.problem = std::move(problem);
  return instance;
}

/// Lists the problem files of a folder, by name.
static Result<std::vector<std::string>>
listProblems(const std::string &folder) {
  std::error_code failed;
  std::vector<std::string> files;
  for (const auto &entry :
       std::filesystem::directory_iterator(folder, failed)) {
    const std::string path = entry.path().string();
    // Skip backup and temporary files.
    if (path.ends_with(".problem.json") || path.ends_with(".problem.json.gz"))
      files.push_back(path);
  }
  if (failed)
    return Error{folder + ": cannot read the folder: " + failed.message()};
  if (files.empty())
    return Error{folder + ": has no *.problem.json or *.problem.json.gz"};
  std::sort(files.begin(), files.end());
  return files;
}

Result<std::vector<Instance>>
tools::loadInstances(const InstanceChoice &choice,
                     const KnownMakespans &known) {
  std::vector<std::string> files = {choice.program};
  if (choice.program.empty()) {
    Result<std::vector<std::string>> listed = listProblems(choice.folder);
    if (!listed)
      return listed.takeError();
    files = std::move(*listed);
  }
  std::vector<Problem> problems;
  std::set<std::string> families;
  for (const std::string &file : files) {
    Result<Problem> problem = loadProblem(file);
    if (!problem)
      return problem.takeError();
    families.insert(familyOf(problem->name));
    problems.push_back(std::move(*problem));
  }
  std::set<std::string> heldOut;
  if (choice.program.empty() && choice.holdOut)
    heldOut = heldOutFamilies(families);
  for (const std::string &family : heldOut)
    if (!choice.isActor)
      llvm::errs() << "held out for evaluation: " << family << "\n";
  std::vector<Instance> instances;
  for (Problem &problem : problems) {
    const bool isHeldOut = heldOut.count(familyOf(problem.name)) != 0;
    const bool isKnown = known.count(problem.name) != 0;
    Result<Instance> instance = makeInstance(
        std::move(problem), isKnown || (isHeldOut && choice.isActor));
    if (!instance)
      return instance.takeError();
    instance->isHeldOut = isHeldOut;
    instances.push_back(std::move(*instance));
  }
  return instances;
}
