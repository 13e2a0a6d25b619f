#pragma once
/* Since 3.0 there is a second way to SHA-256, through providers, whose states lie on the heap: OpenSSL calls the first one deprecated, and
   keeps it, for it is the one with a state that is a value and is copied as one. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
#include <stddef.h>
#include <stdint.h>

/* As <openssl/evp.h> declares it (https://docs.openssl.org/3.0/man3/EVP_PBE_scrypt/), which brings half of the C library's headers with it:
   then Swift takes what they declare for a part of this module. */
int EVP_PBE_scrypt(const char *pass, size_t passlen, const unsigned char *salt, size_t saltlen, uint64_t N, uint64_t r, uint64_t p,
                   uint64_t maxmem, unsigned char *key, size_t keylen);
