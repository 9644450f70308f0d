import {
  type AttributeFilter,
  type ChainAddress,
  FACET_NAMES,
  type FacetName,
  type FacetValue,
  ITEM_STATUSES,
  type ItemCounts,
  MEDIA_KINDS,
  MOVING,
  STANDARDS,
} from '@plinth/api'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { useFloorText } from '../../entities/price/floor-text.ts'
import { ratesQuery } from '../../entities/price/rates-query.ts'
import { statistics } from '../../entities/statistics/calls.ts'
import { namesText } from '../../i18n/lists.ts'
import type { Locale } from '../../i18n/locale.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { ChainGlyph } from '../../kit/ChainGlyph.tsx'
import { queryOf } from '../../lib/api.ts'
import { isSameToken, OF_ITS_PAGE, valueText } from '../../lib/explore-address.ts'
import { useCategories, useNetworks } from '../../lib/site.ts'
import { putAttribute } from './chosen.ts'
import { Group } from './Group.tsx'
import { type Option, Options } from './Options.tsx'
import { Bounds, PriceFilter } from './PriceFilter.tsx'
import type { Choice } from './use-choice.ts'
import { idsUnder } from './use-items.ts'
import { useMoneys, type ValueNames } from './value-names.ts'
import './rail.css'

/** Sales ask again by themselves. */
const FLOORS_FRESH_MS = 30_000

type Props = {
  choice: Choice
  counts: ItemCounts | undefined
  isCounting: boolean
  names: ValueNames
  /** On a phone most groups begin closed. */
  isSheet?: boolean
}

/** The reference currency, where the market knows what moneys are worth in it. */
export function useCurrency(): string | undefined {
  const { data } = useQuery(ratesQuery)
  return data && data.rates.length > 0 ? data.currency : undefined
}

/** Everything that works can be filtered by. */
export function Rail({ choice, counts, isCounting, names, isSheet = false }: Props) {
  const { t, locale } = useTranslation()
  const moneys = useMoneys()
  const currency = useCurrency()
  const { filters, fixed, choose } = choice
  const groupOf = useGroups({ choice, counts, names })
  const priceNote =
    filters.minPrice === undefined && filters.maxPrice === undefined ? t('explore.all') : names.price(filters, currency ?? '')
  const group = ({ title, options, find, startsOpen = false }: GroupOf) =>
    options.length === 0 ? null : (
      <Group title={title} note={noteOf(options, locale) ?? t('explore.all')} startsOpen={startsOpen && !isSheet}>
        <Options title={title} options={options} isCounting={isCounting} find={find} />
      </Group>
    )
  const attributes =
    filters.collections?.[0] && filters.collections.length === 1 ? (
      <AttributeGroups
        collection={filters.collections[0]}
        attributes={counts?.attributes ?? []}
        chosen={filters.attributes ?? []}
        isCounting={isCounting}
        names={names}
        onChange={(next) => choose({ attributes: next })}
      />
    ) : (
      <p className="rail-hint s12 muted">{t('explore.chooseOne')}</p>
    )
  return (
    <>
      {FACET_NAMES.map((name) => (
        <Fragment key={name}>
          {!(fixed && OF_ITS_PAGE.includes(name)) && group(groupOf(name))}
          {name === 'statuses' && (
            <Group title={t('explore.price')} note={priceNote} startsOpen>
              <PriceFilter choice={choice} prices={counts?.prices} moneys={moneys} currency={currency} />
            </Group>
          )}
          {name === 'collections' && attributes}
        </Fragment>
      ))}
    </>
  )
}

type GroupOf = { title: string; options: Option[]; find?: string | undefined; startsOpen?: boolean | undefined }

type Shown<N extends FacetName> = {
  title: string
  values: readonly FacetValue<N>[]
  mark?: (value: FacetValue<N>) => ReactNode
  /** Values whose counts a value has besides its own. */
  under?: (value: FacetValue<N>) => readonly FacetValue<N>[]
  find?: string
  startsOpen?: true
}

/** Title, values and marks of each facet. */
function useShown(counts: ItemCounts | undefined): { readonly [N in FacetName]: Shown<N> } {
  const { t } = useTranslation()
  const networks = useNetworks()
  const tree = useCategories()
  const categories = tree.flatMap((category) => [category, ...category.children])
  const moneys = useMoneys()
  return {
    statuses: {
      title: t('explore.statusTitle'),
      startsOpen: true,
      values: ITEM_STATUSES,
      mark: (value) => (value === 'auction' ? <span className="dot" /> : undefined),
    },
    chains: {
      title: t('explore.network'),
      startsOpen: true,
      values: networks.map(({ chainId }) => chainId),
      mark: (value) => <ChainGlyph symbol={networks.find(({ chainId }) => chainId === value)?.symbol ?? ''} />,
    },
    categories: {
      title: t('home.category'),
      startsOpen: true,
      values: categories.map(({ id }) => id),
      under: (value) => categories.filter(({ id }) => id === value).flatMap(idsUnder),
    },
    collections: {
      title: t('search.collections'),
      find: t('explore.findCollection'),
      startsOpen: true,
      values: counts?.collections.map(({ value }) => value) ?? [],
    },
    payTokens: {
      title: t('explore.payToken'),
      values: moneys.map(({ value }) => value),
      mark: (value) => <ChainGlyph symbol={moneys.find((one) => isSameToken(one.value, value))?.symbol ?? ''} />,
    },
    media: { title: t('explore.media'), values: MEDIA_KINDS },
    moving: { title: t('explore.moving'), values: MOVING },
    standards: { title: t('explore.standard'), values: STANDARDS },
    creators: { title: t('explore.creator'), find: t('explore.findCreator'), values: counts?.creators.map(({ value }) => value) ?? [] },
  }
}

