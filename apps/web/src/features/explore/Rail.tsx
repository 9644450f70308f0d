import { type AttributeFilter, type ChainAddress, ITEM_STATUSES, type ItemCounts } from '@plinth/api'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFloorText } from '../../entities/price/floor-text.ts'
import { ratesQuery } from '../../entities/price/rates-query.ts'
import { statistics } from '../../entities/statistics/calls.ts'
import { namesText } from '../../i18n/lists.ts'
import type { Locale } from '../../i18n/locale.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { ChainGlyph } from '../../kit/ChainGlyph.tsx'
import { queryOf } from '../../lib/api.ts'
import { chainAddressText, isSameToken } from '../../lib/explore-address.ts'
import { useCategories, useNetworks } from '../../lib/site.ts'
import { putAttribute } from './chosen.ts'
import { Group } from './Group.tsx'
import { type Option, Options } from './Options.tsx'
import { Bounds, PriceFilter } from './PriceFilter.tsx'
import type { Choice } from './use-choice.ts'
import { idsUnder } from './use-items.ts'
import { MEDIA, STANDARDS, useMoneys, type ValueNames } from './value-names.ts'
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
  const groups = useGroups({ choice, counts, names })
  const priceNote =
    filters.minPrice === undefined && filters.maxPrice === undefined ? t('explore.all') : names.price(filters, currency ?? '')
  const group = ({ title, options, find, startsOpen = false }: GroupOf) =>
    options.length === 0 ? null : (
      <Group key={title} title={title} note={noteOf(options, locale) ?? t('explore.all')} startsOpen={startsOpen && !isSheet}>
        <Options title={title} options={options} isCounting={isCounting} find={find} />
      </Group>
    )
  return (
    <>
      {group(groups.status)}
      <Group title={t('explore.price')} note={priceNote} startsOpen>
        <PriceFilter choice={choice} prices={counts?.prices} moneys={moneys} currency={currency} />
      </Group>
      {!fixed && group(groups.chains)}
      {group(groups.categories)}
      {!fixed && group(groups.collections)}
      {filters.collections?.[0] && filters.collections.length === 1 ? (
        <AttributeGroups
          collection={filters.collections[0]}
          attributes={counts?.attributes ?? []}
          chosen={filters.attributes ?? []}
          isCounting={isCounting}
          names={names}
          onChange={(attributes) => choose({ attributes })}
        />
      ) : (
        <p className="rail-hint s12 muted">{t('explore.chooseOne')}</p>
      )}
      {group(groups.payTokens)}
      {group(groups.media)}
      {group(groups.standards)}
      {group(groups.creators)}
    </>
  )
}

type GroupOf = { title: string; options: Option[]; find?: string; startsOpen?: boolean }

function useGroups({ choice: { filters, choose }, counts, names }: Pick<Props, 'choice' | 'counts' | 'names'>) {
  const { t } = useTranslation()
  const networks = useNetworks()
  const categories = useCategories()
  const moneys = useMoneys()
  const { statuses = [], chains = [], categories: chosenIds = [], collections = [], payTokens = [], media = [], standards = [] } = filters
  const { creators = [] } = filters
  const plain = equals
  const countIn = <T,>(list: readonly { value: T; count: number }[] | undefined, of: (value: T) => boolean) =>
    list?.filter(({ value }) => of(value)).reduce((sum, { count }) => sum + count, 0)
  const option = <T,>(
    of: { chosen: readonly T[]; value: T; label: string; count: number | undefined; mark?: ReactNode },
    put: Put<T>,
    same: Same<T>,
  ): Option => ({
    key: keyOf(of.value),
    label: of.label,
    count: of.count,
    mark: of.mark,
    isChosen: of.chosen.some((one) => same(one, of.value)),
    onChange: () => put(toggled(of.chosen, of.value, same)),
  })
  const countedOf = <T extends { value: ChainAddress } | { value: string }>(counted: readonly T[] | undefined) => counted ?? []
  return {
    status: {
      title: t('explore.statusTitle'),
      startsOpen: true,
      options: ITEM_STATUSES.map((value) =>
        option(
          {
            chosen: statuses,
            value,
            label: names.status(value),
            count: countIn(counts?.statuses, (one) => one === value),
            mark: value === 'auction' ? <span className="dot" /> : undefined,
          },
          (next) => choose({ statuses: [...next] }),
          plain,
        ),
      ),
    },
    chains: {
      title: t('explore.network'),
      startsOpen: true,
      options: networks.map(({ chainId, name, symbol }) =>
        option(
          {
            chosen: chains,
            value: chainId,
            label: name,
            count: countIn(counts?.chains, (one) => one === chainId),
            mark: <ChainGlyph symbol={symbol} />,
          },
          (next) => choose({ chains: [...next] }),
          plain,
        ),
      ),
    },
    categories: {
      title: t('home.category'),
      startsOpen: true,
      options: categories
        .flatMap((category) => [category, ...category.children])
        .map((category) =>
          option(
            {
              chosen: chosenIds,
              value: category.id,
              label: names.category(category.id),
              count: countIn(counts?.categories, (id) => idsUnder(category).includes(id)),
            },
            (next) => choose({ categories: [...next] }),
            plain,
          ),
        ),
    },
    collections: {
      title: t('search.collections'),
      find: t('explore.findCollection'),
      startsOpen: true,
      options: countedOf(counts?.collections).map(({ value, count }) =>
        option(
          { chosen: collections, value, label: names.collection(value), count },
          (next) => choose({ collections: [...next] }),
          isSameToken,
        ),
      ),
    },
    payTokens: {
      title: t('explore.payToken'),
      options: moneys.map(({ value, label, symbol }) =>
        option(
          {
            chosen: payTokens,
            value,
            label,
            count: countIn(counts?.payTokens, (one) => isSameToken(one, value)),
            mark: <ChainGlyph symbol={symbol} />,
          },
          (next) => choose({ payTokens: [...next] }),
          isSameToken,
        ),
      ),
    },
    media: {
      title: t('explore.media'),
      options: MEDIA.map((value) =>
        option(
          { chosen: media, value, label: names.media(value), count: countIn(counts?.media, (one) => one === value) },
          (next) => choose({ media: [...next] }),
          plain,
        ),
      ),
    },
    standards: {
      title: t('explore.standard'),
      options: STANDARDS.map((value) =>
        option(
          { chosen: standards, value, label: names.standard(value), count: countIn(counts?.standards, (one) => one === value) },
          (next) => choose({ standards: [...next] }),
          plain,
        ),
      ),
    },
    creators: {
      title: t('explore.creator'),
      find: t('explore.findCreator'),
      options: countedOf(counts?.creators).map(({ value, count }) =>
        option({ chosen: creators, value, label: names.creator(value), count }, (next) => choose({ creators: [...next] }), plain),
      ),
    },
  } satisfies Record<string, GroupOf>
}

type Put<T> = (next: readonly T[]) => void
type Same<T> = (a: T, b: T) => boolean
const equals = (a: unknown, b: unknown): boolean => a === b
const keyOf = (value: unknown): string => (typeof value === 'object' ? chainAddressText(value as ChainAddress) : String(value))

function toggled<T>(chosen: readonly T[], value: T, same: Same<T>): T[] {
  const others = chosen.filter((one) => !same(one, value))
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
            onChange: () => onChange({ key, values: toggled(chosen?.values ?? [], value, equals) }),
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
