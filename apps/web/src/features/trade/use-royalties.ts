import type { ItemRecord } from '@plinth/api'
import { type Address, feePercent, sumOf } from '@plinth/protocol'
import { personName } from '../../entities/person-name.ts'
import { royaltiesOf, royaltyLeaving } from '../../entities/price/royalty.ts'
import { useTranslation } from '../../i18n/translate.ts'

export type NamedRoyalty = { key: string; label: string; share: bigint }

/** The royalties of a trade for its lines: the maker's by name, all others as one. `shares` as the sums have them. */
export function useRoyalties(item: ItemRecord, seller: Address | undefined, shares: readonly bigint[]): NamedRoyalty[] {
  const { t } = useTranslation()
  const first = royaltyLeaving({ ...item, royalties: item.royalties.slice(0, 1) }, seller)
  const others = sumOf(royaltiesOf(item).map(({ bps }, index) => (index === 0 ? 0n : bps)))
  const name = personName(item.creator)
  return [
    ...(first > 0n ? [{ key: 'maker', label: t('trade.royaltyTo', { name, percent: feePercent(first) }), share: shares[0] ?? 0n }] : []),
    ...(others > 0n
      ? [{ key: 'others', label: t('trade.otherRoyalties', { percent: feePercent(others) }), share: sumOf(shares.slice(1)) }]
      : []),
  ]
}
