//===- CSV.cpp - Packing problems and packings as CSV ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Packing/CSV.h"

#include "BadBuffer.h"

#include "memplace/IO/File.h"
#include "memplace/IO/FileKind.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <unordered_map>

using namespace memplace;

namespace {

enum Column {
  Id,
  Lower,
  Upper,
  Size,
  Alignment,
  Hint,
  Gaps,
  At,
  Group,
  Arenas
};
constexpr size_t numColumns = Arenas + 1;

struct ColumnName {
  std::string_view name;
  Column column;
  bool isInclusive = false; // Names the last step, not the step after it.
};

constexpr ColumnName columnNames[] = {
    {"id", Id},       {"buffer", Id},       {"buffer_id", Id},
    {"lower", Lower}, {"start", Lower},     {"begin", Lower},
    {"upper", Upper}, {"end", Upper, true}, {"size", Size},
    {"offset", At},   {"hint", Hint},       {"alignment", Alignment},
    {"gaps", Gaps},   {"group", Group},     {"arenas", Arenas},
};

/// Quotes text for a message, shortened and printable.
std::string quoted(std::string_view text) {
  constexpr size_t longest = 40;
  std::string shown = "'";
  for (char c : text.substr(0, longest))
    shown += c < ' ' || c > '~' ? '?' : c;
  return shown + (text.size() > longest ? "...'" : "'");
}

/// Removes and returns the front of \p text up to \p separator; removes the
/// separator, too.
std::string_view takeUntil(std::string_view &text, char separator) {
  size_t at = text.find(separator);
  std::string_view taken = text.substr(0, at);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
  return taken;
}

/// Returns \p field without surrounding spaces, which are common after commas.
std::string_view trimmed(std::string_view field) {
  const size_t first = std::min(field.find_first_not_of(" \t"), field.size());
  field.remove_prefix(first);
  return field.substr(0, field.find_last_not_of(" \t") + 1);
}

class Reader {
public:
  Reader(std::string_view text, std::string_view file, size_t maxBytes)
      : text(text), file(file), maxBytes(maxBytes) {
    // Spreadsheets begin a file with a byte-order mark.
    constexpr std::string_view mark = "\xef\xbb\xbf";
    if (this->text.starts_with(mark))
      this->text.remove_prefix(mark.size());
  }

  Result<PackingProblem> read(std::vector<PackingArena> arenas);

private:
  void fail(const std::string &what) {
    if (!error)
      error = Error{std::string(file) + ":" + std::to_string(lineNumber) +
                    ": " + what};
  }
  /// Adds to the memory used. False, with an error: above the limit.
  bool takeBytes(size_t bytes);
  bool nextLine(std::string_view &line);
  void readHeader(std::string_view line);
  void addColumn(std::string_view name);
  void readRow(std::string_view line);
  bool splitRow(std::string_view line);
  int64_t readNumber(std::string_view field, std::string_view column,
                     int64_t least);
  void readTraits(PackingBuffer &buffer);
  void readGaps(std::string_view field, std::vector<PackingGap> &gaps);
  void readGap(std::string_view field, PackingGap &gap);
  void readArenas(std::string_view field, std::vector<int32_t> &arenas);
  int32_t findGroup(std::string_view name);
  void refuseDoubleIds();
  std::string_view fieldOf(Column column) const {
    return columnAt[column] < 0 ? std::string_view() : row[columnAt[column]];
  }

  std::string_view text;
  std::string_view file;
  const size_t maxBytes; // Of memory.
  size_t numBytes = 0;
  int64_t lineNumber = 0;
  std::optional<Error> error;
  std::array<int, numColumns> columnAt; // Position in a row; -1: missing.
  std::vector<std::string_view> header;
  std::vector<std::string_view> row;
  bool isInclusive = false;
  PackingProblem problem;
  std::unordered_map<std::string, int32_t> groups;
};

} // namespace

bool Reader::takeBytes(size_t bytes) {
  numBytes += bytes;
  if (numBytes > maxBytes)
    fail("takes more than the limit of " + std::to_string(maxBytes) +
         " bytes of memory to read");
  return numBytes <= maxBytes;
}

bool Reader::nextLine(std::string_view &line) {
  if (text.empty())
    return false;
  ++lineNumber;
  line = takeUntil(text, '\n');
  if (line.ends_with('\r'))
    line.remove_suffix(1);
  return true;
}

