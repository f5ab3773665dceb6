// A C program that does what Dicehall does, with Dicehall's session files: the bar to reach.
//
//   twin SOCKET SESSIONS HEAD MOVED THREADS
//
// GET reads the session's file and writes a page of Craps, or of Pig or dice if the address names it;
// POST sets the ante of Craps and saves, as FileStorage does. The pages are straight-line code that is
// cut from Dicehall's own. HEAD and MOVED are files with the head of a page and with a whole answer to
// a POST, in both of which `%s` stands for the session's key.
#include <errno.h>
#include <fcgiapp.h>
#include <fcntl.h>
#include <libdeflate.h>
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

enum { HEADER = 24, SLOT = 64 * 1024, FIRST = 8192, KEY = 26 };

static int listening;
static const char *sessions, *page_head, *moved;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

#include "text.h"
#include "packed.h"
#include "craps.h"
#include "dice.h"
#include "pig.h"

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
  return libdeflate_crc32(
      libdeflate_crc32(0, header, 20), payload.at, (size_t)(payload.end - payload.at));
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

// Writes the page of a game; `false` for a session that it doesn't know.
static bool put_page(Text *text, const char *address, Bytes session) {
  Bytes part;
  if (strstr(address, "pig")) {
    Pig game;
    bool is_read = find_part(session, PIG, &part) && read_pig(part, &game);
    if (is_read) pig_page(text, &game);
    return is_read;
  }
  if (strstr(address, "dice")) {
    Dice game;
    bool is_read = find_part(session, DICE, &part) && read_dice(part, &game);
    if (is_read) dice_page(text, &game);
    return is_read;
  }
  Craps game;
  bool is_read = find_part(session, CRAPS, &part) && read_craps(part, &game);
  if (is_read) craps_page(text, &game);
  return is_read;
}

static void show(FCGX_Request *request, const char *address, const char *key, Memory *memory) {
  Slot slot;
  int file = open_session(key, O_RDONLY);
  if (file < 0) return refuse(request);
  bool is_read = read_newest(file, memory->room, &slot);
  close(file);
  Text text = {memory->page};
  if (!is_read || !put_page(&text, address, slot.payload)) return refuse(request);
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
static uint8_t *repack(Bytes session, const Craps *game, long ante, uint8_t *at) {
  uint8_t craps[SLOT], table[64];
  Bytes part, field, inner;
  int tag, kind, of;
  memcpy(at, "dh1\n", 4), at += 4, session.at += 4;
  while ((tag = read_field(&session, &part)) > 0) {
    if (tag != CRAPS) {
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
    at = put_field(at, CRAPS, craps, (size_t)(end - craps));
  }
  return at;
}

static bool set_ante(int file, const char *form, Memory *memory) {
  struct stat status;
  Slot slot;
  Craps game;
  Bytes part;
  const char *revision = strstr(form, "revision="), *ante = strstr(form, "ante=");
  while (flock(file, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return false;
    usleep(50);
  }
  if (fstat(file, &status) != 0 || status.st_nlink == 0 || !S_ISREG(status.st_mode)) return false;
  if (!read_newest(file, memory->room, &slot) || !find_part(slot.payload, CRAPS, &part) ||
      !read_craps(part, &game))
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
    const char *address = FCGX_GetParam("REQUEST_URI", request.envp);
    char key[KEY + 1] = "";
    const char *found = session_key(&request);
    if (found) memcpy(key, found, KEY);
    if (!found || !method || !address) refuse(&request);
    else if (strcmp(method, "POST") == 0) change(&request, key, memory);
    else show(&request, address, key, memory);
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
