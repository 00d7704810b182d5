//===- GraphNetwork.cpp - A network that maps tensors to tiers ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphNetwork.h"

#include "GraphModules.h"
#include "agent/Network/ModuleState.h"
#include "agent/Network/OptimizerState.h"

#include <nlohmann/json.hpp>

#include <cmath>

using namespace memplace;
using namespace memplace::agent;
using nlohmann::json;
using torch::Tensor;

struct GraphNetwork::Impl {
  explicit Impl(const GraphConfig &config)
      : config(config), whole(config), scratch(config) {}

  torch::optim::AdamW &getOptimizer(double learningRate) {
    if (!optimizer)
      optimizer = std::make_unique<torch::optim::AdamW>(whole->parameters());
    for (auto &group : optimizer->param_groups())
      static_cast<torch::optim::AdamWOptions &>(group.options())
          .lr(learningRate);
    return *optimizer;
  }
  std::optional<Error> check(const GraphData &graph) const;
  /// Makes one optimizer step. Gradients that are not finite are an error.
  std::optional<Error> step(const MapTrainingOptions &options);
  std::optional<Error> restore(const CheckpointParts &parts);
  /// The policy's loss, to be minimised. Fills `value` and `entropy` of
  /// \p losses.
  Tensor actorLoss(const GraphData &graph, const MapBatch &batch,
                   const MapTrainingOptions &options, MapLosses &losses);

  GraphConfig config;
  ActorCritic whole;
  GraphPolicy scratch; // Evaluates foreign weights.
  // Null before the first training step.
  std::unique_ptr<torch::optim::AdamW> optimizer;
};

static Tensor floats(const std::vector<float> &data,
                     std::vector<int64_t> shape) {
  // from_blob only reads, but takes no pointer to const.
  return torch::from_blob(const_cast<float *>(data.data()), shape,
                          torch::kFloat)
      .clone();
}

GraphNetwork::GraphNetwork(std::unique_ptr<Impl> impl)
    : impl(std::move(impl)) {}
GraphNetwork::~GraphNetwork() = default;
const GraphConfig &GraphNetwork::getConfig() const { return impl->config; }

using GraphNetworkResult = Result<std::unique_ptr<GraphNetwork>>;

static std::optional<Error> checkGraphConfig(const GraphConfig &config) {
  constexpr int64_t maxSize = 4096; // Far beyond practical sizes.
  for (int64_t number :
       {config.features, config.tiers, config.width, config.attention})
    if (number < 1 || number > maxSize)
      return Error{"features, tiers, width and attention must be from 1 to " +
                   std::to_string(maxSize) + ", got " + std::to_string(number)};
  if (config.width % config.attention != 0)
    return Error{"width " + std::to_string(config.width) +
                 " is no multiple of " + std::to_string(config.attention) +
                 " heads of attention"};
  return std::nullopt;
}

GraphNetworkResult GraphNetwork::create(const GraphConfig &config,
                                        uint64_t seed) {
  if (std::optional<Error> error = checkGraphConfig(config))
    return *error;
  return withTorchErrors([&]() -> GraphNetworkResult {
    auto impl =
        makeWithSeed(seed, [&] { return std::make_unique<Impl>(config); });
    return std::unique_ptr<GraphNetwork>(new GraphNetwork(std::move(impl)));
  });
}

//===----------------------------------------------------------------------===//
// Checkpoints
//===----------------------------------------------------------------------===//

static constexpr const char *graphKind = "egrl";
/// Version of features and modules. Checkpoints of another version are
/// rejected.
static constexpr int64_t graphVersion = 4; // Version 3 had no relaxation.

static std::string printGraphConfig(const GraphConfig &config) {
  return json{{"kind", graphKind},           {"version", graphVersion},
              {"features", config.features}, {"tiers", config.tiers},
              {"width", config.width},       {"attention", config.attention}}
      .dump();
}

static Result<GraphConfig> parseGraphConfig(const std::string &text) {
  const json read = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!read.is_object() || read.value("kind", json()) != graphKind)
    return Error{"not a checkpoint of egrl; perhaps a checkpoint of muzero"};
  if (read.value("version", json()) != graphVersion)
    return Error{"the network reads graphs of version " +
                 read.value("version", json()).dump() +
                 ", this program makes version " +
                 std::to_string(graphVersion) + "; train a new network"};
  GraphConfig config;
  for (auto [name, field] :
       {std::pair("features", &config.features),
        std::pair("tiers", &config.tiers), std::pair("width", &config.width),
        std::pair("attention", &config.attention)}) {
    if (!read.contains(name) || !read[name].is_number_integer())
      return Error{std::string("'") + name + "' must be a whole number"};
    *field = read[name].get<int64_t>();
  }
  return config;
}

