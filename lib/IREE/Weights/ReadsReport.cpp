//===- ReadsReport.cpp - Planned reads as a JSON file ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadsReport.h"

#include "memplace/Problem/Solution.h"

#include "llvm/Support/JSON.h"

using namespace memplace;

static void printWeight(llvm::json::OStream &json,
                        const ParameterGlobal &weight) {
  if (weight.name.scope)
    json.attribute("scope", *weight.name.scope);
  json.attribute("key", weight.name.getLabel());
}

static void printReads(llvm::json::OStream &json, const PlannedExecute &one) {
  const Problem &problem = one.problem.problem;
  json.attributeArray("reads", [&] {
    for (const Transfer &transfer : one.solution.transfers)
      json.object([&] {
        const Residency &place = one.solution.residencies[transfer.to];
        json.attribute("key", problem.buffers[place.buffer].name);
        json.attribute("start", transfer.start);
        json.attribute("done", transfer.done);
        json.attribute("end", place.range.end);
        json.attribute("offset", *place.offset);
        json.attribute("size", problem.buffers[place.buffer].size);
      });
  });
}

static void printExecute(llvm::json::OStream &json, const PlannedExecute &one) {
  json.attribute("function", one.function);
  json.attribute("steps", one.problem.problem.numSteps());
  json.attribute("arena", one.arena);
  json.attribute("size", one.size);
  json.attribute("smallest", one.smallest);
  json.attribute("smallest_proven", one.isSmallest);
  json.attribute("planner", one.planner);
  json.attribute("makespan_ps", toPicoseconds(one.value.seconds));
  json.attribute("resident_ps", toPicoseconds(one.residentTime));
  json.attribute("bytes_read", one.value.bytesRead);
  int64_t weightBytes = 0;
  for (const ParameterGlobal &weight : one.execute.weights)
    weightBytes += weight.size;
  json.attribute("weights", int64_t(one.execute.weights.size()));
  json.attribute("weight_bytes", weightBytes);
  printReads(json, one);
}

std::string
memplace::printReadsReport(llvm::ArrayRef<PlannedExecute> planned,
                           llvm::ArrayRef<ResidentWeights> resident) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, /*IndentSize=*/1);
  json.object([&] {
    json.attribute("format", "memplace-stream-weights");
    json.attribute("version", 1);
    json.attributeArray("regions", [&] {
      for (const PlannedExecute &one : planned)
        json.object([&] { printExecute(json, one); });
    });
    json.attributeArray("resident", [&] {
      for (const ResidentWeights &group : resident)
        for (const ParameterGlobal &weight : group.weights)
          json.object([&] {
            printWeight(json, weight);
            json.attribute("size", weight.size);
            json.attribute("reason", group.reason);
          });
    });
  });
  stream << "\n";
  return text;
}
