#include "page.h"

#include <stdint.h>
#include <string.h>

// The length is known at compile time, so a short literal becomes a few moves.
#define LITERAL(text) (memcpy(output, text, sizeof text - 1), output += sizeof text - 1)
#define ESCAPED(text) (output = write_escaped(text, output))
#define NUMBER(number) (output = write_decimal(number, output))

// The entity for one of the five characters special to HTML.
static inline char *write_entity(char byte, char *output) {
  switch (byte) {
    case '&': LITERAL("&amp;"); break;
    case '<': LITERAL("&lt;"); break;
    case '>': LITERAL("&gt;"); break;
    case '"': LITERAL("&quot;"); break;
    default: LITERAL("&#39;");
  }
  return output;
}

#define EACH(byte) (0x0101010101010101u * (byte))

// The highest bit of each byte that is zero; exact only up to the first of them.
static inline uint64_t zero_bytes(uint64_t word) { return (word - EACH(1)) & ~word & EACH(0x80); }

// The highest bit of each byte that needs escaping; exact only up to the first of them.
static inline uint64_t special_bytes(uint64_t word) {
  return zero_bytes((word | EACH(0x01)) ^ EACH('\'')) | zero_bytes((word | EACH(0x02)) ^ EACH('>'))
      | zero_bytes(word ^ EACH('"'));
}

static const unsigned char is_special[256] = {
    ['&'] = 1, ['<'] = 1, ['>'] = 1, ['"'] = 1, ['\''] = 1};

static inline char *write_escaped(struct text text, char *output) {
  const char *source = text.bytes, *end = source + text.length;
  while (end - source >= 8) {
    uint64_t word;
    memcpy(&word, source, 8);
    memcpy(output, &word, 8);
    uint64_t special = special_bytes(word);
    if (special == 0) {
      source += 8;
      output += 8;
      continue;
    }
    // The first byte is the lowest, as on every machine we run this on.
    int plain = __builtin_ctzll(special) / 8;
    output = write_entity(source[plain], output + plain);
    source += plain + 1;
  }
  for (; source < end; ++source) {
    if (is_special[(unsigned char)*source]) {
      output = write_entity(*source, output);
    } else {
      *output++ = *source;
    }
  }
  return output;
}

static const char pairs[] =
    "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
    "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
    "8081828384858687888990919293949596979899";

static inline char *write_decimal(long number, char *output) {
  unsigned long rest = (unsigned long)number;
  if (number < 0) {
    *output++ = '-';
    rest = 0 - rest;
  }
  int digits = 1;
  for (unsigned long bound = 10; rest >= bound && digits < 20; bound *= 10) ++digits;
  char *place = output + digits;
  while (rest >= 100) {
    memcpy(place -= 2, pairs + rest % 100 * 2, 2);
    rest /= 100;
  }
  if (rest >= 10) {
    memcpy(place - 2, pairs + rest * 2, 2);
  } else {
    place[-1] = (char)('0' + rest);
  }
  return output + digits;
}

size_t write_page(const struct page *restrict page, char *restrict output) {
  const char *start = output;
  LITERAL(
      "<!DOCTYPE html>\n"
      "<html lang=\"en\">\n"
      "<head>\n"
      "<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n"
      "<title>");
  ESCAPED(page->title);
  LITERAL(
      "</title>\n"
      "<link rel=\"stylesheet\" href=\"");
  ESCAPED(page->base);
  LITERAL(
      "/dicehall.css\">\n"
      "</head>\n"
      "<body>\n"
      "<header>\n"
      "  <a href=\"");
  ESCAPED(page->base);
  LITERAL(
      "/\">Dicehall</a>\n"
      "  <a href=\"");
  ESCAPED(page->base);
  LITERAL(
      "/rules\">Rules</a>\n"
      "  <span>");
  ESCAPED(page->player);
  LITERAL(
      "</span>\n"
      "</header>\n"
      "<main>\n"
      "<h1>");
  ESCAPED(page->title);
  LITERAL(
      "</h1>\n"
      "<p class=\"notice\">");
  ESCAPED(page->notice);
  LITERAL(
      "</p>\n"
      "<p>All games of this session, the latest one last. The log is kept until it is cleared, or "
      "until the\n"
      "session ends because nobody has played for a month.</p>\n"
      "<form method=\"post\" action=\"");
  ESCAPED(page->base);
  LITERAL(
      "/log/clear\">\n"
      "  <input type=\"hidden\" name=\"revision\" value=\"");
  NUMBER(page->revision);
  LITERAL(
      "\">\n"
      "  <button>Clear the log</button>\n"
      "</form>\n"
      "<dl>\n"
      "  <dt>Game</dt><dd>");
  ESCAPED(page->game);
  LITERAL(
      "</dd>\n"
      "  <dt>Games played</dt><dd>");
  NUMBER(page->played);
  LITERAL(
      "</dd>\n"
      "  <dt>Games won</dt><dd>");
  NUMBER(page->won);
  LITERAL(
      "</dd>\n"
      "  <dt>Luckiest throw</dt><dd>");
  ESCAPED(page->luckiest);
  LITERAL(
      "</dd>\n"
      "  <dt>Worst throw</dt><dd>");
  ESCAPED(page->worst);
  LITERAL(
      "</dd>\n"
      "  <dt>Chance of winning</dt><dd>");
  ESCAPED(page->chance);
  LITERAL(
      "</dd>\n"
      "</dl>\n"
      "<table>\n"
      "<thead><tr><th scope=\"col\">Game</th>"
      "<th scope=\"col\">What happened</th>"
      "<th scope=\"col\">Balance</th></tr></thead>\n"
      "<tbody>\n");
  for (const struct row *row = page->rows; row < page->rows + page->row_count; ++row) {
    LITERAL(
        "  <tr>\n"
        "    <th class=\"number\" scope=\"row\">");
    NUMBER(row->number);
    LITERAL(
        "</th>\n"
        "    <td class=\"event\">");
    ESCAPED(row->event);
    LITERAL(
        "</td>\n"
        "    <td class=\"money\">");
    NUMBER(row->balance);
    LITERAL(
        "</td>\n"
        "  </tr>\n");
  }
  LITERAL(
      "</tbody>\n"
      "</table>\n"
      "</main>\n"
      "<footer>\n"
      "  <p>");
  ESCAPED(page->remark);
  LITERAL(
      "</p>\n"
      "  <a href=\"");
  ESCAPED(page->base);
  LITERAL(
      "/about\">About</a>\n"
      "</footer>\n"
      "</body>\n"
      "</html>\n");
  return (size_t)(output - start);
}
