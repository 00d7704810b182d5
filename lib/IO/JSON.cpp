//===- JSON.cpp - Problems, solutions and targets from JSON ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/IO/JSON.h"

#include "JSONCuts.h"
#include "JSONFields.h"
#include "memplace/IO/File.h"
#include "memplace/IO/FileKind.h"
#include "memplace/Problem/Suggestion.h"

using namespace memplace;

/// Parses \p text, which should be a file of kind \p wanted.
static Result<JSONValue> parseFile(std::string_view text, std::string_view file,
                                   FileKind wanted) {
  Result<JSONValue> json = parseJSON(text, file);
  if (!json)
    if (std::optional<std::string> other = explainOtherKind(text, file, wanted))
      return Error{std::string(file) + ": " + *other};
  return json;
}

/// Returns the index of the tier or channel \p name among \p things.
template <typename T>
static int32_t findNamed(const JSONField &field, const std::string &name,
                         const char *what, const std::vector<T> &things) {
  for (size_t i = 0; i < things.size(); ++i)
    if (things[i].name == name)
      return static_cast<int32_t>(i);
  std::vector<std::string> known;
  for (const T &thing : things)
    known.push_back(thing.name);
  field.fail(std::string("unknown ") + what + " '" + name + "'" +
             suggestion(name, known, known.empty() ? "" : "; there are "));
  return 0;
}

static void readTier(const JSONField &field, const Target &target,
                     TierId &out) {
  std::string name;
  field.read(name);
  if (!field.errors)
    out = findNamed(field, name, "tier", target.tiers);
}

static void readTierList(const JSONObject &object, const Target &target,
                         std::vector<TierId> &out) {
  object.ifPresent("tiers", [&](const JSONField &list) {
    list.forEach([&](const JSONField &element) {
      readTier(element, target, out.emplace_back());
    });
    if (out.empty() && !list.errors)
      list.fail("must not be empty; leave it out to allow every tier");
  });
}

static void readRange(const JSONObject &object, LiveRange &out) {
  object.read("begin", out.begin);
  object.read("end", out.end);
}

//===----------------------------------------------------------------------===//
// Target
//===----------------------------------------------------------------------===//

static void readTargetTier(const JSONField &field, Tier &out) {
  JSONObject object(field,
                    {"name", "capacity", "alignment", "read_bytes_per_second",
                     "write_bytes_per_second", "ops"});
  object.read("name", out.name);
  object.read("capacity", out.capacity);
  object.read("alignment", out.alignment);
  object.read("read_bytes_per_second", out.readBytesPerSecond);
  object.read("write_bytes_per_second", out.writeBytesPerSecond);
  object.readOptional("ops", out.servesOps);
}

static void readOrder(const JSONField &field, ChannelOrder &out) {
  std::string name;
  field.read(name);
  if (name == "fifo")
    out = ChannelOrder::Fifo;
  else if (name == "deadline")
    out = ChannelOrder::Deadline;
  else
    field.fail("must be 'fifo' or 'deadline', got '" + name + "'");
}

static void readChannel(const JSONField &field, const Target &target,
                        Channel &out) {
  JSONObject object(field, {"name", "from", "to", "bytes_per_second",
                            "latency_ps", "order", "dimensions", "least_run",
                            "indexed", "outstanding"});
  object.read("name", out.name);
  object.require(
      "from", [&](const JSONField &name) { readTier(name, target, out.from); });
  object.require(
      "to", [&](const JSONField &name) { readTier(name, target, out.to); });
  object.read("bytes_per_second", out.bytesPerSecond);
  object.read("latency_ps", out.latencyPs);
  object.ifPresent("order",
                   [&](const JSONField &name) { readOrder(name, out.order); });
  object.readOptional("dimensions", out.dimensions);
  object.readOptional("least_run", out.leastRun);
  object.readOptional("indexed", out.isIndexed);
  object.readOptional("outstanding", out.outstanding);
}

static void readCombine(const JSONField &field, Combine &out) {
  std::string name;
  field.read(name);
  if (name == "sum")
    out = Combine::Sum;
  else if (name == "max")
    out = Combine::Max;
  else
    field.fail("must be 'sum' or 'max', got '" + name + "'");
}

static void readCompute(const JSONField &field, Target &out) {
  JSONObject object(field, {"flops_per_second", "launch_ps", "piece_ps"});
  object.require("flops_per_second", [&](const JSONField &table) {
    table.forEachMember([&](const std::string &type, const JSONField &flops) {
      flops.read(out.flopsPerSecond[type]);
    });
  });
  object.read("launch_ps", out.launchPs);
  object.readOptional("piece_ps", out.piecePs);
}

