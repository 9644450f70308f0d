import { ApiError, AppError, type ErrorCode, type ErrorMeta, errorText, revertCodeOf } from '@plinth/api'
import { causesOf, revertOf } from '@plinth/sdk'
import { currentLocale } from '../i18n/locale.ts'
import { t } from '../i18n/translate.ts'
import { outageOf } from '../lib/outage.ts'

/** A failure as shown to the user: the code of its row and a sentence in their language. */
export type Failure = { code: ErrorCode; text: string }

/** EIP-1193 and JSON-RPC codes. Codes not listed are specific to a wallet. */
const BY_CODE: Readonly<Record<number, ErrorCode>> = {
  4001: 'USER_REJECTED',
  4100: 'WALLET_NOT_CONNECTED',
  4200: 'UNSUPPORTED',
  4900: 'CHAIN_UNREACHABLE',
  4901: 'CHAIN_UNREACHABLE',
  4902: 'WALLET_WRONG_CHAIN',
  5000: 'USER_REJECTED',
  5700: 'UNSUPPORTED',
  5710: 'UNSUPPORTED',
  5740: 'UNSUPPORTED',
  5750: 'USER_REJECTED',
  5760: 'UNSUPPORTED',
  [-32002]: 'WALLET_BUSY',
  [-32005]: 'CHAIN_UNREACHABLE',
}

/** viem's classes for what has no code of its own. */
const BY_NAME: Readonly<Record<string, ErrorCode>> = {
  HttpRequestError: 'CHAIN_UNREACHABLE',
  TimeoutError: 'CHAIN_UNREACHABLE',
  WebSocketRequestError: 'CHAIN_UNREACHABLE',
  InsufficientFundsError: 'NOT_ENOUGH_FUNDS',
  ChainMismatchError: 'WALLET_WRONG_CHAIN',
  ConnectorChainMismatchError: 'WALLET_WRONG_CHAIN',
  SwitchChainNotSupportedError: 'WALLET_WRONG_CHAIN',
  ChainNotConfiguredError: 'CHAIN_UNKNOWN',
  ConnectorNotConnectedError: 'WALLET_NOT_CONNECTED',
  ConnectorAccountNotFoundError: 'WALLET_NOT_CONNECTED',
  ProviderNotFoundError: 'WALLET_MISSING',
}

type Link = { name?: string; code?: unknown; message?: string; shortMessage?: string }

/** The wallet is on another chain, and can't or won't say which one is meant. */
export function isWrongChain(error: unknown): boolean {
  return failureOf(error).code === 'WALLET_WRONG_CHAIN'
}

/** Its owner has declined (EIP-1193). */
export const isRejected = (error: unknown): boolean => failureOf(error).code === 'USER_REJECTED'

/** The wallet understood the request and declines it, or declines for now: the app must not ask in another way. */
export const isAnswered = (error: unknown): boolean => isRejected(error) || failureOf(error).code === 'WALLET_BUSY'

/** Maps any thrown value to one row of the registry. Never decides by message where there is a code. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return fromServer(error)
  if (error instanceof AppError) return failure(error.code, error.meta)
  const chain = causesOf<Link>(error)
  for (const link of chain) if (link instanceof AppError) return failure(link.code, link.meta)
  const revert = revertOf(error)
  if (revert) return failure(revertCodeOf(revert) ?? 'CHAIN_REFUSED')
  for (const link of chain.toReversed()) {
    const code = typeof link.code === 'number' ? BY_CODE[link.code] : undefined
    if (code) return failure(code)
  }
  for (const link of chain) if (link.name && BY_NAME[link.name]) return failure(BY_NAME[link.name] ?? 'WALLET_FAILED')
  return failure('WALLET_FAILED', { reason: reasonOf(chain) })
}

function failure(code: ErrorCode, meta: ErrorMeta = {}): Failure {
  return { code, text: errorText(code, currentLocale(), meta) }
}

/** The server's sentence is already in the reader's language; a lost connection has only the browser's message. */
function fromServer(error: ApiError): Failure {
  const outage = outageOf(error)
  if (outage === 'silent') return { code: error.code, text: t('state.failedText') }
  if (outage === 'lost' || error.message === '') return failure(error.code)
  return { code: error.code, text: error.message }
}

/** The node's or wallet's own message, for what has no row (TX-31). */
function reasonOf(chain: readonly Link[]): string {
  const last = chain.at(-1)
  return (last?.shortMessage ?? last?.message ?? '').split('\n')[0]?.slice(0, 200) ?? ''
}
