// Pig between two people, after one has held.

enum { PIG_EVENTS = 1000, PIG_GAMES = 20, PIG_STRATEGIES = 6 };
enum { STARTED, ROLLED, PIGGED_OUT, HELD };
static const char *const pig_words[PIG_STRATEGIES] = {
    "roll-once", "hold-at-20", "hold-at-25", "four-scoring-turns", "keep-pace-end-race", "optimal"};

typedef struct {
  // The score is the player's before the move, or with what was banked.
  short kind, seat, die, turn_total, score;
} Event;

typedef struct {
  long number;
  Bytes result;
} Record;

typedef struct {
  long revision, number, goal;
  long wins[2];
  int strategy, beginner, turn, last_roll, turn_total, score[2];
  Bytes names[2];
  int count, games;
  Event events[PIG_EVENTS];
  Record earlier[PIG_GAMES];
} Pig;

static bool read_player(Bytes bytes, Bytes *name) {
  Bytes content;
  int tag;
  bool is_named = false;
  while ((tag = read_field(&bytes, &content)) > 0) {
    if (tag != 1) return false;  // a score, though the game begins
    *name = content, is_named = true;
  }
  return tag == 0 && is_named;
}

// The game that a log begins with.
static bool read_start(Bytes bytes, Pig *game) {
  Bytes content;
  int tag;
  while ((tag = read_field(&bytes, &content)) > 0) switch (tag) {
      case 1: game->goal = signed_number(content); break;
      case 2:
      case 3:
        if (!read_player(content, &game->names[tag - 2])) return false;
        break;
      case 4:
        if (content.at < content.end) return false;  // a computer
        break;
      case 9: game->beginner = 1; break;
      default: return false;
    }
  return tag == 0 && game->names[0].at && game->names[1].at;
}

static void add_event(Pig *game, int kind, int seat, int die, int turn_total, int score) {
  game->events[game->count++] =
      (Event){(short)kind, (short)seat, (short)die, (short)turn_total, (short)score};
}

// Plays the moves again; whatever follows from them isn't stored.
static bool replay(Pig *game, Bytes moves) {
  game->turn = game->beginner;
  add_event(game, STARTED, game->turn, 0, 0, 0);
  for (const uint8_t *move = moves.at; move < moves.end; move++) {
    int seat = game->turn, before = game->turn_total, score = game->score[seat];
    if (game->count + 2 > PIG_EVENTS) return false;
    if (*move == 7) {
      if (before == 0) return false;
      score = game->score[seat] += before;
      add_event(game, HELD, seat, 0, before, score);
      if (score >= game->goal) return false;
    } else if (!is_face(*move)) {
      return false;
    } else {
      game->last_roll = *move;
      game->turn_total = *move > 1 ? before + *move : 0;
      add_event(game, ROLLED, seat, *move, game->turn_total, score);
      if (*move > 1) continue;
      add_event(game, PIGGED_OUT, seat, 0, before, score);
    }
    game->turn_total = 0;
    game->turn = 1 - seat;
  }
  return game->events[game->count - 1].kind == HELD;
}

static bool read_pig_log(Bytes bytes, Pig *game) {
  Bytes content, moves = {0};
  int tag;
  while ((tag = read_field(&bytes, &content)) > 0) switch (tag) {
      case 1:
        if (!read_start(content, game)) return false;
        break;
      case 2: moves = content; break;
      default: return false;
    }
  return tag == 0 && game->goal >= 10 && game->goal <= 200 && moves.at && replay(game, moves);
}

static bool read_record(Bytes bytes, Record *record) {
  Bytes content;
  int tag;
  bool has_log = false;
  record->number = 0, record->result = (Bytes){0};
  while ((tag = read_field(&bytes, &content)) > 0) switch (tag) {
      case 1: record->number = signed_number(content); break;
      case 2: record->result = content; break;
      case 3: has_log = true; break;
    }
  return tag == 0 && record->number > 0 && record->result.at && has_log;
}

