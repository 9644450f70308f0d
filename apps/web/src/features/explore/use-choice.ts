import type { Category, ChainAddress, ItemFilters, ItemSort } from '@plinth/api'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type Density, type ItemChoice, type Param, readChoice, writeChoice } from '../../lib/explore-address.ts'
import { presentParams } from '../../lib/present-params.ts'
import { useCategories, useConfig } from '../../lib/site.ts'
import { LOCAL, writeStored } from '../../lib/storage.ts'

/** Undefined takes a filter away. */
export type Change = { [K in keyof ItemFilters]?: ItemFilters[K] | undefined }

export type Choice = {
  filters: ItemFilters
  sort: ItemSort | undefined
  density: Density | undefined
  /** Parameters of the address that were left out. */
  leftOut: readonly Param[]
  fixed: ChainAddress | undefined
  /** Replaces these filters. */
  choose: (filters: Change) => void
  order: (sort: ItemSort) => void
  look: (density: Density) => void
  /** Takes all filters away but those that the page fixes. */
  clear: () => void
}

const all = (list: readonly Category[]): Category[] => list.flatMap((category) => [category, ...all(category.children)])

/** Every category of the market, those below others included. */
export function useAllCategories(): Category[] {
  const categories = useCategories()
  return useMemo(() => all(categories), [categories])
}

/** What is chosen, as the address says it; a change replaces the address, and the page stays where it is. */
export function useChoice(given: ChainAddress | undefined, keepsWords: boolean): Choice {
  const [params, setParams] = useSearchParams()
  const { networks } = useConfig()
  const categories = useAllCategories()
  const text = params.toString()
  const { chainId, address } = given ?? {}
  // Keeps its identity, and with it the choice and every card.
  const fixed = useMemo(() => (chainId === undefined || address === undefined ? undefined : { chainId, address }), [chainId, address])
  const known = useMemo(
    () => ({ chains: networks.map(({ chainId }) => chainId), categories: categories.map(({ id }) => id) }),
    [networks, categories],
  )
  const read = useMemo(() => readChoice(new URLSearchParams(text), known, fixed), [text, known, fixed])
  const write = (change: (choice: ItemChoice) => ItemChoice) => {
    const current = presentParams()
    setParams(writeChoice(current, change(readChoice(current, known, fixed)), fixed), { replace: true, preventScrollReset: true })
  }
  return {
    ...read,
    fixed,
    choose: (filters) => write((choice) => ({ ...choice, filters: cleaned({ ...choice.filters, ...filters }) })),
    order: (sort) => write((choice) => ({ ...choice, sort })),
    look: (density) => {
      writeStored(LOCAL.density, density)
      write((choice) => ({ ...choice, density }))
    },
    clear: () => write(({ filters: { words }, ...choice }) => ({ ...choice, filters: keepsWords && words !== undefined ? { words } : {} })),
  }
}

/** Without what is empty; traits belong to the one collection that is chosen. */
export function cleaned(filters: Change): ItemFilters {
  const isOne = filters.collections?.length === 1
  return Object.fromEntries(
    Object.entries(filters).filter(
      ([name, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0) && (isOne || name !== 'attributes'),
    ),
  ) as ItemFilters
}
