import { ASSET_TYPE, feePercent, formatUnits, shortAddress } from '@plinth/protocol'
import { intlOf } from '../../i18n/locale.ts'
import { shownLocale, t } from '../../i18n/translate.ts'
import { priceText } from '../../lib/numbers.ts'
import { dayAndTime } from '../../lib/time.ts'
import type { Plain } from './plain.ts'
import type { TypedData } from './question.ts'
import { findToken, type TokenFacts } from './token-facts.ts'

type Side = { token: string; tokenId: string | number; assetType: string | number }
type Terms = Record<string, string | number> & { sellAsset: Side; buyAsset: Side }
type AuctionBid = { auction: Terms; buying: string | number; buyerFee: string | number }
type Line = Plain['lines'][number]

/** What the market has its users sign, in words; undefined for all else, and for what does not read as its type says. */
export function describeSigned({ primaryType, message }: TypedData, tokens: TokenFacts): Plain | undefined {
  try {
    if (primaryType === 'Order') return orderOf(message as Terms, tokens)
    if (primaryType === 'Auction' || primaryType === 'ExtendedAuction') return auctionOf(message as Terms, tokens)
    if (primaryType === 'Bid') return auctionBidOf(message as AuctionBid, tokens)
    if (primaryType === 'EpochBid') return auctionBidOf(message.bid as AuctionBid, tokens)
  } catch {
    // Any page's data.
  }
  return undefined
}

function orderOf(order: Terms, tokens: TokenFacts): Plain | undefined {
  const { sellAsset, buyAsset, selling = 0, buying = 0, validUntil = 0, maxBuyerFee = 0 } = order
  const until = line('until', Number(validUntil) === 0 ? t('demoWallet.noEnd') : timeText(validUntil))
  if (isItem(sellAsset) && !isItem(buyAsset)) {
    const most = BigInt(maxBuyerFee)
    return plain('sale', [
      line('gives', itemsText(sellAsset, selling)),
      line('wants', moneyText(buyAsset, buying, tokens)),
      ...(most === 0n ? [] : [line('royaltyMost', feePercent(most))]),
      until,
    ])
  }
  if (isItem(sellAsset) || !isItem(buyAsset)) return undefined
  return plain('bid', [
    line('gives', moneyText(sellAsset, selling, tokens)),
    line('feeOnTop', feePercent(BigInt(maxBuyerFee))),
    line('wants', itemsText(buyAsset, buying)),
    until,
  ])
}

function auctionOf(auction: Terms, tokens: TokenFacts): Plain {
  const { sellAsset, buyAsset, selling = 0, buying = 0, startTime = 0, endTime = 0, expiredTime = 0, encourage = 0, buyNow = 0 } = auction
  return plain('auction', [
    line('gives', itemsText(sellAsset, selling)),
    line('reserve', moneyText(buyAsset, buying, tokens)),
    ...(BigInt(buyNow) === 0n ? [] : [line('buyNow', moneyText(buyAsset, buyNow, tokens))]),
    ...(BigInt(encourage) === 0n ? [] : [line('shared', feePercent(BigInt(encourage)))]),
    line('bidsFrom', timeText(startTime)),
    line('bidsUntil', timeText(endTime)),
    line('settledBy', timeText(expiredTime)),
  ])
}

function auctionBidOf({ auction, buying, buyerFee }: AuctionBid, tokens: TokenFacts): Plain {
  const { sellAsset, buyAsset, selling = 0, endTime = 0, expiredTime = 0 } = auction
  return plain('auctionBid', [
    line('gives', moneyText(buyAsset, buying, tokens)),
    line('feeOnTop', feePercent(BigInt(buyerFee))),
    line('wants', itemsText(sellAsset, selling)),
    line('bidsUntil', timeText(endTime)),
    line('settledBy', timeText(expiredTime)),
  ])
}

const plain = (of: 'sale' | 'bid' | 'auction' | 'auctionBid', lines: readonly Line[]): Plain => ({
  title: t(`demoWallet.${of}Title`),
  note: t(`demoWallet.${of}Text`),
  lines,
  yes: t('demoWallet.sign'),
})

type Label =
  | 'gives'
  | 'wants'
  | 'until'
  | 'feeOnTop'
  | 'royaltyMost'
  | 'reserve'
  | 'buyNow'
  | 'shared'
  | 'bidsFrom'
  | 'bidsUntil'
  | 'settledBy'

const line = (label: Label, value: string): Line => ({ label: t(`demoWallet.${label}`), value })

const isItem = ({ assetType }: Side): boolean => Number(assetType) > ASSET_TYPE.ERC20

function itemsText({ token, tokenId }: Side, count: string | number): string {
  const item = t('demoWallet.item', { id: String(tokenId), collection: shortAddress(token) })
  return BigInt(count) === 1n ? item : `${BigInt(count)} × ${item}`
}

/** In base units and with the token's address where nothing is known of it. */
function moneyText({ token, assetType }: Side, amount: string | number, tokens: TokenFacts): string {
  const facts = findToken(tokens, Number(assetType) === ASSET_TYPE.COIN ? undefined : token)
  return facts ? `${priceText(formatUnits(BigInt(amount), facts.decimals))} ${facts.symbol}` : `${BigInt(amount)} (${shortAddress(token)})`
}

const timeText = (seconds: string | number): string => dayAndTime(Number(seconds), intlOf(shownLocale()))