static void readSource(const JSONField &field, NumberSource &out) {
  JSONObject object(field, {"status", "source"});
  object.read("status", out.status);
  object.read("source", out.source);
}

static void readOpDefaults(const JSONField &field, OpDefaults &out) {
  JSONObject object(field, {"overlap", "efficiency"});
  object.readOptional("overlap", out.overlap);
  object.readOptional("efficiency", out.efficiency);
}

/// \p isInProblem: the target is part of a problem, not a file of its own.
static Target targetFrom(const JSONField &field, bool isInProblem) {
  JSONObject object(field,
                    {"format", "version", "name", "tiers", "default_tier",
                     "channels", "combine", "compute", "op_defaults",
                     "sources"},
                    "memplace-target");
  Target target;
  object.read("name", target.name);
  object.require("tiers", [&](const JSONField &list) {
    list.forEach([&](const JSONField &element) {
      readTargetTier(element, target.tiers.emplace_back());
    });
  });
  object.require("default_tier", [&](const JSONField &name) {
    readTier(name, target, target.defaultTier);
  });
  object.require("channels", [&](const JSONField &list) {
    list.forEach([&](const JSONField &element) {
      readChannel(element, target, target.channels.emplace_back());
    });
  });
  object.require("combine", [&](const JSONField &name) {
    readCombine(name, target.combine);
  });
  object.require("compute",
                 [&](const JSONField &part) { readCompute(part, target); });
  object.ifPresent("op_defaults", [&](const JSONField &part) {
    if (isInProblem)
      return part.fail("belongs in a target's own file only; in a problem, set "
                       "'overlap' of ops and 'efficiency' of accesses");
    readOpDefaults(part, target.opDefaults);
  });
  object.ifPresent("sources", [&](const JSONField &table) {
    table.forEachMember([&](const std::string &path, const JSONField &source) {
      readSource(source, target.sources[path]);
    });
  });
  return target;
}

Result<Target> memplace::parseTarget(std::string_view text,
                                     std::string_view file) {
  Result<JSONValue> json = parseFile(text, file, FileKind::Target);
  if (!json)
    return json.takeError();
  JSONErrors errors(file);
  Target target =
      targetFrom(JSONField(errors, *json, nullptr), /*isInProblem=*/false);
  if (!errors)
    if (std::optional<Error> error = check(target))
      errors.add("", error->message);
  if (errors)
    return *errors.get();
  return target;
}

//===----------------------------------------------------------------------===//
// Problem
//===----------------------------------------------------------------------===//

static void readTargetOfProblem(const JSONField &field,
                                const TargetResolver &resolver, Problem &out) {
  if (field.value.kind == JSONValue::Kind::Object) {
    out.target = targetFrom(field, /*isInProblem=*/true);
    return;
  }
  std::string name;
  if (field.value.kind != JSONValue::Kind::String)
    return field.fail("must be a built-in target's name or a target object, "
                      "got " +
                      field.value.describe());
  field.read(name);
  if (!resolver)
    return field.fail("the target '" + name +
                      "' must be spelled out, as no built-in targets are "
                      "known here");
  Result<Target> target = resolver(name);
  if (!target)
    return field.fail(target.error());
  out.target = *target;
  out.isTargetByName = true;
}

static void readCounts(const JSONObject &object, std::string_view key,
                       std::vector<int64_t> &out) {
  object.ifPresent(key, [&](const JSONField &list) {
    list.forEach(
        [&](const JSONField &count) { count.read(out.emplace_back()); });
  });
}

static void readBuffer(const JSONField &field, const Target &target,
                       Buffer &out) {
  JSONObject object(field,
                    {"name", "size", "alignment", "begin", "end", "live_in",
                     "live_out", "tiers", "home", "external", "rows"});
  object.read("name", out.name);
  object.read("size", out.size);
  object.readOptional("alignment", out.alignment);
  readRange(object, out.range);
  object.readOptional("live_in", out.liveIn);
  object.readOptional("live_out", out.liveOut);
  readTierList(object, target, out.tiers);
  object.ifPresent("home", [&](const JSONField &name) {
    readTier(name, target, out.home.emplace());
  });
  object.readOptional("external", out.external);
  readCounts(object, "rows", out.rows);
}

static void readMode(const JSONField &field, AccessMode &out) {
  std::string name;
  field.read(name);
  if (name == "read")
    out = AccessMode::Read;
  else if (name == "write")
    out = AccessMode::Write;
  else if (name == "update")
    out = AccessMode::Update;
  else
    field.fail("must be 'read', 'write' or 'update', got '" + name + "'");
}

