// What libmicrohttpd and a database cost by themselves: the least that a server which is built on them can cost.
// usage: floor PORT FILE [DATABASE]
// Answers every request with the bytes of FILE. With DATABASE, a file of SQLite or an address of PostgreSQL, it first reads the 51 rows behind
// a random place of `events`, looks at each value, and draws nothing.
#include <fcntl.h>
#include <libpq-fe.h>
#include <microhttpd.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct MHD_Response *page;
static const char *database;
static volatile size_t looked_at;

static _Thread_local sqlite3_stmt *statement;
static _Thread_local PGconn *connection;
static _Thread_local unsigned place = 1;

static int prepare(void) {
  sqlite3 *connection;
  return sqlite3_open_v2(database, &connection, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK &&
         sqlite3_prepare_v3(
             connection,
             "SELECT id, ts, kind, user, amount, note, url, parent_id FROM events WHERE id > ? ORDER BY id LIMIT 51", -1,
             SQLITE_PREPARE_PERSISTENT, &statement, NULL) == SQLITE_OK;
}

static size_t value(int column) {
  switch (sqlite3_column_type(statement, column)) {
  case SQLITE_INTEGER: return (size_t)sqlite3_column_int64(statement, column);
  case SQLITE_FLOAT: return (size_t)sqlite3_column_double(statement, column);
  case SQLITE_NULL: return 0;
  default: return sqlite3_column_text(statement, column)[0] + (size_t)sqlite3_column_bytes(statement, column);
  }
}

static void read_file(void) {
  if (!statement && !prepare()) abort();
  sqlite3_bind_int64(statement, 1, rand_r(&place) % 999000);
  while (sqlite3_step(statement) == SQLITE_ROW)
    for (int column = 0; column < 8; column++) looked_at += value(column);
  sqlite3_reset(statement);
}

static void read_server(void) {
  if (!connection) {
    connection = PQconnectdb(database);
    PQclear(PQprepare(
        connection, "page", "SELECT id, ts, kind, \"user\", amount, note, url, parent_id FROM events WHERE id > $1 ORDER BY id LIMIT 51", 0,
        NULL));
  }
  char text[16];
  const char *values[] = {text};
  snprintf(text, sizeof text, "%d", rand_r(&place) % 999000);
  PGresult *rows = PQexecPrepared(connection, "page", 1, values, NULL, NULL, 1);
  if (PQresultStatus(rows) != PGRES_TUPLES_OK) abort();
  for (int row = 0; row < PQntuples(rows); row++)
    for (int column = 0; column < 8; column++)
      looked_at += (size_t)PQgetvalue(rows, row, column)[0] + (size_t)PQgetlength(rows, row, column);
  PQclear(rows);
}

static enum MHD_Result answer(
    void *unused, struct MHD_Connection *request, const char *path, const char *method, const char *version,
    const char *body, size_t *size, void **state) {
  static int begun;
  if (!*state) {
    *state = &begun;
    return MHD_YES;
  }
  if (database && strncmp(database, "postgresql:", 11) == 0) read_server();
  else if (database) read_file();
  return MHD_queue_response(request, MHD_HTTP_OK, page);
}

int main(int count, char **arguments) {
  if (count < 3) return 2;
  int file = open(arguments[2], O_RDONLY);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) return 1;
  char *bytes = malloc((size_t)status.st_size);
  if (!bytes || read(file, bytes, (size_t)status.st_size) != status.st_size) return 1;
  if (count > 3) database = arguments[3];
  page = MHD_create_response_from_buffer((size_t)status.st_size, bytes, MHD_RESPMEM_PERSISTENT);
  MHD_add_response_header(page, MHD_HTTP_HEADER_CONTENT_TYPE, "text/html; charset=utf-8");
  struct MHD_Daemon *daemon = MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD, (unsigned short)atoi(arguments[1]), NULL, NULL, answer, NULL,
      MHD_OPTION_THREAD_POOL_SIZE, (unsigned)sysconf(_SC_NPROCESSORS_ONLN), MHD_OPTION_END);
  if (!daemon) return 1;
  pause();
  return 0;
}
