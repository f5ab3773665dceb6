// libfcgi, and the calls of Linux that Swift's C library module leaves out.
#include <fcgiapp.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <malloc.h>
#include <semaphore.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>

int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);
int memfd_create(const char *name, unsigned int flags);
int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *end);
const char *sigabbrev_np(int signal);
