// Prints the results of the functions in mutated.cpp, or reports whether a file
// can be written.
#include <cstdio>

int reduced(int a, int b);
bool any(const bool *all, int count);

int main(int argc, char **argv) {
  if (argc > 1)
    return std::fopen(argv[1], "w") && std::remove(argv[1]) == 0 ? 0 : 1;
  const bool none[2] = {false, false}, second[2] = {false, true};
  std::printf("%d %d %d %d %d\n", reduced(2, 5), any(none, 0), any(none, 1),
              any(second, 2), any(none, 2));
  return 0;
}
