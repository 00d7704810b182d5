//===- FileTest.cpp - Files are read and written whole --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BadInput.h"

#include "memplace/IO/File.h"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace memplace;
using testing::HasSubstr;
namespace fs = std::filesystem;

namespace {

/// Creates a temporary folder for each test and removes the folder at the end.
class FileTest : public testing::Test {
protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "memplace.XXXXXX").string();
    ASSERT_TRUE(mkdtemp(name.data()));
    folder = name;
  }
  void TearDown() override { fs::remove_all(folder); }

  std::string path(const std::string &name) { return folder / name; }
  /// Returns the bytes of a file as stored, still packed.
  std::string raw(const std::string &name) {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void writeRaw(const std::string &name, const std::string &contents) {
    std::ofstream(path(name), std::ios::binary) << contents;
  }
  std::string errorOfReading(const std::string &name, int64_t maxBytes = 1000) {
    Result<std::string> contents = readFile(path(name), maxBytes);
    return contents ? "none" : contents.error();
  }
  size_t numFiles() {
    return std::distance(fs::directory_iterator(folder), {});
  }

  fs::path folder;
};

TEST_F(FileTest, PlainAndPackedReadBack) {
  std::string contents = "x\n";
  for (int i = 0; i < 100000; ++i)
    contents += std::to_string(i);
  for (std::string name : {"a.json", "a.json.gz"}) {
    ASSERT_FALSE(writeFile(path(name), contents));
    Result<std::string> again = readFile(path(name));
    ASSERT_TRUE(again) << again.error();
    EXPECT_EQ(*again, contents);
  }
  EXPECT_EQ(raw("a.json"), contents);
  EXPECT_LT(raw("a.json.gz").size(), contents.size() / 2);
  // No temporary file remains.
  EXPECT_EQ(numFiles(), 2u);
}

TEST_F(FileTest, SeveralFilesAreWrittenAllOrNone) {
  ASSERT_FALSE(writeFile(path("old"), "old"));
  const std::optional<Error> error = writeFiles({{path("old"), "new"},
                                                 {path("a.gz"), "first"},
                                                 {path("none/b"), "second"}});
  ASSERT_TRUE(error);
  EXPECT_THAT(error->message, HasSubstr("none/b"));
  EXPECT_EQ(raw("old"), "old");
  EXPECT_EQ(numFiles(), 1u);
  ASSERT_FALSE(writeFiles({{path("old"), "new"}, {path("a.gz"), "first"}}));
  EXPECT_EQ(raw("old"), "new");
  EXPECT_EQ(*readFile(path("a.gz")), "first");
  EXPECT_EQ(numFiles(), 2u);
}

TEST_F(FileTest, TheMagicNumberDecidesAndNotTheName) {
  ASSERT_FALSE(writeFile(path("a.gz"), "hello"));
  fs::rename(path("a.gz"), path("a.json"));
  EXPECT_EQ(*readFile(path("a.json")), "hello");
}

TEST_F(FileTest, EqualContentsPackToEqualFiles) {
  ASSERT_FALSE(writeFile(path("a.gz"), "hello"));
  ASSERT_FALSE(writeFile(path("b.gz"), "hello"));
  EXPECT_EQ(raw("a.gz"), raw("b.gz"));
}

TEST_F(FileTest, GzipCutShortAnywhereIsAnError) {
  ASSERT_FALSE(writeFile(path("a.gz"), "hello, hello, hello"));
  std::string whole = raw("a.gz");
  // Shorter prefixes lack the two bytes of gzip's magic number.
  for (size_t length = 2; length < whole.size(); ++length) {
    writeRaw("b.gz", whole.substr(0, length));
    EXPECT_EQ(errorOfReading("b.gz"),
              path("b.gz") + ": the gzip file is truncated");
  }
}

TEST_F(FileTest, BrokenGzipIsAnError) {
  ASSERT_FALSE(writeFile(path("a.gz"), "hello, hello, hello"));
  std::string whole = raw("a.gz");
  whole[whole.size() - 6] ^= 1; // Its checksum.
  writeRaw("b.gz", whole);
  EXPECT_THAT(errorOfReading("b.gz"), HasSubstr("the gzip file is broken"));
  whole[whole.size() - 6] ^= 1;
  writeRaw("b.gz", whole + "tail");
  EXPECT_THAT(errorOfReading("b.gz"), HasSubstr("the gzip file is broken"));
  writeRaw("b.gz", whole + whole);
  EXPECT_EQ(*readFile(path("b.gz")), "hello, hello, hellohello, hello, hello");
}

TEST_F(FileTest, TheLimitCountsUnpackedBytes) {
  ASSERT_FALSE(writeFile(path("a.gz"), std::string(1 << 20, 'x')));
  EXPECT_EQ(errorOfReading("a.gz", 1 << 20), "none");
  EXPECT_EQ(errorOfReading("a.gz", (1 << 20) - 1),
            path("a.gz") + ": is longer than the limit of 1048575 bytes");
  ASSERT_FALSE(writeFile(path("a"), "1234"));
  EXPECT_EQ(errorOfReading("a", 4), "none");
  EXPECT_THAT(errorOfReading("a", 3), HasSubstr("longer than the limit"));
}