Result<std::string> GraphNetwork::toBytes(bool withOptimizer) const {
  return printModule(printGraphConfig(impl->config), *impl->whole,
                     withOptimizer ? impl->optimizer.get() : nullptr);
}

std::optional<Error> GraphNetwork::save(const std::string &path,
                                        bool withOptimizer) const {
  Result<std::string> bytes = toBytes(withOptimizer);
  if (!bytes)
    return bytes.takeError();
  return writeCheckpointFile(path, *bytes);
}

std::optional<Error> GraphNetwork::Impl::restore(const CheckpointParts &parts) {
  return withTorchErrors([&]() -> std::optional<Error> {
    if (std::optional<Error> error =
            restoreWeights(parts.weights, *whole, torch::kCPU))
      return error;
    if (parts.optimizer.empty())
      return std::nullopt;
    return restoreOptimizer(parts.optimizer, whole->parameters(), torch::kCPU,
                            getOptimizer(MapTrainingOptions().learningRate));
  });
}

GraphNetworkResult GraphNetwork::fromBytes(const std::string &bytes) {
  Result<CheckpointParts> parts = parseCheckpoint(bytes);
  if (!parts)
    return parts.takeError();
  const Result<GraphConfig> config = parseGraphConfig(parts->config);
  if (!config)
    return Error{"its config: " + config.error()};
  // A lower bound on the number of weights, for any modules.
  const auto width = static_cast<double>(config->width);
  if (const std::optional<Error> error = checkWeightsSize(
          parts->weights.size(),
          width * (static_cast<double>(config->features) + width)))
    return Error{"its weights: " + error->message};
  GraphNetworkResult network = create(*config, 0);
  if (!network)
    return network;
  if (const std::optional<Error> error = (*network)->impl->restore(*parts))
    return Error{"its weights: " + error->message};
  return network;
}

GraphNetworkResult GraphNetwork::load(const std::string &path) {
  Result<std::string> bytes = readCheckpointFile(path);
  if (!bytes)
    return bytes.takeError();
  GraphNetworkResult network = fromBytes(*bytes);
  if (!network)
    return Error{path + ": " + network.error()};
  return network;
}

//===----------------------------------------------------------------------===//
// Inference
//===----------------------------------------------------------------------===//

std::vector<float> GraphNetwork::policyWeights() const {
  std::vector<float> weights;
  for (const Tensor &each : impl->whole->policy->parameters()) {
    const Tensor flat = each.detach().contiguous();
    weights.insert(weights.end(), flat.data_ptr<float>(),
                   flat.data_ptr<float>() + flat.numel());
  }
  return weights;
}

/// Returns the logits of \p policy for all graphs, [nodes, 2 * tiers], priors
/// included.
static Tensor logitsOf(const GraphConfig &config, GraphPolicy policy,
                       const std::vector<const GraphData *> &graphs,
                       const GraphUnion &all) {
  const int64_t columns = headsOfNode * config.tiers;
  std::vector<float> features, prior;
  for (const GraphData *graph : graphs) {
    features.insert(features.end(), graph->features.begin(),
                    graph->features.end());
    prior.insert(prior.end(), graph->prior.begin(), graph->prior.end());
    prior.resize(features.size() / config.features * columns, 0);
  }
  return policy->forward(floats(features, {all.numNodes(), config.features}),
                         all) +
         floats(prior, {all.numNodes(), columns});
}

/// Copies \p weights into \p policy. Returns false if their number differs from
/// the policy's.
static bool setWeights(const std::vector<float> &weights,
                       const GraphPolicy &policy) {
  torch::NoGradGuard guard;
  size_t at = 0;
  for (Tensor &each : policy->parameters()) {
    const auto count = static_cast<size_t>(each.numel());
    if (at + count > weights.size())
      return false;
    std::copy_n(weights.data() + at, count, each.data_ptr<float>());
    at += count;
  }
  return at == weights.size();
}

