#include <nettle/chacha-poly1305.h>
#include <nettle/hkdf.h>
#include <nettle/hmac.h>
#include <nettle/memops.h>
#include <nettle/rsa.h>
#include <nettle/sha2.h>

#include <nettle/bignum.h>
#include <nettle/buffer.h>
#include <sys/random.h>

// HKDF of RFC 5869 over SHA-256 without salt, 32 bytes: nettle takes the functions of a hash as
// pointers to any of its kind, which Swift can't write.
static inline void hkdf_sha256(
    size_t secret_length, const uint8_t *secret, size_t info_length, const uint8_t *info,
    uint8_t key[SHA256_DIGEST_SIZE]) {
  static const uint8_t salt[SHA256_DIGEST_SIZE];
  nettle_hash_update_func *const update = (nettle_hash_update_func *)hmac_sha256_update;
  nettle_hash_digest_func *const digest = (nettle_hash_digest_func *)hmac_sha256_digest;
  uint8_t extracted[SHA256_DIGEST_SIZE];
  struct hmac_sha256_ctx hmac;
  hmac_sha256_set_key(&hmac, sizeof salt, salt);
  hkdf_extract(&hmac, update, digest, sizeof extracted, secret_length, secret, extracted);
  hmac_sha256_set_key(&hmac, sizeof extracted, extracted);
  hkdf_expand(&hmac, update, digest, SHA256_DIGEST_SIZE, info_length, info, SHA256_DIGEST_SIZE, key);
}

static inline void rsa_random(void *context, size_t length, uint8_t *bytes) {
  (void)context;
  while (length > 0) {
    ssize_t drawn = getrandom(bytes, length, 0);
    if (drawn > 0) {
      bytes += drawn;
      length -= (size_t)drawn;
    }
  }
}

// A new key of 2,048 bits as an S-expression. Returns its length, 0 if there was none to be had.
static inline size_t rsa_make_key(size_t room, uint8_t *expression) {
  struct rsa_public_key public_key;
  struct rsa_private_key private_key;
  struct nettle_buffer buffer;
  rsa_public_key_init(&public_key);
  rsa_private_key_init(&private_key);
  mpz_set_ui(public_key.e, 65537);
  nettle_buffer_init_size(&buffer, room, expression);
  int made = rsa_generate_keypair(&public_key, &private_key, NULL, rsa_random, NULL, NULL, 2048, 0)
    && rsa_keypair_to_sexp(&buffer, NULL, &public_key, &private_key);
  rsa_private_key_clear(&private_key);
  rsa_public_key_clear(&public_key);
  return made ? buffer.size : 0;
}

// What everybody may know of such a key, and a signature by it of a hash; either may be NULL.
// Returns the length of both in bytes, at most 256, or 0 if there is no such key in the expression.
static inline size_t rsa_use_key(
    size_t length, const uint8_t *expression, uint8_t *modulus, const uint8_t *hash,
    uint8_t *signature) {
  struct rsa_public_key public_key;
  struct rsa_private_key private_key;
  size_t size = 0;
  rsa_public_key_init(&public_key);
  rsa_private_key_init(&private_key);
  if (rsa_keypair_from_sexp(&public_key, &private_key, 2048, length, expression)) {
    size = public_key.size;
    if (modulus) nettle_mpz_get_str_256(size, modulus, public_key.n);
    if (signature) {
      mpz_t number;
      mpz_init(number);
      // With random numbers blinded, so that how long it takes tells nothing.
      if (rsa_sha256_sign_digest_tr(&public_key, &private_key, NULL, rsa_random, hash, number)) {
        nettle_mpz_get_str_256(size, signature, number);
      } else {
        size = 0;
      }
      mpz_clear(number);
    }
  }
  rsa_private_key_clear(&private_key);
  rsa_public_key_clear(&public_key);
  return size;
}

// Whether it is the signature of a hash by the key with these numbers, the highest byte first.
static inline int rsa_verify_hash(
    size_t modulus_length, const uint8_t *modulus, size_t exponent_length, const uint8_t *exponent,
    const uint8_t *hash, size_t length, const uint8_t *signature) {
  struct rsa_public_key key;
  mpz_t number;
  rsa_public_key_init(&key);
  nettle_mpz_set_str_256_u(key.n, modulus_length, modulus);
  nettle_mpz_set_str_256_u(key.e, exponent_length, exponent);
  nettle_mpz_init_set_str_256_u(number, length, signature);
  int right = rsa_public_key_prepare(&key) && rsa_sha256_verify_digest(&key, hash, number);
  mpz_clear(number);
  rsa_public_key_clear(&key);
  return right;
}
