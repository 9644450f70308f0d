import type { ErrorCode, ErrorMeta } from './errors.ts'

/**
 * A failure that has a row in the registry. Server and browser throw it; only `http/envelope.ts` converts it to the
 * wire's envelope. The text is looked up where it is shown, so that throwing needs no texts.
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
