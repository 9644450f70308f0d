import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { ANY_PASSWORD, isLengthOf } from '@plinth/protocol'

const derive = promisify(argon2)

/** argon2id with OWASP's minimum: 19 MiB, two passes. `memory` in KiB. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const BYTES = 32
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

/** A password's stored hash, a PHC string with its own parameters. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await tagOf(password, nonce, COST, BYTES)
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

/** Takes as long for an unknown account as for a wrong password. A text that no account can have is not hashed for either. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  if (!isLengthOf(password, ANY_PASSWORD)) return false
  const [, memory, passes, parallelism, nonce = '', tag = ''] = PHC.exec(stored ?? '') ?? []
  if (memory === undefined) {
    await tagOf(password, Buffer.alloc(16), COST, BYTES)
    return false
  }
  const expected = Buffer.from(tag, 'base64')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return timingSafeEqual(await tagOf(password, Buffer.from(nonce, 'base64'), cost, expected.length), expected)
}

/** Normalizes the password, so that it is the same however a keyboard composes its letters. */
function tagOf(password: string, nonce: Buffer, cost: typeof COST, tagLength: number): Promise<Buffer> {
  return derive('argon2id', { message: Buffer.from(password.normalize('NFKC')), nonce, tagLength, ...cost })
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')