function useGroups({ choice: { filters, choose }, counts, names }: Pick<Props, 'choice' | 'counts' | 'names'>) {
  const shown = useShown(counts)
  return <N extends FacetName>(name: N): GroupOf => {
    const { title, values, mark, under, find, startsOpen }: Shown<N> = shown[name]
    const chosen: readonly FacetValue<N>[] = filters[name] ?? []
    const counted: readonly { value: unknown; count: number }[] | undefined = counts?.[name]
    const countOf = new Map(counted?.map(({ value, count }) => [valueText(value), count]))
    const options = values.map((value) => ({
      key: valueText(value),
      label: names.ofFacet[name](value),
      count: counted && (under?.(value) ?? [value]).reduce((sum, one) => sum + (countOf.get(valueText(one)) ?? 0), 0),
      mark: mark?.(value),
      isChosen: chosen.some((one) => valueText(one) === valueText(value)),
      onChange: () => choose({ [name]: toggled(chosen, value) }),
    }))
    return { title, options, find, startsOpen }
  }
}

function toggled<T>(chosen: readonly T[], value: T): T[] {
  const others = chosen.filter((one) => valueText(one) !== valueText(value))
  return others.length < chosen.length ? others : [...chosen, value]
}

function noteOf(options: readonly Option[], locale: Locale): string | undefined {
  const chosen = options.filter(({ isChosen }) => isChosen).map(({ label }) => label)
  return chosen.length === 0 ? undefined : namesText(chosen, locale)
}

type AttributesProps = {
  collection: ChainAddress
  attributes: ItemCounts['attributes']
  chosen: readonly AttributeFilter[]
  isCounting: boolean
  names: ValueNames
  onChange: (next: AttributeFilter[]) => void
}

/** The traits of one collection, each value with what the cheapest of them costs. */
function AttributeGroups({ collection: { chainId, address }, attributes, chosen, isCounting, names, onChange }: AttributesProps) {
  const { t } = useTranslation()
  const floorText = useFloorText(chainId)
  const hasAny = attributes.length > 0
  const { data = [] } = useQuery({
    ...queryOf(statistics.attributes, { chainId, collection: address }),
    staleTime: FLOORS_FRESH_MS,
    enabled: hasAny,
  })
  const floors = Map.groupBy(data, ({ key }) => key)
  return (
    <>
      {data.length > 0 && hasAny && (
        <p className="option priced rail-head s12 muted" aria-hidden="true">
          <span>{t('explore.trait')}</span>
          <span>{t('explore.floorOf')}</span>
          <span>{t('explore.worksOf')}</span>
        </p>
      )}
      {attributes.map((attribute) => (
        <AttributeGroup
          key={attribute.key}
          attribute={attribute}
          floors={data.length === 0 ? undefined : new Map(floors.get(attribute.key)?.map((one) => [one.value, floorText(one.floors)]))}
          chosen={chosen.find(({ key }) => key === attribute.key)}
          isCounting={isCounting}
          names={names}
          onChange={(next) => onChange(putAttribute(chosen, next))}
        />
      ))}
    </>
  )
}

type AttributeProps = {
  /** By value; undefined where nothing of the collection is on sale. */
  floors: ReadonlyMap<string, string | undefined> | undefined
  attribute: ItemCounts['attributes'][number]
  chosen: AttributeFilter | undefined
  isCounting: boolean
  names: ValueNames
  onChange: (next: AttributeFilter) => void
}

/** Several values of one trait join by "or"; where all are numbers there is a range. */
function AttributeGroup({ attribute: { key, isNumeric, values }, floors, chosen, isCounting, names, onChange }: AttributeProps) {
  const { t, locale } = useTranslation()
  const isRange = chosen !== undefined && chosen.values === undefined
  const note = chosen
    ? isRange
      ? names.range(chosen)
      : namesText(chosen.values ?? [], locale)
    : t('explore.kinds', { count: values.length })
  const numbers = isNumeric ? values.map(({ value }) => Number(value)) : []
  const put = (min: string | undefined, max: string | undefined) =>
    onChange(bounded(key, min === undefined ? undefined : Number(min), max === undefined ? undefined : Number(max)))
  return (
    <Group title={key} note={note} startsOpen={chosen !== undefined}>
      {isNumeric && (
        <Bounds
          min={isRange ? chosen.min?.toString() : undefined}
          max={isRange ? chosen.max?.toString() : undefined}
          names={[t('explore.fromNumber', { number: Math.min(...numbers) }), t('explore.toNumber', { number: Math.max(...numbers) })]}
          fault={(min, max) => min !== undefined && max !== undefined && Number(min) > Number(max)}
          isSigned
          onChange={put}
        />
      )}
      {!isRange && (
        <Options
          title={key}
          find={t('explore.findValue')}
          isCounting={isCounting}
          hasFloors={floors !== undefined}
          options={values.map(({ value, count }) => ({
            key: value,
            label: value,
            count,
            floor: floors?.get(value),
            isChosen: chosen?.values?.includes(value) ?? false,
            onChange: () => onChange({ key, values: toggled(chosen?.values ?? [], value) }),
          }))}
        />
      )}
    </Group>
  )
}

function bounded(key: string, min: number | undefined, max: number | undefined): AttributeFilter {
  if (min === undefined) return max === undefined ? { key } : { key, max }
  return max === undefined ? { key, min } : { key, min, max }
}
