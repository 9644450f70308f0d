/** Why a pure rule refused its input. The codes are stable; `packages/api` maps them to errno and text. */
export type ProtocolErrorCode =
  | 'BAD_ADDRESS'
  | 'BAD_NUMBER'
  | 'NEGATIVE_NUMBER'
  | 'TOO_MANY_DECIMALS'
  | 'TOO_MANY_DIGITS'
  | 'BAD_SALT'
  | 'BAD_SIDES'
  | 'BAD_QUANTITY'
  | 'PRICE_NOT_WHOLE'
  | 'BAD_SIGNATURE'
  | 'HIGH_S'
  | 'ZERO_SIGNER'
  | 'BAD_ROYALTIES'
  | 'BAD_URI'
  | 'BAD_TERMS'
  | 'BAD_CRITERIA'
  | 'ID_OUTSIDE_CRITERIA'
  | 'BAD_BULK'

/** Thrown by the rules of this package only; never retryable, the same input always fails. */
export class ProtocolError extends Error {
  override name = 'ProtocolError'
  readonly code: ProtocolErrorCode

  constructor(code: ProtocolErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
