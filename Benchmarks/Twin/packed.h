// The session, as `Packed` writes it.

typedef struct {
  const uint8_t *at, *end;
} Bytes;

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

enum { DICE = 1, CRAPS, PIG };

// A game's part of a session.
static bool find_part(Bytes session, int game, Bytes *part) {
  if (session.end - session.at < 4 || memcmp(session.at, "dh1\n", 4) != 0) return false;
  session.at += 4;
  int tag;
  bool is_found = false;
  Bytes content;
  while ((tag = read_field(&session, &content)) > 0)
    if (tag == game) *part = content, is_found = true;
  return tag == 0 && is_found;
}