void Reader::addColumn(std::string_view name) {
  for (const ColumnName &known : columnNames) {
    if (known.name != name)
      continue;
    int &at = columnAt[known.column];
    if (at >= 0)
      fail("column " + quoted(name) + " has the same meaning as column " +
           quoted(header[at]));
    at = static_cast<int>(header.size());
    isInclusive |= known.isInclusive;
    header.push_back(name);
    return;
  }
  fail("unknown column " + quoted(name) +
       "; there are 'id', 'lower', 'upper' (or 'end', the last step), 'size', "
       "'alignment', 'gaps', 'hint', 'offset', 'group' and 'arenas'");
}

void Reader::readHeader(std::string_view line) {
  columnAt.fill(-1);
  while (!error) {
    addColumn(trimmed(line.substr(0, line.find(','))));
    if (line.find(',') == std::string_view::npos)
      break;
    takeUntil(line, ',');
  }
  const std::pair<Column, const char *> required[] = {
      {Id, "id"}, {Lower, "lower"}, {Upper, "upper"}, {Size, "size"}};
  for (auto [column, name] : required)
    if (columnAt[column] < 0)
      fail(std::string("column '") + name + "' is missing");
}

bool Reader::splitRow(std::string_view line) {
  row.clear();
  size_t count = static_cast<size_t>(std::count(line.begin(), line.end(), ','));
  if (count + 1 != header.size()) {
    fail("a row must have " + std::to_string(header.size()) +
         " fields as the header has, got " +
         (line.empty() ? "none" : std::to_string(count + 1)));
    return false;
  }
  for (size_t i = 0; i <= count; ++i)
    row.push_back(trimmed(takeUntil(line, ',')));
  return true;
}

int64_t Reader::readNumber(std::string_view field, std::string_view column,
                           int64_t least) {
  int64_t value = least;
  auto [end, status] =
      std::from_chars(field.data(), field.data() + field.size(), value);
  std::string where = "field '" + std::string(column) + "': ";
  if (status == std::errc::result_out_of_range)
    fail(where + quoted(field) + " does not fit in 64 bits");
  else if (status != std::errc() || end != field.data() + field.size())
    fail(where + "expected a whole number, got " + quoted(field));
  else if (value < least)
    fail(where + "must be at least " + std::to_string(least) + ", got " +
         std::to_string(value));
  return value;
}

void Reader::readGap(std::string_view field, PackingGap &gap) {
  std::string_view window = field;
  std::string_view range = takeUntil(window, '@');
  // A step may be negative, so skip the first character.
  size_t dash = range.find('-', 1);
  if (dash == std::string_view::npos)
    return fail("field 'gaps': expected FIRST-LAST or FIRST-LAST@BEGIN:END, "
                "got " +
                quoted(field));
  constexpr int64_t lowest = std::numeric_limits<int64_t>::min();
  gap.range.begin = readNumber(range.substr(0, dash), "gaps", lowest);
  gap.range.end = readNumber(range.substr(dash + 1), "gaps", lowest);
  if (isInclusive && gap.range.end == std::numeric_limits<int64_t>::max())
    return fail("field 'gaps': the last step must be less than 2^63 - 1");
  gap.range.end += isInclusive;
  if (range.size() == field.size())
    return;
  std::string_view end = window;
  std::string_view begin = takeUntil(end, ':');
  gap.windowBegin = readNumber(begin, "gaps", 0);
  gap.windowEnd = readNumber(end, "gaps", 0);
  if (!error && gap.windowBegin >= gap.windowEnd)
    fail("field 'gaps': the window " + quoted(window) +
         " must begin before it ends");
}

void Reader::readGaps(std::string_view field, std::vector<PackingGap> &gaps) {
  while (!field.empty()) {
    std::string_view gap = takeUntil(field, ' ');
    if (gap.empty())
      continue;
    // A growing list takes up to twice its contents.
    if (!takeBytes(2 * sizeof(PackingGap)))
      return;
    readGap(gap, gaps.emplace_back());
  }
  std::sort(gaps.begin(), gaps.end(),
            [](const PackingGap &a, const PackingGap &b) {
              return a.range.begin < b.range.begin;
            });
}

void Reader::readArenas(std::string_view field, std::vector<int32_t> &arenas) {
  while (!field.empty()) {
    std::string_view name = takeUntil(field, ' ');
    if (name.empty())
      continue;
    auto found = std::find_if(
        problem.arenas.begin(), problem.arenas.end(),
        [&](const PackingArena &arena) { return arena.name == name; });
    if (found == problem.arenas.end())
      return fail("field 'arenas': there is no arena " + quoted(name));
    arenas.push_back(static_cast<int32_t>(found - problem.arenas.begin()));
  }
}

