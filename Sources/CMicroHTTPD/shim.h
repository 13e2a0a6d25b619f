#pragma once
#include <malloc.h>
#include <microhttpd.h>
#include <sys/socket.h>

// What Swift can't call of libmicrohttpd: variadic functions, and unions returned by pointer.

static inline struct MHD_Daemon *bridge_start_daemon(unsigned flags, MHD_AccessHandlerCallback handler, void *context,
                                                     const struct MHD_OptionItem *options) {
  return MHD_start_daemon(flags, 0, NULL, NULL, handler, context, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

static inline const struct sockaddr *bridge_client_address(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

static inline int bridge_descriptor(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

// The bytes from the request line's start to the end of the empty line after the headers.
static inline size_t bridge_header_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

// What the connection's start notification stored for it.
static inline void *bridge_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

// accept4 is a GNU extension, which Swift's Glibc module does not show. It is declared here, since defining _GNU_SOURCE
// would make other types of the headers that both modules include differ from Glibc's.
extern int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);

static inline int bridge_accept(int descriptor, struct sockaddr *address, socklen_t *length) {
  return accept4(descriptor, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

// The memory that Swift's runtime gives the current task (swift/Runtime/Concurrency.h): one block lies on the other, and the last that was taken
// is the first that is given back.
extern void *swift_task_alloc(size_t size) __attribute__((swiftcall));
extern void swift_task_dealloc(void *block) __attribute__((swiftcall));

// Has the current task take the memory for its calls at once, and in one piece, which it keeps until it ends. Within a task alone.
static inline void bridge_make_task_room(size_t size) { swift_task_dealloc(swift_task_alloc(size)); }

// Large blocks go back to the system as soon as they are free, and there are few heaps for small ones to be scattered over (mallopt(3)).
// Swift's Glibc module does not show this.
static inline void bridge_return_large_blocks(void) {
  mallopt(M_MMAP_THRESHOLD, 256 * 1024);
  mallopt(M_TRIM_THRESHOLD, 512 * 1024);
  mallopt(M_ARENA_MAX, 4);
}
