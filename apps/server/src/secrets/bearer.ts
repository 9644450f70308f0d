import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether the header `authorization` shows this token, in a time that does not depend on where it differs. */
export function isBearer(authorization: string | undefined, token: string): boolean {
  return timingSafeEqual(hash(authorization ?? ''), hash(`Bearer ${token}`))
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
