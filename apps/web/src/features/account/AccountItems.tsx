import type { ItemRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { ItemGrid } from '../../entities/cards/ItemGrid.tsx'
import type { OwnOffer } from '../../flows/acts/order/end-too.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button, ButtonLink } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { hashKey } from '../../lib/api.ts'
import { itemsQuery } from './account-query.ts'
import { InactiveLine } from './InactiveLine.tsx'
import { Pager } from './Pager.tsx'
import { type AccountTab, type AccountView, isNarrowed, widened } from './tabs.ts'
import { useInactiveOffers } from './use-inactive-offers.ts'

type Props = {
  address: Address
  view: AccountView
  paged: boolean
  isOwn: boolean
  onChange: (view: AccountView) => void
  /** The quick act of a card; of one whose own offer is inactive, to end that. */
  actOf: (item: ItemRecord, ends?: OwnOffer) => ReactNode
  picks?: OwnPicks | undefined
}

/** Boxes that pick the viewer's works, and what learns which works are on screen. */
export type OwnPicks = {
  itemPickOf?: ((item: ItemRecord) => ReactNode) | undefined
  onShown?: ((items: readonly ItemRecord[]) => void) | undefined
}

/** The items of one tab. */
export function AccountItems({ address, view, paged, isOwn, onChange, actOf, picks: { itemPickOf, onShown } = {} }: Props) {
  const { t } = useTranslation()
  const { tab, chainId, category } = view
  const start = paged ? view.page : 1
  const list = itemsQuery(address, view, start)
  const pages = useInfiniteQuery(list)
  const first = pages.data?.pages[0]
  useEffect(() => onShown?.(pages.data?.pages.flatMap((page) => page.list) ?? []), [pages.data, onShown])
  const count = usePageCount(hashKey([tab, address, chainId, category]), first?.pages)
  const belongs = useCallback((item: ItemRecord) => belongsTo(tab, item, address), [tab, address])
  const offerOf = useInactiveOffers(address, chainId, isOwn && tab === 'sale')
  const lineOf = useCallback(
    (item: ItemRecord) => {
      const offer = offerOf(item)
      return offer && <InactiveLine offer={offer} />
    },
    [offerOf],
  )
  const act = useCallback((item: ItemRecord) => actOf(item, offerOf(item)), [actOf, offerOf])
  const holding = useMemo(
    () => ({ owner: address, text: (count: string) => t(isOwn ? 'item.youHold' : 'item.holds', { count }) }),
    [address, isOwn, t],
  )
  // A page that is gone, after a sale or by a slip of the pen, leads back to the first.
  const isBeyond = first !== undefined && first.list.length === 0 && start > 1
  useEffect(() => {
    if (isBeyond) onChange({ ...view, page: 1 })
  })
  return (
    <>
      <ItemGrid
        list={hashKey(list.queryKey)}
        pages={pages}
        columns={4}
        actOf={act}
        pickOf={itemPickOf}
        lineOf={lineOf}
        belongs={belongs}
        holding={tab === 'collectibles' ? holding : undefined}
        empty={<Nothing view={view} isOwn={isOwn} onChange={onChange} />}
      />
      {paged && count > 1 && <Pager page={start} pages={count} onTurn={(page) => onChange({ ...view, page })} />}
    </>
  )
}

/** How many pages a list has stays known while another of them comes: who turns them by keyboard keeps the focus. */
function usePageCount(list: string, count: number | undefined): number {
  const [known, setKnown] = useState({ list, count })
  const now = { list, count: count ?? (known.list === list ? known.count : undefined) }
  if (now.list !== known.list || now.count !== known.count) setKnown(now)
  return now.count ?? 0
}

/** What was made or liked stays so; the rest may be sold or given away while it is looked at. */
function belongsTo(tab: AccountTab, { holdings, listings, resting }: ItemRecord, address: Address): boolean {
  if (tab === 'sale') return [...listings, ...resting].some(({ maker }) => maker === address)
  return tab !== 'collectibles' || holdings.some(({ owner, quantity }) => owner === address && quantity > 0n)
}

function Nothing({ view, isOwn, onChange }: Pick<Props, 'view' | 'isOwn' | 'onChange'>) {
  const { t } = useTranslation()
  const isNarrow = isNarrowed(view)
  const words = isNarrow ? 'narrowed' : view.tab === 'liked' && !isOwn ? 'likedByOther' : view.tab
  return (
    <EmptyState title={t(`account.empty.${words}.title`)} text={t(`account.empty.${words}.text`)}>
      <ButtonLink variant="primary" to="/">
        {t('account.market')}
      </ButtonLink>
      {isNarrow && <Button onClick={() => onChange(widened(view))}>{t('account.showAll')}</Button>}
    </EmptyState>
  )
}
