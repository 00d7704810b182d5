//===- Inbox.cpp - Learning from what others played -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Why no episode is added twice: the learner may be killed at any time, and is
// called again with the same files. A file is noted in batches.jsonl after the
// round that learned from it was written. If the learner is killed before that,
// the episodes that are already in the replay are known there by their ids.
//
//===----------------------------------------------------------------------===//

#include "TrainerImpl.h"

#include "Actor.h"
#include "LineFile.h"

#include "memplace/IO/File.h"

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

using namespace memplace;
using namespace memplace::agent;

/// An episode that others played, and where it is from.
struct Trainer::Impl::Arrived {
  Episode episode;
  size_t instance = 0;
};

struct Trainer::Impl::ArrivedFile {
  std::string name; // Without folder and ending.
  std::vector<Arrived> episodes;
};

static constexpr const char *ending = ".jsonl";

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

std::string Trainer::Impl::readLearned() {
  const std::string file = path("batches.jsonl");
  std::vector<std::string> noted;
  if (std::string error = readLines(file, noted); !error.empty())
    return error;
  for (size_t i = 0; i < noted.size(); ++i) {
    const auto json = nlohmann::json::parse(noted[i], nullptr, false);
    if (!json.is_object() || !json.contains("batch") ||
        !json["batch"].is_string())
      return file + ":" + std::to_string(i + 1) + ": not a batch";
    learned.insert(json["batch"].get<std::string>());
  }
  return "";
}

/// The files of \p inbox by name, without folder and ending. Returns the error,
/// or "".
static std::string listInbox(const std::string &inbox,
                             std::set<std::string> &names) {
  std::error_code failed;
  for (const auto &entry : std::filesystem::directory_iterator(inbox, failed))
    if (entry.path().extension() == ending &&
        entry.path().filename().string()[0] != '.')
      names.insert(entry.path().stem().string());
  return failed ? inbox + ": cannot read the folder: " + failed.message() : "";
}

