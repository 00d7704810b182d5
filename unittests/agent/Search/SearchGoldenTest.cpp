//===- SearchGoldenTest.cpp - The same search trees as mctx ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TableModel.h"

#include "gtest/gtest.h"

#include <fstream>
#include <nlohmann/json.hpp>

using namespace memplace::agent;
using nlohmann::json;

static json readGolden() {
  std::ifstream file(MEMPLACE_SOURCE_DIR
                     "/unittests/agent/Search/golden/mctx.json");
  return json::parse(file);
}

static GameTable tableFrom(const json &from) {
  GameTable table;
  from.at("next").get_to(table.next);
  from.at("reward").get_to(table.reward);
  from.at("discount").get_to(table.discount);
  from.at("logits").get_to(table.logits);
  from.at("value").get_to(table.value);
  return table;
}

static SearchOptions optionsFrom(const json &from) {
  SearchOptions options;
  const bool isGumbel = from.at("kind") == "gumbel";
  options.kind =
      isGumbel ? SearchOptions::Kind::Gumbel : SearchOptions::Kind::Puct;
  options.numSimulations = from.at("simulations");
  options.maxDepth = from.at("max_depth");
  options.maxConsidered = from.at("max_considered");
  options.qScale = {from.at("q_scale").at("value_scale"),
                    from.at("q_scale").at("max_visit_init"),
                    from.at("q_scale").at("rescale"),
                    from.at("q_scale").at("mix_value")};
  options.dirichletFraction = 0;
  options.temperature = 0;
  return options;
}

namespace {

/// Compares two trees from their roots down; node numbers differ, since mctx
/// leaves some out.
class TreeComparison {
public:
  TreeComparison(const Tree &ours, const json &theirs)
      : ours(ours), theirs(theirs) {}

  void compare(NodeId id, int32_t other) {
    SCOPED_TRACE("node " + std::to_string(id));
    ++numCompared;
    EXPECT_EQ(ours.node(id).visits, theirs.at("visits")[other]);
    EXPECT_NEAR(ours.node(id).value, theirs.at("value")[other].get<float>(),
                1e-4);
    EXPECT_NEAR(ours.node(id).rawValue,
                theirs.at("raw_value")[other].get<float>(), 1e-5);
    for (Action a = 0; a < ours.getNumActions(); ++a) {
      const Tree::Edge &edge = ours.edges(id)[a];
      const int32_t child = theirs.at("child")[other][a];
      EXPECT_EQ(edge.visits, theirs.at("child_visits")[other][a]);
      ASSERT_EQ(edge.child == noNode, child < 0) << "action " << a;
      if (child >= 0)
        compare(edge.child, child);
    }
  }

  NodeId numCompared = 0;

private:
  const Tree &ours;
  const json &theirs;
};

} // namespace

TEST(SearchGoldenTest, treesAndPoliciesEqualThoseOfMctx) {
  const json golden = readGolden();
  ASSERT_EQ(golden.at("cases").size(), 24U);
  int32_t number = 0;
  for (const json &each : golden.at("cases")) {
    SCOPED_TRACE("case " + std::to_string(number++) + ", " +
                 each.at("kind").get<std::string>());
    const GameTable table = tableFrom(each.at("table"));
    TableModel model({&table}, {0});
    Search search(model, optionsFrom(each), /*seed=*/1);
    RootState root = model.root(0);
    for (size_t a = 0; a < root.logits.size(); ++a)
      if (!each.at("legal")[a])
        root.logits[a] = illegalLogit;
    search.begin({&root, 1});
    if (each.contains("gumbel"))
      search.setGumbel(0, each.at("gumbel"));
    search.run();

    const json &expected = each.at("expected");
    TreeComparison comparison(search.tree(0), expected);
    comparison.compare(0, 0);
    EXPECT_EQ(comparison.numCompared, search.tree(0).numNodes());
    const SearchDecision decision = search.decide(0);
    for (size_t a = 0; a < decision.policy.size(); ++a)
      EXPECT_NEAR(decision.policy[a], expected.at("policy")[a].get<float>(),
                  1e-4);
    if (each.contains("action"))
      EXPECT_EQ(decision.action, each.at("action"));
  }
}
