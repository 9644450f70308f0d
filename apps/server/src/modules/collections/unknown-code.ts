import { type Address, TOKEN_STANDARD, toAddress, UNSYNCED_COLLECTION_S } from '@plinth/protocol'
import { collection721Abi, collection1155Abi } from '@plinth/protocol/abi'
import { sql } from 'kysely'
import { getAbiItem } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import type { Context } from '../../context.ts'
import { addressOf, bytes, type Db, transact } from '../../db/database.ts'
import { readCursor } from '../../state/chain/checkpoint.ts'
import { notify } from '../notices/service.ts'

/** Announced collections looked at in one go, the newest first, and of them so many of one account. */
const MOST_AT_ONCE = 500
const MOST_OF_ONE = 5
const FEWEST_BLOCKS = 100
const MOST_BLOCKS = 5_000
const CREATED_721 = getAbiItem({ abi: collection721Abi, name: 'CreateERC721' })
const CREATED_1155 = getAbiItem({ abi: collection1155Abi, name: 'CreateERC1155' })

type Announced = {
  readonly id: number
  readonly owner: Address
  readonly name: string
  readonly symbol: string
  readonly cover: string
  readonly standard: number
}

/**
 * Notifies the creators of announced collections whose contract is on the chain and is none that the market's factory made: the index
 * never confirms it. Looks at the blocks since the oldest announcement that is still shown, 5,000 at most, and only at indexed ones.
 * The log may be forged, so it changes nothing but this.
 */
export async function notifyOfUnknownCode({ db }: Pick<Context, 'db'>, chain: Chain): Promise<void> {
  const waiting = await listWaiting(db, chain)
  const cursor = waiting.length > 0 ? await readCursor(db, chain.id) : undefined
  if (!cursor) return
  for (const [standard, created] of [
    [TOKEN_STANDARD.ERC721, createdWorks],
    [TOKEN_STANDARD.ERC1155, createdEditions],
  ] as const) {
    const rows = waiting.filter((row) => row.standard === standard)
    if (rows.length === 0) continue
    const creators = [...new Set(rows.map(({ owner }) => owner))]
    const logs = await readNarrowing(chain, cursor.number, (range) => created(chain, creators, range))
    for (const row of rows)
      for (const log of logs)
        if (log.creator === row.owner && log.name === row.name && log.symbol === row.symbol) {
          if (await notifyCreator(db, chain, row, log.address, log.txHash)) break
        }
  }
}

/** Announcements without an address whose creators have no such notice yet. */
async function listWaiting(db: Db, chain: Chain): Promise<Announced[]> {
  const { rows } = await sql<Omit<Announced, 'owner'> & { owner: Uint8Array }>`
    select id, owner, name, symbol, cover, standard from (
      select collection.*, row_number() over (partition by owner order by id desc) as nth from collection
      where chain_id = ${chain.id} and address is null and created_at >= ${chain.now() - UNSYNCED_COLLECTION_S}
        and not exists (select from notice where notice.source = ${sourceStart(chain)} || collection.id::text)
    ) recent where nth <= ${MOST_OF_ONE} order by id desc limit ${MOST_AT_ONCE}`.execute(db)
  return rows.map((row) => ({ ...row, owner: addressOf(row.owner) }))
}

const sourceStart = (chain: Chain): string => `unknown-code:${chain.id}:`

type Range = { readonly fromBlock: bigint; readonly toBlock: bigint }
type Created = {
  readonly creator: Address
  readonly name: string
  readonly symbol: string
  readonly address: Address
  readonly txHash: string
}

/** Some nodes refuse wide ranges: half of it, the newer one, may do. */
async function readNarrowing(chain: Chain, last: number, read: (range: Range) => Promise<Created[]>): Promise<Created[]> {
  const depth = Math.ceil(UNSYNCED_COLLECTION_S / Math.max(chain.config.blockTimeS, 1))
  for (let blocks = Math.min(Math.max(depth, FEWEST_BLOCKS), MOST_BLOCKS); ; blocks = Math.floor(blocks / 2))
    try {
      return await read({ fromBlock: BigInt(Math.max(0, last - blocks)), toBlock: BigInt(last) })
    } catch (error) {
      if (blocks <= FEWEST_BLOCKS) throw error
    }
}

async function createdWorks(chain: Chain, creator: Address[], range: Range): Promise<Created[]> {
  const logs = await chain.read((node) => node.getLogs({ ...range, event: CREATED_721, args: { creator }, strict: true }))
  return logs.map(({ args, address, transactionHash }) => createdBy(args, address, transactionHash))
}

async function createdEditions(chain: Chain, creator: Address[], range: Range): Promise<Created[]> {
  const logs = await chain.read((node) => node.getLogs({ ...range, event: CREATED_1155, args: { creator }, strict: true }))
  return logs.map(({ args, address, transactionHash }) => createdBy(args, address, transactionHash))
}

const createdBy = (args: { creator: string; name: string; symbol: string }, address: string, txHash: string): Created => ({
  creator: toAddress(args.creator),
  name: args.name,
  symbol: args.symbol,
  address: toAddress(address),
  txHash,
})

/** Returns false where the index knows the contract, or the announcement has its address by now. */
async function notifyCreator(
  db: Db,
  chain: Chain,
  { id, owner, name, symbol, cover }: Announced,
  address: Address,
  txHash: string,
): Promise<boolean> {
  return transact(db, async (tx) => {
    const known = await tx
      .selectFrom('collection')
      .select('id')
      .where('chain_id', '=', chain.id)
      .where((eb) => eb.or([eb('address', '=', bytes(address)), eb.and([eb('id', '=', id), eb('address', 'is not', null)])]))
      .executeTakeFirst()
    if (known) return false
    const source = `${sourceStart(chain)}${id}`
    const about = { chainId: chain.id, source, txHash, at: chain.now(), collection: address, creator: owner }
    await notify(tx, [{ kind: 'collectionUnknown', ...about, brief: { address, name, symbol, cover } }])
    return true
  })
}
