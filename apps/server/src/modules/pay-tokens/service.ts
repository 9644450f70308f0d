import type { PayToken } from '@plinth/api'
import { type Address, ASSET_TYPE, ZERO_ADDRESS } from '@plinth/protocol'
import { addressOf, bytes, type Db } from '../../db/database.ts'

type PayTokenRow = PayToken & { readonly isListed: boolean }

/** Pay tokens of these chains, the coin first. */
export async function listPayTokens(db: Db, chainIds: readonly number[]): Promise<PayToken[]> {
  return (await allPayTokens(db, chainIds)).filter((token) => token.isListed)
}

/** Includes pay tokens taken off the list: orders exist in them. */
export async function allPayTokens(db: Db, chainIds: readonly number[]): Promise<PayTokenRow[]> {
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
      isListed: row.is_listed,
    }
  })
}

/** A token that an order may name now. */
export async function findPayToken(db: Db, chainId: number, address: Address): Promise<PayToken | undefined> {
  return (await listPayTokens(db, [chainId])).find((token) => token.address === address)
}

/** A token that an order names, whether or not it is still listed. */
export async function findOrdersPayToken(db: Db, chainId: number, address: Address): Promise<PayToken | undefined> {
  return (await allPayTokens(db, [chainId])).find((token) => token.address === address)
}

/** ERC20s whose logs show changes of bidders' balances and allowances. */
export async function payTokenAddresses(db: Db, chainId: number): Promise<Address[]> {
  const rows = await db
    .selectFrom('pay_token')
    .select('address')
    .where('chain_id', '=', chainId)
    .where('address', '!=', bytes(ZERO_ADDRESS))
    .execute()
  return rows.map((row) => addressOf(row.address))
}
