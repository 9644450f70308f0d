import type { ItemRecord, OrderRecord } from '@plinth/api'
import { breakdown, formatPays, formatReceives, royaltyBpsOf } from '@plinth/protocol'
import type { ReactNode } from 'react'
import { dueFor } from '../../flows/due.ts'
import { findPending, useTray } from '../../flows/tray.ts'
import { useResumedAct } from '../../flows/use-act.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Countdown } from '../../kit/Countdown.tsx'
import { Skeleton } from '../../kit/marks.tsx'
import { Rich } from '../../kit/Rich.tsx'
import { chainNow } from '../../lib/clock.ts'
import { groupDigits, shortPercent } from '../../lib/numbers.ts'
import { useSession } from '../../lib/session.ts'
import { useConfig } from '../../lib/site.ts'
import { type HistoryRow, lastSaleOf } from './history-view.ts'
import { type ItemAct, roleOf } from './item-role.ts'
import { useOwnSale } from './use-own-sale.ts'

export type OpenAct = (act: ItemAct, order?: OrderRecord) => void
/** A hook of the route: opens the trade dialogs, which are another feature's. */
export type DialogsOf = (item: ItemRecord) => { open: OpenAct; dialogs: ReactNode }

type Props = { item: ItemRecord; rows: readonly HistoryRow[]; open: OpenAct }

/** What it costs or brings, and what the viewer can do about it. */
export function PriceBlock({ item, rows, open }: Props) {
  const { address, status } = useSession()
  const own = useOwnSale(item)
  const role = roleOf(item, address, own)
  const lastSale = lastSaleOf(rows)
  useTray()
  useResumedAct('buy', role.offer !== undefined, () => open('buy', role.offer))
  const isBuying = address !== undefined && findPending('buy', address, item) !== undefined
  return (
    <section className="price-block">
      {role.own ? (
        <Selling item={item} order={role.own} />
      ) : role.offer && role.owned === 0n ? (
        <Offered item={item} order={role.offer} />
      ) : (
        <Unlisted isHeld={role.owned > 0n} lastSale={lastSale} />
      )}
      {status === 'restoring' ? (
        // Who looks is not known yet, so neither is what he may do.
        <div className="acts">
          <Skeleton width="100%" height={48} />
        </div>
      ) : isBuying ? (
        <Following onFollow={() => open('buy', role.offer)} />
      ) : (
        <Acts item={item} acts={role.acts} open={open} order={role.own ?? role.offer} />
      )}
    </section>
  )
}

function Heading({ left, until }: { left: string; until?: number }) {
  const { t } = useTranslation()
  return (
    <div className="row between">
      <span className="medium">{left}</span>
      {until !== undefined && until > 0 && (
        <span className="muted">
          {t('work.endsIn')} <Countdown until={until} now={chainNow} />
        </span>
      )}
    </div>
  )
}

const amountOf = (order: OrderRecord) => `${groupDigits(order.unitPrice)} ${order.payTokenSymbol}`

function Selling({ item, order }: { item: ItemRecord; order: OrderRecord }) {
  const { t } = useTranslation()
  const royaltyBps = royaltyBpsOf(item.royalties.slice(0, 1))
  const sums = breakdown({ price: order.buying, sellerFeeBps: BigInt(order.sellerFee), buyerFeeBps: 0n, royaltyBps })
  const receives = `${groupDigits(formatReceives(sums.receives, order.payTokenDecimals))} ${order.payTokenSymbol}`
  const [service, royalty] = [shortPercent(order.sellerFee), shortPercent(royaltyBps)]
  const keepBps = 10_000n - BigInt(order.sellerFee) - royaltyBps
  if (!order.isFundable) return <Stuck order={order} />
  return (
    <>
      <Heading left={t('work.onSale')} until={order.validUntil} />
      <p className="d d40 price-big">{amountOf(order)}</p>
      <div className="split" role="img" aria-label={t('work.split', { keep: shortPercent(keepBps), service, royalty })}>
        <i style={{ flexGrow: Number(keepBps) }} />
        <i style={{ flexGrow: order.sellerFee }} />
        {royaltyBps > 0n && <i style={{ flexGrow: Number(royaltyBps) }} />}
      </div>
      <div className="row between price-lines">
        <span>
          <Rich text={t('work.youReceive', { amount: receives })} />
        </span>
        <span className="muted">{t('work.feesSeller', { service, royalty })}</span>
      </div>
    </>
  )
}

/** The owner sees what nobody can buy, with a way out (decision 23). */
function Stuck({ order }: { order: OrderRecord }) {
  const { t } = useTranslation()
  return (
    <>
      <Heading left={t('work.onSale')} until={order.validUntil} />
      <p className="d d40 price-big muted">{amountOf(order)}</p>
      <p className="warn-note">{t('work.unfundable')}</p>
    </>
  )
}

function Offered({ item, order }: { item: ItemRecord; order: OrderRecord }) {
  const { t } = useTranslation()
  const { buyerFee } = useConfig()
  const due = `${groupDigits(formatPays(dueFor(order, 1n, buyerFee), order.payTokenDecimals))} ${order.payTokenSymbol}`
  return (
    <>
      <Heading left={t(item.isLocked ? 'work.pendingBuy' : 'work.onSale')} until={item.isLocked ? undefined : order.validUntil} />
      <p className="d d40 price-big">{amountOf(order)}</p>
      <div className="row between price-lines">
        <span>
          <Rich text={t('work.youPay', { amount: due })} />
        </span>
        <span className="muted">{t('work.feesBuyer', { service: shortPercent(buyerFee) })}</span>
      </div>
      {item.isLocked && <p className="muted price-lines">{t('work.pendingText')}</p>}
    </>
  )
}

function Unlisted({ isHeld, lastSale }: { isHeld: boolean; lastSale: string | undefined }) {
  const { t } = useTranslation()
  return (
    <>
      <Heading left={t('work.notOnSale')} />
      <p className="row baseline g12 price-big">
        <span className="d d40">{isHeld ? t('work.yours') : (lastSale ?? t('item.notForSale'))}</span>
        {isHeld && lastSale && <span className="muted s16">{t('work.lastSale', { price: lastSale })}</span>}
      </p>
      {!isHeld && <p className="muted">{t('work.nobodySells')}</p>}
    </>
  )
}

function Following({ onFollow }: { onFollow: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="acts">
      <Button variant="primary" onClick={onFollow}>
        {t('work.yourPurchase')}
      </Button>
    </div>
  )
}

type ActsProps = { item: ItemRecord; acts: readonly ItemAct[]; open: OpenAct; order: OrderRecord | undefined }

/** Sticks to the foot of a phone. */
function Acts({ item, acts, open, order }: ActsProps) {
  const { t } = useTranslation()
  const { buyerFee } = useConfig()
  if (acts.length === 0) return null
  const due = order ? `${groupDigits(formatPays(dueFor(order, 1n, buyerFee), order.payTokenDecimals))} ${order.payTokenSymbol}` : ''
  const labels: Record<ItemAct, string> = {
    sell: t('work.sell'),
    editSale: t('work.editPrice'),
    cancelSale: t('work.cancelSale'),
    buy: item.isLocked ? t('work.pendingBuy') : t('work.buyFor', { amount: due }),
  }
  return (
    <div className="acts">
      {acts.map((act, index) => (
        <Button
          key={act}
          variant={index === 0 ? 'primary' : 'secondary'}
          dot={act === 'buy'}
          disabled={act === 'buy' && item.isLocked}
          onClick={() => open(act, order)}
        >
          {labels[act]}
        </Button>
      ))}
    </div>
  )
}
