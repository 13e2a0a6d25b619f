#pragma once
/* Since 3.0 there is a second way to SHA-256, through providers, whose states lie on the heap: OpenSSL calls the first one deprecated, and
   keeps it, for it is the one with a state that is a value and is copied as one. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/evp.h>
#include <openssl/sha.h>
