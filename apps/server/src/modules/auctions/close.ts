import type { Address } from '@plinth/protocol'
import { AUCTION_BID_STATUS } from '@plinth/protocol'
import type { Hex } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import { proxyOf } from '../../chain/editions.ts'
import type { Context } from '../../context.ts'
import { hexOf, type Tx, transact } from '../../db/database.ts'
import { bidsOf, lockAuction, type StoredAuction } from '../../state/auctions/store.ts'
import { covers, type Funder, newestSpendable, type Spendable } from '../../state/offers/funding.ts'
import { readSpendableAt } from '../../state/offers/read-spendable.ts'

type Block = { readonly number: number; readonly hash: Hex; readonly timestamp: number }

/** Concurrent requests to the node. */
const AT_ONCE = 20

/**
 * Records which bids were funded at the first block not before the auction's end: their bidders share if they lose (decision 30).
 * Any client can verify it on chain. Returns false while that block does not exist, or is not indexed.
 */
export async function fixSpendableAtEnd(context: Context, chain: Chain, auction: StoredAuction): Promise<boolean> {
  if (auction.asOfBlock !== undefined) return true
  const block = await firstBlockFrom(chain, auction.endTime)
  if (!block) return false
  const spender = proxyOf(chain.config.contracts, auction.exchange)
  const bids = await bidsOf(context.db, auction.id)
  const bidders = [...new Set(bids.filter((bid) => bid.status === AUCTION_BID_STATUS.ACTIVE).map((bid) => bid.bidder))]
  const read = await spendableAt(chain, { token: auction.payToken, spender }, bidders, block.hash)
  return transact(context.db, async (tx) => {
    if (!(await holdsBlock(tx, chain.id, block))) return false
    const current = await lockAuction(tx, auction.id)
    if (current.asOfBlock !== undefined) return true
    // A late bid was faster; from here on none is taken.
    if (current.endTime !== auction.endTime) return false
    const known = await newestSpendable(tx, { chainId: chain.id, spender }, current.payToken, bidders, block.number)
    for (const bid of await bidsOf(tx, current.id)) {
      // A node may have pruned that block's state; the index's last reading before it is still true.
      const spendable = read.get(bid.bidder) ?? known.get(bid.bidder)
      const wasFunded = spendable !== undefined && covers(spendable, bid.draw)
      await tx.updateTable('auction_bid').set({ was_funded_at_end: wasFunded }).where('id', '=', bid.id).execute()
    }
    await tx.updateTable('auction').set({ as_of_block: block.number }).where('id', '=', current.id).execute()
    return true
  })
}

async function spendableAt(
  chain: Chain,
  money: Omit<Funder, 'account'>,
  bidders: readonly Address[],
  blockHash: Hex,
): Promise<Map<Address, Spendable>> {
  const all = new Map<Address, Spendable>()
  for (let from = 0; from < bidders.length; from += AT_ONCE) {
    const some = bidders.slice(from, from + AT_ONCE)
    const read = await Promise.all(some.map((account) => readSpendableAt(chain, { ...money, account }, blockHash)))
    for (const { funder, spendable } of read) if (spendable) all.set(funder.account, spendable)
  }
  return all
}

/** A binary search: block times only grow. */
async function firstBlockFrom(chain: Chain, time: number): Promise<Block | undefined> {
  const head = await chain.refresh()
  if (head.timestamp < time) return undefined
  let [before, after] = [chain.config.deployBlock - 1, head.number]
  while (after - before > 1) {
    const middle = (before + after) >> 1
    if ((await blockAt(chain, middle)).timestamp < time) before = middle
    else after = middle
  }
  return blockAt(chain, after)
}

async function blockAt(chain: Chain, number: number): Promise<Block> {
  const block = await chain.read((node) => node.getBlock({ blockNumber: BigInt(number) }))
  return { number, hash: block.hash, timestamp: Number(block.timestamp) }
}

/** Whether the index has this very block; a reorganisation can't revert it before the transaction ends. */
async function holdsBlock(tx: Tx, chainId: number, { number, hash }: Block): Promise<boolean> {
  const cursor = await tx.selectFrom('chain_cursor').select('number').where('chain_id', '=', chainId).forShare().executeTakeFirst()
  if (!cursor || cursor.number < number) return false
  const ours = await tx
    .selectFrom('chain_block')
    .select('hash')
    .where('chain_id', '=', chainId)
    .where('number', '=', number)
    .executeTakeFirst()
  return !ours || hexOf(ours.hash) === hash
}
