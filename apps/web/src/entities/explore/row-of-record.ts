import { type ItemRecord, itemName, readMetadata } from '@plinth/api'
import { parseUnits } from '@plinth/protocol'
import { chainNow } from '../../lib/clock.ts'
import { cardAuction, cheapest, highestBid, isOpenSale } from '../cards/item-view.ts'
import type { ExploreRow } from './explore-row.ts'

/**
 * A card after its item has changed: what the record of the item says, over the card as it was. Likes, rank, last sale and the mark
 * of the operator are no part of the record.
 */
export function rowOfRecord(item: ItemRecord, row: ExploreRow): ExploreRow {
  const metadata = readMetadata(item.metadata)
  const sale = cheapest(item)
  const sales = item.listings.filter(isOpenSale)
  const bid = highestBid(item, undefined)
  const auction = cardAuction(item, chainNow())
  return {
    ...row,
    supply: item.supply,
    name: itemName(metadata.name, ''),
    image: metadata.image,
    mediaKind: item.mediaKind,
    width: item.width,
    height: item.height,
    isLiked: item.isLiked,
    listings: sales.length,
    unitsOnSale: sales.reduce((sum, { selling, filled }) => sum + selling - filled, 0n),
    isLocked: item.isLocked,
    isTradeLocked: item.isTradeLocked,
    owner: item.holdings.length === 1 ? item.holdings[0]?.user : undefined,
    price: sale && {
      payToken: sale.payToken.address,
      symbol: sale.payTokenSymbol,
      decimals: sale.payTokenDecimals,
      unitPrice: parseUnits(sale.unitPrice, sale.payTokenDecimals),
    },
    seller: sale?.maker,
    listedAt: sale?.createdAt,
    bid: bid && {
      payToken: bid.payToken.address,
      symbol: bid.payTokenSymbol,
      decimals: bid.payTokenDecimals,
      unitPrice: parseUnits(bid.unitPrice, bid.payTokenDecimals),
    },
    auction: auction && {
      payToken: auction.payToken.address,
      symbol: auction.payTokenSymbol,
      decimals: auction.payTokenDecimals,
      startsAt: auction.startTime,
      endsAt: auction.endTime,
      expiresAt: auction.expiredTime,
      startPrice: auction.startPrice,
      highestPrice: auction.highestPrice,
      reserve: auction.buying,
    },
  }
}