int32_t Reader::findGroup(std::string_view name) {
  constexpr size_t bytesOfAGroup = 200;
  takeBytes(bytesOfAGroup);
  auto [entry, isNew] = groups.try_emplace(
      std::string(name), static_cast<int32_t>(problem.groups.size()));
  if (isNew)
    problem.groups.emplace_back(name);
  return entry->second;
}

void Reader::readTraits(PackingBuffer &buffer) {
  PackingTraits traits;
  if (std::string_view field = fieldOf(At); !field.empty())
    traits.offset = readNumber(field, "offset", 0);
  // MiniMalloc: a negative hint means none.
  if (std::string_view field = fieldOf(Hint); !field.empty())
    if (int64_t hint = readNumber(field, "hint", -1); hint >= 0)
      traits.hint = hint;
  readGaps(fieldOf(Gaps), traits.gaps);
  if (std::string_view field = fieldOf(Group); !field.empty())
    traits.group = findGroup(field);
  readArenas(fieldOf(Arenas), traits.arenas);
  if (!(traits == PackingTraits()) && takeBytes(2 * sizeof(PackingTraits)))
    problem.makeTraits(buffer) = std::move(traits);
}

void Reader::readRow(std::string_view line) {
  if (!splitRow(line))
    return;
  PackingBuffer &buffer = problem.buffers.emplace_back();
  std::string_view id = fieldOf(Id);
  if (id.empty())
    return fail("field 'id': must not be empty");
  for (char c : line)
    if (c < ' ' || c > '~' || c == '"')
      return fail(
          "quotes, tabs and non-ASCII characters are not supported, got " +
          quoted(line));
  buffer.id = id;
  takeBytes(buffer.id.capacity());
  constexpr int64_t lowest = std::numeric_limits<int64_t>::min();
  buffer.range.begin =
      readNumber(fieldOf(Lower), header[columnAt[Lower]], lowest);
  buffer.range.end =
      readNumber(fieldOf(Upper), header[columnAt[Upper]], lowest);
  if (isInclusive && buffer.range.end == std::numeric_limits<int64_t>::max())
    return fail("field 'end': the last step must be less than 2^63 - 1");
  buffer.range.end += isInclusive;
  buffer.size = readNumber(fieldOf(Size), "size", 1);
  if (columnAt[Alignment] >= 0)
    buffer.alignment = readNumber(fieldOf(Alignment), "alignment", 1);
  readTraits(buffer);
}

/// Compares sorted hashes: 16 bytes per buffer, without copies of strings.
void Reader::refuseDoubleIds() {
  std::vector<std::pair<size_t, int32_t>> hashes;
  hashes.reserve(problem.buffers.size());
  for (const PackingBuffer &buffer : problem.buffers)
    hashes.emplace_back(std::hash<std::string_view>()(buffer.id),
                        static_cast<int32_t>(hashes.size()));
  std::sort(hashes.begin(), hashes.end());
  for (size_t i = 0; i < hashes.size(); ++i) {
    for (size_t j = i + 1;
         j < hashes.size() && hashes[j].first == hashes[i].first; ++j) {
      if (problem.buffers[hashes[i].second].id !=
          problem.buffers[hashes[j].second].id)
        continue;
      lineNumber = hashes[j].second + 2; // Plus the header; lines count from 1.
      return fail(
          "field 'id': " + quoted(problem.buffers[hashes[j].second].id) +
          " is also in line " + std::to_string(hashes[i].second + 2));
    }
  }
}

Result<PackingProblem> Reader::read(std::vector<PackingArena> arenas) {
  problem.arenas = std::move(arenas);
  size_t numLines =
      static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
  if (numLines >= static_cast<size_t>(std::numeric_limits<int32_t>::max()))
    return Error{std::string(file) + ": has more than 2^31 lines"};
  std::string_view line;
  if (nextLine(line))
    readHeader(line);
  else
    fail("is empty; the first line must name the columns, as in "
         "'id,lower,upper,size'");
  // Includes `refuseDoubleIds`.
  constexpr size_t bytesOfABuffer = sizeof(PackingBuffer) + 16;
  if (!error && takeBytes(text.size() + numLines * bytesOfABuffer))
    problem.buffers.reserve(numLines + !text.ends_with('\n'));
  while (!error && nextLine(line))
    readRow(line);
  if (!error)
    refuseDoubleIds();
  if (error)
    return *error;
  if (std::optional<BadBuffer> bad = findBadBuffer(problem)) {
    lineNumber = static_cast<int64_t>(bad->buffer) + 2;
    fail(bad->what);
    return *error;
  }
  return std::move(problem);
}

