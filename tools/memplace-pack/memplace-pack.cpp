//===- memplace-pack.cpp - Offsets in one memory --------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackTool.h"
#include "ToolMain.h"

#include "llvm/Support/CommandLine.h"

using namespace memplace;
using namespace memplace::tools;
namespace cl = llvm::cl;

static const char *const overview =
    "memplace-pack: choose offsets for buffers in one memory\n\n"
    "Reads BUFFERS (CSV, also gzipped: docs/guide/packing.md) with a size and "
    "a live\n"
    "range per line, and assigns offsets so that buffers that are live "
    "together do not\n"
    "overlap. Checks the packing and writes the same CSV with a column "
    "'offset'. Makes\n"
    "the peak, the highest byte in use, small; with --capacity, stops at the "
    "first\n"
    "packing that fits. Prints exactly one line of JSON to standard output, "
    "with the\n"
    "fields\n\n"
    "  status   packed, optimal (proven), infeasible (proven: nothing fits) "
    "or\n"
    "           limit-reached (none found)\n"
    "  peak     highest byte in use; a list if there are several arenas\n"
    "  bound    proven: no packing needs less, bytes\n"
    "  proven   true if no packing can be better\n"
    "  seconds  time to read, pack, check and write\n"
    "  nodes    nodes of the search\n"
    "  packer   the packer that found the packing\n\n"
    "Without a packing the peak is null, standard error says why, and nothing "
    "is\n"
    "written.\n\n"
    "With --tflm, BUFFERS is a TFLite model. Packs its tensors with TensorFlow "
    "Lite\n"
    "Micro's live ranges, and writes the model with their offsets (metadata\n"
    "OfflineMemoryAllocation). Kernels request scratch buffers on the device; "
    "TFLM places\n"
    "these around the tensors. A further field, planned, counts the tensors "
    "with an\n"
    "offset: none if TFLM's own planner needs no more for the tensors.\n\n"
    "EXAMPLES:\n\n"
    "  memplace-pack buffers.csv -o packed.csv\n"
    "  memplace-pack buffers.csv -o packed.csv --capacity=1048576\n"
    "  memplace-pack buffers.csv.gz --time-limit=2\n"
    "  memplace-pack buffers.csv -o packed.csv --arena=fast:65536 "
    "--arena=slow\n"
    "  memplace-pack model.tflite --tflm -o planned.tflite\n"
    "  memplace-pack --list-packers\n";

static const char *const exitStatus =
    "  0  packed, and written if -o is given\n"
    "  1  bad options, bad input, no packing, or the output can't be written\n"
    "  130  interrupted (Ctrl-C): the best packing so far is written, if there "
    "is one\n";

namespace {

/// The command line. Local to main; there is no global state.
struct Options {
  cl::OptionCategory category{"memplace-pack options"};
  cl::opt<std::string> buffers{cl::Positional, cl::desc("BUFFERS"),
                               cl::cat(category)};
  cl::opt<std::string> output{
      "o",
      cl::desc("Write the packed CSV or the model to this file; - is standard "
               "output, and then the JSON line goes to standard error. Without "
               "-o only the JSON line is printed"),
      cl::value_desc("FILE"), cl::cat(category)};
  PackOptions packing{category};
  cl::opt<double> timeLimit{
      "time-limit",
      cl::desc("Stop after this many seconds with the best packing so far "
               "(default: at the end of the search, or at --nodes)"),
      cl::value_desc("SECONDS"), cl::init(0), cl::cat(category)};
  cl::opt<uint64_t> seed{"seed", cl::desc("Random seed (default: 0)"),
                         cl::value_desc("N"), cl::init(0), cl::cat(category)};
};

} // namespace

int main(int argc, char **argv) {
  Options options;
  parseCommandLine(argc, argv, options.category, overview, exitStatus);
  if (options.packing.listPackers)
    return listPackers();
  if (options.buffers.empty())
    return fail("no BUFFERS given, see --help");
  if (std::optional<Error> error =
          checkOptions(ifGiven<std::string>(options.output), options.buffers,
                       options.packing.isTFLM ? "the model" : "the buffers",
                       ifGiven<double>(options.timeLimit)))
    return fail(error->message);
  PackRequest request = makePackRequest(options.packing);
  request.input = options.buffers;
  request.output = options.output;
  request.limits.seed = options.seed;
  if (options.timeLimit.getNumOccurrences())
    request.limits.timeLimit = std::chrono::duration<double>(options.timeLimit);
  return runPack(request);
}
