//===- SmallRun.h - The parts of a small training run -----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_AGENT_TRAINING_SMALLRUN_H
#define MEMPLACE_UNITTESTS_AGENT_TRAINING_SMALLRUN_H

#include "../Results.h"
#include "../TestProblem.h"
#include "agent/SelfPlay/GameSlots.h"
#include "agent/Training/TrainingFolder.h"

#include "gtest/gtest.h"

#include <filesystem>

namespace memplace::testing {

/// Two programs, a temporary folder, and a small network.
class SmallRun : public ::testing::Test {
protected:
  void SetUp() override {
    agent::Network::setThreads(1);
    const auto *info = ::testing::UnitTest::GetInstance()->current_test_info();
    path = ::testing::TempDir() + "/" + info->test_suite_name() + "-" +
           info->name();
    std::filesystem::remove_all(path);
    play.search.numSimulations = 4;
    config = agent::configForGame(agent::ModelKind::Exact);
    config.width = 32;
    config.towerChannels = 2;
    network = valueOf(agent::Network::create(config, 1, "cpu"));
    set.emplace(valueOf(agent::TrainingSet::create(instances())));
  }

  static std::vector<agent::Instance> instances() {
    std::vector<agent::Instance> all;
    for (int32_t layers : {6, 8}) {
      agent::Instance instance;
      instance.problem = makeLayers(layers, "layers" + std::to_string(layers));
      instance.msaSeconds = Game::create(instance.problem)->baseline();
      all.push_back(std::move(instance));
    }
    return all;
  }

  agent::TrainingFolder openFolder() const {
    return valueOf(agent::TrainingFolder::open(path, *set, 100, 4));
  }

  /// Creates the folder.
  agent::TrainingFolder makeFolder() const {
    agent::TrainingFolder folder = openFolder();
    EXPECT_EQ(errorOf(folder.make()), "");
    return folder;
  }

  static bool always() { return true; }

  std::string path;
  agent::PlayOptions play;
  agent::NetworkConfig config;
  std::unique_ptr<agent::Network> network;
  std::optional<agent::TrainingSet> set;
};

} // namespace memplace::testing

#endif // MEMPLACE_UNITTESTS_AGENT_TRAINING_SMALLRUN_H
