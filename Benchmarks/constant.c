// The standard to compare with: the least work a FastCGI program in C can do for the same answer.
//
//   constant SOCKET RESPONSE THREADS
//
// Every thread accepts from the Unix socket SOCKET and answers with the bytes of the file RESPONSE,
// head and body as a CGI program sends them.
#include <fcgiapp.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int listening;
static char *response;
static int length;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void *answer(void *nothing) {
  FCGX_Request request;
  char body[4096];
  FCGX_InitRequest(&request, listening, 0);
  while (FCGX_Accept_r(&request) == 0) {
    while (FCGX_GetStr(body, sizeof body, request.in) == sizeof body) continue;
    FCGX_PutStr(response, length, request.out);
    FCGX_Finish_r(&request);
  }
  return nothing;
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
  if (count != 4) return 64;
  signal(SIGPIPE, SIG_IGN);
  load(arguments[2]);
  FCGX_Init();
  listening = FCGX_OpenSocket(arguments[1], 128);
  if (listening < 0) fail(arguments[1]);
  for (int index = 1; index < atoi(arguments[3]); index++) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, answer, NULL) != 0) fail("pthread_create");
  }
  answer(NULL);
}
