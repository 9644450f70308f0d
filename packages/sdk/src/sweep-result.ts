import type { CartReason } from '@plinth/api'
import { toAddress, unpackSalt } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import { type Log, parseEventLogs } from 'viem'
import type { Cart, CartLineTerms, CartPurchase } from './cart.ts'
import type { CartMarket } from './market.ts'

export type SweepResult = {
  readonly bought: readonly { readonly line: CartLineTerms; readonly pays: bigint }[]
  /** `failed`: as far as the market knows it can still be bought; the work refused to move, or the gas was short. */
  readonly missed: readonly { readonly line: CartLineTerms; readonly reason: CartReason | 'failed' }[]
  /** The sum of the bought lines. */
  readonly paid: bigint
  /** The price of the other lines: coin went back in the same transaction, a token was never taken. */
  readonly returned: bigint
}

/** The outcome of a sweep by the logs of its receipt; the market says why a line was not bought. */
export async function sweepResult({ api, chainId, config }: CartMarket, cart: Cart, logs: readonly Log[]): Promise<SweepResult> {
  const done = boughtIn(logs, config.contract.exchange)
  const [bought, failed]: [CartPurchase[], CartLineTerms[]] = [[], []]
  for (const purchase of cart.lines) {
    const { seller, salt, quantity } = purchase.line
    const at = done.indexOf(keyOf(seller, salt, quantity))
    if (at < 0) failed.push(purchase.line)
    else bought.push(purchase)
    // A log is of one line alone.
    if (at >= 0) done.splice(at, 1)
  }
  const paid = bought.reduce((sum, { pays }) => sum + pays, 0n)
  const asked = failed.map(({ shown: _, ...line }) => ({ ...line, chainId }))
  // The sweep is over: without an answer the reasons stay open.
  const checked =
    asked.length === 0
      ? []
      : await api.cart.check({ lines: asked }).then(
          ({ list }) => list,
          () => [],
        )
  const missed = failed.map((line, at) => ({ line, reason: checked[at]?.reason ?? ('failed' as const) }))
  return { bought: bought.map(({ line, pays }) => ({ line, pays })), missed, paid, returned: cart.pays - paid }
}

/** Maker, number and units of each fill. */
function boughtIn(logs: readonly Log[], exchange: string): string[] {
  const buys = parseEventLogs({ abi: exchangeAbi, eventName: 'Buy', logs: [...logs] })
  return buys
    .filter(({ address }) => toAddress(address) === exchange)
    .map(({ args: { owner, salt, amount } }) => keyOf(toAddress(owner), salt, amount))
}

const keyOf = (owner: string, salt: bigint, units: bigint): string => `${owner}:${unpackSalt(salt).sequence}:${units}`
