import { type Address, toAddress } from '@plinth/protocol'
import { slice } from 'viem'
import type { Chain } from '../chain/chain.ts'
import { editionsOf } from '../chain/editions.ts'
import type { Context } from '../context.ts'
import { payTokenAddresses } from '../modules/pay-tokens/service.ts'
import { activeBids } from '../state/auctions/funding.ts'
import type { BlockContext } from '../state/block-context.ts'
import type { RawLog } from '../state/chain/raw-log.ts'
import type { FetchedBlock } from '../state/chain/staged-block.ts'
import { type Funder, fundersAmong, recordSpendable, unreadFunders } from '../state/offers/funding.ts'
import { type Reading, readSpendableAt } from '../state/offers/read-spendable.ts'
import { openBids } from '../state/orders/funding.ts'

/** Blocks that a reorganisation may revert, with a margin. */
const KEPT_BLOCKS = 512
/** Concurrent requests to the node. */
const AT_ONCE = 20

/**
 * Reads balances and allowances at this block: of bidders that a log of their pay token names, and of those not read since their
 * bid. Reads them from the chain, since logs alone do not give them: a transfer lowers the allowance without a log. A reading of
 * an earlier block stays true while no log of the token names the account, so after a reorganisation the newest remaining row is
 * right.
 */
export async function readSpendable(context: Pick<Context, 'db'>, chain: Chain, { block, logs }: FetchedBlock): Promise<Reading[]> {
  const { db } = context
  const tokens = new Set(logs.length === 0 ? [] : await payTokenAddresses(db, chain.id))
  const named = namedIn(logs, tokens)
  const [namedTokens, namedAccounts] = [[...new Set(named.map(({ token }) => token))], named.map(({ account }) => account)]
  const { contracts } = chain.config
  const kinds = [
    openBids(contracts.transferProxy, block.timestamp),
    ...editionsOf(contracts).map(({ transferProxy, auctionExchange }) => activeBids(transferProxy, auctionExchange)),
  ]
  const affected: Funder[] = []
  for (const bids of kinds) {
    affected.push(...(await fundersAmong(db, chain.id, bids, namedTokens, namedAccounts)))
    affected.push(...(await unreadFunders(db, chain.id, bids, block.number)))
  }
  const keyOf = ({ token, account, spender }: Funder) => `${token}:${account}:${spender}`
  const funders = [...new Map(affected.map((funder) => [keyOf(funder), funder])).values()]
  const readings: Reading[] = []
  for (let from = 0; from < funders.length; from += AT_ONCE)
    readings.push(...(await Promise.all(funders.slice(from, from + AT_ONCE).map((funder) => readSpendableAt(chain, funder, block.hash)))))
  return readings
}

/** Every account that a log of a pay token names: whatever its events are called, a token indexes the accounts they affect. */
function namedIn(logs: readonly RawLog[], tokens: ReadonlySet<Address>): Omit<Funder, 'spender'>[] {
  return logs.flatMap(({ address, topics }) =>
    tokens.has(address)
      ? topics
          .slice(1)
          .flatMap((topic) => (topic.startsWith(`0x${'0'.repeat(24)}`) ? [{ token: address, account: toAddress(slice(topic, 12)) }] : []))
      : [],
  )
}

/** Stores the readings with their block. */
export async function takeReadings(blockContext: BlockContext, readings: readonly Reading[]): Promise<void> {
  const { number } = blockContext.block
  for (const { funder, spendable } of readings) {
    await recordSpendable(blockContext, funder, spendable, { number, keepFrom: number - KEPT_BLOCKS })
    blockContext.dirty.funder(funder)
  }
}
