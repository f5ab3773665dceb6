// A d4, d8, d10 or d12 without a modifier that was rolled once, after single dice of any kind.

enum { DICE_LOG = 200, DICE_COUNTS = 100 };

static const int shapes[] = {4, 6, 8, 10, 12, 20, 100};

typedef struct {
  long time;
  int sides, face;
} Throw;

typedef struct {
  int sides;
  long sum, rolls, counts[DICE_COUNTS];
} Tally;

typedef struct {
  long revision;
  int sides, count;
  Tally tally;
  Bytes log[DICE_LOG];
} Dice;

// The sides of one die; 0 for other dice.
static int read_structure(Bytes bytes) {
  Bytes content;
  int tag, sides = 0;
  long count = 1, modifier = 0;
  while ((tag = read_field(&bytes, &content)) > 0) switch (tag) {
      case 1: sides = (int)signed_number(content); break;
      case 2: count = signed_number(content); break;
      case 3: modifier = signed_number(content); break;
    }
  bool is_known = false;
  for (int index = 0; index < 7; index++) is_known |= sides == shapes[index];
  return tag == 0 && is_known && count == 1 && modifier == 0 ? sides : 0;
}

static bool read_throw(Bytes bytes, Throw *thrown) {
  Bytes content;
  int tag;
  thrown->time = -1, thrown->sides = thrown->face = 0;
  while ((tag = read_field(&bytes, &content)) > 0) switch (tag) {
      case 1: thrown->time = signed_number(content); break;
      case 2: thrown->sides = read_structure(content); break;
      case 3:
        if (content.end - content.at == 1) thrown->face = *content.at;
        break;
    }
  return tag == 0 && thrown->time >= 0 && thrown->face >= 1 && thrown->face <= thrown->sides;
}

static bool read_tally(Bytes bytes, Tally *tally) {
  Bytes content;
  uint64_t number;
  int tag, columns = 0;
  tally->sides = 0, tally->sum = tally->rolls = 0;
  while ((tag = read_field(&bytes, &content)) > 0) switch (tag) {
      case 1: tally->sides = read_structure(content); break;
      case 2:
        for (; content.at < content.end; tally->rolls += tally->counts[columns++] = (long)number)
          if (columns == DICE_COUNTS || !read_number(&content, &number) || number >> 32)
            return false;
        break;
      case 3: tally->sum = signed_number(content); break;
    }
  return tag == 0 && tally->sides > 0 && columns == tally->sides && tally->sum >= tally->rolls &&
         tally->sum <= tally->rolls * tally->sides;
}

// The part of dice.
static bool read_dice(Bytes bytes, Dice *game) {
  Bytes content;
  int tag;
  bool is_thrown = false;
  Throw thrown;
  Tally tally;
  memset(game, 0, offsetof(Dice, log));
  while ((tag = read_field(&bytes, &content)) > 0) switch (tag) {
      case 1: game->revision = signed_number(content); break;
      case 2: game->sides = read_structure(content); break;
      case 4: is_thrown = signed_number(content) == 1; break;
      case 5: break;
      case 6:
        if (game->count == DICE_LOG) return false;
        game->log[game->count++] = content;
        break;
      case 7:
        if (!read_tally(content, &tally)) return false;
        if (tally.sides == game->sides) game->tally = tally;
        break;
      default: return false;  // a notice
    }
  bool is_known = game->sides > 0 && game->sides <= 12 && game->sides != 6;
  if (tag < 0 || !is_known || !is_thrown || !game->tally.rolls || game->count <= LINES)
    return false;
  for (int index = game->count - LINES; index < game->count; index++)
    if (!read_throw(game->log[index], &thrown)) return false;
  return thrown.sides == game->sides;
}

// The values of the page, by the names in pages.py.

static int last_face(const Dice *game) {
  Throw thrown;
  read_throw(game->log[game->count - 1], &thrown);
  return thrown.face;
}

// A quotient rounded half up to so many places, with zeros at the end or with none at all.
static void put_quotient(Text *text, long number, long divisor, int places, bool is_fixed) {
  long unit = places == 2 ? 100 : 10;
  long rounded = (2 * unit * number + divisor) / (2 * divisor), rest = rounded % unit;
  put_number(text, rounded / unit);
  if (rest == 0 && !is_fixed) return;
  LITERAL(".");
  if (places == 2) put_number(text, rest / 10);
  put_number(text, rest % 10);
}