std::string Trainer::Impl::readInbox(const std::string &inbox,
                                     std::vector<ArrivedFile> &files,
                                     size_t &waiting) {
  waiting = 0;
  std::set<std::string> names;
  if (std::string error = listInbox(inbox, names); !error.empty())
    return error;
  size_t count = 0;
  for (const std::string &name : names) {
    if (learned.count(name) != 0)
      continue;
    const std::string file = inbox + "/" + name + ending;
    const Result<std::string> text = readFile(file);
    if (!text)
      return text.error();
    std::vector<Episode> episodes;
    if (std::string error = parseEpisodes(*text, episodes); !error.empty())
      return file + ":" + error;
    // One file is always taken, or it would wait for ever.
    if (waiting > 0 ||
        (!files.empty() && count + episodes.size() > options.replayCapacity)) {
      ++waiting;
      continue;
    }
    count += episodes.size();
    files.push_back({name, {}});
    for (Episode &episode : episodes) {
      Arrived arrived = {std::move(episode)};
      const std::string number =
          std::to_string(files.back().episodes.size() + 1);
      if (std::string error = check(arrived); !error.empty())
        return file + ":" + number + ": " + error;
      arrived.episode.id = name + ":" + number;
      files.back().episodes.push_back(std::move(arrived));
    }
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Episodes
//===----------------------------------------------------------------------===//

static void takeBack(Game &game) {
  while (game.numDecisions() > 0)
    game.undo();
}

/// Plays \p episode to its end, if it can be played.
static bool playAgain(const Episode &episode, Game &game) {
  for (uint8_t action : episode.actions) {
    GameStep step;
    if (game.isOver() || action >= game.numActions() ||
        !game.apply(action, step))
      return false;
  }
  return game.isOver();
}

static bool isFinite(const std::vector<float> &numbers) {
  return std::all_of(numbers.begin(), numbers.end(),
                     [](float number) { return std::isfinite(number); });
}

/// Whether \p episode is one of an instance that is trained on, and its game
/// says the same of it. Returns what is wrong, or "".
std::string Trainer::Impl::check(Arrived &arrived) {
  const Episode &episode = arrived.episode;
  const std::string of = "the episode of '" + episode.problem + "' ";
  const auto found = byName.find(episode.problem);
  if (found == byName.end())
    return of + "is of none of the instances";
  arrived.instance = found->second;
  if (instances[found->second].isHeldOut)
    return of + "is of an instance that is held out";
  if (episode.policies.size() != episode.numMoves() * Observation::actions ||
      !isFinite(episode.values) || !isFinite(episode.rewards))
    return of + "has bad policies, values or rewards";
  Game &game = games[found->second];
  const bool isPlayed = playAgain(episode, game);
  const double seconds = game.makespan();
  takeBack(game);
  if (!isPlayed)
    return of + "cannot be played: its moves are not legal there";
  if (!(std::abs(seconds - episode.makespan) <= 1e-9 * seconds))
    return of + "ends with another makespan than it says; were the actors' "
                "instances and memplace the same?";
  return "";
}

std::string Trainer::Impl::add(const std::vector<ArrivedFile> &files) {
  std::set<std::string> there;
  for (size_t i = 0; i < replay.size(); ++i)
    there.insert(replay[i].id);
  for (const ArrivedFile &file : files)
    for (const Arrived &arrived : file.episodes) {
      ++finished;
      sumOverMsa += overMsa(arrived.episode);
      Game &game = games[arrived.instance];
      playAgain(arrived.episode, game);
      // Whoever was killed may not have come to the incumbents.
      std::string error = there.count(arrived.episode.id) != 0
                              ? offer(arrived.episode, game)
                              : keep(arrived.episode, game);
      takeBack(game);
      if (!error.empty())
        return error;
    }
  return incumbents.save();
}

//===----------------------------------------------------------------------===//
// A round
//===----------------------------------------------------------------------===//

std::string Trainer::writeForActors() {
  KnownMakespans known;
  for (size_t i : impl->trainedOn) {
    const Instance &instance = impl->instances[i];
    const double best = impl->incumbents.bestMakespan(instance.problem.name);
    const double msa = instance.msaSeconds;
    if (best > 0 || msa > 0)
      known[instance.problem.name] =
          best == 0 || (msa > 0 && msa < best) ? msa : best;
  }
  if (const auto error = writeFile(impl->path("known.json"), printKnown(known)))
    return error->message;
  const std::string checkpoint = impl->path("network.checkpoint");
  if (!std::filesystem::exists(checkpoint))
    if (std::string error =
            impl->network->save(checkpoint, /*withOptimizer=*/true);
        !error.empty())
      return error;
  return impl->network->save(impl->path("play.checkpoint"),
                             /*withOptimizer=*/false);
}

std::string Trainer::learnFrom(const std::string &inbox,
                               const std::function<bool()> &goesOn,
                               RoundMetrics &metrics, bool &isDone,
                               size_t &waiting) {
  isDone = true;
  metrics = RoundMetrics();
  std::vector<Impl::ArrivedFile> files;
  std::string error = impl->readInbox(inbox, files, waiting);
  if (error.empty() && files.empty())
    isDone = false;
  if (!error.empty() || !isDone)
    return error;
  impl->finished = 0;
  impl->sumOverMsa = 0;
  error = impl->add(files);
  metrics.meanOverMsa = impl->sumOverMsa / static_cast<double>(impl->finished);
  if (error.empty())
    error = impl->finishRound(goesOn, metrics, isDone);
  if (error.empty() && isDone)
    error = writeForActors();
  if (!error.empty() || !isDone)
    return error;
  for (const Impl::ArrivedFile &file : files) {
    const nlohmann::ordered_json line = {{"batch", file.name},
                                         {"episodes", file.episodes.size()},
                                         {"round", impl->round}};
    error = appendLine(impl->path("batches.jsonl"), line.dump());
    if (!error.empty())
      return error;
    impl->learned.insert(file.name);
  }
  return "";
}
