import { readMetadata } from '@plinth/api'
import { isAddress, NOTICE_SUBTYPE } from '@plinth/protocol'
import { sql } from 'kysely'
import { isHex } from 'viem'
import { byteas, givenRows, int8s } from '../../db/columns.ts'
import { addressOf, type Db } from '../../db/database.ts'
import { givenItems, type ItemRef, refKey } from '../../db/item-keys.ts'
import type { NoticeRow } from './store.ts'

/** Of longer metadata, which few items have, a page of notices reads the name alone. */
const MOST_READ = 100_000

type Shown = { readonly standard: number; readonly metadataUrl: string; readonly name: string; readonly image: string }
type Prize = NonNullable<NonNullable<NoticeRow['content']['box']>['prizes']>[number]

/** An item's fields for a notice; its full metadata would be copied for every holder. */
export const briefOf = ({ name, image }: Pick<Shown, 'name' | 'image'>): string =>
  JSON.stringify({ name: name.slice(0, 200), image: image.slice(0, 2_000) })

/**
 * Adds today's name and picture of items, and the prizes of opened boxes. The notice of a contract's mint is written before the
 * item's metadata is read.
 */
export async function withToday(db: Db, rows: readonly NoticeRow[]): Promise<NoticeRow[]> {
  const [items, prizes] = await Promise.all([shownItems(db, rows), drawnPrizes(db, rows)])
  return rows.map((row) => {
    const ref = itemIn(row)
    const item = ref && items.get(refKey(ref))
    const drawn = prizes.get(row.id)
    if (item) return withItem(row, item)
    return drawn && row.content.box
      ? { ...row, media: drawn[0]?.image || row.media, content: { ...row.content, box: { ...row.content.box, prizes: drawn } } }
      : row
  })
}

function withItem(row: NoticeRow, { standard, metadataUrl, name, image }: Shown): NoticeRow {
  const { item } = row.content
  if (!item || (name === '' && image === '')) return row
  const kept = readMetadata(item.metadata)
  const metadata = briefOf({ name: name || kept.name, image: image || kept.image })
  return { ...row, media: image || row.media, content: { ...row.content, item: { ...item, standard, metadataUrl, metadata } } }
}

function itemIn({ content: { chainId, item } }: NoticeRow): ItemRef | undefined {
  if (!item || chainId === undefined || !isAddress(item.address)) return undefined
  return { chainId, collection: item.address, tokenId: item.tokenId }
}

type ItemText = {
  readonly chain_id: number
  readonly collection: Uint8Array
  readonly token_id: bigint
  readonly standard: number
  readonly metadata_url: string
  readonly name: string
  readonly metadata: string
}

async function shownItems(db: Db, rows: readonly NoticeRow[]): Promise<Map<string, Shown>> {
  const refs = rows.flatMap((row) => itemIn(row) ?? [])
  if (refs.length === 0) return new Map()
  const { rows: found } = await sql<ItemText>`select item.chain_id, item.collection, item.token_id, standard, metadata_url, name,
      case when length(metadata) <= ${MOST_READ} then metadata else '' end as metadata
    from ${givenItems(refs)} join item
      on item.chain_id = given.given_chain and item.collection = given.collection and item.token_id = given.token_id`.execute(db)
  return new Map(
    found.map(({ chain_id: chainId, collection, token_id: tokenId, standard, metadata_url: metadataUrl, name, metadata }) => [
      refKey({ chainId, collection: addressOf(collection), tokenId }),
      { standard, metadataUrl, name, image: readMetadata(metadata).image },
    ]),
  )
}

/** A draw's notices are of its log, under which its event is kept. */
const OF_LOG = /^log:(\d+):(0x[0-9a-f]{64}):(\d+)$/

type Drawn = { readonly notice: number; readonly name: string; readonly image: string; readonly count: number }

async function drawnPrizes(db: Db, rows: readonly NoticeRow[]): Promise<Map<bigint, Prize[]>> {
  const draws = rows.flatMap(({ id, subType, source, content: { box } }) => {
    const [, chain, hash, index] = OF_LOG.exec(source) ?? []
    if (subType !== NOTICE_SUBTYPE.BOX_DRAWN || !box || !isHex(hash)) return []
    return [{ notice: Number(id), chainId: Number(chain), hash, index: Number(index), box: Number(box.id) }]
  })
  if (draws.length === 0) return new Map()
  const given = givenRows({
    notice: int8s(draws.map(({ notice }) => notice)),
    chain_id: int8s(draws.map(({ chainId }) => chainId)),
    block_hash: byteas(draws.map(({ hash }) => hash)),
    log_index: int8s(draws.map(({ index }) => index)),
    box_id: int8s(draws.map(({ box }) => box)),
  })
  const { rows: found } = await sql<Drawn>`select given.notice, prize.name, prize.image, count(*)::int as count
    from ${given} join box_event event using (chain_id, block_hash, log_index)
      cross join lateral unnest(event.kinds) with ordinality as drawn (place, turn)
      join blind_box_prize prize on prize.blind_box_id = given.box_id and prize.place = drawn.place
    group by given.notice, prize.id order by given.notice, min(drawn.turn)`.execute(db)
  const byNotice = Map.groupBy(found, ({ notice }) => BigInt(notice))
  return new Map([...byNotice].map(([id, prizes]) => [id, prizes.map(({ name, image, count }) => ({ name, image, count }))]))
}