static void dice_sides(Text *text, const Dice *game) { put_number(text, game->sides); }
static void dice_shape(Text *text, const Dice *game) {
  LITERAL("d");
  dice_sides(text, game);
}
static void dice_expression(Text *text, const Dice *game) {
  LITERAL("1");
  dice_shape(text, game);
}
static void dice_face(Text *text, const Dice *game) { put_number(text, last_face(game)); }
static void dice_word(Text *text, const Dice *game) { put_string(text, words[last_face(game)]); }
static void dice_lead(Text *text, const Dice *game) {
  LITERAL("You rolled ");
  dice_expression(text, game);
  LITERAL(":");
}
static void dice_headline(Text *text, const Dice *game) {
  dice_lead(text, game);
  LITERAL(" ");
  dice_face(text, game);
}
static void dice_mean(Text *text, const Dice *game) {
  put_quotient(text, game->sides + 1, 2, 1, false);
}
static void dice_explanation(Text *text, const Dice *game) {
  int face = last_face(game);
  if (face == game->sides) LITERAL("The highest possible. ");
  else if (face == 1) LITERAL("The lowest possible. ");
  LITERAL("Range 1 to ");
  dice_sides(text, game);
  LITERAL(", mean ");
  dice_mean(text, game);
  LITERAL(".");
}
static int divisor(int first, int second) {
  return second == 0 ? first : divisor(second, first % second);
}
static void put_chance(
    Text *text, const Dice *game, const char *before, const char *behind, int faces) {
  int sides = game->sides, common = divisor(faces, sides);
  LITERAL("        <div><dt>");
  put_string(text, before);
  dice_face(text, game);
  put_string(text, behind);
  LITERAL("</dt><dd>");
  put_number(text, faces / common);
  if (faces < sides) {
    LITERAL("/");
    put_number(text, sides / common);
  }
  LITERAL(" <small>");
  put_quotient(text, 100 * faces, sides, 2, faces < sides);
  LITERAL("%</small></dd></div>\n");
}
static void dice_chances(Text *text, const Dice *game) {
  int face = last_face(game);
  put_chance(text, game, "Exactly ", "", 1);
  put_chance(text, game, "", " or more", game->sides - face + 1);
  put_chance(text, game, "", " or less", face);
}
static void dice_revision(Text *text, const Dice *game) { put_number(text, game->revision); }

static void put_current(Text *text, const Dice *game, int shape) {
  if (game->sides == shapes[shape]) LITERAL(" aria-current=\"true\"");
}
static void put_selected(Text *text, const Dice *game, int shape) {
  if (game->sides == shapes[shape]) LITERAL(" selected");
}
static void dice_current0(Text *text, const Dice *game) { put_current(text, game, 0); }
static void dice_current1(Text *text, const Dice *game) { put_current(text, game, 1); }
static void dice_current2(Text *text, const Dice *game) { put_current(text, game, 2); }
static void dice_current3(Text *text, const Dice *game) { put_current(text, game, 3); }
static void dice_current4(Text *text, const Dice *game) { put_current(text, game, 4); }
static void dice_current5(Text *text, const Dice *game) { put_current(text, game, 5); }
static void dice_current6(Text *text, const Dice *game) { put_current(text, game, 6); }
static void dice_selected0(Text *text, const Dice *game) { put_selected(text, game, 0); }
static void dice_selected1(Text *text, const Dice *game) { put_selected(text, game, 1); }
static void dice_selected2(Text *text, const Dice *game) { put_selected(text, game, 2); }
static void dice_selected3(Text *text, const Dice *game) { put_selected(text, game, 3); }
static void dice_selected4(Text *text, const Dice *game) { put_selected(text, game, 4); }
static void dice_selected5(Text *text, const Dice *game) { put_selected(text, game, 5); }
static void dice_selected6(Text *text, const Dice *game) { put_selected(text, game, 6); }

