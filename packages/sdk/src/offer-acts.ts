import { AppError, type OfferRecord } from '@plinth/api'
import { payAmount } from '@plinth/protocol'
import { allowSteps, approveStep, transaction, wrapStep } from './act-steps.ts'
import { isMoved } from './items.ts'
import type { OfferMarket } from './market.ts'
import { type OfferTerms, prepareOffer } from './offer.ts'
import { type AcceptOfferTerms, acceptOfferCall, acceptOffersCall, cancelOfferCall, fetchOfferFill } from './offer-calls.ts'
import type { Act } from './requests.ts'

export type OfferActTerms = OfferTerms & {
  /** Of the chain's coin, the most that is wrapped first, in wei. Default: nothing. */
  wrap?: bigint
  /** How many units are paid for at once: as many are wrapped. Default: all. */
  funded?: bigint
}

/** Offers money for any items of a set; with an open offer, raises its price. */
export function offer(market: OfferMarket, terms: OfferActTerms): Act {
  const token = terms.payToken.address
  const paid = (units: bigint) => payAmount(terms.unitPrice, units, terms.maxBuyerFeeBps)
  const spending = { token, payment: paid(terms.quantity), isUnlimited: false, exceptSalt: terms.raised?.salt }
  return [
    ...(terms.wrap ? [wrapStep(market, token, paid(terms.funded ?? terms.quantity), terms.wrap)] : []),
    ...allowSteps(market, async () => spending),
    { key: 'sign', prepare: () => prepareOffer(market, terms) },
  ]
}

/** Ends an open offer of the account. */
export function cancelOffer(market: OfferMarket, { salt }: Pick<OfferRecord, 'salt'>): Act {
  return [
    {
      key: 'cancel',
      prepare: async () => {
        const open = await findOwnOffer(market, salt)
        if (!open) throw new AppError('ORDER_NOT_FOUND')
        return transaction(cancelOfferCall(market, open))
      },
      isIndexed: async () => (await findOwnOffer(market, salt)) === undefined,
    },
  ]
}

/** The account's open offer of this salt. */
export async function findOwnOffer({ api, chainId }: OfferMarket, salt: bigint): Promise<OfferRecord | undefined> {
  for (let page = 1; ; page++) {
    const { list, pages } = await api.offer.mine({ page, limit: 100, chainId })
    const found = list.find((one) => one.salt === salt)
    if (found || page >= pages) return found
  }
}

/** Sells an item to an offer for its set, for at least what the holder was shown. */
export const acceptOffer = (market: OfferMarket, terms: AcceptOfferTerms): Act => [
  approveStep(market, terms.collection),
  {
    key: 'accept',
    prepare: async () => transaction(acceptOfferCall(market, await fetchOfferFill(market, terms), terms.quantity, terms.receives)),
    isIndexed: isMoved(market, terms),
  },
]

/** Sells several items to offers, or to bids for them, in one transaction: all of them, or at least `least`. */
export function acceptOffers(market: OfferMarket, lines: readonly AcceptOfferTerms[], least: number = lines.length): Act {
  const collections = [...new Set(lines.map(({ collection }) => collection))]
  return [
    ...collections.map((collection) => approveStep(market, collection)),
    {
      key: 'accept',
      prepare: async () => {
        const fills = await Promise.all(lines.map(async (terms) => ({ terms, fill: await fetchOfferFill(market, terms) })))
        return transaction(acceptOffersCall(market, fills, least))
      },
      isIndexed: async (hash) => (await Promise.all(lines.map((terms) => isMoved(market, terms)(hash)))).some(Boolean),
    },
  ]
}
