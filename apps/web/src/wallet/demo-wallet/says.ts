import { type Address, LOCAL_DEPLOYMENTS, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { type Effect, readCall, readSigned } from '@plinth/sdk'
import type { TypedDataDefinition } from 'viem'
import { intlOf } from '../../i18n/locale.ts'
import { shownLocale, t } from '../../i18n/translate.ts'
import { sentencesOf } from '../lets-happen.ts'
import type { Question } from './question.ts'
import { findToken } from './token-facts.ts'
import type { TransactionRequest } from './transaction.ts'

type Asked = Extract<Question, { kind: 'typedData' | 'transaction' }>

/** The wallet lives on local chains alone, and knows the market there. */
const MARKETS = new Map(Object.entries(LOCAL_DEPLOYMENTS).map(([chainId, { transferProxy }]) => [Number(chainId), transferProxy]))

/** The sentences of the market's own dialogs (SIGN-01), which this window reads from the request for itself. */
export function saysOf(question: Asked): readonly string[] {
  const effect = effectOf(question)
  if (!effect) return question.kind === 'typedData' ? [t('lets.unread')] : []
  const facts = {
    tokenOf: (token: Address) => findToken(question.tokens, token === ZERO_ADDRESS ? undefined : token),
    isMarket: (spender: Address) => MARKETS.get(question.network.chainId) === spender,
    intl: intlOf(shownLocale()),
  }
  const { can, back } = sentencesOf(effect, facts, t)
  return back === undefined ? can : [...can, back]
}

/** Whether the sentences cover the whole request. */
export const isRead = (question: Asked): boolean => effectOf(question) !== undefined

/** Undefined for other requests than the market's: any page may ask this wallet. */
function effectOf(question: Asked): Effect | undefined {
  if (question.kind === 'transaction') return readRequest(question.request)
  try {
    return readSigned(question.data as unknown as TypedDataDefinition, undefined)
  } catch {
    return undefined
  }
}

/** The same of a transaction. */
export function readRequest({ to, data = '0x', value = '0x0' }: TransactionRequest): Effect | undefined {
  try {
    return to ? readCall({ to: toAddress(to), data, value: BigInt(value) }, undefined) : undefined
  } catch {
    return undefined
  }
}
