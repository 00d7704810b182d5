//===- UnreadableFileTest.cpp - Files that become unreadable --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SessionFixture.h"

#include <gmock/gmock.h>

#include <sys/fsuid.h>

using namespace memplace::test;
using testing::AllOf;
using testing::HasSubstr;

namespace {

/// Drops the privileges of this thread, since permissions do not bind root.
class Ordinary {
public:
  Ordinary() : before(setfsuid(nobody)) {}
  ~Ordinary() { setfsuid(static_cast<uid_t>(before)); }
  Ordinary(const Ordinary &) = delete;
  Ordinary &operator=(const Ordinary &) = delete;

private:
  static constexpr uid_t nobody = 65534;
  const int before;
};

class UnreadableFileTest : public SessionTest {
protected:
  void SetUp() override {
    SessionTest::SetUp();
    // In a separate folder, so that the test can remove its permissions.
    folder = path + ".folder";
    std::filesystem::create_directory(folder);
    std::filesystem::rename(path, folder + "/w");
    path = folder + "/w";
    allow(path, 0644);
    allow(folder, 0755);
    // The unprivileged thread needs access to the folder, but temporary files
    // may be private to the user who runs the tests. The thread keeps our
    // group. If the folder is not ours, the change fails, and the thread had
    // access already.
    std::error_code ignored;
    std::filesystem::permissions(std::filesystem::path(folder).parent_path(),
                                 std::filesystem::perms::group_exec |
                                     std::filesystem::perms::others_exec,
                                 std::filesystem::perm_options::add, ignored);
  }
  void TearDown() override {
    allow(folder, 0755);
    std::filesystem::remove_all(folder);
  }

  /// Also works while this thread is unprivileged.
  static void allow(const std::string &what, unsigned mode) {
    const int before = setfsuid(geteuid());
    std::filesystem::permissions(what, std::filesystem::perms(mode));
    setfsuid(static_cast<uid_t>(before));
  }

  std::string folder;
};

TEST_F(UnreadableFileTest, IsAnErrorIfItsFolderIsClosedDuringACall) {
  SessionPointer session = open();
  duringTransfer = [this] { allow(folder, 0); };
  {
    const Ordinary ordinary;
    EXPECT_FALSE(call(session.get()));
  }
  EXPECT_THAT(memplace_rt_session_error(session.get()),
              AllOf(HasSubstr(path), HasSubstr("Permission denied")));

  duringTransfer = [] {};
  const Ordinary ordinary;
  EXPECT_FALSE(call(session.get())) << "the folder is still closed";
  EXPECT_FALSE(isSeen);
  EXPECT_THAT(memplace_rt_session_error(session.get()),
              HasSubstr("Permission denied"));

  allow(folder, 0755);
  EXPECT_TRUE(call(session.get())) << memplace_rt_session_error(session.get());
}

TEST_F(UnreadableFileTest, IsAnErrorIfItReplacedTheOldFile) {
  SessionPointer session = open();
  duringTransfer = [this] {
    std::filesystem::rename(path, path + ".old");
    writeFile();
    allow(path, 0);
  };
  EXPECT_FALSE(call(session.get()));
  EXPECT_THAT(memplace_rt_session_error(session.get()),
              HasSubstr("has changed"));

  duringTransfer = [] {};
  const Ordinary ordinary;
  EXPECT_FALSE(call(session.get())) << "it can't be read yet";
  EXPECT_FALSE(isSeen);
  EXPECT_THAT(memplace_rt_session_error(session.get()),
              AllOf(HasSubstr(path), HasSubstr("Permission denied")));

  allow(path, 0644);
  EXPECT_TRUE(call(session.get())) << memplace_rt_session_error(session.get());
}

TEST_F(UnreadableFileTest, StaysReadableThroughAnOpenDescriptor) {
  // The kernel checks permissions when a file is opened, and this file stays
  // open.
  SessionPointer session = open();
  duringTransfer = [this] { allow(path, 0); };
  const Ordinary ordinary;
  EXPECT_TRUE(call(session.get())) << memplace_rt_session_error(session.get());
  EXPECT_TRUE(isSeen);

  duringTransfer = [] {};
  EXPECT_TRUE(call(session.get())) << memplace_rt_session_error(session.get());
}

TEST_F(UnreadableFileTest, ReportsAReadRefusedByAServerAndRecovers) {
  // Network file systems check permissions at each read.
  options.hook = {Faults::read, &faults};
  faults.readError = EACCES;
  SessionPointer session = open();
  ASSERT_TRUE(call(session.get()));
  const size_t threads = countThreads();
  faults.numReadsBeforeError = 1; // The streamed weight, in its middle.

  EXPECT_FALSE(call(session.get()));
  EXPECT_FALSE(isSeen);
  EXPECT_THAT(memplace_rt_session_error(session.get()),
              AllOf(HasSubstr(path), HasSubstr("at byte "),
                    HasSubstr("Permission denied (errno 13)")));
  EXPECT_EQ(countThreads(), threads);

  faults.numReadsBeforeError = -1;
  EXPECT_TRUE(call(session.get()));
}

} // namespace
