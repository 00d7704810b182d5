// A library for LD_PRELOAD. The program then reads command lines from its
// standard input, one per line with tabs between arguments, and runs main for
// each in a fork. The first argument is the file for the output. The program
// prints the exit code of each, or 128 plus the signal.
//
// LibTorch is loaded once then, which takes longer than everything that a test
// does.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int (*Main)(int, char **, char **);

static Main realMain;

static void runInFork(char *line, char *program, char **environment) {
  char *arguments[64] = {program};
  int count = 1;
  const char *output = strtok(line, "\t\n");
  for (char *each; (each = strtok(NULL, "\t\n")) && count < 63;)
    arguments[count++] = each;
  const int file = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  dup2(file, 1);
  dup2(file, 2);
  dup2(open("/dev/null", O_RDONLY), 0);
  const int code = realMain(count, arguments, environment);
  fflush(NULL);
  // Without the destructors of LibTorch, which take a tenth of a second.
  _exit(code);
}

static int serve(int count, char **arguments, char **environment) {
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, stdin) > 0) {
    const pid_t child = fork();
    if (child == 0)
      runInFork(line, arguments[0], environment);
    int status = 0;
    waitpid(child, &status, 0);
    printf("%d\n",
           WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    fflush(stdout);
  }
  return count < 0;
}

// glibc calls main through this function.
int __libc_start_main(Main main, int count, char **arguments,
                      void (*init)(void), void (*fini)(void),
                      void (*rtldFini)(void), void *stackEnd) {
  typedef int (*Start)(Main, int, char **, void (*)(void), void (*)(void),
                       void (*)(void), void *);
  realMain = main;
  unsetenv("LD_PRELOAD");
  const Start start = (Start)dlsym(RTLD_NEXT, "__libc_start_main");
  return start(serve, count, arguments, init, fini, rtldFini, stackEnd);
}
