import Cryptography
import Storage

/// The SHA-256 of a secret, under which things are stored so that a listing reveals no secrets.
package func hashed(_ secret: String) -> [UInt8] { SHA256.hash(secret) }

/// The SHA-256 of a secret in lowercase hexadecimal digits, for a file's name.
package func hashedName(of secret: String) -> String { hex(SHA256.hash(secret)) }