std::optional<Error> GraphNetwork::Impl::check(const GraphData &graph) const {
  const auto size = static_cast<size_t>(graph.nodes);
  if (graph.nodes < 1 || graph.from.size() != graph.to.size() ||
      graph.features.size() != size * static_cast<size_t>(config.features) ||
      graph.isDecided.size() != size * headsOfNode ||
      (!graph.prior.empty() &&
       graph.prior.size() !=
           size * static_cast<size_t>(headsOfNode * config.tiers)))
    return Error{"the graph does not have the shapes of the network, which "
                 "reads " +
                 std::to_string(config.features) + " features of a node"};
  for (const std::vector<int32_t> *ends : {&graph.from, &graph.to})
    for (int32_t node : *ends)
      if (node < 0 || node >= graph.nodes)
        return Error{"the graph has an edge to node " + std::to_string(node) +
                     " of " + std::to_string(graph.nodes)};
  for (float feature : graph.features)
    if (!std::isfinite(feature))
      return Error{"the graph has a feature that is not a finite number"};
  return std::nullopt;
}

Result<std::vector<std::vector<float>>>
GraphNetwork::evaluate(const std::vector<const GraphData *> &graphs,
                       const std::vector<float> *weights) const {
  using Logits = std::vector<std::vector<float>>;
  for (const GraphData *graph : graphs)
    if (std::optional<Error> error = impl->check(*graph))
      return *error;
  if (graphs.empty())
    return Logits();
  return withTorchErrors([&]() -> Result<Logits> {
    if (weights && !setWeights(*weights, impl->scratch))
      return Error{"these are not the weights of a policy of this config"};
    GraphPolicy policy = weights ? impl->scratch : impl->whole->policy;
    torch::InferenceMode inference;
    const GraphUnion all = uniteGraphs(graphs);
    const Tensor predictions =
        logitsOf(impl->config, policy, graphs, all).contiguous();
    if (!torch::isfinite(predictions).all().item<bool>())
      return Error{
          "the network's output is not finite; the learning rate was too high"};
    const int64_t stride = headsOfNode * impl->config.tiers;
    Logits logits;
    for (size_t g = 0; g < graphs.size(); ++g)
      logits.emplace_back(
          predictions.data_ptr<float>() + all.begins[g] * stride,
          predictions.data_ptr<float>() + all.begins[g + 1] * stride);
    return logits;
  });
}

//===----------------------------------------------------------------------===//
// Training
//===----------------------------------------------------------------------===//

Tensor GraphNetwork::Impl::actorLoss(const GraphData &graph,
                                     const MapBatch &batch,
                                     const MapTrainingOptions &options,
                                     MapLosses &losses) {
  const int64_t rows = graph.nodes * headsOfNode;
  const Tensor features =
      floats(graph.features, {graph.nodes, config.features});
  const Tensor isDecided = floats(graph.isDecided, {rows, 1});
  const GraphUnion one = uniteGraphs({&graph});
  const Tensor logits =
      logitsOf(config, whole->policy, {&graph}, one).view({rows, config.tiers});
  const Tensor logProbabilities = torch::log_softmax(logits, 1);
  const Tensor probabilities = logProbabilities.exp() * isDecided;
  const Tensor count = isDecided.sum().clamp_min(1);
  const Tensor entropy = -(probabilities * logProbabilities).sum() / count;
  // The critic reads the policy's probabilities as a map, so the value is
  // differentiable in the probabilities.
  const Tensor value =
      whole->critic
          ->forward(features, probabilities.view({graph.nodes, -1}), one)
          .sum();
  losses.value = value.item<double>();
  losses.entropy = entropy.item<double>();
  Tensor loss = -value - options.entropy * entropy;
  if (!batch.best.empty() && options.imitation > 0)
    loss = loss - options.imitation *
                      (floats(batch.best, {rows, config.tiers}) * isDecided *
                       logProbabilities)
                          .sum() /
                      count;
  return loss;
}

