import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits, opaque to the client. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a token. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a token with the texts of its sign-in, so that only a repetition of the same signature can open it and the stored row
 * reveals nothing.
 */
export function sealToken(token: string, words: readonly string[]): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(words), iv)
  const body = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** The token, or undefined when the texts differ. */
export function openToken(sealed: Uint8Array, words: readonly string[]): string | undefined {
  const all = Buffer.from(sealed)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(words), all.subarray(0, IV_BYTES))
  decipher.setAuthTag(all.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(all.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

function keyOf(words: readonly string[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(['plinth sign-in', ...words]))
    .digest()
}

export function useKey(words: readonly string[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(['plinth use', ...words]))
    .digest()
}

const RANDOM_HEX = 24
const TIME_HEX = 10
const MAC_HEX = 32

/** A nonce that carries its expiry, so that none has to be stored before it is used. */
export function newNonce(secret: Uint8Array, expiresAt: number): string {
  const head = randomBytes(RANDOM_HEX / 2).toString('hex') + expiresAt.toString(16).padStart(TIME_HEX, '0')
  return head + mac(secret, head)
}

/** The expiry of our own nonce, undefined for any other. */
export function nonceExpiry(secret: Uint8Array, nonce: string): number | undefined {
  const head = nonce.slice(0, RANDOM_HEX + TIME_HEX)
  const given = Buffer.from(nonce.slice(RANDOM_HEX + TIME_HEX))
  const ours = Buffer.from(mac(secret, head))
  if (given.length !== ours.length || !timingSafeEqual(given, ours)) return undefined
  return Number.parseInt(head.slice(RANDOM_HEX), 16)
}

function mac(secret: Uint8Array, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex').slice(0, MAC_HEX)
}
