// The bar: the same page by a program that knows nothing else.
#include <stddef.h>

// UTF-8, without a zero at its end.
struct text {
  const char *bytes;
  size_t length;
};

struct row {
  long number;
  struct text event;
  long balance;
};

struct page {
  struct text base, title, player, notice, game, luckiest, worst, chance, remark;
  long revision, played, won;
  const struct row *rows;
  size_t row_count;
};

// Writes the page and returns its length. `output` has room for it, and 16 bytes more.
size_t write_page(const struct page *restrict page, char *restrict output);
