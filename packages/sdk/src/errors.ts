import { ApiError, AppError, type ErrorCode, type Revert, revertCodeOf } from '@plinth/api'

type Link = { name?: string; cause?: unknown; data?: unknown; functionName?: unknown }

/** An error and its causes, outermost first. */
export function causesOf<T = Link>(error: unknown): T[] {
  const links: unknown[] = []
  for (let link = error; typeof link === 'object' && link !== null && !links.includes(link); link = (link as Link).cause) links.push(link)
  // Whatever was thrown: its reader checks each field.
  return links as T[]
}

/** The Solidity error in viem's ContractFunctionRevertedError; the error around it names the function. */
export function revertOf(error: unknown): Revert | undefined {
  const links = causesOf(error)
  const link = links.find(({ name }) => name === 'ContractFunctionRevertedError')
  if (!link) return undefined
  const { errorName = '', args = [] } = (link.data ?? {}) as { errorName?: string; args?: readonly unknown[] }
  const called = links.map(({ functionName }) => functionName).find((name) => typeof name === 'string')
  return { name: errorName, args, ...(called === undefined ? {} : { called }) }
}

/** Whether a chain answered that a call would revert, for any reason. */
export const isRevert = (error: unknown): boolean => revertOf(error) !== undefined

/** The registry's code of a failure of the server, of a check, or of a revert; undefined of any other error. */
export function codeOf(error: unknown): ErrorCode | undefined {
  for (const link of causesOf<unknown>(error)) if (link instanceof ApiError || link instanceof AppError) return link.code
  const revert = revertOf(error)
  return revert && (revertCodeOf(revert) ?? 'CHAIN_REFUSED')
}

/** For `catch` of a question after an open order: none is an answer, any other failure is not. */
export const isGone = (error: unknown): true => {
  if (error instanceof ApiError && error.code === 'ORDER_NOT_FOUND') return true
  throw error
}