Result<MapLosses> GraphNetwork::train(const GraphData &graph,
                                      const MapBatch &batch,
                                      const MapTrainingOptions &options) {
  if (std::optional<Error> error = impl->check(graph))
    return *error;
  const GraphConfig &config = impl->config;
  const int64_t columns = headsOfNode * config.tiers;
  const auto mapSize = static_cast<size_t>(graph.nodes * columns);
  if (batch.batch < 1 ||
      batch.maps.size() != static_cast<size_t>(batch.batch) * mapSize ||
      batch.rewards.size() != static_cast<size_t>(batch.batch) ||
      (!batch.best.empty() && batch.best.size() != mapSize))
    return Error{"the batch of maps does not have the shapes of the graph"};
  return withTorchErrors([&]() -> Result<MapLosses> {
    const std::vector<const GraphData *> copies(
        static_cast<size_t>(batch.batch), &graph);
    const GraphUnion all = uniteGraphs(copies);
    const Tensor features =
        floats(graph.features, {graph.nodes, config.features})
            .repeat({batch.batch, 1});
    const Tensor predictions = impl->whole->critic->forward(
        features, floats(batch.maps, {all.numNodes(), columns}), all);
    const Tensor criticLoss =
        torch::mse_loss(predictions, floats(batch.rewards, {batch.batch}));
    MapLosses losses;
    losses.critic = criticLoss.item<double>();
    const Tensor actorLoss = impl->actorLoss(graph, batch, options, losses);
    if (!std::isfinite(losses.critic) ||
        !std::isfinite(actorLoss.item<double>()))
      return Error{
          "the loss is not finite; nothing was learned from this batch"};
    torch::optim::AdamW &adam = impl->getOptimizer(options.learningRate);
    adam.zero_grad();
    criticLoss.backward();
    // Keeps the gradient of the policy's loss out of the critic.
    const std::vector<Tensor> weights = impl->whole->policy->parameters();
    const std::vector<Tensor> gradients = torch::autograd::grad(
        {actorLoss}, weights, /*grad_outputs=*/{}, /*retain_graph=*/{},
        /*create_graph=*/false, /*allow_unused=*/true);
    for (size_t i = 0; i < weights.size(); ++i)
      if (gradients[i].defined())
        weights[i].mutable_grad() = gradients[i].clone(); // May be a view.
    if (std::optional<Error> error = impl->step(options))
      return *error;
    return losses;
  });
}

std::optional<Error>
GraphNetwork::Impl::step(const MapTrainingOptions &options) {
  return stepOptimizer(getOptimizer(options.learningRate), whole->parameters(),
                       options.gradientNorm);
}

Result<double>
GraphNetwork::trainPolicy(const std::vector<PolicyTarget> &lessons,
                          const MapTrainingOptions &options) {
  std::vector<const GraphData *> graphs;
  std::vector<float> weights, isDecided;
  const int64_t columns = headsOfNode * impl->config.tiers;
  for (const PolicyTarget &lesson : lessons) {
    const GraphData &graph = *lesson.graph;
    if (std::optional<Error> error = impl->check(graph))
      return *error;
    if (lesson.weights.size() != static_cast<size_t>(graph.nodes * columns))
      return Error{"a lesson does not have the shapes of its graph"};
    graphs.push_back(&graph);
    weights.insert(weights.end(), lesson.weights.begin(), lesson.weights.end());
    isDecided.insert(isDecided.end(), graph.isDecided.begin(),
                     graph.isDecided.end());
  }
  if (graphs.empty())
    return Error{"there is no lesson"};
  return withTorchErrors([&]() -> Result<double> {
    const GraphUnion all = uniteGraphs(graphs);
    const int64_t rows = all.numNodes() * headsOfNode;
    const Tensor logProbabilities = torch::log_softmax(
        logitsOf(impl->config, impl->whole->policy, graphs, all)
            .view({rows, impl->config.tiers}),
        1);
    const Tensor decided = floats(isDecided, {rows, 1});
    const Tensor entropy =
        -(logProbabilities.exp() * logProbabilities * decided).sum() /
        decided.sum().clamp_min(1);
    const Tensor loss =
        -(floats(weights, {rows, impl->config.tiers}) * logProbabilities)
                .sum() /
            static_cast<double>(lessons.size()) -
        options.entropy * entropy;
    if (!std::isfinite(loss.item<double>()))
      return Error{
          "the loss is not finite; nothing was learned from this batch"};
    impl->getOptimizer(options.learningRate).zero_grad();
    loss.backward();
    for (Tensor &each : impl->whole->critic->parameters())
      each.mutable_grad() = Tensor(); // No gradient: unchanged.
    if (std::optional<Error> error = impl->step(options))
      return *error;
    return loss.item<double>();
  });
}
