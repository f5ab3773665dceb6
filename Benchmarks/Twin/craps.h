// Craps between two games, with a log.

typedef struct {
  long number, amount, balance;
  int ending;
  Bytes totals;
} Entry;

enum { CRAPS_LOG = 100 };
enum { WON = 1, LOST, STARTED_OVER };

typedef struct {
  long revision, balance, ante, start;
  long won, decided, sum_won, sum_decided;
  bool is_won, has_sum;
  int dice[2], count;
  Bytes rolls;
  Entry log[CRAPS_LOG];
} Craps;

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

static bool read_table(Bytes bytes, Craps *game, bool *is_decided) {
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

// The part of Craps.
static bool read_craps(Bytes bytes, Craps *game) {
  Bytes content;
  int tag;
  bool is_decided = false;
  memset(game, 0, offsetof(Craps, log));
  game->start = 200;
  while ((tag = read_field(&bytes, &content)) > 0) switch (tag) {
      case 1: game->revision = signed_number(content); break;
      case 2:
        if (!read_table(content, game, &is_decided)) return false;
        break;
      case 6: game->rolls = content; break;
      case 7:
        if (game->count == CRAPS_LOG || !read_entry(content, &game->log[game->count++])) return false;
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

// The values of the page, by the names in pages.py.

static const Entry *last(const Craps *game) { return &game->log[game->count - 1]; }
static long highest(const Craps *game) { return game->balance < 500 ? game->balance / 5 * 5 : 500; }

static void craps_headline(Text *text, const Craps *game) {
  LITERAL("You rolled ");
  put_number(text, game->dice[0] + game->dice[1]);
  if (game->is_won) LITERAL(": you win ");
  else LITERAL(": you lose ");
  put_dollars(text, last(game)->amount);
}
static void craps_outcome(Text *text, const Craps *game) { craps_headline(text, game); }
static void craps_result(Text *text, const Craps *game) {
  if (game->is_won) LITERAL("won");
  else LITERAL("lost");
}
static void craps_verdict(Text *text, const Craps *game) {
  if (game->is_won) LITERAL("Won");
  else LITERAL("Lost");
}
static void craps_explanation(Text *text, const Craps *game) {
  LITERAL("You have ");
  put_dollars(text, game->balance);
  if (game->is_won) LITERAL(" now.");
  else LITERAL(" left.");
  if (!game->is_won && game->ante < last(game)->amount) {
    LITERAL(" Your bet is now ");
    put_dollars(text, game->ante);
    LITERAL(".");
    if (game->ante == game->balance) LITERAL(" That’s everything you have.");
  } else {
    LITERAL(" Roll for the next game, or change your bet.");
  }
}
static void craps_rule(Text *text, const Craps *game) {
  const uint8_t *dice = game->rolls.at;
  if (game->rolls.end - dice == 2) {
    if (game->is_won) LITERAL("On the first roll, 7 and 11 win.");
    else LITERAL("On the first roll, 2, 3 and 12 lose.");
    return;
  }
  if (game->is_won) LITERAL("The point ");
  else LITERAL("A 7 came before the point ");
  put_number(text, dice[0] + dice[1]);
  if (game->is_won) LITERAL(" came again, so it wins.");
  else LITERAL(", so it loses.");
}
static void craps_revision(Text *text, const Craps *game) { put_number(text, game->revision); }

static void craps_word0(Text *text, const Craps *game) { put_string(text, words[game->dice[0]]); }
static void craps_word1(Text *text, const Craps *game) { put_string(text, words[game->dice[1]]); }
static void craps_face0(Text *text, const Craps *game) { put_number(text, game->dice[0]); }
static void craps_face1(Text *text, const Craps *game) { put_number(text, game->dice[1]); }
static void craps_glyph0(Text *text, const Craps *game) { put_string(text, glyphs[game->dice[0]]); }
static void craps_glyph1(Text *text, const Craps *game) { put_string(text, glyphs[game->dice[1]]); }

static void craps_bet(Text *text, const Craps *game) { put_dollars(text, game->ante); }
static void craps_ante(Text *text, const Craps *game) { put_number(text, game->ante); }
static void craps_highest(Text *text, const Craps *game) { put_number(text, highest(game)); }
static void craps_scale(Text *text, const Craps *game) {
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
static void craps_off(Text *text, const Craps *game, long ante) {
  if (ante < 5 || ante > highest(game)) LITERAL(" disabled");
}
static void craps_less(Text *text, const Craps *game) { put_number(text, game->ante - 5); }
static void craps_more(Text *text, const Craps *game) { put_number(text, game->ante + 5); }
static void craps_lessOff(Text *text, const Craps *game) { craps_off(text, game, game->ante - 5); }
static void craps_moreOff(Text *text, const Craps *game) { craps_off(text, game, game->ante + 5); }
static void craps_off25(Text *text, const Craps *game) { craps_off(text, game, 25); }
static void craps_off100(Text *text, const Craps *game) { craps_off(text, game, 100); }
static void craps_hint(Text *text, const Craps *game) {
  LITERAL("From $5 to ");
  put_dollars(text, highest(game));
  LITERAL(", in steps of $5.");
  if (game->ante == game->balance) LITERAL(" You’re betting everything you have.");
}

static void craps_balance(Text *text, const Craps *game) { put_dollars(text, game->balance); }
static void craps_dice(Text *text, const Craps *game) {
  put_number(text, game->dice[0]);
  LITERAL(" and ");
  put_number(text, game->dice[1]);
}
static void craps_total(Text *text, const Craps *game) {
  put_number(text, game->dice[0] + game->dice[1]);
}
static void craps_tally(Text *text, const Craps *game) {
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
static void craps_mean(Text *text, const Craps *game) {
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

static void craps_rolls(Text *text, const Craps *game) {
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
      craps_result(text, game);
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

static Chart chart(const Craps *game) {
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
static void craps_top(Text *text, const Craps *game) { put_dollars(text, chart(game).top); }
static void craps_bottom(Text *text, const Craps *game) { put_dollars(text, chart(game).bottom); }
static void craps_baseline(Text *text, const Craps *game) {
  Chart found = chart(game);
  put_number(text, height(&found, game->start));
}
static void craps_points(Text *text, const Craps *game) {
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
static void craps_description(Text *text, const Craps *game) {
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

static void craps_games(Text *text, const Craps *game) {
  int end = game->count > LINES ? game->count - LINES : 0;
  for (int index = game->count - 1; index >= end; index--) {
    const Entry *entry = &game->log[index];
    bool is_game = entry->totals.at < entry->totals.end;
    LITERAL("<tr><th scope=\"row\">");
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

#include "craps-page.h"
