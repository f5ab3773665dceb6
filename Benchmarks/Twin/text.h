// Text that grows to the right; whoever writes has made sure that there is room.

typedef struct {
  char *end;
} Text;

static void put(Text *text, const char *bytes, size_t count) {
  memcpy(text->end, bytes, count);
  text->end += count;
}
#define LITERAL(words) put(text, words, sizeof(words) - 1)

static void put_string(Text *text, const char *string) { put(text, string, strlen(string)); }

static void put_number(Text *text, long number) {
  char digits[24], *first = digits + sizeof digits;
  unsigned long rest = number < 0 ? -(unsigned long)number : (unsigned long)number;
  do *--first = '0' + rest % 10;
  while (rest /= 10);
  if (number < 0) *--first = '-';
  put(text, first, (size_t)(digits + sizeof digits - first));
}

static void put_grouped(Text *text, long number) {
  if (number >= 1000) {
    put_grouped(text, number / 1000);
    char digits[] = {',', '0' + number / 100 % 10, '0' + number / 10 % 10, '0' + number % 10};
    put(text, digits, sizeof digits);
  } else {
    put_number(text, number);
  }
}

static void put_dollars(Text *text, long number) {
  LITERAL("$");
  put_grouped(text, number);
}

// Text in which HTML might see a tag.
static void put_escaped(Text *text, const uint8_t *at, const uint8_t *end) {
  for (; at < end; at++) switch (*at) {
      case '&': LITERAL("&amp;"); break;
      case '<': LITERAL("&lt;"); break;
      case '>': LITERAL("&gt;"); break;
      case '"': LITERAL("&quot;"); break;
      case '\'': LITERAL("&#39;"); break;
      default: *text->end++ = (char)*at;
    }
}

// A die's words; the first is no face.
static const char *const words[] = {"",      "one",   "two",  "three", "four",   "five",  "six",
                                    "seven", "eight", "nine", "ten",   "eleven", "twelve"};
static const char *const glyphs[] = {"", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅"};
static bool is_face(int face) { return face >= 1 && face <= 6; }
