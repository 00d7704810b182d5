//===- FakeAgent.cpp - A fake agent's library -----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Built twice, as if for the next version and for this version. Options let the
// agent fail, or be too slow.
//
//===----------------------------------------------------------------------===//

#include "memplace/Solver/Agent.h"
#include "memplace/Version.h"

using namespace memplace;

namespace {

class FakeAgent : public Agent {
public:
  std::optional<Error> begin(const Problem &, const AgentOptions &options,
                             const SolveLimits &limits) override {
    if (options.checkpoint == "limit")
      return Error{limits.wallTime ? "begun within a limit"
                                   : "begun without a limit"};
    isTooSlow = options.checkpoint == "slow";
    if (options.checkpoint == "none")
      return Error{"no network here"};
    return std::nullopt;
  }
  Result<int64_t> play(int64_t episodes, const SolveLimits &,
                       const std::function<void(AgentPlacement)> &) override {
    if (isTooSlow)
      return int64_t(0);
    return Error{"broken after " + std::to_string(episodes) + " episodes"};
  }

private:
  bool isTooSlow = false; // No episode completes.
};

} // namespace

extern "C" {

const char *memplaceAgentBuild() {
  static const std::string build =
      agentBuild(MEMPLACE_VERSION_STRING) + FAKE_AGENT_SUFFIX;
  return build.c_str();
}

Agent *memplaceCreateAgent() { return new FakeAgent; }
}
