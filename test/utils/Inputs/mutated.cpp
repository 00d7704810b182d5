#include <algorithm>
#include <cassert>

int reduced(int a, int b) {
  assert(a < b && "assertions stay as they are");
  return std::min<int>(a, b) - a - b;
}

template <int n, bool isSmall = (n < 5)> struct Small { bool operator==(const Small &) const = default; };

bool any(const bool *all, int count) {
  for (int i = 0; i < count; ++i) {
    if (!all[i])
      continue;
    return true;
  }
  int sum = -count;
  sum += 2 * count;
  return sum == 0 && Small<3 + 4>() == Small<7>() || false;
}
