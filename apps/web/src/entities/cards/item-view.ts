import { type AuctionRecord, type ItemRecord, itemName, type OrderRecord, readMetadata } from '@plinth/api'
import { type Address, ASSET_TYPE, ORDER_STATUS } from '@plinth/protocol'
import { thumbnail } from '../../lib/media.ts'
import { isHeld, isLiveAuction } from '../auction.ts'
import type { Picture } from './ItemPicture.tsx'

type Listing = ItemRecord['listings'][number]
type Asking = Pick<Listing, 'unitPrice' | 'payToken' | 'payTokenSymbol' | 'payTokenDecimals' | 'maker' | 'createdAt' | 'buyerFee'>

export const isOpenSale = ({ status, isExpired, isFundable }: Pick<Listing, 'status' | 'isExpired' | 'isFundable'>): boolean =>
  status === ORDER_STATUS.OPEN && !isExpired && isFundable

/** The cheapest open sale; the server sends them cheapest unit first, mixed pay tokens keep that order. */
export function cheapest(item: Pick<ItemRecord, 'listings'>): Asking | undefined {
  return item.listings.find(isOpenSale)
}

export const isOffered = (item: Pick<ItemRecord, 'listings'>): boolean => cheapest(item) !== undefined

/** Per unit, the highest open bid of others; the server sends them dearest unit first, as it does the sales. */
export function highestBid({ bids }: Pick<ItemRecord, 'bids'>, me: Address | undefined): OrderRecord | undefined {
  return bids.find((bid) => bid.status === ORDER_STATUS.OPEN && !bid.isExpired && bid.maker !== me)
}

/** The live auction that a card shows: those that end soonest come first. */
export function cardAuction({ auctions }: Pick<ItemRecord, 'auctions'>, now: number): AuctionRecord | undefined {
  return auctions.find((auction) => isLiveAuction(auction) && isHeld(auction) && auction.expiredTime > now)
}

/** Name and picture from metadata that anyone may have written. */
export function itemFace(item: ItemRecord, untitled: string): { name: string; picture: Picture | undefined } {
  const metadata = readMetadata(item.metadata)
  const name = itemName(metadata.name, untitled)
  const { src, srcSet } = thumbnail(metadata.image)
  return { name, picture: src === '' ? undefined : { src, srcSet, alt: name, width: item.width, height: item.height } }
}

/** Not minted yet: its first purchase mints it (decision 26). */
export function isUnminted({ holdings, listings }: Pick<ItemRecord, 'holdings' | 'listings'>): boolean {
  return holdings.every(({ quantity }) => quantity === 0n) && listings.some(({ sellType }) => sellType === ASSET_TYPE.MINTED)
}

/** Units on sale, of all; before the mint these have no holder. Undefined for one of one. */
export function editions(item: Pick<ItemRecord, 'supply' | 'holdings' | 'listings'>): { left: bigint; total: bigint } | undefined {
  if (item.supply <= 1n) return undefined
  const offered = isUnminted(item)
    ? item.listings.map(({ selling, filled }) => selling - filled)
    : item.holdings.map(({ onSaleQuantity }) => onSaleQuantity)
  return { left: offered.reduce((sum, units) => sum + units, 0n), total: item.supply }
}
