// A C program that does for Craps what Dicehall does, with Dicehall's session files: the bar to reach.
//
//   twin SOCKET SESSIONS HEAD MOVED THREADS
//
// GET reads the session's file and writes its page; POST sets the ante and saves, as FileStorage
// does. Only Craps between two games is there, with a log. The page is straight-line code from
// page.h, which is cut from Dicehall's own. HEAD and MOVED are files with the head of a page and with
// a whole answer to a POST, in both of which `%s` stands for the session's key.
#include <errno.h>
#include <fcgiapp.h>
#include <fcntl.h>
#include <openssl/sha.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { HEADER = 24, SLOT = 64 * 1024, FIRST = 4096, KEY = 26, LOG = 100 };

static int listening;
static const char *sessions, *page_head, *moved;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

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

// The session, as `Packed` writes it.

typedef struct {
  const uint8_t *at, *end;
} Bytes;

typedef struct {
  long number, amount, balance;
  int ending;
  Bytes totals;
} Entry;

enum { WON = 1, LOST, STARTED_OVER };

typedef struct {
  long revision, balance, ante, start;
  long won, decided, sum_won, sum_decided;
  bool is_won, has_sum;
  int dice[2], count;
  Bytes rolls;
  Entry log[LOG];
} Game;

static bool read_number(Bytes *bytes, uint64_t *number) {
  *number = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    if (bytes->at == bytes->end) return false;
    uint8_t byte = *bytes->at++;
    *number |= (uint64_t)(byte & 0x7f) << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

// The next field; 0 at the end, -1 if there is none.
static int read_field(Bytes *bytes, Bytes *content) {
  if (bytes->at == bytes->end) return 0;
  int tag = *bytes->at++;
  uint64_t length;
  if (!read_number(bytes, &length) || length > (uint64_t)(bytes->end - bytes->at)) return -1;
  content->at = bytes->at;
  content->end = bytes->at += length;
  return tag;
}

static long signed_number(Bytes content) {
  uint64_t raw = 0;
  read_number(&content, &raw);
  return (long)(raw >> 1) ^ -(long)(raw & 1);
}

static bool read_entry(Bytes bytes, Entry *entry) {
  Bytes content;
  int tag;
  entry->totals = (Bytes){bytes.at, bytes.at};
  entry->amount = 0;
  while ((tag = read_field(&bytes, &content)) > 0) switch (tag) {
      case 1: entry->number = signed_number(content); break;
      case 2: entry->totals = content; break;
      case 3: entry->ending = (int)signed_number(content); break;
      case 4: entry->amount = signed_number(content); break;
      case 5: entry->balance = signed_number(content); break;
    }
  return tag == 0 && entry->ending >= WON && entry->ending <= STARTED_OVER;
}

static bool read_table(Bytes bytes, Game *game, bool *is_decided) {
  Bytes content;
  int tag;
  while ((tag = read_field(&bytes, &content)) > 0) switch (tag) {
      case 1: game->balance = signed_number(content); break;
      case 2: game->ante = signed_number(content); break;
      case 4:
        if (content.end - content.at != 2) return false;
        game->dice[0] = content.at[0];
        game->dice[1] = content.at[1];
        break;
      case 5: *is_decided = game->is_won = true; break;
      case 6: *is_decided = true; break;
    }
  return tag == 0;
}

static bool is_face(int face) { return face >= 1 && face <= 6; }

// The part of Craps.
static bool read_game(Bytes bytes, Game *game) {
  Bytes content;
  int tag;
  bool is_decided = false;
  memset(game, 0, offsetof(Game, log));
  game->start = 200;
  while ((tag = read_field(&bytes, &content)) > 0) switch (tag) {
      case 1: game->revision = signed_number(content); break;
      case 2:
        if (!read_table(content, game, &is_decided)) return false;
        break;
      case 6: game->rolls = content; break;
      case 7:
        if (game->count == LOG || !read_entry(content, &game->log[game->count++])) return false;
        break;
      case 9: game->won = signed_number(content); break;
      case 10: game->decided = signed_number(content); break;
      case 11: game->sum_won = signed_number(content); break;
      case 12: game->sum_decided = signed_number(content), game->has_sum = true; break;
    }
  for (const uint8_t *roll = game->rolls.at; roll < game->rolls.end; roll++)
    if (!is_face(*roll)) return false;
  if (!game->has_sum) {
    game->sum_won = game->won, game->sum_decided = game->decided;
    for (int index = 0; index < game->count; index++) {
      if (game->log[index].ending == STARTED_OVER) continue;
      game->sum_decided++;
      game->sum_won += game->log[index].ending == WON;
    }
  }
  return tag == 0 && is_decided && game->count > 1 && is_face(game->dice[0]) && is_face(game->dice[1]);
}

// The part of Craps in a session; its end is where the next part begins.
static bool find_craps(Bytes session, Bytes *part) {
  if (session.end - session.at < 4 || memcmp(session.at, "dh1\n", 4) != 0) return false;
  session.at += 4;
  int tag;
  bool is_found = false;
  Bytes content;
  while ((tag = read_field(&session, &content)) > 0)
    if (tag == 2) *part = content, is_found = true;
  return tag == 0 && is_found;
}

// The values of the page, by the names in craps_page.py.

static const Entry *last(const Game *game) { return &game->log[game->count - 1]; }
static long highest(const Game *game) { return game->balance < 500 ? game->balance / 5 * 5 : 500; }

static void put_headline(Text *text, const Game *game) {
  LITERAL("You rolled ");
  put_number(text, game->dice[0] + game->dice[1]);
  if (game->is_won) LITERAL(": you win ");
  else LITERAL(": you lose ");
  put_dollars(text, last(game)->amount);
}
static void put_outcome(Text *text, const Game *game) { put_headline(text, game); }
static void put_result(Text *text, const Game *game) {
  if (game->is_won) LITERAL("won");
  else LITERAL("lost");
}
static void put_verdict(Text *text, const Game *game) {
  if (game->is_won) LITERAL("Won");
  else LITERAL("Lost");
}
static void put_explanation(Text *text, const Game *game) {
  LITERAL("You have ");
  put_dollars(text, game->balance);
  if (game->is_won) LITERAL(" now.");
  else LITERAL(" left.");
  if (!game->is_won && game->ante < last(game)->amount) {
    LITERAL(" Your ante is now ");
    put_dollars(text, game->ante);
    LITERAL(".");
    if (game->ante == game->balance) LITERAL(" That’s everything you have.");
  } else {
    LITERAL(" Roll for the next game, or change your bet.");
  }
}
static void put_revision(Text *text, const Game *game) { put_number(text, game->revision); }

static const char *const words[] = {"", "one", "two", "three", "four", "five", "six"};
static const char *const glyphs[] = {"", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅"};
static void put_word0(Text *text, const Game *game) { put_string(text, words[game->dice[0]]); }
static void put_word1(Text *text, const Game *game) { put_string(text, words[game->dice[1]]); }
static void put_face0(Text *text, const Game *game) { put_number(text, game->dice[0]); }
static void put_face1(Text *text, const Game *game) { put_number(text, game->dice[1]); }
static void put_glyph0(Text *text, const Game *game) { put_string(text, glyphs[game->dice[0]]); }
static void put_glyph1(Text *text, const Game *game) { put_string(text, glyphs[game->dice[1]]); }

static void put_bet(Text *text, const Game *game) { put_dollars(text, game->ante); }
static void put_ante(Text *text, const Game *game) { put_number(text, game->ante); }
static void put_highest(Text *text, const Game *game) { put_number(text, highest(game)); }
static void put_scale(Text *text, const Game *game) {
  long span = highest(game) - 5, before = 0;
  for (int mark = 0; mark <= 4; mark++) {
    long value = 5 + span * mark / 4 / 5 * 5;
    if (value == before) continue;
    LITERAL("<span>");
    put_dollars(text, value);
    LITERAL("</span>");
    before = value;
  }
}
static void put_off(Text *text, const Game *game, long ante) {
  if (ante < 5 || ante > highest(game)) LITERAL(" disabled");
}
static void put_less(Text *text, const Game *game) { put_number(text, game->ante - 5); }
static void put_more(Text *text, const Game *game) { put_number(text, game->ante + 5); }
static void put_lessOff(Text *text, const Game *game) { put_off(text, game, game->ante - 5); }
static void put_moreOff(Text *text, const Game *game) { put_off(text, game, game->ante + 5); }
static void put_off25(Text *text, const Game *game) { put_off(text, game, 25); }
static void put_off100(Text *text, const Game *game) { put_off(text, game, 100); }
static void put_hint(Text *text, const Game *game) {
  LITERAL("From $5 to ");
  put_dollars(text, highest(game));
  LITERAL(", in steps of $5.");
  if (game->ante == game->balance) LITERAL(" You’re betting everything you have.");
}

static void put_balance(Text *text, const Game *game) { put_dollars(text, game->balance); }
static void put_dice(Text *text, const Game *game) {
  put_number(text, game->dice[0]);
  LITERAL(" and ");
  put_number(text, game->dice[1]);
}
static void put_total(Text *text, const Game *game) {
  put_number(text, game->dice[0] + game->dice[1]);
}
static void put_tally(Text *text, const Game *game) {
  put_grouped(text, game->sum_won);
  LITERAL(" of ");
  put_grouped(text, game->sum_decided);
  LITERAL(", expected ");
  long tenths = (2 * 10 * 244 * game->sum_decided + 495) / (2 * 495);
  put_number(text, tenths / 10);
  if (tenths % 10) {
    LITERAL(".");
    put_number(text, tenths % 10);
  }
}
static void put_mean(Text *text, const Game *game) {
  LITERAL("A bet of ");
  put_dollars(text, game->ante);
  long cents = (2 * 100 * 7 * game->ante + 495) / (2 * 495);
  LITERAL(" loses $");
  put_number(text, cents / 100);
  LITERAL(".");
  if (cents % 100 < 10) LITERAL("0");
  put_number(text, cents % 100);
  LITERAL(" on average: the chance of winning is a little under one half.");
}

static void put_rolls(Text *text, const Game *game) {
  const uint8_t *dice = game->rolls.at;
  long count = (game->rolls.end - dice) / 2;
  long first = count > LINES ? count - LINES : 0;
  for (long index = first; index < count; index++) {
    int one = dice[2 * index], other = dice[2 * index + 1];
    LITERAL("            <tr><th scope=\"row\">");
    put_number(text, index + 1);
    LITERAL("</th><td class=\"short\">");
    put_number(text, one);
    LITERAL(" and ");
    put_number(text, other);
    LITERAL("</td><td class=\"number\"><b>");
    put_number(text, one + other);
    LITERAL("</b></td><td>");
    if (index == count - 1) {
      put_result(text, game);
    } else if (index == 0) {
      LITERAL("the point is ");
      put_number(text, one + other);
    } else {
      LITERAL("roll on");
    }
    LITERAL("</td></tr>\n");
  }
}

typedef struct {
  long first, lowest, highest, top, bottom;
} Chart;

static Chart chart(const Game *game) {
  const Entry *entry = game->log;
  long change = entry->ending == WON ? entry->amount : entry->ending == LOST ? -entry->amount : 0;
  long first = entry->balance - change;
  Chart chart = {first, first, first, 0, 0};
  for (int index = 0; index < game->count; index++) {
    long balance = game->log[index].balance;
    if (balance < chart.lowest) chart.lowest = balance;
    if (balance > chart.highest) chart.highest = balance;
  }
  chart.bottom = chart.lowest < game->start ? chart.lowest : game->start;
  chart.top = chart.highest > game->start ? chart.highest : game->start;
  return chart;
}
static long height(const Chart *chart, long balance) {
  if (chart->top == chart->bottom) return 80;
  return 8 + (chart->top - balance) * 144 / (chart->top - chart->bottom);
}
static void put_top(Text *text, const Game *game) { put_dollars(text, chart(game).top); }
static void put_bottom(Text *text, const Game *game) { put_dollars(text, chart(game).bottom); }
static void put_baseline(Text *text, const Game *game) {
  Chart found = chart(game);
  put_number(text, height(&found, game->start));
}
static void put_points(Text *text, const Game *game) {
  Chart found = chart(game);
  LITERAL("0,");
  put_number(text, height(&found, found.first));
  for (int index = 0; index < game->count; index++) {
    LITERAL(" ");
    put_number(text, (index + 1) * 600 / game->count);
    LITERAL(",");
    put_number(text, height(&found, game->log[index].balance));
  }
}
static void put_description(Text *text, const Game *game) {
  Chart found = chart(game);
  LITERAL("Balance after each of the last ");
  put_number(text, game->count);
  LITERAL(" results: from ");
  put_dollars(text, found.first);
  LITERAL(" to ");
  put_dollars(text, last(game)->balance);
  LITERAL(", between ");
  put_dollars(text, found.lowest);
  LITERAL(" and ");
  put_dollars(text, found.highest);
  LITERAL(". The straight line marks ");
  put_dollars(text, game->start);
  LITERAL(".");
}

static void put_games(Text *text, const Game *game) {
  int end = game->count > LINES ? game->count - LINES : 0;
  for (int index = game->count - 1; index >= end; index--) {
    const Entry *entry = &game->log[index];
    bool is_game = entry->totals.at < entry->totals.end;
    LITERAL("            <tr><th scope=\"row\">");
    if (is_game) put_number(text, entry->number);
    else LITERAL("–");
    LITERAL("</th><td class=\"long\">");
    for (const uint8_t *total = entry->totals.at; total < entry->totals.end; total++) {
      if (total > entry->totals.at) LITERAL(", ");
      put_number(text, *total);
    }
    LITERAL("</td><td");
    if (entry->ending == WON) LITERAL(" class=\"win\"");
    if (entry->ending == LOST) LITERAL(" class=\"loss\"");
    LITERAL(">");
    if (entry->ending == STARTED_OVER) {
      LITERAL("started over");
    } else {
      if (entry->ending == WON) LITERAL("won ");
      else LITERAL("lost ");
      put_dollars(text, entry->amount);
    }
    LITERAL("</td><td class=\"number\">");
    put_dollars(text, entry->balance);
    LITERAL("</td></tr>\n");
  }
}

#include "page.h"

// The file, as FileStorage keeps it: two slots, of which the newest intact one counts.

typedef struct {
  uint64_t revision;
  int index;
  Bytes payload;
} Slot;

static uint64_t little(const uint8_t *bytes, int count) {
  uint64_t number = 0;
  for (int index = count; index-- > 0;) number = number << 8 | bytes[index];
  return number;
}
static void put_little(uint8_t *bytes, uint64_t number, int count) {
  for (int index = 0; index < count; index++, number >>= 8) bytes[index] = (uint8_t)number;
}
static uint32_t checksum(const uint8_t *header, Bytes payload) {
  return (uint32_t)crc32(crc32(0, header, 20), payload.at, (uInt)(payload.end - payload.at));
}

// Reads the start of both slots, and what is left of the newest; `room` is for two of them.
static bool read_newest(int file, uint8_t *room, Slot *slot) {
  ssize_t got[2];
  uint64_t revision[2];
  for (int index = 0; index < 2; index++) {
    uint8_t *bytes = room + index * SLOT;
    got[index] = pread(file, bytes, FIRST, index * SLOT);
    bool is_slot = got[index] >= HEADER && memcmp(bytes, "DhSn\1\0\0\0", 8) == 0 &&
                   little(bytes + 16, 4) <= SLOT - HEADER;
    revision[index] = is_slot ? little(bytes + 8, 8) : 0;
  }
  int first = revision[0] > revision[1] ? 0 : 1;
  for (int turn = 0; turn < 2; turn++) {
    int index = turn ? 1 - first : first;
    if (revision[index] == 0) continue;
    uint8_t *bytes = room + index * SLOT;
    ssize_t end = HEADER + (ssize_t)little(bytes + 16, 4);
    if (got[index] < end) {
      ssize_t more = pread(file, bytes + FIRST, (size_t)(end - FIRST), index * SLOT + FIRST);
      if (more != end - FIRST) continue;
    }
    Bytes payload = {bytes + HEADER, bytes + end};
    if (checksum(bytes, payload) != little(bytes + 20, 4)) continue;
    *slot = (Slot){revision[index], index, payload};
    return true;
  }
  return false;
}

static int open_session(const char *key, int access) {
  static const char hex[] = "0123456789abcdef";
  uint8_t hash[SHA256_DIGEST_LENGTH];
  char path[4096];
  SHA256((const uint8_t *)key, KEY, hash);
  Text text = {path};
  put_string(&text, sessions);
  *text.end++ = '/';
  for (int index = -1; index < SHA256_DIGEST_LENGTH; index++) {
    uint8_t byte = hash[index < 0 ? 0 : index];
    *text.end++ = hex[byte >> 4];
    *text.end++ = hex[byte & 15];
    if (index < 0) *text.end++ = '/';
  }
  *text.end = 0;
  return open(path, access | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0600);
}

// Requests.

static const char *session_key(FCGX_Request *request) {
  const char *cookies = FCGX_GetParam("HTTP_COOKIE", request->envp);
  const char *found = cookies ? strstr(cookies, "dicehall=") : NULL;
  if (!found) return NULL;
  found += strlen("dicehall=");
  return strspn(found, "abcdefghijklmnopqrstuvwxyz234567") == KEY ? found : NULL;
}

static void refuse(FCGX_Request *request) {
  FCGX_PutS("Status: 500 Internal Server Error\r\n\r\n", request->out);
}

// One answer's worth of memory, a thread's own.
typedef struct {
  uint8_t room[2 * SLOT], next[SLOT];
  char page[8 * SLOT];
} Memory;

static void show(FCGX_Request *request, const char *key, Memory *memory) {
  Slot slot;
  Game game;
  Bytes part;
  int file = open_session(key, O_RDONLY);
  if (file < 0) return refuse(request);
  bool is_read = read_newest(file, memory->room, &slot);
  close(file);
  if (!is_read || !find_craps(slot.payload, &part) || !read_game(part, &game))
    return refuse(request);
  Text text = {memory->page};
  page(&text, &game);
  char head[4096];
  int length = snprintf(head, sizeof head, page_head, key, (int)(text.end - memory->page));
  FCGX_PutStr(head, length, request->out);
  FCGX_PutStr(memory->page, (int)(text.end - memory->page), request->out);
}

static uint8_t *put_field(uint8_t *at, int tag, const uint8_t *content, size_t count) {
  *at++ = (uint8_t)tag;
  size_t rest = count;
  for (; rest >= 0x80; rest >>= 7) *at++ = (uint8_t)rest | 0x80;
  *at++ = (uint8_t)rest;
  memcpy(at, content, count);
  return at + count;
}
static uint8_t *put_signed(uint8_t *at, int tag, long number) {
  uint8_t bytes[10], *end = bytes;
  uint64_t rest = (uint64_t)number << 1 ^ (uint64_t)(number >> 63);
  for (; rest >= 0x80; rest >>= 7) *end++ = (uint8_t)rest | 0x80;
  *end++ = (uint8_t)rest;
  return put_field(at, tag, bytes, (size_t)(end - bytes));
}

// The session with another ante; whatever else it holds stays.
static uint8_t *repack(Bytes session, const Game *game, long ante, uint8_t *at) {
  uint8_t craps[SLOT], table[64];
  Bytes part, field, inner;
  int tag, kind, of;
  memcpy(at, "dh1\n", 4), at += 4, session.at += 4;
  while ((tag = read_field(&session, &part)) > 0) {
    if (tag != 2) {
      at = put_field(at, tag, part.at, (size_t)(part.end - part.at));
      continue;
    }
    uint8_t *end = craps;
    while ((kind = read_field(&part, &field)) > 0) {
      if (kind == 3 || kind == 4) continue;  // a notice; that the last move was a roll
      if (kind == 1) {
        end = put_signed(end, 1, game->revision + 1);
      } else if (kind == 2) {
        uint8_t *edge = table;
        while ((of = read_field(&field, &inner)) > 0)
          edge = of == 2 ? put_signed(edge, 2, ante)
                         : put_field(edge, of, inner.at, (size_t)(inner.end - inner.at));
        end = put_field(end, 2, table, (size_t)(edge - table));
      } else {
        end = put_field(end, kind, field.at, (size_t)(field.end - field.at));
      }
    }
    at = put_field(at, 2, craps, (size_t)(end - craps));
  }
  return at;
}

static bool set_ante(int file, const char *form, Memory *memory) {
  struct stat status;
  Slot slot;
  Game game;
  Bytes part;
  const char *revision = strstr(form, "revision="), *ante = strstr(form, "ante=");
  while (flock(file, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return false;
    usleep(50);
  }
  if (fstat(file, &status) != 0 || status.st_nlink == 0 || !S_ISREG(status.st_mode)) return false;
  if (!read_newest(file, memory->room, &slot) || !find_craps(slot.payload, &part) ||
      !read_game(part, &game))
    return false;
  if (!revision || !ante || atol(revision + 9) != game.revision) return false;
  long wish = atol(ante + 5) / 5 * 5;
  if (wish < 5 || wish > highest(&game)) return false;

  uint8_t *bytes = memory->next;
  uint8_t *end = repack(slot.payload, &game, wish, bytes + HEADER);
  memcpy(bytes, "DhSn\1\0\0\0", 8);
  put_little(bytes + 8, slot.revision + 1, 8);
  put_little(bytes + 16, (uint64_t)(end - bytes - HEADER), 4);
  put_little(bytes + 20, checksum(bytes, (Bytes){bytes + HEADER, end}), 4);
  return pwrite(file, bytes, (size_t)(end - bytes), (1 - slot.index) * SLOT) == end - bytes;
}

static void change(FCGX_Request *request, const char *key, Memory *memory) {
  char form[4096];
  form[FCGX_GetStr(form, sizeof form - 1, request->in)] = 0;
  int file = open_session(key, O_RDWR);
  if (file < 0) return refuse(request);
  bool is_saved = set_ante(file, form, memory);
  close(file);
  if (!is_saved) return refuse(request);
  char answer[4096];
  FCGX_PutStr(answer, snprintf(answer, sizeof answer, moved, key), request->out);
}

static void *serve(void *nothing) {
  FCGX_Request request;
  Memory *memory = malloc(sizeof *memory);
  if (!memory) fail("malloc");
  FCGX_InitRequest(&request, listening, 0);
  while (FCGX_Accept_r(&request) == 0) {
    const char *method = FCGX_GetParam("REQUEST_METHOD", request.envp);
    char key[KEY + 1] = "";
    const char *found = session_key(&request);
    if (found) memcpy(key, found, KEY);
    if (!found || !method) refuse(&request);
    else if (strcmp(method, "POST") == 0) change(&request, key, memory);
    else show(&request, key, memory);
    FCGX_Finish_r(&request);
  }
  return nothing;
}

static const char *load(const char *path) {
  struct stat status;
  int file = open(path, O_RDONLY);
  if (file < 0 || fstat(file, &status) != 0) fail(path);
  char *bytes = calloc(1, (size_t)status.st_size + 1);
  if (!bytes || read(file, bytes, (size_t)status.st_size) != status.st_size) fail(path);
  close(file);
  return bytes;
}

int main(int count, char **arguments) {
  if (count != 6) return 64;
  signal(SIGPIPE, SIG_IGN);
  sessions = arguments[2];
  page_head = load(arguments[3]);
  moved = load(arguments[4]);
  FCGX_Init();
  listening = FCGX_OpenSocket(arguments[1], 128);
  if (listening < 0) fail(arguments[1]);
  for (int index = 1; index < atoi(arguments[5]); index++) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, serve, NULL) != 0) fail("pthread_create");
  }
  serve(NULL);
}
