import type { PayToken } from '@plinth/api'
import { type Address, ASSET_TYPE, ZERO_ADDRESS } from '@plinth/protocol'
import { addressOf, type Db } from '../../db/database.ts'

/** Pay tokens of these chains, the coin first. */
export async function listPayTokens(db: Db, chainIds: readonly number[]): Promise<PayToken[]> {
  if (chainIds.length === 0) return []
  const rows = await db
    .selectFrom('pay_token')
    .selectAll()
    .where('chain_id', 'in', [...chainIds])
    .orderBy('chain_id')
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map((row) => {
    const address = addressOf(row.address)
    const isErc20 = address !== ZERO_ADDRESS
    return {
      id: BigInt(row.id),
      chainId: row.chain_id,
      address,
      name: row.name,
      symbol: row.symbol,
      decimals: row.decimals,
      avatar: row.avatar,
      isDefault: row.is_default,
      tokenId: 0n,
      type: isErc20 ? ASSET_TYPE.ERC20 : ASSET_TYPE.COIN,
      rate: '1',
      isErc20,
    }
  })
}

export async function findPayToken(db: Db, chainId: number, address: Address): Promise<PayToken | undefined> {
  return (await listPayTokens(db, [chainId])).find((token) => token.address === address)
}
