// The standard to compare with: the least work a FastCGI program in C can do for the same answer.
//
//   constant SOCKET RESPONSE THREADS [STATE]
//
// Every thread accepts from the Unix socket SOCKET and answers with the bytes of the file RESPONSE,
// head and body as a CGI program sends them. With STATE, each POST also does what a save does, to
// its thread's file STATE.0, STATE.1 …: open, lock, read, write, close.
#include <fcgiapp.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static int listening;
static char *response;
static int length;
static const char *state;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void step(const char *path) {
  char bytes[4096];
  int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) fail(path);
  flock(file, LOCK_EX);
  ssize_t count = pread(file, bytes, sizeof bytes, 0);
  if (count < 0 || pwrite(file, bytes, (size_t)count, 64 * 1024) != count) fail(path);
  close(file);
}

static void *answer(void *number) {
  FCGX_Request request;
  char body[4096], path[4096];
  snprintf(path, sizeof path, "%s.%ld", state ? state : "", (long)number);
  FCGX_InitRequest(&request, listening, 0);
  while (FCGX_Accept_r(&request) == 0) {
    while (FCGX_GetStr(body, sizeof body, request.in) == sizeof body) continue;
    const char *method = FCGX_GetParam("REQUEST_METHOD", request.envp);
    if (state && method && strcmp(method, "POST") == 0) step(path);
    FCGX_PutStr(response, length, request.out);
    FCGX_Finish_r(&request);
  }
  return NULL;
}

static void load(const char *path) {
  struct stat status;
  int file = open(path, O_RDONLY);
  if (file < 0 || fstat(file, &status) != 0) fail(path);
  length = (int)status.st_size;
  response = malloc((size_t)length);
  if (!response || read(file, response, (size_t)length) != length) fail(path);
  close(file);
}

int main(int count, char **arguments) {
  if (count < 4) return 64;
  signal(SIGPIPE, SIG_IGN);
  load(arguments[2]);
  state = count > 4 ? arguments[4] : NULL;
  FCGX_Init();
  listening = FCGX_OpenSocket(arguments[1], 128);
  if (listening < 0) fail(arguments[1]);
  for (long index = 1; index < atoi(arguments[3]); index++) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, answer, (void *)index) != 0) fail("pthread_create");
  }
  answer((void *)0);
}