// How many rolls the height of the chart stands for.
static long most(const Dice *game) {
  long most = (game->tally.rolls + game->sides - 1) / game->sides;
  for (int index = 0; index < game->sides; index++)
    if (game->tally.counts[index] > most) most = game->tally.counts[index];
  return most;
}
// The distance of so many rolls from its top, given them times the sides.
static long distance(const Dice *game, long times_sides) {
  long whole = most(game) * game->sides;
  return (2 * 160 * (whole - times_sides) + whole) / (2 * whole);
}
static void dice_most(Text *text, const Dice *game) { put_number(text, most(game)); }
static void dice_width(Text *text, const Dice *game) { put_number(text, game->sides * 10); }
static void dice_mine(Text *text, const Dice *game) {
  for (int index = 0; index < game->sides; index++) {
    if (game->tally.counts[index] == 0) continue;
    LITERAL("M");
    put_number(text, index * 10 + 1);
    LITERAL(" 160V");
    put_number(text, distance(game, game->tally.counts[index] * game->sides));
    LITERAL("h8V160z");
  }
}
static void dice_exact(Text *text, const Dice *game) {
  LITERAL("M0 160");
  for (int index = 0; index < game->sides; index++) {
    LITERAL("V");
    put_number(text, distance(game, game->tally.rolls));
    LITERAL("h10");
  }
  LITERAL("V160");
}
static void dice_marks(Text *text, const Dice *game) {
  for (int total = 1; total <= game->sides; total++) {
    LITERAL("<span>");
    put_number(text, total);
    LITERAL("</span>");
  }
}
static void dice_summary(Text *text, const Dice *game) {
  LITERAL("Bars: your ");
  put_grouped(text, game->tally.rolls);
  if (game->tally.rolls == 1) LITERAL(" roll of ");
  else LITERAL(" rolls of ");
  dice_expression(text, game);
  LITERAL(" in this session, ");
  put_quotient(text, game->tally.sum, game->tally.rolls, 2, false);
  LITERAL(" on average. Line: what to expect, calculated exactly, ");
  dice_mean(text, game);
  LITERAL(" on average.");
}
static void dice_columns(Text *text, const Dice *game) {
  for (int index = 0; index < game->sides; index++) {
    LITERAL("          <tr><th scope=\"row\">");
    put_number(text, index + 1);
    LITERAL("</th><td class=\"number\">");
    put_grouped(text, game->tally.counts[index]);
    LITERAL("</td><td class=\"number\">");
    put_quotient(text, game->tally.rolls, game->sides, 1, true);
    LITERAL("</td><td class=\"number\">");
    put_quotient(text, 100, game->sides, 2, true);
    LITERAL("%</td></tr>\n");
  }
}

// The UTC calendar.
typedef struct {
  long year, month, day;
} Date;

static Date date(long seconds) {
  // Years that begin in March put the leap day last; 719 468 days lie between 0000-03-01 and 1970.
  long days = seconds / 86400 + 719468, era = days / 146097, of_era = days % 146097;
  long year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  long of_year = of_era - (365 * year + year / 4 - year / 100), march = (5 * of_year + 2) / 153;
  long month = march < 10 ? march + 3 : march - 9;
  return (Date){year + era * 400 + (month <= 2), month, of_year - (153 * march + 2) / 5 + 1};
}
static void put_two(Text *text, long number) {
  char digits[] = {'0' + number / 10, '0' + number % 10};
  put(text, digits, sizeof digits);
}
static void put_clock(Text *text, long seconds) {
  put_two(text, seconds / 3600 % 24);
  LITERAL(":");
  put_two(text, seconds / 60 % 60);
}
static void dice_throws(Text *text, const Dice *game) {
  static const char months[][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  long day = -1;
  for (int index = game->count - 1; index >= game->count - LINES; index--) {
    Throw thrown;
    read_throw(game->log[index], &thrown);
    Date when = date(thrown.time);
    LITERAL("<tr><td><time datetime=\"");
    put_number(text, when.year);
    LITERAL("-");
    put_two(text, when.month);
    LITERAL("-");
    put_two(text, when.day);
    LITERAL("T");
    put_clock(text, thrown.time);
    LITERAL(":");
    put_two(text, thrown.time % 60);
    LITERAL("Z\">");
    put_clock(text, thrown.time);
    if (thrown.time / 86400 != day) {
      LITERAL(", ");
      put_number(text, when.day);
      LITERAL(" ");
      put_string(text, months[when.month - 1]);
    }
    day = thrown.time / 86400;
    LITERAL("</time></td><td>1d");
    put_number(text, thrown.sides);
    LITERAL("</td><td class=\"long\"></td><td class=\"number\"><b>");
    put_number(text, thrown.face);
    LITERAL("</b></td></tr>\n");
  }
}

#include "dice-page.h"
