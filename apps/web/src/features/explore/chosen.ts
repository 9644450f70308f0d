import type { AttributeFilter, ItemFilters } from '@plinth/api'
import { chainAddressText, isSameToken } from '../../lib/explore-address.ts'
import type { Change, Choice } from './use-choice.ts'
import type { ValueNames } from './value-names.ts'

/** One value that is chosen: how it is called, and the filters without it. */
export type Chosen = { key: string; label: string; without: Change }

type Asked = Pick<Choice, 'filters' | 'fixed'>

/** Every value that is chosen, in the order of the rail. The words of a search page are its own. */
export function listChosen({ filters, fixed }: Asked, names: ValueNames, currency: string, keepsWords: boolean): Chosen[] {
  const {
    statuses = [],
    chains = [],
    categories = [],
    collections = [],
    payTokens = [],
    media = [],
    standards = [],
    creators = [],
  } = filters
  const { minPrice, maxPrice, words } = filters
  const chosen: Chosen[] = statuses.map((one) => ({
    key: `status ${one}`,
    label: names.status(one),
    without: { statuses: statuses.filter((other) => other !== one) },
  }))
  if (words !== undefined && !keepsWords) chosen.unshift({ key: 'words', label: `“${words}”`, without: { words: undefined } })
  if (minPrice !== undefined || maxPrice !== undefined)
    chosen.push({
      key: 'price',
      label: names.price(filters, currency),
      without: { minPrice: undefined, maxPrice: undefined },
    })
  for (const one of fixed ? [] : chains)
    chosen.push({ key: `chain ${one}`, label: names.chain(one), without: { chains: chains.filter((other) => other !== one) } })
  for (const one of categories)
    chosen.push({
      key: `category ${one}`,
      label: names.category(one),
      without: { categories: categories.filter((other) => other !== one) },
    })
  for (const one of fixed ? [] : collections)
    chosen.push({
      key: `collection ${chainAddressText(one)}`,
      label: names.collection(one),
      without: { collections: collections.filter((other) => !isSameToken(other, one)) },
    })
  chosen.push(...chosenAttributes(filters, names))
  for (const one of payTokens)
    chosen.push({
      key: `pay ${chainAddressText(one)}`,
      label: names.payToken(one),
      without: { payTokens: payTokens.filter((other) => !isSameToken(other, one)) },
    })
  for (const one of media)
    chosen.push({ key: `media ${one}`, label: names.media(one), without: { media: media.filter((other) => other !== one) } })
  for (const one of standards)
    chosen.push({ key: `standard ${one}`, label: names.standard(one), without: { standards: standards.filter((other) => other !== one) } })
  for (const one of creators)
    chosen.push({ key: `creator ${one}`, label: names.creator(one), without: { creators: creators.filter((other) => other !== one) } })
  return chosen
}

function chosenAttributes({ attributes = [] }: ItemFilters, names: ValueNames): Chosen[] {
  return attributes.flatMap(({ key, values, min, max }) => {
    if (!values)
      return [
        { key: `range ${key}`, label: `${key}: ${names.range({ min, max })}`, without: { attributes: putAttribute(attributes, { key }) } },
      ]
    return values.map((value) => ({
      key: `trait ${key} ${value}`,
      label: value,
      without: { attributes: putAttribute(attributes, { key, values: values.filter((other) => other !== value) }) },
    }))
  })
}

/** The attribute in the place of what was chosen of it; taken away where nothing is. */
export function putAttribute(attributes: readonly AttributeFilter[], next: AttributeFilter): AttributeFilter[] {
  const isEmpty = next.values ? next.values.length === 0 : (next.min ?? next.max) === undefined
  const others = attributes.filter(({ key }) => key !== next.key)
  return isEmpty ? others : [...others, next]
}
