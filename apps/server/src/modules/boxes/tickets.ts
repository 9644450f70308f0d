import type { BoxPayToken } from '@plinth/api'
import type { Asset } from '@plinth/protocol'
import { byChain } from '../../chain/chains.ts'
import type { Context } from '../../context.ts'
import { addressOf, bytes, type Tx } from '../../db/database.ts'
import { findItems } from '../../state/items/store.ts'
import { NO_RATE, ratedPayTokens } from '../pay-tokens/service.ts'

/** Coin and pay tokens, then tickets, of one of these chains after the other; for old boxes also those no longer listed. */
export async function listBoxPayTokens(
  context: Pick<Context, 'db' | 'chains'>,
  chainIds: readonly number[],
  { withUnlisted = false }: { readonly withUnlisted?: boolean } = {},
): Promise<BoxPayToken[]> {
  if (chainIds.length === 0) return []
  const money = (await ratedPayTokens(context, chainIds)).filter((token) => withUnlisted || token.isListed)
  const rows = await context.db
    .selectFrom('box_ticket')
    .selectAll()
    .where('chain_id', 'in', [...chainIds])
    .orderBy('chain_id')
    .orderBy('id')
    .execute()
  const tickets = rows.map((row) => ({ row, chainId: row.chain_id, collection: addressOf(row.token), tokenId: row.token_id }))
  const items = await findItems(context.db, tickets)
  const metadataOf = (ticket: (typeof tickets)[number]): string =>
    items.find((item) => item.chainId === ticket.chainId && item.collection === ticket.collection && item.tokenId === ticket.tokenId)
      ?.metadata ?? ''
  const all: BoxPayToken[] = [
    ...money.map(({ id, chainId, name, symbol, type, address, decimals, rate }) => ({
      id,
      chainId,
      name,
      symbol,
      type,
      address,
      decimals,
      rate,
      tokenId: 0n,
      metadata: '',
    })),
    ...tickets.map((ticket) => ({
      id: BigInt(ticket.row.id),
      chainId: ticket.chainId,
      name: ticket.row.name,
      symbol: ticket.row.symbol,
      type: ticket.row.asset_type,
      address: ticket.collection,
      tokenId: ticket.tokenId,
      decimals: 0,
      rate: NO_RATE,
      metadata: metadataOf(ticket),
    })),
  ]
  return byChain(all, chainIds)
}

/** Accepts a ticket as payment for boxes; renames it where it is already known. */
export async function noteTicket(tx: Tx, chainId: number, ticket: Asset, named: { name: string; symbol: string }): Promise<void> {
  await tx
    .insertInto('box_ticket')
    .values({ chain_id: chainId, token: bytes(ticket.token), token_id: ticket.tokenId, asset_type: ticket.assetType, ...named })
    .onConflict((conflict) => conflict.columns(['chain_id', 'token', 'token_id']).doUpdateSet(named))
    .execute()
}
