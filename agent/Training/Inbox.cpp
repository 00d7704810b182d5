//===- Inbox.cpp - Learning from remote episodes --------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The learner may be killed at any time and restarted with the same files, but
// must add each episode only once. A file is logged in batches.jsonl only after
// the round that learned from the file is written. If the learner is killed
// before logging, the replay may hold some of the episodes and recognises these
// by their ids.
//
//===----------------------------------------------------------------------===//

#include "Inbox.h"

#include "Actor.h"
#include "LineFile.h"

#include "memplace/IO/File.h"

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

using namespace memplace;
using namespace memplace::agent;

static constexpr const char *ending = ".jsonl";

//===----------------------------------------------------------------------===//
// Log of processed files
//===----------------------------------------------------------------------===//

Result<BatchLog> BatchLog::open(const std::string &path) {
  BatchLog log;
  log.path = path;
  Result<std::vector<std::string>> lines = readLines(path);
  if (!lines)
    return lines.takeError();
  for (size_t i = 0; i < lines->size(); ++i) {
    const auto json = nlohmann::json::parse((*lines)[i], nullptr, false);
    if (!json.is_object() || !json.contains("batch") ||
        !json["batch"].is_string())
      return Error{path + ":" + std::to_string(i + 1) + ": not a batch"};
    log.names.insert(json["batch"].get<std::string>());
  }
  return log;
}

std::optional<Error> BatchLog::append(const ArrivedFile &file, int64_t round) {
  const nlohmann::ordered_json line = {{"batch", file.name},
                                       {"episodes", file.episodes.size()},
                                       {"round", round}};
  if (std::optional<Error> error = appendLine(path, line.dump()))
    return error;
  names.insert(file.name);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Episodes
//===----------------------------------------------------------------------===//

static void takeBack(Game &game) {
  while (game.numDecisions() > 0)
    game.undo();
}

/// Plays \p episode to its end. Returns false if a move is illegal.
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

/// Returns the instance of \p episode if the instance is trained on and its
/// game confirms the episode's makespan.
static Result<size_t> checkArrived(const Episode &episode, TrainingSet &set) {
  const auto wrong = [&](const char *what) {
    return Error{"the episode of '" + episode.problem + "' " + what};
  };
  const std::optional<size_t> found = set.find(episode.problem);
  if (!found)
    return wrong("is of none of the instances");
  if (set[*found].isHeldOut)
    return wrong("is of an instance that is held out");
  if (episode.policies.size() != episode.numMoves() * Observation::actions ||
      !isFinite(episode.values) || !isFinite(episode.rewards))
    return wrong("has bad policies, values or rewards");
  Game &game = set.game(*found);
  const bool isPlayed = playAgain(episode, game);
  const double seconds = game.makespan();
  takeBack(game);
  if (!isPlayed)
    return wrong("cannot be played: its moves are not legal there");
  if (!(std::abs(seconds - episode.makespan) <= makespanTolerance * seconds))
    return wrong("ends with another makespan than recorded; do the actors have "
                 "the same instances and the same memplace?");
  return *found;
}

Result<PlayedGames>
memplace::agent::addArrived(const std::vector<ArrivedFile> &files,
                            TrainingSet &set, EpisodeStore &store) {
  std::set<std::string> there;
  for (size_t i = 0; i < store.replay.size(); ++i)
    there.insert(store.replay[i].id);
  PlayedGames played;
  for (const ArrivedFile &file : files)
    for (const ArrivedEpisode &arrived : file.episodes) {
      played.add(set.overMsa(arrived.episode));
      Game &game = set.game(arrived.instance);
      playAgain(arrived.episode, game);
      // A killed learner may have added the episode to the replay, but not to
      // the incumbents.
      const std::optional<Error> error =
          there.count(arrived.episode.id) != 0
              ? store.offer(arrived.episode, game)
              : store.keep(arrived.episode, game);
      takeBack(game);
      if (error)
        return *error;
    }
  if (std::optional<Error> error = store.incumbents.save())
    return *error;
  return played;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// Lists the files of \p inbox by name, without folder and suffix.
static Result<std::set<std::string>> listInbox(const std::string &inbox) {
  std::set<std::string> names;
  std::error_code failed;
  for (const auto &entry : std::filesystem::directory_iterator(inbox, failed))
    if (entry.path().extension() == ending &&
        entry.path().filename().string()[0] != '.')
      names.insert(entry.path().stem().string());
  if (failed)
    return Error{inbox + ": cannot read the folder: " + failed.message()};
  return names;
}

/// Checks the \p episodes of the file \p name and assigns ids. The error starts
/// with the line number.
static Result<ArrivedFile> checkFile(const std::string &name,
                                     std::vector<Episode> episodes,
                                     TrainingSet &set) {
  ArrivedFile file = {name, {}};
  for (Episode &episode : episodes) {
    const std::string number = std::to_string(file.episodes.size() + 1);
    const Result<size_t> instance = checkArrived(episode, set);
    if (!instance)
      return Error{number + ": " + instance.error()};
    episode.id = name + ":" + number;
    file.episodes.push_back({std::move(episode), *instance});
  }
  return file;
}

Result<InboxContents> memplace::agent::readInbox(const std::string &inbox,
                                                 const BatchLog &known,
                                                 TrainingSet &set,
                                                 size_t maxEpisodes) {
  Result<std::set<std::string>> names = listInbox(inbox);
  if (!names)
    return names.takeError();
  InboxContents contents;
  size_t count = 0;
  for (const std::string &name : *names) {
    if (known.has(name))
      continue;
    const std::string path = inbox + "/" + name + ending;
    Result<std::string> text = readFile(path);
    if (!text)
      return text.takeError();
    Result<std::vector<Episode>> episodes = parseEpisodes(*text);
    if (!episodes)
      return Error{path + ":" + episodes.error()};
    // Always take one file, even a large one, or it would wait forever.
    if (contents.numWaiting > 0 ||
        (!contents.files.empty() && count + episodes->size() > maxEpisodes)) {
      ++contents.numWaiting;
      continue;
    }
    count += episodes->size();
    Result<ArrivedFile> file = checkFile(name, std::move(*episodes), set);
    if (!file)
      return Error{path + ":" + file.error()};
    contents.files.push_back(std::move(*file));
  }
  return contents;
}
