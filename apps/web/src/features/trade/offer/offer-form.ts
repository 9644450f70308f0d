import type { AttributeChoice, OfferRecord } from '@plinth/api'
import { MOST_CRITERIA_IDS, unitsPaid } from '@plinth/protocol'
import type { TextKey } from '../../../i18n/translate.ts'
import { type BidFacts, findBidErrors, fundingOf } from '../bid-form.ts'
import { EMPTY_SALE, type SaleErrors, type SaleForm, typedQuantity } from '../sale-form.ts'

/** Most units of one offer (COFF-01). */
export const MOST_UNITS = 500n

/** One value of one trait; "" before the choice. */
export type Trait = { key: string; value: string }

export type OfferForm = SaleForm & {
  works: 'all' | 'traits'
  traits: readonly Trait[]
  /** Works that are minted later, too. */
  withNew: boolean
  /** Wrap for all units that the coin pays, not for one alone. */
  isWrappingAll: boolean
}

export type OfferErrors = SaleErrors & Partial<Record<'works', TextKey>>

const NO_TRAIT: Trait = { key: '', value: '' }

/** As the form opens: with the traits of the list, or with the terms of an offer. */
export function beginOffer(chosen: readonly AttributeChoice[], from: OfferRecord | undefined, price: string): OfferForm {
  const attributes = from ? (from.attributes ?? []) : chosen
  const traits = attributes.flatMap(({ key, values }) => values.map((value) => ({ key, value })))
  return {
    ...EMPTY_SALE,
    life: 'week',
    price,
    quantity: from ? from.left.toString() : '1',
    works: traits.length > 0 ? 'traits' : 'all',
    traits: traits.length > 0 ? traits : [NO_TRAIT],
    withNew: from !== undefined && from.items === undefined,
    isWrappingAll: true,
  }
}

/** Values of one trait join by "or", traits by "and". Of the whole collection: none. */
export function attributesOf({ works, traits }: Pick<OfferForm, 'works' | 'traits'>): AttributeChoice[] {
  if (works === 'all') return []
  const whole = traits.filter(({ key, value }) => key !== '' && value !== '')
  return [...Map.groupBy(whole, ({ key }) => key)].map(([key, some]) => ({ key, values: [...new Set(some.map(({ value }) => value))] }))
}

/** The rows with one changed; another trait has other values. */
export const putTrait = (traits: readonly Trait[], at: number, part: Partial<Trait>): Trait[] =>
  traits.map((trait, index) => {
    if (index !== at) return trait
    const isOther = part.key !== undefined && part.key !== trait.key
    return { key: part.key ?? trait.key, value: isOther ? '' : (part.value ?? trait.value) }
  })

export const withoutTrait = (traits: readonly Trait[], at: number): Trait[] => traits.toSpliced(at, 1)
export const withTrait = (traits: readonly Trait[]): Trait[] => [...traits, NO_TRAIT]

type Facts = Pick<BidFacts, 'decimals' | 'bid' | 'now'> & {
  /** Works that fit now, and all there are; undefined until counted. */
  fitting: number | undefined
  all: number | undefined
}

/** Errors by field. An open offer can change its price alone. */
export function findOfferErrors(form: OfferForm, { fitting, all, ...facts }: Facts): OfferErrors {
  const errors = findBidErrors(form, { ...facts, most: MOST_UNITS })
  if (facts.bid) return errors
  const works = worksError(form, fitting, all)
  const isMany = typedQuantity(form.quantity) > MOST_UNITS
  return { ...errors, ...(isMany && { quantity: 'offer.mostUnits' as const }), ...(works && { works }) }
}

function worksError(form: OfferForm, fitting: number | undefined, all: number | undefined): TextKey | undefined {
  if (form.works === 'all' && form.withNew) return undefined
  if (form.works === 'traits' && attributesOf(form).length === 0) return 'offer.noTrait'
  if (fitting === undefined) return undefined
  if (fitting === 0) return form.works === 'all' ? 'offer.noWorks' : 'offer.noneFit'
  if (fitting > MOST_CRITERIA_IDS) return 'offer.tooMany'
  return form.works === 'traits' && fitting === all ? 'offer.allFit' : undefined
}

/** An open offer as the terms of a bid. */
export const asBid = ({ unitPrice, quantity, left }: OfferRecord) => ({
  selling: unitPrice * quantity,
  buying: quantity,
  filled: unitPrice * (quantity - left),
})

type Money = {
  unitPrice: bigint
  feeBps: bigint
  /** Units that can still be sold to it. */
  left: bigint
  /** Of the pay token, and of the chain's coin; undefined until read. */
  balance: bigint | undefined
  coin: bigint | undefined
  isWrapped: boolean
  isWrappingAll: boolean
  paid: (units: bigint) => bigint
}

export type OfferFunding = {
  /** Units that the balance pays, and with what can be wrapped; undefined until known. */
  covered: bigint | undefined
  reachable: bigint | undefined
  /** How many are paid for at once, what that takes, and how much of it is wrapped first. */
  funded: bigint
  amount: bigint
  wrap: bigint
  isShort: boolean
}

/** One unit has to be covered; wrapped coin covers more if the maker wants that. */
export function offerFunding({ unitPrice, feeBps, left, balance, coin, isWrapped, isWrappingAll, paid }: Money): OfferFunding {
  if (unitPrice === 0n || left === 0n || balance === undefined)
    return { covered: undefined, reachable: undefined, funded: left, amount: 0n, wrap: 0n, isShort: false }
  const atMost = (money: bigint) => {
    const units = unitsPaid(unitPrice, feeBps, money)
    return units < left ? units : left
  }
  const covered = atMost(balance)
  // Some of the coin has to be left for the network.
  const reachable = isWrapped && coin !== undefined && coin > 0n ? atMost(balance + coin - 1n) : covered
  const wanted = isWrappingAll && reachable > covered ? reachable : covered
  const funded = wanted > 0n ? wanted : 1n
  const amount = paid(funded)
  return { covered, reachable, funded, amount, ...fundingOf({ balance, coin, isWrapped, draw: amount }) }
}
