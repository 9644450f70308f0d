import { AppError } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { allowCall, amountToAllow, approveCall, isAllowed, isApproved, mustResetAllowance, type Spending } from './approvals.ts'
import { balanceOf, wrapCall } from './coin.ts'
import type { ContractCall, Market } from './market.ts'
import type { ActStep, TransactionRequest } from './requests.ts'

export const transaction = (call: ContractCall): TransactionRequest => ({ kind: 'transaction', call })

/** Lets the market move items of the collection, where it may not yet. */
export const approveStep = (market: Market, collection: Address): ActStep => ({
  key: 'approve',
  prepare: async () => ((await isApproved(market, collection)) ? undefined : transaction(approveCall(market, collection))),
})

/** The same for each of several collections, of which the account may leave some out. */
export const approveSteps = (market: Market, collections: readonly Address[]): readonly ActStep[] =>
  [...new Set(collections)].map((collection) => {
    const { prepare } = approveStep(market, collection)
    return { key: `approve ${collection}`, prepare, isOptional: true }
  })

/** Lets the market take what is spent; nothing where it may already, or where `spendingOf` answers undefined: the coin needs no allowance. */
export function allowSteps(market: Market, spendingOf: () => Promise<Spending | undefined>): readonly ActStep[] {
  const prepare = async (isReset: boolean) => {
    const spending = await spendingOf()
    if (!spending || (await isAllowed(market, spending))) return undefined
    const amount = await amountToAllow(market, spending)
    if (isReset && !(await mustResetAllowance(market, spending.token, amount))) return undefined
    return transaction(allowCall(market, spending.token, isReset ? 0n : amount))
  }
  return [
    { key: 'reset', prepare: () => prepare(true) },
    { key: 'allow', prepare: () => prepare(false) },
  ]
}

/** Wraps what is missing of `needed`, at most `agreed`, both in wei. Throws NOT_ENOUGH_FUNDS where more is missing. */
export const wrapStep = (market: Market, token: Address, needed: bigint, agreed: bigint): ActStep => ({
  key: 'wrap',
  prepare: async () => {
    const missing = needed - (await balanceOf(market, token))
    if (missing <= 0n) return undefined
    if (missing > agreed) throw new AppError('NOT_ENOUGH_FUNDS')
    return transaction(wrapCall(market, token, missing))
  },
})