static void readAccess(const JSONField &field, const Target &target,
                       Access &out) {
  JSONObject object(field, {"buffer", "mode", "bytes", "tiers", "efficiency"});
  object.read("buffer", out.buffer);
  object.require("mode",
                 [&](const JSONField &name) { readMode(name, out.mode); });
  object.read("bytes", out.bytes);
  readTierList(object, target, out.tiers);
  object.readOptional("efficiency", out.efficiency);
}

/// Reads pairs of numbers of accesses: [[0, 1], ...].
static void readPairs(const JSONField &field, std::vector<AccessPair> &out) {
  field.forEach([&](const JSONField &element) {
    std::vector<int32_t> numbers;
    element.forEach(
        [&](const JSONField &number) { number.read(numbers.emplace_back()); });
    if (numbers.size() == 2)
      out.push_back({numbers[0], numbers[1]});
    else if (!element.errors)
      element.fail("must be two numbers of accesses, got " +
                   std::to_string(numbers.size()));
  });
}

static void readShape(const JSONField &field, OpShape &out) {
  JSONObject object(field, {"input", "output", "kernel", "stride", "pad",
                            "dilation", "groups", "batch"});
  readCounts(object, "input", out.input);
  readCounts(object, "output", out.output);
  readCounts(object, "kernel", out.kernel);
  object.readOptional("stride", out.stride);
  object.readOptional("pad", out.pad);
  object.readOptional("dilation", out.dilation);
  object.readOptional("groups", out.groups);
  object.readOptional("batch", out.batch);
}

static void readOp(const JSONField &field, const Target &target, Op &out) {
  JSONObject object(field, {"name", "compute_ps", "overlap", "accesses",
                            "apart", "together", "cuts", "shape", "once"});
  object.read("name", out.name);
  object.read("compute_ps", out.computePs);
  object.readOptional("overlap", out.overlap);
  object.require("accesses", [&](const JSONField &list) {
    list.forEach([&](const JSONField &element) {
      readAccess(element, target, out.accesses.emplace_back());
    });
  });
  object.ifPresent("apart",
                   [&](const JSONField &list) { readPairs(list, out.apart); });
  object.ifPresent("together", [&](const JSONField &list) {
    readPairs(list, out.together);
  });
  object.ifPresent("cuts",
                   [&](const JSONField &list) { readCuts(list, out.cuts); });
  object.ifPresent("shape",
                   [&](const JSONField &part) { readShape(part, out.shape); });
  object.readOptional("once", out.isOnce);
}

static void readLoop(const JSONField &field, Loop &out) {
  JSONObject object(field, {"begin", "end", "trip_count", "may_skip"});
  readRange(object, out.range);
  object.read("trip_count", out.tripCount);
  object.readOptional("may_skip", out.maySkip);
}

static Problem problemFrom(const JSONField &field,
                           const TargetResolver &resolver) {
  JSONObject object(field,
                    {"format", "version", "name", "target", "cyclic", "buffers",
                     "ops", "loops"},
                    "memplace-problem");
  Problem problem;
  object.read("name", problem.name);
  object.readOptional("cyclic", problem.isCyclic);
  object.require("target", [&](const JSONField &target) {
    readTargetOfProblem(target, resolver, problem);
  });
  object.require("buffers", [&](const JSONField &list) {
    list.forEach([&](const JSONField &element) {
      readBuffer(element, problem.target, problem.buffers.emplace_back());
    });
  });
  object.require("ops", [&](const JSONField &list) {
    list.forEach([&](const JSONField &element) {
      readOp(element, problem.target, problem.ops.emplace_back());
    });
  });
  object.ifPresent("loops", [&](const JSONField &list) {
    list.forEach([&](const JSONField &element) {
      readLoop(element, problem.loops.emplace_back());
    });
  });
  return problem;
}

Result<Problem> memplace::parseProblem(std::string_view text,
                                       std::string_view file,
                                       const TargetResolver &resolver) {
  Result<JSONValue> json = parseFile(text, file, FileKind::Problem);
  if (!json)
    return json.takeError();
  JSONErrors errors(file);
  Problem problem = problemFrom(JSONField(errors, *json, nullptr), resolver);
  if (!errors)
    if (std::optional<Error> error = check(problem))
      errors.add("", error->message);
  if (errors)
    return *errors.get();
  return problem;
}

//===----------------------------------------------------------------------===//
// Solution
//===----------------------------------------------------------------------===//

/// Reads an index into a list of \p size.
static void readIndex(const JSONField &field, size_t size, const char *what,
                      int32_t &out) {
  field.read(out);
  if (!field.errors && (out < 0 || static_cast<size_t>(out) >= size))
    field.fail(std::string("there is no ") + what + " " + std::to_string(out) +
               " of " + std::to_string(size));
}

