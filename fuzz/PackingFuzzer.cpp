//===- PackingFuzzer.cpp - Reads and packs packing problems ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input.h"

#include "memplace/Packing/CSV.h"
#include "memplace/Packing/Pack.h"

#include <cctype>

using namespace memplace;
using namespace memplace::fuzz;

/// Larger problems take too long for the added coverage.
static constexpr size_t maxBuffersToPack = 64;

static void requireLegal(const PackingProblem &problem,
                         const PackResult &result) {
  require(result.packing || !result.message.empty(),
          "a packer says why there is no packing", result.packer);
  if (!result.packing)
    return;
  std::optional<Error> error = verifyPacking(problem, *result.packing);
  require(!error, "a packing is legal", error ? error->message : "");
  require(result.peak >= result.bound, "no peak is below the bound");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  InputFile file(asText(data, size));
  Result<PackingProblem> problem = readPackingCSV(file.path());
  if (!problem) {
    // Errors about a line have its number after the path; remove the number.
    std::string error = problem.error();
    const size_t line = file.path().size() + 1;
    if (error.size() > line && std::isdigit(error[line]))
      error.erase(line - 1, error.find(':', line) - (line - 1));
    requireGoodError(error, file.path());
    return 0;
  }
  require(!check(*problem), "an input that is read is well formed");
  std::string printed = printPackingCSV(*problem);
  Result<PackingProblem> again = parsePackingCSV(printed, "printed");
  require(bool(again), "printed text can be read", again ? "" : again.error());
  require(printPackingCSV(*again) == printed,
          "reading it back gives the same problem", printed);
  if (problem->buffers.size() > maxBuffersToPack)
    return 0;
  PackResult best = pack(*problem, {.nodes = 2000});
  requireLegal(*problem, best);
  for (const std::string &packer : packerNames()) {
    PackResult result = packBy(packer, *problem);
    requireLegal(*problem, result);
    require(!result.packing || best.status != PackStatus::Infeasible,
            "a problem with a packing is feasible", packer);
    require(!result.packing || result.peak >= best.bound,
            "no peak is below a proven bound", packer);
  }
  return 0;
}
