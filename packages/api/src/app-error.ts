import type { ErrorCode, ErrorMeta } from './errors.ts'

/**
 * A failure that has a row in the registry. Server and browser throw it; `http/envelope.ts` alone turns it into the wire's
 * envelope. Its sentence is looked up where somebody reads it, so that throwing needs no texts.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly meta: ErrorMeta

  constructor(code: ErrorCode, meta: ErrorMeta = {}, options?: ErrorOptions) {
    super(Object.keys(meta).length === 0 ? code : `${code} ${JSON.stringify(meta)}`, options)
    this.code = code
    this.meta = meta
  }
}
