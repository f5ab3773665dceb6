#include <nettle/chacha-poly1305.h>
#include <nettle/hkdf.h>
#include <nettle/hmac.h>
#include <nettle/memops.h>
#include <nettle/sha2.h>

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