// The part of Pig.
static bool read_pig(Bytes bytes, Pig *game) {
  Bytes content, inner;
  int tag, of;
  bool is_rolled = false;
  memset(game, 0, offsetof(Pig, events));
  game->strategy = PIG_STRATEGIES;
  while ((tag = read_field(&bytes, &content)) > 0) switch (tag) {
      case 1: game->revision = signed_number(content); break;
      case 2:
        if (!read_pig_log(content, game)) return false;
        break;
      case 4: is_rolled = true; break;
      case 6:
        for (int index = 0; index < PIG_STRATEGIES; index++)
          if (strlen(pig_words[index]) == (size_t)(content.end - content.at) &&
              memcmp(pig_words[index], content.at, strlen(pig_words[index])) == 0)
            game->strategy = index;
        break;
      case 7: game->number = signed_number(content); break;
      case 8:
        if (game->games == PIG_GAMES || !read_record(content, &game->earlier[game->games++]))
          return false;
        break;
      case 11:
        while ((of = read_field(&content, &inner)) > 0)
          if (of <= 2) game->wins[of - 1] = signed_number(inner);
        if (of < 0) return false;
        break;
      default: return false;  // the coach, a notice, another goal or player for the next game
    }
  for (int index = 0; index < game->games; index++)
    if (game->earlier[index].number >= game->number) return false;
  return tag == 0 && is_rolled && game->strategy < PIG_STRATEGIES && game->count > LINES &&
         game->games > 0 && game->games <= LINES && game->number > game->games;
}

// The values of the page, by the names in pages.py.

static const Event *last_event(const Pig *game) { return &game->events[game->count - 1]; }
static void put_name(Text *text, const Pig *game, int seat) {
  put_escaped(text, game->names[seat].at, game->names[seat].end);
}
static void pig_name0(Text *text, const Pig *game) { put_name(text, game, 0); }
static void pig_name1(Text *text, const Pig *game) { put_name(text, game, 1); }
static void pig_playing(Text *text, const Pig *game) { put_name(text, game, game->turn); }

static void pig_headline(Text *text, const Pig *game) {
  const Event *held = last_event(game);
  put_name(text, game, held->seat);
  LITERAL(" held ");
  put_number(text, held->turn_total);
  LITERAL(": score ");
  put_number(text, held->score);
}
static void pig_explanation(Text *text, const Pig *game) {
  pig_playing(text, game);
  LITERAL(" rolls next.");
}
static void pig_revision(Text *text, const Pig *game) { put_number(text, game->revision); }
static void pig_number(Text *text, const Pig *game) { put_number(text, game->number); }
static void pig_goal(Text *text, const Pig *game) { put_number(text, game->goal); }
static void pig_roll(Text *text, const Pig *game) { put_number(text, game->last_roll); }
static void pig_word(Text *text, const Pig *game) { put_string(text, words[game->last_roll]); }
static void pig_glyph(Text *text, const Pig *game) { put_string(text, glyphs[game->last_roll]); }

static void put_chosen(Text *text, bool is_chosen) {
  if (is_chosen) LITERAL(" selected");
}
static void pig_strategy0(Text *text, const Pig *game) { put_chosen(text, game->strategy == 0); }
static void pig_strategy1(Text *text, const Pig *game) { put_chosen(text, game->strategy == 1); }
static void pig_strategy2(Text *text, const Pig *game) { put_chosen(text, game->strategy == 2); }
static void pig_strategy3(Text *text, const Pig *game) { put_chosen(text, game->strategy == 3); }
static void pig_strategy4(Text *text, const Pig *game) { put_chosen(text, game->strategy == 4); }
static void pig_strategy5(Text *text, const Pig *game) { put_chosen(text, game->strategy == 5); }
static void pig_beginner0(Text *text, const Pig *game) { put_chosen(text, game->beginner == 0); }
static void pig_beginner1(Text *text, const Pig *game) { put_chosen(text, game->beginner == 1); }