Result<PackingProblem>
memplace::parsePackingCSV(std::string_view text, std::string_view file,
                          std::vector<PackingArena> arenas, size_t maxBytes) {
  return Reader(text, file, maxBytes).read(std::move(arenas));
}

Result<PackingProblem>
memplace::readPackingCSV(const std::string &path,
                         std::vector<PackingArena> arenas) {
  Result<std::string> text = readFile(path);
  if (!text)
    return text.takeError();
  Result<PackingProblem> problem =
      parsePackingCSV(*text, path, std::move(arenas));
  if (!problem)
    if (std::optional<std::string> other =
            explainOtherKind(*text, path, FileKind::Table))
      return Error{path + ": " + *other};
  return problem;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

namespace {

/// Optional columns needed by a problem.
struct OptionalColumns {
  bool alignment = false;
  bool gaps = false;
  bool hint = false;
  bool offset = false;
  bool group = false;
  bool arenas = false;
};

} // namespace

static OptionalColumns columnsOf(const PackingProblem &problem) {
  OptionalColumns columns;
  for (const PackingBuffer &buffer : problem.buffers)
    columns.alignment |= buffer.alignment != 1;
  for (const PackingTraits &traits : problem.traits) {
    columns.gaps |= !traits.gaps.empty();
    columns.hint |= traits.hint.has_value();
    columns.offset |= traits.offset.has_value();
    columns.group |= traits.group.has_value();
    columns.arenas |= !traits.arenas.empty();
  }
  return columns;
}

static void append(std::string &out, int64_t number) {
  char digits[24];
  auto [end, status] = std::to_chars(digits, digits + sizeof(digits), number);
  out.append(digits, end);
}

static void appendGaps(std::string &out, const std::vector<PackingGap> &gaps) {
  for (size_t i = 0; i < gaps.size(); ++i) {
    if (i)
      out += ' ';
    append(out, gaps[i].range.begin);
    out += '-';
    append(out, gaps[i].range.end);
    if (!gaps[i].hasWindow())
      continue;
    out += '@';
    append(out, gaps[i].windowBegin);
    out += ':';
    append(out, gaps[i].windowEnd);
  }
}

static void appendTraits(std::string &out, const OptionalColumns &columns,
                         const PackingProblem &problem,
                         const PackingTraits &traits) {
  if (columns.gaps)
    appendGaps(out += ',', traits.gaps);
  if (columns.hint) {
    out += ',';
    if (traits.hint)
      append(out, *traits.hint);
  }
  if (columns.group)
    (out += ',') += traits.group ? problem.groups[*traits.group] : "";
  if (!columns.arenas)
    return;
  out += ',';
  for (size_t i = 0; i < traits.arenas.size(); ++i)
    (out += i ? " " : "") += problem.arenas[traits.arenas[i]].name;
}

static std::string print(const PackingProblem &problem,
                         const Packing *packing) {
  const OptionalColumns columns = columnsOf(problem);
  const bool hasArena = packing && problem.arenas.size() > 1;
  std::string out = "id,lower,upper,size";
  out += columns.alignment ? ",alignment" : "";
  out += columns.gaps ? ",gaps" : "";
  out += columns.hint ? ",hint" : "";
  out += columns.group ? ",group" : "";
  out += columns.arenas ? ",arenas" : "";
  out += hasArena ? ",arena" : "";
  out += packing || columns.offset ? ",offset\n" : "\n";
  const PackingTraits none;
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    const PackingBuffer &buffer = problem.buffers[i];
    const PackingTraits *own = problem.traitsOf(buffer);
    const PackingTraits &traits = own ? *own : none;
    out += buffer.id;
    for (int64_t number : {buffer.range.begin, buffer.range.end, buffer.size})
      append(out += ',', number);
    if (columns.alignment)
      append(out += ',', buffer.alignment);
    appendTraits(out, columns, problem, traits);
    if (hasArena)
      (out += ',') += problem.arenas[packing->arenaOf(i)].name;
    if (packing)
      append(out += ',', packing->offsets[i]);
    else if (columns.offset)
      traits.offset ? append(out += ',', *traits.offset) : void(out += ',');
    out += '\n';
  }
  return out;
}

std::string memplace::printPackingCSV(const PackingProblem &problem,
                                      const Packing &packing) {
  return print(problem, &packing);
}

std::string memplace::printPackingCSV(const PackingProblem &problem) {
  return print(problem, nullptr);
}
