import { feeOf, ORDER_TYPE, unpackSalt } from '@plinth/protocol'
import { CHAIN } from '../addresses.ts'
import type { MarketState } from './market-state.ts'
import { pageOf } from './page-of.ts'

/** What the caller's open bids in a token can still draw, from the market's records. */
export function answerMoney(market: MarketState): void {
  market.answer('allowed.approvals', () => []).answer('allowed.signatures', (at) => pageOf([], at))
  market.answer('paytoken.committed', ({ token, chainId = CHAIN, exceptSalt }, asked) => {
    const { address } = market.callerOf(asked.token)
    const open = market.items
      .flatMap(({ bids }) => bids)
      .filter((bid) => bid.type === ORDER_TYPE.BID && bid.maker === address && bid.payTokenAddress === token && bid.salt !== exceptSalt)
    const drawn = open.map(
      ({ selling, filled, salt }) => selling - filled + feeOf(selling - filled, BigInt(unpackSalt(salt).maxBuyerFeeBps)),
    )
    return { committed: drawn.reduce((sum, draw) => sum + draw, 0n), bids: open.length, chainId, token }
  })
}
