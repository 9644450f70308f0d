import type { Address } from '@plinth/protocol'
import { bytes, type Db } from '../../db/database.ts'

/** All there is, or what a collection or one of its items shows: texts, pictures, sound, film and cover. */
export type ContentsOf = { readonly collection?: { readonly chainId: number; readonly address: Address; readonly tokenId?: bigint } }

/** Addresses of the contents that lie in our own store, each once, in a fixed order. */
export async function listContents(db: Db, { collection }: ContentsOf): Promise<string[]> {
  const stored = db.selectFrom('media').select('cid').orderBy('cid')
  if (!collection) return (await stored.execute()).map(({ cid }) => cid)
  const named = [...new Set(await listNamed(db, collection))]
  if (named.length === 0) return []
  return (await stored.where('cid', 'in', named).execute()).map(({ cid }) => cid)
}

const NAMED = /(?:ipfs:\/\/(?:ipfs\/)?|\/static\/upload\/)([a-z0-9]{20,100})/g

async function listNamed(db: Db, { chainId, address, tokenId }: NonNullable<ContentsOf['collection']>): Promise<string[]> {
  const items = db
    .selectFrom('item')
    .select(['metadata_url', 'metadata'])
    .where('chain_id', '=', chainId)
    .where('collection', '=', bytes(address))
  const rows = await (tokenId === undefined ? items : items.where('token_id', '=', tokenId)).execute()
  const covers = tokenId === undefined ? await listCovers(db, chainId, address) : []
  const texts = [...rows.flatMap(({ metadata_url, metadata }) => [metadata_url, metadata]), ...covers]
  return texts.flatMap((text) => [...text.matchAll(NAMED)].map(([, cid = '']) => cid))
}

async function listCovers(db: Db, chainId: number, address: Address): Promise<string[]> {
  const rows = await db
    .selectFrom('collection')
    .select('cover')
    .where('chain_id', '=', chainId)
    .where('address', '=', bytes(address))
    .execute()
  return rows.map(({ cover }) => cover)
}
