import { randomBytes } from 'node:crypto'

const BYTES = 6
const AT_ONCE = 512

let drawn = ''
let at = 0

/** Random, 12 hex digits; drawn many at a time. */
export function newRequestId(): string {
  if (at >= drawn.length) {
    drawn = randomBytes(BYTES * AT_ONCE).toString('hex')
    at = 0
  }
  const id = drawn.slice(at, at + 2 * BYTES)
  at += 2 * BYTES
  return id
}