// Zeros shrink to a thousandth: the limit is 16 MiB of zeros, and one more byte
// is an error.
TEST_F(FileTest, ASmallFileCannotFillTheMemory) {
  constexpr size_t allowed = size_t(16) << 20;
  ASSERT_FALSE(writeFile(path("a.gz"), std::string(allowed, '0')));
  EXPECT_EQ(errorOfReading("a.gz", 2 * allowed), "none");
  ASSERT_FALSE(writeFile(path("a.gz"), std::string(allowed + 1, '0')));
  EXPECT_THAT(errorOfReading("a.gz", 2 * allowed),
              HasSubstr("a.gz: unpacks to more than 16777216 bytes from "));
  EXPECT_THAT(errorOfReading("a.gz", 2 * allowed),
              HasSubstr("unpack it with gzip -d"));
}

// Without a writer, with a silent writer, and with all bytes present.
TEST_F(FileTest, ASilentFIFOIsAnErrorAndAWrittenFIFOIsRead) {
  const std::string fifo = path("fifo");
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  constexpr int64_t any = 1 << 20;
  constexpr std::chrono::milliseconds soon(1);
  const std::string expected = fifo + ": is a FIFO that got no bytes for 1 ms";
  EXPECT_EQ(readFile(fifo, any, soon).error(), expected);
  const int writer = open(fifo.c_str(), O_RDWR);
  ASSERT_GE(writer, 0);
  EXPECT_EQ(readFile(fifo, any, soon).error(), expected);
  const int reader = open(fifo.c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_EQ(write(writer, "abc", 3), 3);
  close(writer);
  EXPECT_EQ(*readFile(fifo, any, std::chrono::minutes(1)), "abc");
  close(reader);
}

TEST_F(FileTest, AFileWithoutEndIsAnError) {
  EXPECT_EQ(readFile("/dev/zero", 1 << 20).error(),
            "/dev/zero: is longer than the limit of 1048576 bytes");
}

TEST_F(FileTest, AMissingFileAndAFolderAreErrors) {
  EXPECT_THAT(errorOfReading("none"), HasSubstr("No such file"));
  EXPECT_THAT(errorOfReading("."), HasSubstr("directory"));
  EXPECT_THAT(writeFile(path("."), "x")->message, HasSubstr("is a directory"));
  EXPECT_THAT(writeFile(path("none/a.json"), "x")->message,
              HasSubstr("No such file"));
}

TEST_F(FileTest, WritingKeepsPermissionsAndLinks) {
  writeRaw("a", "old");
  ASSERT_EQ(chmod(path("a").c_str(), 0640), 0);
  fs::create_symlink(path("a"), path("link"));
  ASSERT_FALSE(writeFile(path("link"), "new"));
  EXPECT_EQ(raw("a"), "new");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(fs::status(path("a")).permissions(), fs::perms(0640));
}

TEST_F(FileTest, ANewFileGetsTheUsualPermissions) {
  ASSERT_FALSE(writeFile(path("a"), "x"));
  writeRaw("b", "x");
  EXPECT_EQ(fs::status(path("a")).permissions(),
            fs::status(path("b")).permissions());
}

TEST_F(FileTest, ADeviceIsWrittenDirectly) {
  EXPECT_FALSE(writeFile("/dev/null", "x"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_THAT(writeFile("/dev/full", "x")->message,
              HasSubstr("No space left on device"));
}

/// Runs \p print with standard output redirected to the file \p path.
void captureOutput(const std::string &path,
                   const std::function<void()> &print) {
  std::fflush(stdout);
  const int before = dup(STDOUT_FILENO);
  const int file = open(path.c_str(), O_WRONLY | O_CREAT, 0666);
  ASSERT_TRUE(before >= 0 && file >= 0);
  dup2(file, STDOUT_FILENO);
  close(file);
  print();
  std::fflush(stdout);
  dup2(before, STDOUT_FILENO);
  close(before);
}

TEST_F(FileTest, DashIsStandardOutput) {
  captureOutput(path("out"), [] {
    std::printf("before, ");
    EXPECT_FALSE(writeFile("-", "to the pipe\n"));
  });
  EXPECT_EQ(raw("out"), "before, to the pipe\n");
}

/// While an instance lives, no file can grow beyond \p maxBytes.
class ShortFiles {
public:
  explicit ShortFiles(rlim_t maxBytes)
      : handler(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before);
    const rlimit limit = {maxBytes, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~ShortFiles() {
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
  }

private:
  void (*handler)(int);
  rlimit before;
};

TEST_F(FileTest, AFailedWriteKeepsTheOldFile) {
  ASSERT_FALSE(writeFile(path("a"), "old"));
  std::optional<Error> error;
  {
    const ShortFiles limit(10);
    EXPECT_FALSE(writeFile(path("b"), "0123456789"));
    error = writeFile(path("a"), "0123456789x");
  }
  ASSERT_TRUE(error);
  EXPECT_EQ(error->message, path("a") + ": cannot write: File too large");
  EXPECT_EQ(raw("a"), "old");
  EXPECT_EQ(raw("b"), "0123456789");
  EXPECT_EQ(numFiles(), 2u);
}

// The reader of a full pipe keeps the writer waiting and sends signals.
TEST_F(FileTest, ASignalDoesNotEndAWrite) {
  struct sigaction action = {};
  struct sigaction before = {};
  action.sa_handler = [](int) {};
  ASSERT_EQ(sigaction(SIGUSR1, &action, &before), 0);
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  const std::string contents(1 << 18, 'x');
  std::string read;
  std::thread reader([&, writer = pthread_self()] {
    std::ifstream file(path("pipe"), std::ios::binary);
    for (int i = 0; i < 20; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      pthread_kill(writer, SIGUSR1);
    }
    read.assign(std::istreambuf_iterator<char>(file), {});
  });
  const std::optional<Error> error = writeFile(path("pipe"), contents);
  reader.join();
  sigaction(SIGUSR1, &before, nullptr);
  EXPECT_FALSE(error) << error->message;
  EXPECT_TRUE(read == contents);
}

TEST_F(FileTest, AProblemIsReadFromAPackedFile) {
  ASSERT_FALSE(writeFile(path("p.json.gz"), "[1"));
  Result<Problem> problem = readProblem(path("p.json.gz"), nullptr);
  ASSERT_FALSE(problem);
  EXPECT_THAT(problem.error(), HasSubstr("p.json.gz: 1:"));
}

// Names of temporary files contain the process id.
TEST_F(FileTest, AnExistingTemporaryFileStays) {
  const std::string temporary = "a.json." + std::to_string(getpid());
  for (const char *number : {".0", ".1"})
    writeRaw(temporary + number, "kept");
  EXPECT_FALSE(writeFile(path("a.json"), "x"));
  EXPECT_EQ(raw("a.json"), "x");
  EXPECT_EQ(raw(temporary + ".0"), "kept");
  EXPECT_EQ(raw(temporary + ".1"), "kept");
  EXPECT_EQ(numFiles(), 3u);
}

TEST_F(FileTest, FailsIfAllTemporaryNamesAreTaken) {
  const std::string temporary = "a.json." + std::to_string(getpid()) + ".";
  ASSERT_FALSE(writeFile(path("a.json"), "old"));
  for (int i = 0; i < 100; ++i)
    writeRaw(temporary + std::to_string(i), "kept");
  EXPECT_EQ(writeFile(path("a.json"), "new")->message,
            path("a.json") +
                ": cannot write a file in its folder: File exists");
  EXPECT_EQ(raw("a.json"), "old");
  // The last name is tried as well.
  fs::remove(path(temporary + "99"));
  EXPECT_FALSE(writeFile(path("a.json"), "new"));
  EXPECT_EQ(raw("a.json"), "new");
  EXPECT_EQ(numFiles(), 100u);
}

// Above 16 MiB, a file may unpack to at most 64 times its packed size.
TEST_F(FileTest, AnIncompressibleFileUnpacks) {
  std::string contents;
  uint32_t state = 1;
  while (contents.size() < 300'000) {
    state = state * 1664525 + 1013904223;
    contents += static_cast<char>(state >> 24);
  }
  contents.resize(size_t(17) << 20);
  ASSERT_FALSE(writeFile(path("a.gz"), contents));
  EXPECT_GT(fs::file_size(path("a.gz")) * 64, contents.size());
  EXPECT_EQ(errorOfReading("a.gz", int64_t(1) << 30), "none");
}

TEST_F(FileTest, TargetsProblemsAndSolutionsAreReadFromTheirFiles) {
  writeRaw("t.json", test::goodTarget);
  writeRaw("p.json", test::goodProblem);
  writeRaw("s.json", test::goodSolution);
  EXPECT_EQ(readTarget(path("t.json"))->name, "t");
  Result<Problem> problem = readProblem(path("p.json"), findBuiltinTarget);
  ASSERT_TRUE(problem) << problem.error();
  EXPECT_EQ(problem->name, "p");
  EXPECT_EQ(readSolution(path("s.json"), *problem)->solver, "hand");

  const std::string none = path("none") + ": cannot open: No such file or "
                                          "directory";
  EXPECT_EQ(readTarget(path("none")).error(), none);
  EXPECT_EQ(readProblem(path("none"), findBuiltinTarget).error(), none);
  EXPECT_EQ(readSolution(path("none"), *problem).error(), none);
}

} // namespace
