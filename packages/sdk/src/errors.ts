import { ApiError, AppError, type ErrorCode } from '@plinth/api'

/** The registry's code of a failure of the server or of a check; undefined of any other error. */
export const codeOf = (error: unknown): ErrorCode | undefined =>
  error instanceof ApiError || error instanceof AppError ? error.code : undefined

/** Whether a chain answered that a call would revert, for any reason. */
export function isRevert(error: unknown): boolean {
  for (let link = error; link instanceof Error; link = link.cause) if (link.name === 'ContractFunctionRevertedError') return true
  return false
}

/** For `catch` of a question after an open order: none is an answer, any other failure is not. */
export const isGone = (error: unknown): true => {
  if (error instanceof ApiError && error.code === 'ORDER_NOT_FOUND') return true
  throw error
}
