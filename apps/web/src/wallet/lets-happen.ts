import { type Address, feeOf, feePercent, formatUnits, MAX_UINT256, shortAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { type Effect, endsOf, type Money, type SentEffect, sumsOf, type Works } from '@plinth/sdk'
import type { Translate } from '../i18n/translate.ts'
import { groupDigits, priceText } from '../lib/numbers.ts'
import { dayAndTime } from '../lib/time.ts'

/** What is known of the addresses that an effect names. */
export type Facts = {
  /** The zero address is the chain's coin; an unknown token has no facts. */
  readonly tokenOf: (token: Address) => { readonly symbol: string; readonly decimals: number } | undefined
  /** Contracts of the market that may move what they are allowed to. */
  readonly isMarket: (spender: Address) => boolean
  /** Locale of times. */
  readonly intl: string
}

/** Sentences in the reader's language; `warning` is among `can`, and stands out. */
export type Sentences = { readonly can: readonly string[]; readonly back: string | undefined; readonly warning: string | undefined }

/** An effect in words, from the effect alone (SIGN-01). */
export function sentencesOf(effect: Effect, facts: Facts, t: Translate): Sentences {
  const say: Say = {
    t,
    facts,
    money: (of) => moneyText(of, facts),
    works: (of) => worksText(of, t),
    time: (at) => dayAndTime(at, facts.intl),
  }
  switch (effect.is) {
    case 'list':
      return sentences(listText(effect, say), t('lets.endListing'))
    case 'listMany':
      return sentences(listManyText(effect, say), t('lets.endMany'))
    case 'bid':
      return sentences(bidText(effect, say), t(typeof effect.works.ids === 'bigint' ? 'lets.endBid' : 'offer.panel.end'))
    case 'auction':
      return sentences(auctionText(effect, say), t('lets.endAuction'))
    case 'auctionBid':
      return sentences(auctionBidText(effect, say), t('lets.endAuctionBid'))
    case 'allow':
      return allowText(effect, say)
    case 'approve':
      return approveText(effect, say)
    default:
      return sentences(sentText(effect, say), effect.is === 'addSigner' ? t('lets.endSigner') : undefined)
  }
}

type Say = {
  readonly t: Translate
  readonly facts: Facts
  readonly money: (of: Money) => string
  readonly works: (of: Works) => string
  readonly time: (at: number) => string
}
type Of<Is extends Effect['is']> = Extract<Effect, { is: Is }>

const sentences = (can: readonly (string | false)[], back: string | undefined): Sentences => ({
  can: can.filter((line) => line !== false),
  back,
  warning: undefined,
})

/** In base units and by its address where nothing is known of the token. */
function moneyText({ token, amount }: Money, { tokenOf }: Facts): string {
  const known = tokenOf(token)
  return known
    ? `${priceText(formatUnits(amount, known.decimals))} ${known.symbol}`
    : `${groupDigits(amount.toString())} (${shortAddress(token)})`
}

function worksText({ collection, ids, units }: Works, t: Translate): string {
  const where = shortAddress(collection)
  if (ids === 'any') return t('lets.anyWork', { collection: where })
  if (typeof ids === 'object') return t('lets.oneOfSet', { collection: where })
  const id = ids.toString()
  return units > 1n
    ? t('lets.works', { count: groupDigits(units.toString()), id, collection: where })
    : t('lets.work', { id, collection: where })
}

const partOf = ({ token, amount }: Money, units: bigint): Money => ({ token, amount: amount / units })

function windowText({ from, until }: { from: number; until: number }, { t, time }: Say): (string | false)[] {
  return [from > 0 && t('lets.from', { time: time(from) }), until > 0 ? t('lets.until', { time: time(until) }) : t('lets.noEnd')]
}

function listText(effect: Of<'list'>, say: Say): (string | false)[] {
  const { t, money, works } = say
  const { price, taker, sellerFee, mostRoyalty } = effect
  const terms = { works: works(effect.works), price: money(price) }
  const fee = feePercent(sellerFee)
  return [
    taker ? t('lets.listTo', { ...terms, taker: shortAddress(taker) }) : t('lets.list', terms),
    effect.works.units > 1n && t('lets.parts', { each: money(partOf(price, effect.works.units)) }),
    effect.isMint && t('lets.mints'),
    mostRoyalty === undefined ? t('lets.feesAny', { fee }) : t('lets.fees', { fee, royalty: feePercent(mostRoyalty) }),
    ...windowText(effect, say),
  ]
}

/** Sums first, then each sale: the wallet shows them as a tree that few can read. */
function listManyText({ sales }: Of<'listMany'>, say: Say): (string | false)[] {
  const { t, money, works, time } = say
  const most = (numbers: readonly number[]): string => feePercent(Math.max(0, ...numbers))
  const fee = most(sales.map(({ sellerFee }) => sellerFee))
  const royalties = sales.map(({ mostRoyalty }) => mostRoyalty)
  const begins = sales.map(({ from }) => from).filter((from) => from > 0)
  const { first, last } = endsOf(sales)
  return [
    ...sumsOf(sales).map(({ token, units, total, lowest }) =>
      t('lets.listMany', { count: Number(units), total: money({ token, amount: total }), lowest: money({ token, amount: lowest }) }),
    ),
    royalties.some((royalty) => royalty === undefined)
      ? t('lets.feesManyAny', { fee })
      : t('lets.feesMany', { fee, royalty: most(royalties.map((royalty = 0) => royalty)) }),
    begins.length > 0 && t('lets.fromMany', { time: time(Math.min(...begins)) }),
    first === last
      ? first === 0
        ? t('lets.noEnd')
        : t('lets.until', { time: time(first) })
      : last === 0
        ? t('lets.untilSome', { first: time(first) })
        : t('lets.untilMany', { first: time(first), last: time(last) }),
    ...sales.map((sale) => t('lets.listed', { works: works(sale.works), price: money(sale.price) })),
  ]
}

function bidText(effect: Of<'bid'>, say: Say): (string | false)[] {
  const { t, money, works } = say
  const { price, mostBuyerFee } = effect
  const { units, ids } = effect.works
  const one = works({ ...effect.works, units: 1n })
  const total = money({ token: price.token, amount: price.amount + feeOf(price.amount, BigInt(mostBuyerFee)) })
  return [
    units === 1n && typeof ids === 'bigint'
      ? t('lets.bid', { works: one, price: money(price) })
      : t('lets.bidMany', { works: one, each: money(partOf(price, units)), count: groupDigits(units.toString()) }),
    mostBuyerFee > 0 ? t('lets.bidTotal', { total, fee: feePercent(mostBuyerFee) }) : t('lets.bidPlain', { total }),
    // On chain nothing else decides what may be sold (COFF-06).
    ids === 'any' ? t('offer.panel.any') : typeof ids === 'object' && t('offer.panel.set'),
    t('lets.bidRests'),
    ...windowText(effect, say),
  ]
}

function auctionText(effect: Of<'auction'>, { t, money, works, time }: Say): (string | false)[] {
  const { reserve, buyNow, extension, shared, sellerFee, startsAt, endsAt, settledBy } = effect
  const fee = feePercent(sellerFee)
  return [
    t('lets.auction', { works: works(effect.works), reserve: money(reserve) }),
    buyNow !== undefined && t('lets.auctionNow', { price: money(buyNow) }),
    t('lets.auctionTimes', { start: time(startsAt), end: time(endsAt), settled: time(settledBy) }),
    extension > 0 && t('lets.auctionLate', { count: extension / 60 }),
    shared > 0 ? t('lets.auctionShared', { share: feePercent(shared), fee }) : t('lets.auctionFees', { fee }),
  ]
}

function auctionBidText(effect: Of<'auctionBid'>, { t, money, works, time }: Say): (string | false)[] {
  const { price, buyerFee, endsAt, settledBy } = effect
  const total = money({ token: price.token, amount: price.amount + feeOf(price.amount, BigInt(buyerFee)) })
  return [
    t('lets.auctionBid', { works: works(effect.works), price: money(price) }),
    buyerFee > 0 ? t('lets.bidTotal', { total, fee: feePercent(buyerFee) }) : t('lets.bidPlain', { total }),
    t('lets.auctionBidTimes', { end: time(endsAt), settled: time(settledBy) }),
  ]
}

const spenderText = (spender: Address, { t, facts }: Say): string =>
  facts.isMarket(spender) ? t('lets.market') : t('lets.stranger', { address: shortAddress(spender) })

/**
 * A trade needs an amount for this market, so that is no warning (SIGN-03). `approve` of a collection has the same bytes and names one
 * work: of an unknown token the sentence says both.
 */
function allowText({ token, spender, amount }: Of<'allow'>, say: Say): Sentences {
  const { t, facts, money } = say
  const who = spenderText(spender, say)
  const symbol = facts.tokenOf(token)?.symbol ?? shortAddress(token)
  // To no account: of a collection the end of one work's approval.
  if (spender === ZERO_ADDRESS && amount !== 'unlimited')
    return sentences([t('lets.allowNobody', { id: groupDigits(amount.toString()), token: symbol })], undefined)
  if (amount === 0n) return sentences([t('lets.allowNone', { spender: who, symbol })], undefined)
  const isUnlimited = amount === 'unlimited' || amount === MAX_UINT256
  const text = isUnlimited
    ? t('lets.allowAll', { spender: who, symbol })
    : facts.tokenOf(token)
      ? t('lets.allow', { spender: who, amount: money({ token, amount }) })
      : t('lets.allowUnknown', { spender: who, amount: groupDigits(amount.toString()), token: symbol })
  return { can: [text], back: t('lets.endAllow'), warning: isUnlimited || !facts.isMarket(spender) ? text : undefined }
}

function approveText({ collection, operator, isApproved }: Of<'approve'>, say: Say): Sentences {
  const { t, facts } = say
  const terms = { spender: spenderText(operator, say), collection: shortAddress(collection) }
  if (!isApproved) return sentences([t('lets.revoke', terms)], undefined)
  const text = t('lets.approve', terms)
  return { can: [text], back: t('lets.endApprove'), warning: facts.isMarket(operator) ? undefined : text }
}

type Sent = Exclude<SentEffect, { is: 'allow' | 'approve' }>

function sentText(effect: Sent, say: Say): (string | false)[] {
  const { t, money, works } = say
  const to = (receiver: Address | undefined) => receiver !== undefined && t('lets.to', { to: shortAddress(receiver) })
  switch (effect.is) {
    case 'buy':
      return [t('lets.buy', { pays: money(effect.pays), works: works(effect.works) }), to(effect.to), t('lets.once')]
    case 'buyMany':
      return [
        ...effect.buys.map(({ works: bought, pays }) => t('lets.buy', { pays: money(pays), works: works(bought) })),
        t('lets.buyMost', { pays: money(effect.pays) }),
        to(effect.to),
        t('lets.once'),
      ]
    case 'sell': {
      const terms = { works: works(effect.works), price: money(effect.price), receives: money(effect.receives) }
      return [t('lets.sell', terms), to(effect.to), t('lets.once')]
    }
    case 'sellMany':
      return [
        ...effect.sales.map(({ works: sold, price, receives }) =>
          t('lets.sell', { works: works(sold), price: money(price), receives: money(receives) }),
        ),
        t('lets.sellLeast', { least: groupDigits(effect.least.toString()), count: effect.sales.length }),
        to(effect.to),
        t('lets.once'),
      ]
    case 'settle': {
      const sides = { owner: shortAddress(effect.owner), winner: shortAddress(effect.winner) }
      const terms = { works: works(effect.works), price: money(effect.price), fee: feePercent(effect.buyerFee) }
      const least = effect.least && t('lets.settleLeast', { owner: sides.owner, least: money(effect.least) })
      return [t('lets.settle', { ...sides, ...terms }), least ?? false, t('lets.once')]
    }
    case 'cancel':
      return [
        effect.of === 'bid' && typeof effect.works.ids !== 'bigint'
          ? t('offer.panel.cancelled', { collection: shortAddress(effect.works.collection) })
          : t(CANCELS[effect.of], { works: works(effect.works) }),
      ]
    case 'cancelMany':
      return [t('lets.cancelMany', { count: effect.numbers.length, numbers: firstNumbers(effect.numbers) })]
    case 'cancelBids':
      return [t('lets.cancelBids')]
    case 'endEverything':
      return [t('lets.endEverything'), t('lets.once')]
    case 'wrap':
    case 'unwrap':
      return [exchangeText(effect, say)]
    case 'transfer':
      return [t('lets.transfer', { works: works(effect.works), to: shortAddress(effect.to) }), t('lets.once')]
    case 'transferMany':
      return [
        ...effect.transfers.map((each) => t('lets.transfer', { works: works(each.works), to: shortAddress(each.to) })),
        t('lets.transferAll'),
      ]
    case 'burn':
      return [t('lets.burn', { works: works(effect.works) }), t('lets.once')]
    case 'mint':
      return [t('lets.mint', { works: works(effect.works), royalty: feePercent(effect.royalty) })]
    case 'createCollection':
      return [t('lets.create', { name: effect.name, symbol: effect.symbol, signer: shortAddress(effect.signer) })]
    case 'addSigner':
      return [t('lets.addSigner', { signer: shortAddress(effect.signer), collection: shortAddress(effect.collection) })]
    case 'describe':
    case 'freeze':
      return [t(effect.is === 'freeze' ? 'lets.freeze' : 'lets.describe', { collection: shortAddress(effect.collection) })]
    case 'openBoxes': {
      const count = Number(effect.boxes)
      const pays = money({ token: ZERO_ADDRESS, amount: effect.pays })
      return [effect.pays > 0n ? t('lets.openCoin', { count, pays }) : t('lets.open', { count })]
    }
    case 'refundBox':
      return [t('lets.refund')]
    case 'collectPrizes':
      return [t('lets.collect'), to(effect.to)]
    case 'claim':
      return [t('lets.claim'), to(effect.to)]
  }
}

/** A call may name more than anybody reads; the exact data have all. */
const MOST_NUMBERS = 12
const firstNumbers = (numbers: readonly bigint[]): string =>
  `${numbers.slice(0, MOST_NUMBERS).join(', ')}${numbers.length > MOST_NUMBERS ? ', …' : ''}`

const CANCELS = { listing: 'lets.cancelListing', bid: 'lets.cancelBid', auction: 'lets.cancelAuction' } as const

function exchangeText({ is, token, amount }: Of<'wrap' | 'unwrap'>, { t, facts, money }: Say): string {
  const symbol = facts.tokenOf(token)?.symbol ?? shortAddress(token)
  return is === 'wrap'
    ? t('lets.wrap', { amount: money({ token: ZERO_ADDRESS, amount }), symbol })
    : t('lets.unwrap', { amount: money({ token, amount }) })
}
