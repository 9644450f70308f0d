import { AppError, type ErrorCode } from '@plinth/api'
import { failureOf } from '../../wallet/errors.ts'

/** The same failure as it looks from another side: a registry's sentence for buyers says nothing to a holder. */
export type ErrorTexts = Partial<Record<ErrorCode, ErrorCode>>

/** For `catch`: rethrows the failure, with the client's own message where there is one. */
export const sayAs =
  (words: ErrorTexts) =>
  (error: unknown): never => {
    const code = words[failureOf(error).code]
    throw code ? new AppError(code, {}, { cause: error }) : error
  }
