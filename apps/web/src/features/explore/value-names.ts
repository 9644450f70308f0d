import type { AttributeFilter, ChainAddress, FacetName, FacetValue, ItemCounts, ItemFilters } from '@plinth/api'
import { ITEM_TYPE, shortAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { useQueries } from '@tanstack/react-query'
import { useCategoryName } from '../../entities/category-name.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { chainAddressText, isSameToken } from '../../lib/explore-address.ts'
import { priceText } from '../../lib/numbers.ts'
import { payTokensQuery, useConfig, useNetworks } from '../../lib/site.ts'
import { useAllCategories } from './use-choice.ts'

/** Pay tokens of all networks, by what they are called. */
export function useMoneys(): { value: ChainAddress; symbol: string; label: string; isDefault: boolean }[] {
  const networks = useNetworks()
  const answers = useQueries({ queries: networks.map(({ chainId }) => payTokensQuery(chainId)) })
  const tokens = answers.flatMap(({ data }) => data ?? [])
  return tokens.map(({ chainId, address, symbol }) => {
    const isTwice = tokens.some((other) => other.symbol === symbol && other.chainId !== chainId)
    const network = networks.find((one) => one.chainId === chainId)?.name ?? chainId
    return {
      value: { chainId, address },
      symbol,
      label: isTwice ? `${symbol}, ${network}` : symbol,
      isDefault: address === ZERO_ADDRESS,
    }
  })
}

/** How each value of a filter is called on screen. */
export function useValueNames(counts: ItemCounts | undefined) {
  const { t } = useTranslation()
  const { networks } = useConfig()
  const categories = useAllCategories()
  const categoryName = useCategoryName()
  const moneys = useMoneys()
  const ofFacet: { readonly [N in FacetName]: (value: FacetValue<N>) => string } = {
    statuses: (status) => t(`explore.status.${status}`),
    chains: (id) => networks.find(({ chainId }) => chainId === id)?.name ?? String(id),
    categories: (id) => {
      const found = categories.find((category) => category.id === id)
      return found ? categoryName(found) : String(id)
    },
    collections: (value) => counts?.collections.find((one) => isSameToken(one.value, value))?.name || shortAddress(value.address),
    payTokens: (value) => moneys.find((one) => isSameToken(one.value, value))?.label ?? chainAddressText(value),
    media: (kind) => t(`explore.mediaKind.${kind}`),
    moving: (is) => t(`explore.isMoving.${is}`),
    standards: (standard) => t(standard === ITEM_TYPE.ERC1155 ? 'explore.edition' : 'explore.single'),
    creators: (address) => counts?.creators.find(({ value }) => value === address)?.name || shortAddress(address),
  }
  return {
    ofFacet,
    range: ({ min, max }: Pick<AttributeFilter, 'min' | 'max'>) => rangeText(t, min?.toString(), max?.toString()),
    price: ({ minPrice, maxPrice, money }: ItemFilters, currency: string) => {
      const unit = money ? (moneys.find((one) => isSameToken(one.value, money))?.symbol ?? '') : currency
      return rangeText(t, minPrice && `${priceText(minPrice)} ${unit}`, maxPrice && `${priceText(maxPrice)} ${unit}`)
    },
  }
}

export type ValueNames = ReturnType<typeof useValueNames>

function rangeText(t: ReturnType<typeof useTranslation>['t'], min: string | undefined, max: string | undefined): string {
  if (min !== undefined && max !== undefined) return t('explore.between', { min, max })
  return min === undefined ? t('explore.upTo', { max: max ?? '' }) : t('explore.atLeast', { min })
}
