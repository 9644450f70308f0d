import { type Address, toAddress } from '@plinth/protocol'
import { slice } from 'viem'
import type { Chain } from '../chain/chain.ts'
import { editionsOf } from '../chain/editions.ts'
import type { Context } from '../context.ts'
import { payTokenAddresses } from '../modules/site/service.ts'
import { auctionBiddersAmong, unseenAuctionFunders } from '../state/auctions/funding.ts'
import type { BlockContext, RawLog } from '../state/block-context.ts'
import type { FetchedBlock } from '../state/chain/staged-block.ts'
import { biddersAmong, type Funder, recordSpendable, unseenFunders } from '../state/orders/funding.ts'
import { type Reading, readSpendableAt } from '../state/orders/read-spendable.ts'

/** Blocks that a reorganisation may take back, with a margin. */
const KEPT_BLOCKS = 512
/** Questions to the node at a time. */
const AT_ONCE = 20

/**
 * What bidders can pay as of this block: those whose pay token moved in it, and those never looked at since their bid.
 * Asked of the chain at this very block, since logs alone can't tell: a transfer lowers the allowance without one. What
 * was asked at an earlier block stays true while no log of the token names the account, so after a reorganisation the
 * newest row that is left is right.
 */
export async function readSpendable(context: Pick<Context, 'db'>, chain: Chain, { block, logs }: FetchedBlock): Promise<Reading[]> {
  const { db } = context
  const tokens = new Set(logs.length === 0 ? [] : await payTokenAddresses(db, chain.id))
  const named = namedIn(logs, tokens)
  const now = block.timestamp
  const moved = [[...new Set(named.map(({ token }) => token))], named.map(({ account }) => account)] as const
  const { contracts } = chain.config
  const spends = { chainId: chain.id, spender: contracts.transferProxy }
  const concerned = [...(await biddersAmong(db, spends, ...moved, now)), ...(await unseenFunders(db, spends, block.number, now))]
  for (const { transferProxy: spender, auctionExchange: exchange } of editionsOf(contracts)) {
    const takes = { chainId: chain.id, spender, exchange }
    concerned.push(...(await auctionBiddersAmong(db, takes, ...moved)), ...(await unseenAuctionFunders(db, takes, block.number)))
  }
  const keyOf = ({ token, account, spender }: Funder) => `${token}:${account}:${spender}`
  const funders = [...new Map(concerned.map((funder) => [keyOf(funder), funder])).values()]
  const readings: Reading[] = []
  for (let from = 0; from < funders.length; from += AT_ONCE)
    readings.push(...(await Promise.all(funders.slice(from, from + AT_ONCE).map((funder) => readSpendableAt(chain, funder, block.hash)))))
  return readings
}

/** Every account that a log of a pay token names: whatever the token calls its events, it indexes whom they concern. */
function namedIn(logs: readonly RawLog[], tokens: ReadonlySet<Address>): Omit<Funder, 'spender'>[] {
  return logs.flatMap(({ address, topics }) =>
    tokens.has(address)
      ? topics
          .slice(1)
          .flatMap((topic) => (topic.startsWith(`0x${'0'.repeat(24)}`) ? [{ token: address, account: toAddress(slice(topic, 12)) }] : []))
      : [],
  )
}

/** Writes the readings with the block they belong to. */
export async function takeReadings(scope: BlockContext, readings: readonly Reading[]): Promise<void> {
  const { number } = scope.block
  for (const { funder, spendable } of readings) {
    await recordSpendable(scope, funder, spendable, { number, keepFrom: number - KEPT_BLOCKS })
    scope.dirty.funder(funder)
  }
}
