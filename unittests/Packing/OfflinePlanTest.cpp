//===- OfflinePlanTest.cpp - Offline memory plans of TFLM -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Packing/OfflinePlan.h"
#include "../../lib/Packing/FlatBuffer.h"
#include "TFLiteWriter.h"

#include "memplace/IO/File.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

using namespace memplace;
using testing::ElementsAre;
using testing::HasSubstr;

/// Reads a model of test/tools/memplace-pack/Inputs; make_models.py there says
/// what it computes.
static std::string readModel(const std::string &name) {
  Result<std::string> bytes =
      readFile(MEMPLACE_SOURCE_DIR "/test/tools/memplace-pack/Inputs/" + name);
  EXPECT_TRUE(bool(bytes)) << (bytes ? "" : bytes.error());
  return bytes ? *bytes : "";
}

static OfflineTensors tensorsIn(std::string_view model) {
  Result<OfflineTensors> tensors = readOfflineTensors(model, "x.tflite");
  EXPECT_TRUE(bool(tensors)) << (tensors ? "" : tensors.error());
  return tensors ? *tensors : OfflineTensors();
}

static std::string errorIn(std::string_view model) {
  Result<OfflineTensors> tensors = readOfflineTensors(model, "x.tflite");
  return tensors ? "no error" : tensors.error();
}

/// Begin, end and size of a buffer.
using Row = std::array<int64_t, 3>;

static std::vector<Row> rangesAndSizes(const PackingProblem &problem) {
  std::vector<Row> buffers;
  for (const PackingBuffer &buffer : problem.buffers) {
    EXPECT_EQ(buffer.alignment, 16);
    buffers.push_back({buffer.range.begin, buffer.range.end, buffer.size});
  }
  return buffers;
}

