internal import Glibc

/// How many processors this process may run on.
func availableProcessors() -> Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// Closes a file descriptor.
func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

/// What an error number means, as the system says it.
func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
