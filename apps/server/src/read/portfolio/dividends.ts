import { type Address, toAddress } from '@plinth/protocol'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import { byteas, givenRows, int8s } from '../../db/columns.ts'
import { type Db, hexOf } from '../../db/database.ts'

type Settlement = { readonly chainId: number; readonly txHash: Hex; readonly owner: Address }
/** What losing bidders got of an auction, out of its owner's money. */
export type DividendsOf = (settlement: Settlement) => bigint

type Log = { chain_id: number; tx_hash: Uint8Array; event: string; args: Record<string, unknown> }

/**
 * Sums of these transactions by owner. One that settles several auctions of an owner with dividends shares the sum of them with each:
 * contracts of the market settle one in a transaction.
 */
export async function readDividends(
  db: Db,
  places: readonly { readonly chainId: number; readonly blockHash: Hex; readonly txHash: Hex }[],
): Promise<DividendsOf> {
  if (places.length === 0) return () => 0n
  const given = givenRows({
    of_chain: int8s(places.map(({ chainId }) => chainId)),
    of_block: byteas(places.map(({ blockHash }) => blockHash)),
    of_tx: byteas(places.map(({ txHash }) => txHash)),
  })
  const { rows } = await sql<Log>`select l.chain_id, l.tx_hash, l.event, l.args from ${given}
    join chain_log l on l.chain_id = given.of_chain and l.block_hash = given.of_block and l.tx_hash = given.of_tx
    where l.event in ('Dividends', 'DividendRefused')`.execute(db)
  const sums = new Map<string, bigint>()
  for (const { chain_id, tx_hash, event, args } of rows) {
    const key = `${chain_id}:${hexOf(tx_hash)}:${toAddress(String(args.owner))}`
    const share = BigInt(String(args.share))
    const receivers = Array.isArray(args.recipients) ? BigInt(args.recipients.length) : 0n
    sums.set(key, (sums.get(key) ?? 0n) + (event === 'Dividends' ? share * receivers : -share))
  }
  return ({ chainId, txHash, owner }) => sums.get(`${chainId}:${txHash}:${owner}`) ?? 0n
}