// Step 0 is before the first operator.
TEST(OfflinePlanTest, CountsLivesOfOperators) {
  const OfflineTensors tensors = tensorsIn(readModel("branches.tflite"));

  EXPECT_THAT(rangesAndSizes(tensors.problem),
              ElementsAre(Row{0, 4, 48}, Row{1, 3, 96}, Row{2, 4, 48},
                          Row{3, 5, 96}, Row{4, 5, 96}));
  EXPECT_THAT(tensors.tensors, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_EQ(tensors.numTensors, 7u);
  EXPECT_THAT(tensors.plan, ElementsAre());
}

// The steps of the main subgraph are 0, 1 (CALL_ONCE), 3 (LESS), 4 (IF),
// 9 (WHILE), 14 (ADD); a call and each operator of a callee have a step.
TEST(OfflinePlanTest, CountsLivesThroughCalls) {
  const OfflineTensors tensors = tensorsIn(readModel("calls.tflite"));

  EXPECT_THAT(rangesAndSizes(tensors.problem),
              ElementsAre(Row{3, 9, 16}, Row{4, 14, 16}, Row{9, 15, 16},
                          Row{14, 15, 16}, Row{5, 7, 16}, Row{6, 7, 16},
                          Row{7, 9, 16}, Row{8, 9, 16}, Row{10, 12, 16},
                          Row{11, 12, 16}, Row{12, 14, 16}, Row{13, 14, 16}));
  // Tensor 0 has no buffer: the variable is number 0 in its own subgraph.
  EXPECT_THAT(tensors.tensors,
              ElementsAre(1, 2, 3, 4, 7, 8, 10, 11, 12, 13, 15, 16));
}

TEST(OfflinePlanTest, PutsAPlanBeforeTheUnchangedModel) {
  for (const char *name : {"branches.tflite", "calls.tflite"}) {
    const std::string model = readModel(name);
    const OfflineTensors tensors = tensorsIn(model);
    const PackResult result = packOffline(tensors.problem);
    ASSERT_TRUE(result.packing);
    Result<std::vector<int32_t>> plan = offlinePlanOf(tensors, *result.packing);
    ASSERT_TRUE(bool(plan)) << plan.error();

    const std::string planned = addOfflinePlan(model, *plan);

    EXPECT_EQ((planned.size() - model.size()) % 16, 0u);
    EXPECT_EQ(planned.substr(planned.size() - model.size()), model);
    packing::FlatBuffer file(planned);
    EXPECT_EQ(file.targetOf(file.root(), 5), 0u); // Neither model has it.
    const OfflineTensors again = tensorsIn(planned);
    EXPECT_EQ(again.plan, *plan);
    EXPECT_EQ(again.problem, tensors.problem);
  }
}

TEST(OfflinePlanTest, ReplacesAPlan) {
  const std::string model = readModel("branches.tflite");
  const std::vector<int32_t> first = {0, 48, 144, 192, 288, -1, -1};
  const std::vector<int32_t> second = {-1, 0, 96, -1, -1, -1, -1};

  const std::string planned =
      addOfflinePlan(addOfflinePlan(model, first), second);

  EXPECT_EQ(tensorsIn(planned).plan, second);
}

TEST(OfflinePlanTest, IgnoresAPlanForAnotherNumberOfTensors) {
  const std::string model = readModel("branches.tflite");

  EXPECT_THAT(tensorsIn(addOfflinePlan(model, {0, 0})).plan, ElementsAre());
}

TEST(OfflinePlanTest, RefusesToReplaceAPlanWithOverlaps) {
  const std::string model = readModel("branches.tflite");

  // Alignment does not matter, nor do tensors without offset.
  EXPECT_EQ(errorIn(addOfflinePlan(model, {1, 49, -1, -1, -1, -1, -1})),
            "no error");
  EXPECT_NE(errorIn(addOfflinePlan(model, {-1, 0, 95, -1, -1, -1, -1})),
            "no error");
  EXPECT_THAT(errorIn(addOfflinePlan(model, {0, 47, -1, -1, -1, -1, -1})),
              HasSubstr("x.tflite: has an offline plan that lets live tensors "
                        "share bytes"));
}

// The last tensor has 96 bytes.
TEST(OfflinePlanTest, RefusesArenasOf2GiB) {
  const OfflineTensors tensors = tensorsIn(readModel("branches.tflite"));
  Packing packing{{0, 48, 144, 192, 0x7fffffff - 96}, {}};

  EXPECT_TRUE(bool(offlinePlanOf(tensors, packing)));
  packing.offsets.back() += 1;
  EXPECT_FALSE(bool(offlinePlanOf(tensors, packing)));
}

TEST(OfflinePlanTest, ComparesWithTFLMsPlanner) {
  const PackingProblem problem =
      tensorsIn(readModel("branches.tflite")).problem;

  EXPECT_TRUE(isBetterThanTFLM(problem, 287));
  EXPECT_FALSE(isBetterThanTFLM(problem, 288));
}

TEST(OfflinePlanTest, RefusesOtherFiles) {
  EXPECT_EQ(errorIn(""),
            "x.tflite: is not a TFLite model: no 'TFL3' at byte 4");
  EXPECT_EQ(errorIn(std::string_view("\0\0\0\0TFL3", 8)),
            "x.tflite: is broken at byte 0: an offset is 0");
  EXPECT_THAT(errorIn("id,lower,upper,size\n"), HasSubstr("no 'TFL3'"));
}

TEST(OfflinePlanTest, RefusesEveryPartOfAModel) {
  for (const char *name : {"branches.tflite", "calls.tflite"}) {
    const std::string model = readModel(name);
    // The last byte may be padding.
    for (size_t size = 0; size + 8 < model.size(); ++size) {
      const std::string error = errorIn(model.substr(0, size));
      EXPECT_TRUE(size < 8 ? error.find("no 'TFL3'") != std::string::npos
                           : error != "no error")
          << name << ", " << size << " bytes: " << error;
    }
  }
}

// A changed byte leads to an error, or to another model that has a plan.
TEST(OfflinePlanTest, SurvivesEveryChangedByte) {
  for (const char *name : {"branches.tflite", "calls.tflite"}) {
    const std::string model = readModel(name);
    for (size_t at = 0; at < model.size(); ++at)
      for (int change : {0x01, 0x04, 0x80, 0xff}) {
        std::string other = model;
        other[at] = static_cast<char>(other[at] ^ change);
        Result<OfflineTensors> tensors = readOfflineTensors(other, "x");
        if (!tensors)
          continue;
        std::vector<int32_t> plan(tensors->numTensors, -1);
        for (size_t i = 0; i < tensors->tensors.size(); ++i)
          plan[tensors->tensors[i]] = static_cast<int32_t>(i) << 20;
        Result<OfflineTensors> again =
            readOfflineTensors(addOfflinePlan(other, plan), "x");
        if (again)
          EXPECT_EQ(again->plan, plan) << name << ", byte " << at;
        else
          EXPECT_THAT(again.error(), HasSubstr("lets live tensors share"));
      }
  }
}

static std::vector<Row> rowsOf(std::vector<Flat> subgraphs) {
  return rangesAndSizes(
      tensorsIn(writeModel(modelOf(std::move(subgraphs)))).problem);
}

TEST(OfflinePlanTest, PutsUnusedTensorsAloneAtTheirSteps) {
  EXPECT_THAT(
      rowsOf({subgraphOf({tensorOf({16}), tensorOf({17}), tensorOf({1})}, {},
                         {}, {})}),
      ElementsAre(Row{-2, -1, 16}, Row{-3, -2, 32}, Row{-4, -3, 16}));
}

// An unused input, an input that is written again, a result that is read
// before it is written, and a left out operand.
TEST(OfflinePlanTest, CountsUnusualLives) {
  const std::vector<Flat> tensors(4, tensorOf({16}));

  EXPECT_THAT(
      rowsOf(
          {subgraphOf(tensors, {-1, 0, 1}, {3},
                      {operatorOf({1}, {1}), operatorOf({2, -1}, {-1, 3})})}),
      ElementsAre(Row{0, 1, 16}, Row{0, 2, 16}, Row{-1, 3, 16}, Row{2, 3, 16}));
}

TEST(OfflinePlanTest, CountsEachCallOfASubgraph) {
  const std::vector<Flat> calls(2, operatorOf({}, {}, 1, {{0, numberOf(1)}}));

  EXPECT_THAT(rowsOf({subgraphOf({}, {}, {}, calls),
                      subgraphOf({tensorOf({4})}, {0}, {}, {})}),
              ElementsAre(Row{2, 5, 16}));
}

// In the order of the schema's types; TFLM has no size for text and variants.
TEST(OfflinePlanTest, KnowsTheSizesOfElements) {
  const int sizes[] = {4, 2,  4, 1, 8, 0, 1, 2, 8, 1,
                       8, 16, 8, 0, 0, 4, 2, 1, 2};
  for (int type : {0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 15, 16, 17, 18})
    EXPECT_THAT(rowsOf({subgraphOf({tensorOf({2, 8}, type)}, {}, {}, {})}),
                ElementsAre(Row{-2, -1, 16 * sizes[type]}));
}

TEST(OfflinePlanTest, LeavesOutTensorsWithOtherStorage) {
  Flat constant = tensorOf({4});
  constant.fields[2] = numberOf(1);
  Flat variable = tensorOf({4});
  variable.fields[5] = numberOf(1);
  const std::vector<Flat> tensors = {tensorOf({4}), constant, tensorOf({4, 0}),
                                     tensorOf({4}, 13), tensorOf({})};

  EXPECT_THAT(
      tensorsIn(writeModel(modelOf({subgraphOf(tensors, {}, {}, {})}))).tensors,
      ElementsAre(0, 4));
  // Tensor 1 as well: it is in the place that TFLM looks up for the variable.
  EXPECT_THAT(
      tensorsIn(writeModel(modelOf(
                    {subgraphOf({tensorOf({4}), tensorOf({4})}, {}, {}, {}),
                     subgraphOf({tensorOf({4}), variable}, {}, {}, {})})))
          .tensors,
      ElementsAre(0, 2));
}

static std::string errorOfGraphs(std::vector<Flat> subgraphs) {
  return errorIn(writeModel(modelOf(std::move(subgraphs))));
}

TEST(OfflinePlanTest, RefusesTensorsWithoutSize) {
  const auto errorOfTensor = [](Flat tensor) {
    return errorOfGraphs({subgraphOf({std::move(tensor)}, {}, {}, {})});
  };
  const std::string tensor = "x.tflite: tensor 0 of subgraph 0 has ";

  EXPECT_EQ(errorOfTensor(tensorOf({2, -1})), tensor + "no fixed shape");
  EXPECT_EQ(errorOfTensor(tensorOf({0x7fffffff})), "no error");
  EXPECT_EQ(errorOfTensor(tensorOf({1 << 16, 1 << 15})),
            tensor + "2^31 bytes or more");
  EXPECT_EQ(errorOfTensor(tensorOf({1 << 29}, 0)),
            tensor + "2^31 bytes or more");
  for (const char *type : {"5", "14", "19", "255"})
    EXPECT_EQ(errorOfTensor(tensorOf({1}, std::stoi(type))),
              tensor + "elements of type " + type +
                  ", for which TFLM has no size");
}

TEST(OfflinePlanTest, RefusesOperandsThatDoNotExist) {
  const std::vector<Flat> tensors(2, tensorOf({4}));
  const auto errorOf = [&](std::vector<int32_t> inputs,
                           std::vector<int32_t> outputs, Flat op) {
    return errorOfGraphs(
        {subgraphOf(tensors, std::move(inputs), std::move(outputs),
                    {operatorOf({}, {}), std::move(op)})});
  };
  const std::string subgraph = "x.tflite: subgraph 0 names tensor ";
  const std::string second = "x.tflite: operator 1 of subgraph 0 ";

  EXPECT_EQ(errorOf({1}, {1}, operatorOf({1}, {1})), "no error");
  EXPECT_EQ(errorOf({2}, {}, operatorOf({}, {})), subgraph + "2 of 2");
  EXPECT_EQ(errorOf({}, {-2}, operatorOf({}, {})), subgraph + "-2 of 2");
  EXPECT_EQ(errorOf({}, {}, operatorOf({0, 2}, {})),
            second + "names tensor 2 of 2");
  EXPECT_EQ(errorOf({}, {}, operatorOf({}, {0, -2})),
            second + "names tensor -2 of 2");
  EXPECT_EQ(errorOf({}, {}, operatorOf({}, {}, 4)), second + "has code 4 of 4");
}

TEST(OfflinePlanTest, RefusesCallsThatDoNotExist) {
  const auto errorOf = [](uint64_t code, uint64_t first, uint64_t second) {
    return errorOfGraphs({subgraphOf({}, {}, {}, {}),
                          subgraphOf({}, {}, {},
                                     {operatorOf({}, {}),
                                      operatorOf({}, {}, code,
                                                 {{0, numberOf(first)},
                                                  {1, numberOf(second)}})})});
  };
  const std::string second =
      "x.tflite: operator 1 of subgraph 1 calls subgraph ";

  EXPECT_EQ(errorOf(0, 2, 2), "no error");
  EXPECT_EQ(errorOf(1, 1, 2), "no error");
  EXPECT_EQ(errorOf(1, 2, 0), second + "2 of 2");
  EXPECT_EQ(errorOf(2, 1, 2), second + "2 of 2");
  EXPECT_EQ(errorOf(2, 0, uint64_t(-1)), second + "-1 of 2");
  EXPECT_EQ(errorOf(3, 0, 2), second + "2 of 2");
  EXPECT_EQ(errorOfGraphs({}), "x.tflite: has no subgraph");
}

/// Returns a chain of subgraphs: each calls the next one several times.
static std::vector<Flat> chainOf(int length, int calls) {
  std::vector<Flat> subgraphs;
  for (int next = 1; next <= length; ++next)
    subgraphs.push_back(subgraphOf(
        {}, {}, {},
        std::vector<Flat>(next < length ? calls : 0,
                          operatorOf({}, {}, 1, {{0, numberOf(next)}}))));
  return subgraphs;
}

TEST(OfflinePlanTest, LimitsCalls) {
  EXPECT_EQ(errorOfGraphs(chainOf(65, 1)), "no error");
  EXPECT_EQ(errorOfGraphs(chainOf(66, 1)),
            "x.tflite: has subgraphs that call each other more than 64 deep");
  EXPECT_EQ(errorOfGraphs(chainOf(40, 2)), "x.tflite: has calls of subgraphs "
                                           "that use more than 2^27 operands");
}

TEST(OfflinePlanTest, RefusesDataOutsideOfTheModel) {
  const std::vector<Flat> nothing = {subgraphOf({}, {}, {}, {})};
  std::map<int, Flat> model = modelOf(nothing);
  model[4].tables.push_back(tableOf({{1, numberOf(1)}, {2, numberOf(1)}}));
  EXPECT_EQ(errorIn(writeModel(model)), "no error");
  model[4].tables.back().fields[1] = numberOf(2);
  EXPECT_THAT(errorIn(writeModel(model)),
              HasSubstr("buffer 2 has its data outside of the FlatBuffer"));

  Flat tensor = tensorOf({4});
  tensor.fields[10] = numberOf(1);
  EXPECT_THAT(errorOfGraphs({subgraphOf({tensor}, {}, {}, {})}),
              HasSubstr("tensor 0 of subgraph 0 has its data in another file"));
  tensor.fields = {{2, numberOf(2)}};
  EXPECT_EQ(errorOfGraphs({subgraphOf({tensor}, {}, {}, {})}),
            "x.tflite: tensor 0 of subgraph 0 has buffer 2 of 2");
  Flat op = operatorOf({}, {});
  op.fields[9] = numberOf(1);
  EXPECT_THAT(errorOfGraphs({subgraphOf({}, {}, {}, {op})}),
              HasSubstr("operator 0 of subgraph 0 has options outside of"));
}

/// Returns the text in field \p field of each table in a list of the root.
static std::vector<std::string> textsIn(const std::string &model, int list,
                                        int field) {
  packing::FlatBuffer file(model);
  std::vector<std::string> texts;
  for (const packing::FlatTable &table : file.tables(file.root(), list))
    texts.emplace_back(file.text(table, field));
  EXPECT_FALSE(file.error());
  return texts;
}

TEST(OfflinePlanTest, KeepsAllFieldsOfAModel) {
  std::map<int, Flat> model =
      modelOf({subgraphOf({tensorOf({4})}, {}, {}, {})});
  for (int field : {3, 5, 7, 8, 9})
    model[field] = tablesOf({tableOf({{0, textOf("field")}})});
  const auto entry = [](const char *name, uint64_t buffer) {
    return tableOf({{0, textOf(name)}, {1, numberOf(buffer)}});
  };
  model[6] = tablesOf({entry("first", 1), entry("OfflineMemoryAllocation", 9),
                       entry("OfflineMemoryAllocation", 1), entry("last", 0)});

  const std::string planned = addOfflinePlan(writeModel(model), {32});

  EXPECT_EQ(tensorsIn(planned).plan, std::vector<int32_t>{32});
  EXPECT_THAT(textsIn(planned, 6, 0),
              ElementsAre("first", "last", "OfflineMemoryAllocation"));
  // The plan's data are aligned.
  const std::vector<std::string> buffers = textsIn(planned, 4, 0);
  ASSERT_EQ(buffers.size(), 3u);
  EXPECT_EQ(buffers[1], "x");
  EXPECT_EQ(planned.find(buffers[2]) % 16, 0u);
  packing::FlatBuffer file(planned);
  EXPECT_EQ(file.number<uint32_t>(file.root(), 0), 3u);
  for (int field : {3, 5, 7, 8, 9})
    EXPECT_THAT(textsIn(planned, field, 0), ElementsAre("field"));

  model[10] = numberOf(1);
  EXPECT_EQ(errorIn(writeModel(model)), "x.tflite: has more fields than "
                                        "memplace knows, so it can't be "
                                        "rewritten");
}

TEST(OfflinePlanTest, IgnoresPlansWithoutData) {
  std::map<int, Flat> model =
      modelOf({subgraphOf({tensorOf({4})}, {}, {}, {})});
  for (uint64_t buffer : {0, 1, 2}) {
    model[6] = tablesOf({tableOf(
        {{0, textOf("OfflineMemoryAllocation")}, {1, numberOf(buffer)}})});
    EXPECT_THAT(tensorsIn(writeModel(model)).plan, ElementsAre());
  }
}

/// Returns the sum of the highest bytes in use at steps 0 to 9.
static int64_t sumOfTops(const PackingProblem &problem,
                         const Packing &packing) {
  int64_t sum = 0;
  for (Step step = 0; step < 10; ++step) {
    int64_t top = 0;
    for (size_t i = 0; i < problem.buffers.size(); ++i)
      if (problem.buffers[i].range.contains(step))
        top = std::max(top, packing.offsets[i] + problem.buffers[i].size);
    sum += top;
  }
  return sum;
}

TEST(OfflinePlanTest, ChoosesTheLowestTops) {
  int numBetter = 0;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    std::mt19937_64 random(seed);
    PackingProblem problem;
    for (int i = 0; i < 10; ++i) {
      const auto begin = static_cast<Step>(random() % 9);
      problem.buffers.push_back(
          {.id = std::to_string(i),
           .range = {begin, begin + 1 + static_cast<Step>(random() % 3)},
           .size = 16 * (1 + static_cast<int64_t>(random() % 6)),
           .alignment = 16});
      problem.buffers.back().range.end =
          std::min<Step>(10, problem.buffers.back().range.end);
    }
    const PackResult plain = pack(problem);
    int64_t least = sumOfTops(problem, *plain.packing);
    for (const std::string &name : packerNames())
      if (PackResult other = packBy(name, problem); other.peak == plain.peak)
        least = std::min(least, sumOfTops(problem, *other.packing));

    const PackResult chosen = packOffline(problem);

    EXPECT_EQ(chosen.peak, plain.peak);
    EXPECT_EQ(chosen.status, plain.status);
    EXPECT_EQ(sumOfTops(problem, *chosen.packing), least) << "seed " << seed;
    numBetter += least < sumOfTops(problem, *plain.packing);
  }
  EXPECT_GT(numBetter, 0);
}

TEST(OfflinePlanTest, GivesTheReasonWithoutAPacking) {
  PackingProblem problem = tensorsIn(readModel("branches.tflite")).problem;
  problem.arenas[0].capacity = 191;

  const PackResult result = packOffline(problem);

  EXPECT_EQ(result.status, PackStatus::Infeasible);
  EXPECT_FALSE(result.packing);
  EXPECT_THAT(result.message, HasSubstr("proven to need 192 bytes"));
}
