import { itemName, type Language, PAGES_EN, PAGES_ZH, readMetadata } from '@plinth/api'
import { isAddress, shortAddress, thumbnailUrl } from '@plinth/protocol'
import type { Context } from '../../context.ts'
import type { ItemRef } from '../../db/item-keys.ts'
import { findAccount } from '../../modules/users/service.ts'
import { findCollection } from '../../state/collections/store.ts'
import { findItem, isShown } from '../../state/items/store.ts'
import { findItemPrice, type ItemPrice } from '../item-price.ts'
import { ownPath } from '../own-media.ts'

/** An item as other sites show it: the same for every visitor. Every text is untrusted. */
export type Embed = {
  readonly name: string
  readonly maker: string
  readonly collection: string
  /** A path of this site; undefined where its picture is not stored here. */
  readonly picture: string | undefined
  readonly width: number
  readonly height: number
  readonly price: ItemPrice | undefined
  /** Paths of this site. */
  readonly path: string
  readonly makerPath: string
}

const SIZE = 600
const UNTITLED = { en: PAGES_EN.untitled, zh: PAGES_ZH.untitled } as const

/** `address:tokenId` as in the address of the item's page. */
export function readItemIds(ids: string): Pick<ItemRef, 'collection' | 'tokenId'> | undefined {
  const [collection = '', tokenId = '', ...rest] = ids.toLocaleLowerCase('en').split(':')
  if (!isAddress(collection) || !/^\d{1,78}$/.test(tokenId) || rest.length > 0) return undefined
  return { collection, tokenId: BigInt(tokenId) }
}

/** Undefined where there is no such item, or none that visitors may see. */
export async function findEmbed(context: Context, ids: string, chain: string | null, language: Language): Promise<Embed | undefined> {
  const named = readItemIds(ids)
  if (!named) return undefined
  const chainId = chain !== null && /^\d{1,15}$/.test(chain) ? Number(chain) : undefined
  const place = await context.chains.resolve({ chainId, ...named })
  const ref = { ...named, chainId: place.id }
  const item = await findItem(context.db, ref)
  if (!isShown(item)) return undefined
  const [collection, maker, price] = await Promise.all([
    findCollection(context.db, ref.chainId, ref.collection),
    findAccount(context.db, { address: item.creator }),
    findItemPrice(context.db, ref, place.now()),
  ])
  if (collection?.is_hidden) return undefined
  const { name, image } = readMetadata(item.metadata)
  const picture = ownPath(image)
  return {
    name: itemName(name, UNTITLED[language].replace('{{id}}', String(ref.tokenId))),
    maker: maker?.nickname || shortAddress(item.creator),
    collection: collection?.name ?? '',
    picture: picture && thumbnailUrl(picture, `${SIZE}x${SIZE}`),
    width: item.width,
    height: item.height,
    price,
    path: `/detail/${ref.collection}:${ref.tokenId}?chain=${ref.chainId}`,
    makerPath: `/account/${item.creator}`,
  }
}
