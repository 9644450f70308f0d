import { text } from 'node:stream/consumers'
import type { Address } from '@plinth/protocol'
import type { ContentStore } from '../content/content-store.ts'
import { bytes, type Db } from '../db/database.ts'

/** All contents, or those of a collection or one of its items: texts, pictures, sound, film, cover and banner. */
export type ContentsOf = { readonly collection?: { readonly chainId: number; readonly address: Address; readonly tokenId?: bigint } }

/** Addresses of the contents in our own store, each once, in a fixed order. */
export async function listContents(db: Db, { collection }: ContentsOf, read: ContentStore['read']): Promise<string[]> {
  const stored = db.selectFrom('media').select('cid').orderBy('cid')
  if (!collection) return (await stored.execute()).map(({ cid }) => cid)
  const named = [...(await listNamed(db, collection)), ...(collection.tokenId === undefined ? await listOwn(db, collection, read) : [])]
  if (named.length === 0) return []
  return (await stored.where('cid', 'in', [...new Set(named)]).execute()).map(({ cid }) => cid)
}

const NAMED = /(?:ipfs:\/\/(?:ipfs\/)?|\/static\/upload\/)([a-z0-9]{20,100})/g

async function listNamed(db: Db, { chainId, address, tokenId }: NonNullable<ContentsOf['collection']>): Promise<string[]> {
  const items = db
    .selectFrom('item')
    .select(['metadata_url', 'metadata'])
    .where('chain_id', '=', chainId)
    .where('collection', '=', bytes(address))
  const rows = await (tokenId === undefined ? items : items.where('token_id', '=', tokenId)).execute()
  return rows.flatMap(({ metadata_url, metadata }) => [...namedIn(metadata_url), ...namedIn(metadata)])
}

function namedIn(text: string): string[] {
  return [...text.matchAll(NAMED)].map(([, cid = '']) => cid)
}

/** A collection's own contents: its pictures, its contract metadata (ERC-7572), and all that this text names. */
async function listOwn(db: Db, { chainId, address }: { chainId: number; address: Address }, read: ContentStore['read']): Promise<string[]> {
  const row = await db
    .selectFrom('collection')
    .select(['cover', 'banner_url', 'metadata_url'])
    .where('chain_id', '=', chainId)
    .where('address', '=', bytes(address))
    .executeTakeFirst()
  if (!row) return []
  const says = namedIn(row.metadata_url)
  const here =
    says.length === 0 ? [] : await db.selectFrom('media').select('cid').where('cid', 'in', says).where('kind', '=', 'json').execute()
  const texts = await Promise.all(here.map(async ({ cid }) => text(await read(cid))))
  return [...says, ...namedIn(row.cover), ...namedIn(row.banner_url), ...texts.flatMap(namedIn)]
}