static void readResidency(const JSONField &field, const Problem &problem,
                          Residency &out) {
  JSONObject object(field, {"buffer", "tier", "offset", "begin", "end"});
  object.require("buffer", [&](const JSONField &index) {
    readIndex(index, problem.buffers.size(), "buffer", out.buffer);
  });
  object.require("tier", [&](const JSONField &name) {
    readTier(name, problem.target, out.tier);
  });
  object.readOptional("offset", out.offset);
  readRange(object, out.range);
}

static void readTransfer(const JSONField &field, const Problem &problem,
                         size_t numResidencies, Transfer &out) {
  JSONObject object(field, {"from", "to", "channel", "start", "done"});
  auto residency = [&](ResidencyId &id) {
    return [&](const JSONField &index) {
      readIndex(index, numResidencies, "residency", id);
    };
  };
  object.require("from", residency(out.from));
  object.require("to", residency(out.to));
  object.require("channel", [&](const JSONField &field) {
    std::string name;
    field.read(name);
    if (!field.errors)
      out.channel = findNamed(field, name, "channel", problem.target.channels);
  });
  object.read("start", out.start);
  object.read("done", out.done);
}

static void readPeaks(const JSONField &field, const Target &target,
                      std::vector<int64_t> &out) {
  out.resize(target.tiers.size());
  size_t count = 0;
  field.forEachMember([&](const std::string &name, const JSONField &peak) {
    TierId tier = findNamed(peak, name, "tier", target.tiers);
    peak.read(out[tier]);
    ++count;
  });
  if (!field.errors && count != target.tiers.size())
    field.fail("must have one number for each of the target's " +
               std::to_string(target.tiers.size()) + " tiers, got " +
               std::to_string(count));
}

static Solution solutionFrom(const JSONField &field, const Problem &problem) {
  JSONObject object(field,
                    {"format", "version", "problem", "solver", "residencies",
                     "transfers", "served", "makespan_ps", "lower_bound_ps",
                     "peak_bytes", "proven_optimal"},
                    "memplace-solution");
  Solution solution;
  object.require("problem", [&](const JSONField &name) {
    name.read(solution.problem);
    // Its indices would be meaningless here.
    if (!name.errors && solution.problem != problem.name)
      name.fail("the solution is for problem '" + solution.problem +
                "', not '" + problem.name + "'");
  });
  object.readOptional("solver", solution.solver);
  object.require("residencies", [&](const JSONField &list) {
    list.forEach([&](const JSONField &element) {
      readResidency(element, problem, solution.residencies.emplace_back());
    });
  });
  object.require("transfers", [&](const JSONField &list) {
    list.forEach([&](const JSONField &element) {
      readTransfer(element, problem, solution.residencies.size(),
                   solution.transfers.emplace_back());
    });
  });
  object.require("served", [&](const JSONField &ops) {
    ops.forEach([&](const JSONField &op) {
      std::vector<ResidencyId> &ids = solution.served.emplace_back();
      op.forEach([&](const JSONField &index) {
        readIndex(index, solution.residencies.size(), "residency",
                  ids.emplace_back());
      });
    });
  });
  object.readOptional("makespan_ps", solution.makespanPs);
  object.readOptional("lower_bound_ps", solution.lowerBoundPs);
  object.ifPresent("peak_bytes", [&](const JSONField &table) {
    readPeaks(table, problem.target, solution.peakBytes.emplace());
  });
  object.readOptional("proven_optimal", solution.provenOptimal);
  return solution;
}

Result<Solution> memplace::parseSolution(std::string_view text,
                                         std::string_view file,
                                         const Problem &problem) {
  Result<JSONValue> json = parseFile(text, file, FileKind::Solution);
  if (!json)
    return json.takeError();
  JSONErrors errors(file);
  Solution solution = solutionFrom(JSONField(errors, *json, nullptr), problem);
  if (errors)
    return *errors.get();
  return solution;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

Result<Target> memplace::readTarget(const std::string &path) {
  Result<std::string> text = readFile(path);
  if (!text)
    return text.takeError();
  return parseTarget(*text, path);
}

Result<Problem> memplace::readProblem(const std::string &path,
                                      const TargetResolver &resolver) {
  Result<std::string> text = readFile(path);
  if (!text)
    return text.takeError();
  return parseProblem(*text, path, resolver);
}

Result<Solution> memplace::readSolution(const std::string &path,
                                        const Problem &problem) {
  Result<std::string> text = readFile(path);
  if (!text)
    return text.takeError();
  return parseSolution(*text, path, problem);
}
