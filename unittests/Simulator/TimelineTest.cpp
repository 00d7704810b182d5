//===- TimelineTest.cpp ---------------------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Simulator/Timeline.h"
#include "Scenario.h"

#include "gmock/gmock.h"
#include <nlohmann/json.hpp>

using namespace memplace;
using testing::HasSubstr;

namespace {

/// The half-hidden prefetch of docs/reference/problem.md, section 5.
Scenario makePrefetch() {
  Scenario scenario;
  scenario.addOp(
      "A", 1.0, {{AccessMode::Read, 20, slow}, {AccessMode::Write, 100, fast}});
  scenario.addOp("B", 0.1,
                 {{AccessMode::Read, 100, fast},
                  {AccessMode::Read, 100, fast},
                  {AccessMode::Write, 20, slow}});
  scenario.addTransfer(in, 100, /*start=*/0, /*done=*/1, "w");
  scenario.finish();
  return scenario;
}

std::string print(const Scenario &scenario) {
  return printTimeline(scenario.problem, scenario.solution,
                       simulate(scenario.problem, scenario.solution));
}

nlohmann::json trace(const Scenario &scenario) {
  return nlohmann::json::parse(
      printChromeTrace(scenario.problem, scenario.solution,
                       simulate(scenario.problem, scenario.solution)));
}

/// Returns the events of \p trace with the value \p value in \p field.
std::vector<nlohmann::json> eventsWith(const nlohmann::json &trace,
                                       const char *field,
                                       const std::string &value) {
  std::vector<nlohmann::json> events;
  for (const nlohmann::json &event : trace.at("traceEvents"))
    if (event.contains(field) && event.at(field) == value)
      events.push_back(event);
  return events;
}

TEST(TimelineTest, FormatsSecondsInASuitableUnit) {
  EXPECT_EQ(formatSeconds(0), "0 s");
  EXPECT_EQ(formatSeconds(1.68), "1.68 s");
  EXPECT_EQ(formatSeconds(1), "1 s");
  EXPECT_EQ(formatSeconds(0.25), "250 ms");
  EXPECT_EQ(formatSeconds(959.479e-6), "959.479 us");
  EXPECT_EQ(formatSeconds(2e-9), "2 ns");
  EXPECT_EQ(formatSeconds(3e-12), "3 ps");
}

TEST(TimelineTest, PrintsATableWithStallsBetweenTheOps) {
  EXPECT_EQ(print(makePrefetch()), R"(start, s  duration, s  trips  event
0.000000     1.000000      1  op 0 "A"
1.000000     0.280000      1  stall before op 1 "B": waits for "w" from "slow" to "fast" on channel "in" (transfer 0)
1.280000     0.400000      1  op 1 "B"

issued, s  flows, s  arrived, s  transfer
 0.000000  0.100000    1.280000  0: 100 bytes of "w" from "slow" to "fast" on channel "in", start 0, done 1

ops         1.400000 s
stalls      0.280000 s
makespan    1.680000 s
transferred 100 bytes
)");
}

TEST(TimelineTest, PrintsTheStallAtTheEndAndTheTripsOfALoop) {
  Scenario scenario;
  scenario.addOp("A", 1, {});
  scenario.problem.loops = {{.range = {0, 1}, .tripCount = 3}};
  scenario.addTransfer(out, 100, /*start=*/0, /*done=*/1, "w");

  std::string text = print(scenario);

  EXPECT_THAT(text, HasSubstr("0.000000     1.000000      3  op 0 \"A\"\n"));
  EXPECT_THAT(text, HasSubstr("1.000000     0.100000      3  stall before the "
                              "end: waits for \"w\""));
  EXPECT_THAT(text, HasSubstr("makespan    3.300000 s\n"));
  EXPECT_THAT(text, HasSubstr("transferred 300 bytes\n"));
}

TEST(TimelineTest, EscapesLineBreaksInNames) {
  Scenario scenario;
  scenario.addOp("a \"b\"\n\\c\x7f", 1, {});

  EXPECT_THAT(print(scenario),
              HasSubstr("op 0 \"a \\\"b\\\"\\u000a\\\\c\\u007f\"\n"));
}

TEST(TimelineTest, AProgramWithoutOpsHasATimeline) {
  Scenario scenario;

  EXPECT_THAT(print(scenario), HasSubstr("makespan    0.000000 s\n"));
  EXPECT_TRUE(trace(scenario).at("traceEvents").is_array());
}

TEST(TimelineTest, TheTraceHasATrackForComputeAndOnePerChannel) {
  nlohmann::json events = trace(makePrefetch());

  std::vector<std::string> tracks;
  for (const nlohmann::json &event : eventsWith(events, "name", "thread_name"))
    tracks.push_back(event.at("args").at("name"));
  EXPECT_THAT(tracks,
              testing::ElementsAre("compute", "channel in", "channel out"));
}

TEST(TimelineTest, TheTraceHasOpsStallsAndTransfersInMicroseconds) {
  nlohmann::json events = trace(makePrefetch());

  std::vector<nlohmann::json> ops = eventsWith(events, "cat", "op");
  ASSERT_EQ(ops.size(), 2u);
  EXPECT_EQ(ops[1].at("name"), "B");
  EXPECT_EQ(ops[1].at("tid"), 0);
  EXPECT_NEAR(ops[1].at("ts"), 1.28e6, 1e-3);
  EXPECT_NEAR(ops[1].at("dur"), 0.4e6, 1e-3);
  EXPECT_EQ(ops[1].at("args").at("trips"), 1);
  std::vector<nlohmann::json> stalls = eventsWith(events, "cat", "stall");
  ASSERT_EQ(stalls.size(), 1u);
  EXPECT_NEAR(stalls[0].at("dur"), 0.28e6, 1e-3);
  EXPECT_THAT(stalls[0].at("args").at("cause").get<std::string>(),
              HasSubstr("waits for \"w\""));
  std::vector<nlohmann::json> transfers = eventsWith(events, "cat", "transfer");
  ASSERT_EQ(transfers.size(), 1u);
  EXPECT_EQ(transfers[0].at("name"), "w");
  EXPECT_EQ(transfers[0].at("tid"), 1);
  EXPECT_NEAR(transfers[0].at("ts"), 0.1e6, 1e-3);
  EXPECT_NEAR(transfers[0].at("dur"), 1.18e6, 1e-3);
  EXPECT_EQ(transfers[0].at("args").at("bytes"), 100);
}

TEST(TimelineTest, TheTraceCountsTheBytesInUseOfEachTier) {
  // 64 bytes in fast during op 1 only; external buffers do not count.
  Scenario scenario;
  scenario.addOp("A", 1, {});
  scenario.addOp("B", 1, {});
  scenario.addOp("C", 1, {});
  ResidencyId mine = scenario.addResidency(fast, 64);
  ResidencyId callers = scenario.addResidency(fast, 1000);
  scenario.solution.residencies[mine].range = {1, 2};
  scenario.solution.residencies[callers].range = {0, 3};
  scenario.solution.residencies[callers].offset = std::nullopt;

  nlohmann::json events = trace(scenario);

  std::vector<std::pair<double, int64_t>> samples;
  for (const nlohmann::json &event :
       eventsWith(events, "name", "bytes in fast"))
    samples.emplace_back(event.at("ts"), event.at("args").at("bytes"));
  EXPECT_THAT(samples,
              testing::ElementsAre(testing::Pair(0, 0), testing::Pair(1e6, 64),
                                   testing::Pair(2e6, 0)));
}

/// 100 bytes are issued before op 1, in two buffers, for op 0 of the next
/// invocation. The last 10 bytes are late by 0.2 s, their latency included.
Scenario makeWrapped() {
  Scenario scenario;
  scenario.problem.isCyclic = true;
  scenario.addOp("A", 1, {});
  scenario.addOp("B", 1, {});
  scenario.addTransfer(in, 90, /*start=*/1, /*done=*/0, "v");
  scenario.addTransfer(in, 10, /*start=*/1, /*done=*/0, "w");
  return scenario;
}

TEST(TimelineTest, MarksWrappedTransfers) {
  EXPECT_EQ(print(makeWrapped()),
            R"(the third of three invocations, back to back

start, s  duration, s  trips  event
0.000000     0.200000      1  stall before op 0 "A": waits for "w" from "slow" to "fast" on channel "in" (transfer 1, issued in the invocation before)
0.200000     1.000000      1  op 0 "A"
1.200000     1.000000      1  op 1 "B"

issued, s   flows, s  arrived, s  transfer
-1.000000  -0.900000    0.000000  0: 90 bytes of "v" from "slow" to "fast" on channel "in", start 1, done 0 (issued in the invocation before)
-1.000000   0.100000    0.200000  1: 10 bytes of "w" from "slow" to "fast" on channel "in", start 1, done 0 (issued in the invocation before)
 1.200000   1.300000    2.200000  0: 90 bytes of "v" from "slow" to "fast" on channel "in", start 1, done 0 (awaited in the next invocation)
 1.200000   2.300000           -  1: 10 bytes of "w" from "slow" to "fast" on channel "in", start 1, done 0 (awaited in the next invocation)

ops         2.000000 s
stalls      0.200000 s
makespan    2.200000 s
transferred 100 bytes
)");
}

TEST(TimelineTest, TheTraceShowsTheFlowOfWrappedTransfersInTheInvocation) {
  nlohmann::json events = trace(makeWrapped());

  EXPECT_EQ(eventsWith(events, "name", "process_name")[0].at("args").at("name"),
            "scenario on example, third invocation");
  // Transfer 0 ends at the start of the invocation; the next transfer 1 flows
  // after the end.
  std::vector<nlohmann::json> transfers = eventsWith(events, "cat", "transfer");
  ASSERT_EQ(transfers.size(), 2u);
  EXPECT_EQ(transfers[0].at("args").at("transfer"), 1);
  EXPECT_EQ(transfers[0].at("args").at("bytes"), 10);
  EXPECT_EQ(transfers[0].at("args").at("wrapped"),
            "issued in the invocation before");
  EXPECT_NEAR(transfers[0].at("ts"), 0.1e6, 1e-3);
  EXPECT_NEAR(transfers[0].at("dur"), 0.1e6, 1e-3);
  EXPECT_EQ(transfers[1].at("args").at("transfer"), 0);
  EXPECT_EQ(transfers[1].at("args").at("wrapped"),
            "awaited in the next invocation");
  EXPECT_NEAR(transfers[1].at("ts"), 1.3e6, 1e-3);
  EXPECT_NEAR(transfers[1].at("dur"), 0.9e6, 1e-3);
}

TEST(TimelineTest, TheTraceClipsTransfersAtTheStartAndTheEnd) {
  Scenario scenario;
  scenario.problem.target = makeExampleTarget(/*latencySeconds=*/0);
  scenario.problem.isCyclic = true;
  for (int i = 0; i < 3; ++i)
    scenario.addOp("A", 1, {});
  scenario.addTransfer(in, 150, /*start=*/2, /*done=*/1);

  std::vector<nlohmann::json> transfers =
      eventsWith(trace(scenario), "cat", "transfer");

  ASSERT_EQ(transfers.size(), 2u);
  EXPECT_NEAR(transfers[0].at("ts"), 0, 1e-3);
  EXPECT_NEAR(transfers[0].at("dur"), 0.5e6, 1e-3);
  EXPECT_NEAR(transfers[1].at("ts"), 2e6, 1e-3);
  EXPECT_NEAR(transfers[1].at("dur"), 1e6, 1e-3);
}

TEST(TimelineTest, NamesAreEscapedInTheTrace) {
  Scenario scenario;
  scenario.addOp("a \"b\"\n\t\\c", 1, {});

  nlohmann::json events = trace(scenario);

  EXPECT_EQ(eventsWith(events, "cat", "op")[0].at("name"), "a \"b\"\n\t\\c");
}

TEST(TimelineTest, PrintsShortTimesInTheirUnitAndEachStall) {
  // Two transfers are late for op 1: by 0.1 and 0.2 ms, latencies included.
  Scenario scenario;
  scenario.problem.target = makeExampleTarget(/*latencySeconds=*/1e-4);
  scenario.addOp("A", 1e-3, {});
  scenario.addOp("B", 1e-3, {});
  scenario.problem.target.tiers[fast].writeBytesPerSecond = 1e9;
  scenario.problem.target.tiers[slow].readBytesPerSecond = 1e6;
  scenario.addTransfer(in, 1000, /*start=*/0, /*done=*/1, "v");
  scenario.addTransfer(in, 100, /*start=*/0, /*done=*/1, "w");

  std::string text = print(scenario);

  EXPECT_THAT(text,
              HasSubstr("1.000000      0.100000      1  stall before op 1 "
                        "\"B\": waits for \"v\""));
  EXPECT_THAT(text,
              HasSubstr("1.100000      0.200000      1  stall before op 1 "
                        "\"B\": waits for \"w\""));
  EXPECT_THAT(text, HasSubstr("stalls      0.300000 ms\n"));
}

TEST(TimelineTest, TheTraceHasEachTransferOnItsChannelsTrack) {
  Scenario scenario;
  scenario.addOp("A", 1, {});
  scenario.addOp("B", 1, {});
  scenario.addTransfer(out, 10, /*start=*/1, /*done=*/2);

  nlohmann::json events = trace(scenario);

  std::vector<int> tracks;
  for (const nlohmann::json &event : eventsWith(events, "name", "thread_name"))
    tracks.push_back(event.at("tid"));
  EXPECT_THAT(tracks, testing::ElementsAre(0, 1, 2));
  std::vector<nlohmann::json> transfers = eventsWith(events, "cat", "transfer");
  ASSERT_EQ(transfers.size(), 1u);
  EXPECT_EQ(transfers[0].at("tid"), 2);
  EXPECT_EQ(transfers[0].at("args").at("issued_us"), 1e6);
}

TEST(TimelineTest, TheTraceCountsBytesInUseAfterTheEnd) {
  // "y" is written home while the end waits: 0.1 s of latency, 1 s of copying.
  Scenario scenario;
  scenario.addOp("A", 1, {});
  scenario.addOp("B", 1, {});
  scenario.addTransfer(out, 100, /*start=*/2, /*done=*/2, "y");
  std::vector<Residency> &residencies = scenario.solution.residencies;
  residencies[0].range = {0, 3};
  residencies[1].range = {2, 3};

  nlohmann::json events = trace(scenario);

  auto samplesOf = [&](const std::string &tier) {
    std::vector<std::pair<double, int64_t>> samples;
    for (const nlohmann::json &event :
         eventsWith(events, "name", "bytes in " + tier))
      samples.emplace_back(event.at("ts"), event.at("args").at("bytes"));
    return samples;
  };
  EXPECT_THAT(samplesOf("fast"), testing::ElementsAre(testing::Pair(0, 100),
                                                      testing::Pair(3.1e6, 0)));
  EXPECT_THAT(samplesOf("slow"),
              testing::ElementsAre(testing::Pair(0, 0), testing::Pair(2e6, 100),
                                   testing::Pair(3.1e6, 0)));
}

TEST(TimelineTest, TheTraceEndsWithTheLastStall) {
  // The end waits for 100 B until 2.5 s. The 200 B for the next invocation flow
  // after the end.
  Scenario scenario;
  scenario.problem.target = makeExampleTarget(/*latencySeconds=*/0);
  scenario.problem.isCyclic = true;
  scenario.addOp("A", 1, {});
  scenario.addOp("B", 0.5, {});
  scenario.addTransfer(in, 100, /*start=*/2, /*done=*/2);
  scenario.addTransfer(out, 10, /*start=*/1, /*done=*/0);

  std::vector<nlohmann::json> transfers =
      eventsWith(trace(scenario), "cat", "transfer");

  ASSERT_EQ(transfers.size(), 2u);
  EXPECT_NEAR(transfers[0].at("dur"), 1e6, 1e-3);
  EXPECT_NEAR(transfers[1].at("dur"), 0.1e6, 1e-3);
}

} // namespace
