import type { GasPrices } from '@plinth/api'
import type { Chain } from '../../chain/chain.ts'
import type { Db } from '../../db/database.ts'
import { levelsOf } from './levels.ts'

const BLOCKS = 4

/** Reads the last blocks of a chain. */
export async function readGasPrices(db: Db, chain: Chain): Promise<void> {
  const last = Number(await chain.read((node) => node.getBlockNumber()))
  const prices: bigint[] = []
  for (let number = last; number >= 0 && number > last - BLOCKS; number--) {
    const block = await chain.read((node) => node.getBlock({ blockNumber: BigInt(number), includeTransactions: true }))
    for (const { gasPrice, maxFeePerGas } of block.transactions) prices.push(gasPrice ?? maxFeePerGas ?? 0n)
  }
  const levels = levelsOf(prices, await chain.read((node) => node.getGasPrice()))
  if (!levels) return
  const row = { ...levels, last_block: last }
  await db
    .insertInto('gas_price')
    .values({ chain_id: chain.id, ...row })
    .onConflict((conflict) => conflict.column('chain_id').doUpdateSet(row))
    .execute()
}

export async function findGasPrices(db: Db, chainId: number): Promise<GasPrices | undefined> {
  const row = await db.selectFrom('gas_price').selectAll().where('chain_id', '=', chainId).executeTakeFirst()
  return row && { low: row.low, medium: row.medium, high: row.high, lastBlock: BigInt(row.last_block) }
}
