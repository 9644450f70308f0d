import { createCipheriv, createDecipheriv, randomBytes, randomUUID, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { concat, type Hex, keccak256, toBytes, toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { z } from 'zod'

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-fA-F]{${bytes * 2}}$`))

/** Web3 Secret Storage, version 3, as geth, foundry and most wallets write it; scrypt only. */
const Keystore = z.object({
  version: z.literal(3),
  crypto: z.object({
    cipher: z.literal('aes-128-ctr'),
    ciphertext: hex(32),
    cipherparams: z.object({ iv: hex(16) }),
    kdf: z.literal('scrypt'),
    kdfparams: z.object({
      dklen: z.literal(32),
      n: z.int().min(2).max(1_048_576),
      r: z.int().min(1).max(32),
      p: z.int().min(1).max(16),
      salt: z.string().regex(/^([0-9a-fA-F]{2})+$/),
    }),
    mac: hex(32),
  }),
})

/** A keystore that can't be opened; the sentence never contains any part of the key. */
export class KeystoreError extends Error {
  override readonly name = 'KeystoreError'
}

const SPARE_BYTES = 1_048_576

type Kdf = { n: number; r: number; p: number; salt: string }
const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

/** The private key of a version 3 keystore. @throws KeystoreError */
export async function openKeystore(json: string, passphrase: string): Promise<Hex> {
  const { crypto } = parse(json)
  const derived = await deriveKey(passphrase, crypto.kdfparams)
  const ciphertext = Buffer.from(crypto.ciphertext, 'hex')
  if (!timingSafeEqual(macOf(derived, ciphertext), Buffer.from(crypto.mac, 'hex'))) throw new KeystoreError('the passphrase does not fit')
  const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), Buffer.from(crypto.cipherparams.iv, 'hex'))
  return toHex(Buffer.concat([decipher.update(ciphertext), decipher.final()]))
}

/** geth's standard cost: about a second and 256 MB to try one passphrase. */
const STANDARD_N = 262_144

/** A version 3 keystore of this key. */
export async function sealKeystore(key: Hex, passphrase: string, n = STANDARD_N): Promise<string> {
  const kdfparams = { dklen: 32, n, r: 8, p: 1, salt: randomBytes(32).toString('hex') }
  const derived = await deriveKey(passphrase, kdfparams)
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv)
  const ciphertext = Buffer.concat([cipher.update(toBytes(key)), cipher.final()])
  return `${JSON.stringify({
    version: 3,
    id: randomUUID(),
    address: privateKeyToAddress(key).slice(2).toLowerCase(),
    crypto: {
      cipher: 'aes-128-ctr',
      ciphertext: ciphertext.toString('hex'),
      cipherparams: { iv: iv.toString('hex') },
      kdf: 'scrypt',
      kdfparams,
      mac: macOf(derived, ciphertext).toString('hex'),
    },
  })}\n`
}

function parse(json: string): z.output<typeof Keystore> {
  try {
    return Keystore.parse(JSON.parse(json, lowerCased))
  } catch {
    throw new KeystoreError('it is no version 3 keystore with scrypt')
  }
}

/** Some wallets write "Crypto". */
function lowerCased(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('Crypto' in value)) return value
  return { ...value, crypto: value.Crypto }
}

async function deriveKey(passphrase: string, { n, r, p, salt }: Kdf): Promise<Buffer> {
  try {
    return await derive(passphrase, Buffer.from(salt, 'hex'), 32, { N: n, r, p, maxmem: 128 * r * (n + p) + SPARE_BYTES })
  } catch (error) {
    throw new KeystoreError('its scrypt parameters are out of bounds', { cause: error })
  }
}

function macOf(derived: Buffer, ciphertext: Buffer): Buffer {
  return Buffer.from(toBytes(keccak256(concat([derived.subarray(16, 32), ciphertext]))))
}