static void pig_scores(Text *text, const Pig *game) {
  for (int seat = 0; seat < 2; seat++) {
    bool is_playing = game->turn == seat;
    LITERAL("      <tr");
    if (is_playing) LITERAL(" class=\"playing\"");
    LITERAL("><th scope=\"row\"");
    if (is_playing) LITERAL(" aria-current=\"true\"");
    LITERAL(">");
    put_name(text, game, seat);
    LITERAL("</th><td>");
    if (is_playing) LITERAL("<b class=\"now\">playing now</b>");
    LITERAL(" <span class=\"hint\">");
    put_number(text, game->goal - game->score[seat]);
    LITERAL(" to go</span><svg width=\"100%\" height=\"12\" aria-hidden=\"true\"><rect class=\"track\" width=\"100%\" height=\"12\" rx=\"6\"/><rect class=\"banked\" width=\"");
    int banked = 100 * game->score[seat] / game->goal;
    put_number(text, banked);
    LITERAL("%\" height=\"12\" rx=\"6\"/>");
    if (is_playing) {
      LITERAL("<rect class=\"risk\" x=\"");
      put_number(text, banked);
      // After a hold nothing is at risk.
      LITERAL("%\" width=\"0%\" height=\"12\"/><line class=\"hatch\" x1=\"");
      put_number(text, banked);
      LITERAL("%\" x2=\"");
      put_number(text, banked);
      LITERAL("%\" y1=\"6\" y2=\"6\"/>");
    }
    LITERAL("</svg></td><td class=\"number\">");
    put_number(text, game->score[seat]);
    LITERAL("</td></tr>\n");
  }
}
static void pig_wins(Text *text, const Pig *game) {
  put_name(text, game, 0);
  LITERAL(": ");
  put_number(text, game->wins[0]);
  LITERAL(", ");
  put_name(text, game, 1);
  LITERAL(": ");
  put_number(text, game->wins[1]);
}

static void put_event(Text *text, const Pig *game, const Event *event) {
  switch (event->kind) {
    case STARTED:
      LITERAL("starts: first to ");
      put_number(text, game->goal);
      break;
    case ROLLED:
      LITERAL("rolled ");
      put_number(text, event->die);
      break;
    case PIGGED_OUT:
      LITERAL("pigged out");
      if (event->turn_total == 0) break;
      LITERAL(": ");
      put_number(text, event->turn_total);
      LITERAL(" lost");
      break;
    case HELD:
      LITERAL("held: ");
      put_number(text, event->turn_total);
      LITERAL(" banked");
      break;
  }
}
static void pig_events(Text *text, const Pig *game) {
  for (int index = game->count - 1; index >= game->count - LINES; index--) {
    const Event *event = &game->events[index];
    LITERAL("            <tr");
    if (event->kind == PIGGED_OUT) LITERAL(" class=\"loss\"");
    if (event->kind == HELD) LITERAL(" class=\"held\"");
    LITERAL("><td>");
    put_name(text, game, event->seat);
    LITERAL("</td><td>");
    put_event(text, game, event);
    LITERAL("</td><td class=\"number\">");
    if (event->die) {
      put_number(text, event->die);
      LITERAL("<span class=\"pips\" aria-hidden=\"true\">");
      put_string(text, glyphs[event->die]);
      LITERAL("</span>");
    }
    LITERAL("</td><td class=\"number\">");
    put_number(text, event->kind == PIGGED_OUT ? 0 : event->turn_total);
    LITERAL("</td><td class=\"number\">");
    put_number(text, event->score);
    LITERAL("</td></tr>\n");
  }
}
static void pig_games(Text *text, const Pig *game) {
  for (int index = game->games - 1; index >= 0; index--) {
    const Record *record = &game->earlier[index];
    LITERAL("        <li><a href=\"/pig/game?number=");
    put_number(text, record->number);
    LITERAL("\">Game ");
    put_number(text, record->number);
    LITERAL("</a> <span>");
    put_escaped(text, record->result.at, record->result.end);
    LITERAL("</span> <a href=\"/pig/history.csv?number=");
    put_number(text, record->number);
    LITERAL("\" aria-label=\"CSV of game ");
    put_number(text, record->number);
    LITERAL("\">CSV</a></li>\n");
  }
}

#include "pig-page.h"
