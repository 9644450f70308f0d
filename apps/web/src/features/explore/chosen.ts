import { type AttributeFilter, FACET_NAMES, FACETS, type FacetName, type FacetValue, type ItemFilters } from '@plinth/api'
import { OF_ITS_PAGE, valueText } from '../../lib/explore-address.ts'
import type { Change, Choice } from './use-choice.ts'
import type { ValueNames } from './value-names.ts'

/** One value that is chosen: how it is called, and the filters without it. */
export type Chosen = { key: string; label: string; without: Change }

type Asked = Pick<Choice, 'filters' | 'fixed'>

/** Every value that is chosen, in the order of the rail. The words of a search page are its own. */
export function listChosen({ filters, fixed }: Asked, names: ValueNames, currency: string, keepsWords: boolean): Chosen[] {
  const { minPrice, maxPrice, words } = filters
  const chosen: Chosen[] = []
  if (words !== undefined && !keepsWords) chosen.push({ key: 'words', label: `“${words}”`, without: { words: undefined } })
  for (const name of FACET_NAMES) {
    if (!fixed || !OF_ITS_PAGE.includes(name)) chosen.push(...chosenOf(name, filters, names))
    if (name === 'statuses' && (minPrice !== undefined || maxPrice !== undefined))
      chosen.push({
        key: 'price',
        label: names.price(filters, currency),
        without: { minPrice: undefined, maxPrice: undefined },
      })
    if (name === 'collections') chosen.push(...chosenAttributes(filters, names))
  }
  return chosen
}

function chosenOf<N extends FacetName>(name: N, filters: ItemFilters, names: ValueNames): Chosen[] {
  const values: readonly FacetValue<N>[] = filters[name] ?? []
  return values.map((one) => ({
    key: `${FACETS[name].param} ${valueText(one)}`,
    label: names.ofFacet[name](one),
    without: { [name]: values.filter((other) => valueText(other) !== valueText(one)) },
  }))
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
