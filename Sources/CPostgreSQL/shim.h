#pragma once
#include <errno.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>
/* Debian has it in a folder of its own. */
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif

/* What libpq says while it works goes nowhere: it can hold values of rows. */
static inline void cpostgresql_ignore_notice(void *argument, const PGresult *result) {
  (void)argument;
  (void)result;
}
static inline void cpostgresql_ignore_notices(PGconn *connection) {
  PQsetNoticeReceiver(connection, cpostgresql_ignore_notice, 0);
}

/* Where the arguments of the process lie, the first of them first. */
extern char *program_invocation_name;
static inline char *cpostgresql_arguments(void) { return program_invocation_name; }

/* Sockets that are waited for, each for one event (epoll(7)): what Swift can't read of its structures. */
static inline int cpostgresql_make_queue(void) { return epoll_create1(EPOLL_CLOEXEC); }
static inline int cpostgresql_make_alarm(int queue) {
  int alarm = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = alarm};
  if (alarm >= 0) epoll_ctl(queue, EPOLL_CTL_ADD, alarm, &event);
  return alarm;
}
/* 0 if the socket is watched. */
static inline int cpostgresql_watch(int queue, int socket, int writes) {
  struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP | EPOLLONESHOT | (writes ? EPOLLOUT : 0), .data.fd = socket};
  if (!epoll_ctl(queue, EPOLL_CTL_MOD, socket, &event)) return 0;
  return errno == ENOENT ? epoll_ctl(queue, EPOLL_CTL_ADD, socket, &event) : -1;
}
static inline void cpostgresql_forget(int queue, int socket) { epoll_ctl(queue, EPOLL_CTL_DEL, socket, 0); }
/* The sockets that something can be done with, 64 at most; the alarm, once it is heard, is off again. */
static inline int cpostgresql_wait(int queue, int alarm, int *sockets, int milliseconds) {
  struct epoll_event events[64];
  int count = epoll_wait(queue, events, 64, milliseconds), found = 0;
  for (int i = 0; i < count; i++) {
    uint64_t number;
    if (events[i].data.fd != alarm) sockets[found++] = events[i].data.fd;
    else if (read(alarm, &number, sizeof number) < 0) continue;
  }
  return found;
}
static inline void cpostgresql_ring(int alarm) {
  uint64_t one = 1;
  if (write(alarm, &one, sizeof one) < 0) return;
}
