import { type Address, TOKEN_STANDARD, toAddress, UNSYNCED_COLLECTION_S } from '@plinth/protocol'
import { collection721Abi, collection1155Abi } from '@plinth/protocol/abi'
import { getAbiItem } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import type { Context } from '../../context.ts'
import { addressOf, bytes, type Db, transact } from '../../db/database.ts'
import { readCursor } from '../../state/chain/checkpoint.ts'
import { notify } from '../notices/service.ts'

/** Announced collections looked at in one go, the newest first. */
const MOST_AT_ONCE = 20
const FEWEST_BLOCKS = 100
const MOST_BLOCKS = 5_000
const CREATED_721 = getAbiItem({ abi: collection721Abi, name: 'CreateERC721' })
const CREATED_1155 = getAbiItem({ abi: collection1155Abi, name: 'CreateERC1155' })

type Announced = { readonly id: number; readonly owner: Address; readonly name: string; readonly symbol: string; readonly cover: string }

/**
 * Notifies the creators of announced collections whose contract is on the chain and is none that the market's factory made: the index
 * never confirms it. Looks for as long as the announcement is shown, and only at blocks that are indexed. The log may be forged, so
 * it changes nothing but this.
 */
export async function notifyOfUnknownCode({ db }: Pick<Context, 'db'>, chain: Chain): Promise<void> {
  const waiting = await db
    .selectFrom('collection')
    .select(['id', 'owner', 'name', 'symbol', 'cover', 'standard'])
    .where('chain_id', '=', chain.id)
    .where('address', 'is', null)
    .where('created_at', '>=', chain.now() - UNSYNCED_COLLECTION_S)
    .orderBy('id', 'desc')
    .limit(MOST_AT_ONCE)
    .execute()
  const cursor = waiting.length > 0 ? await readCursor(db, chain.id) : undefined
  if (!cursor) return
  const depth = Math.ceil(UNSYNCED_COLLECTION_S / Math.max(chain.config.blockTimeS, 1))
  const first = Math.max(0, cursor.number - Math.min(Math.max(depth, FEWEST_BLOCKS), MOST_BLOCKS))
  const range = { fromBlock: BigInt(first), toBlock: BigInt(cursor.number) }
  for (const row of waiting) {
    const announced = { id: row.id, owner: addressOf(row.owner), name: row.name, symbol: row.symbol, cover: row.cover }
    const created = row.standard === TOKEN_STANDARD.ERC1155 ? createdEditions : createdWorks
    const found = (await created(chain, announced.owner, range)).find(
      ({ name, symbol }) => name === announced.name && symbol === announced.symbol,
    )
    if (found) await tell(db, chain, announced, found.address, found.txHash)
  }
}

type Range = { readonly fromBlock: bigint; readonly toBlock: bigint }
type Created = { readonly name: string; readonly symbol: string; readonly address: Address; readonly txHash: string }

async function createdWorks(chain: Chain, creator: Address, range: Range): Promise<Created[]> {
  const logs = await chain.read((node) => node.getLogs({ ...range, event: CREATED_721, args: { creator }, strict: true }))
  return logs.map(({ args, address, transactionHash }) => ({ ...args, address: toAddress(address), txHash: transactionHash }))
}

async function createdEditions(chain: Chain, creator: Address, range: Range): Promise<Created[]> {
  const logs = await chain.read((node) => node.getLogs({ ...range, event: CREATED_1155, args: { creator }, strict: true }))
  return logs.map(({ args, address, transactionHash }) => ({ ...args, address: toAddress(address), txHash: transactionHash }))
}

async function tell(db: Db, chain: Chain, { id, owner, name, symbol, cover }: Announced, address: Address, txHash: string): Promise<void> {
  await transact(db, async (tx) => {
    const known = await tx
      .selectFrom('collection')
      .select('id')
      .where('chain_id', '=', chain.id)
      .where((eb) => eb.or([eb('address', '=', bytes(address)), eb.and([eb('id', '=', id), eb('address', 'is not', null)])]))
      .executeTakeFirst()
    if (known) return
    const source = `unknown-code:${chain.id}:${id}`
    const about = { chainId: chain.id, source, txHash, at: chain.now(), collection: address, creator: owner }
    await notify(tx, [{ kind: 'collectionUnknown', ...about, brief: { address, name, symbol, cover } }])
  })
}
