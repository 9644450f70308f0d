import type { OfferRecord } from '@plinth/api'
import { explorePath, writeChoice } from '../../lib/explore-address.ts'
import type { ItemKey } from './item-key.ts'

/** "14.5%" of the items of a collection; undefined where there is nothing to compare with. */
export function shareText(count: number, total: number, locale: string): string | undefined {
  if (total < 2 || count < 1) return undefined
  const percent = (part: number) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(part)
  const part = Math.min(1, count / total)
  if (part < 0.001) return `<${percent(0.001)}`
  // Nearly all are not all.
  return percent(part < 1 ? Math.min(part, 0.999) : part)
}

/** To the works of the collection with this attribute. */
export const traitPath = ({ chainId, collection }: Pick<ItemKey, 'chainId' | 'collection'>, key: string, value: string): string =>
  explorePath({ collections: [{ chainId, address: collection }], attributes: [{ key, values: [value] }] })

/** To the collection's dialog of offers, with this attribute chosen. */
export function offerPath({ chainId, collection }: Pick<ItemKey, 'chainId' | 'collection'>, key: string, value: string): string {
  const of = { chainId, address: collection }
  const filters = { collections: [of], attributes: [{ key, values: [value] }] }
  const asked = new URLSearchParams({ chain: String(chainId), act: 'offer' })
  return `/collection/${collection}?${writeChoice(asked, { filters, sort: undefined, density: undefined }, of)}`
}

/** The best offer for any work with the attribute; offers come best worth first. */
export const topOfferFor = (offers: readonly OfferRecord[], key: string, value: string): OfferRecord | undefined =>
  offers.find(({ kind, attributes = [], sharesMoney }) => {
    if (sharesMoney || kind === 'item') return false
    const [only] = attributes
    return kind === 'collection' || (attributes.length === 1 && only?.key === key && only.values.includes(value))
  })
