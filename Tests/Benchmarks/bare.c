// What PostgreSQL's answer to one page costs by itself, asked for by a program that does nothing else: no page can come sooner.
// usage: bare ADDRESS SECONDS
// Asks for the 51 rows behind a random place of `events`, by a prepared statement and in binary, again and again. Prints how often, the
// median and the 99th percentile in microseconds, and the processor time of the server for one answer.
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST = 4000000 };
static float times[MOST];

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

// Microseconds on a processor: the first number of schedstat is in nanoseconds.
static double processor_time(int process) {
  char path[64];
  double time = 0;
  snprintf(path, sizeof path, "/proc/%d/schedstat", process);
  FILE *file = fopen(path, "r");
  if (file && fscanf(file, "%lf", &time) != 1) time = 0;
  if (file) fclose(file);
  return time / 1e3;
}

static int later(const void *one, const void *other) {
  float a = *(const float *)one, b = *(const float *)other;
  return (a > b) - (a < b);
}

static void check(PGconn *connection, PGresult *result, ExecStatusType wanted) {
  if (PQresultStatus(result) != wanted) {
    fputs(PQerrorMessage(connection), stderr);
    exit(1);
  }
  PQclear(result);
}

int main(int count, char **arguments) {
  if (count < 3) return 2;
  PGconn *connection = PQconnectdb(arguments[1]);
  check(connection, PQexec(connection, "SET default_transaction_read_only = on"), PGRES_COMMAND_OK);
  check(connection, PQprepare(
      connection, "page", "SELECT id, ts, kind, \"user\", amount, note, url, parent_id FROM events WHERE id > $1 ORDER BY id LIMIT 51", 0,
      NULL), PGRES_COMMAND_OK);
  unsigned place = 1;
  int asked = -100;
  double end = now() + atof(arguments[2]) * 1e6, spent = 0;
  for (; asked < MOST && now() < end; asked++) {
    char text[16];
    const char *values[] = {text};
    snprintf(text, sizeof text, "%d", rand_r(&place) % 999000);
    // The first ones find the rows in memory for the others.
    if (asked == 0) spent = processor_time(PQbackendPID(connection));
    double start = now();
    PGresult *result = PQexecPrepared(connection, "page", 1, values, NULL, NULL, 1);
    if (asked >= 0) times[asked] = (float)(now() - start);
    check(connection, result, PGRES_TUPLES_OK);
  }
  if (asked < 1) return 1;
  spent = processor_time(PQbackendPID(connection)) - spent;
  qsort(times, (size_t)asked, sizeof *times, later);
  printf("%d %.1f %.1f %.1f\n", asked, times[asked / 2], times[(long)asked * 99 / 100], spent / asked);
  PQfinish(connection);
  return 0;
}
