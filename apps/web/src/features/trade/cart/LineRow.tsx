import { type CartReason, itemName } from '@plinth/api'
import { shortAddress, TOKEN_STANDARD } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { Minus, Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Thumb } from '../../../entities/cards/Thumb.tsx'

import { exactText } from '../../../entities/price/amounts.ts'
import { useLocale } from '../../../i18n/index.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { IconButton } from '../../../kit/IconButton.tsx'
import { api, queryOf } from '../../../lib/api.ts'
import { collectionPath, itemPath } from '../../../lib/links.ts'
import { thumbnail } from '../../../lib/media.ts'
import { langOf } from '../../../lib/text-lang.ts'
import { dayAndTime } from '../../../lib/time.ts'
import { agreedTo, type Judged } from './judge.ts'
import type { Basket } from './use-basket.ts'

/** Names of more sellers than this would take as many requests. */
const NAMED_LINES = 12

/** The name of a line, before and after its check. */
function useLineName({ line, item }: Pick<Judged, 'line' | 'item'>): string {
  const { t } = useTranslation()
  return itemName(item?.name || line.name, t('item.untitled', { id: line.tokenId }))
}

type FrameProps = {
  judged: Pick<Judged, 'line' | 'item'>
  isGone?: boolean
  /** Its quantity stands before its name. */
  isMany?: boolean
  price: ReactNode
  note: ReactNode
  end?: ReactNode
  onFollow: () => void
}

/** Puts thumb, name and price on one line, and a note under them. */
export function LineFrame({ judged, isGone = false, isMany = false, price, note, end, onFollow }: FrameProps) {
  const { line, item } = judged
  const name = useLineName(judged)
  return (
    <li className={isGone ? 'cart-line gone' : 'cart-line'}>
      <Thumb {...thumbnail(item?.image || line.image)} size={56} />
      <div className="cart-line-words">
        <Link to={itemPath(line)} className="d d18 clip" lang={langOf(name)} onClick={onFollow}>
          {isMany && line.quantity > 1n ? `${line.quantity} × ${name}` : name}
        </Link>
        <div className="cart-line-note s12">{note}</div>
      </div>
      <div className="cart-line-end">
        <span className="num medium">{price}</span>
        {end}
      </div>
    </li>
  )
}

type Props = {
  judged: Judged
  basket: Basket
  /** asking: its wallet is open. */
  underWay: 'asking' | 'sent' | undefined
  isFixed: boolean
  onFollow: () => void
}

/** A line of the cart as it was checked last. */
export function LineRow({ judged, basket, underWay, isFixed, onFollow }: Props) {
  const { t } = useTranslation()
  const name = useLineName(judged)
  const { line, item, sale, is } = judged
  const shown = is === 'good' && sale ? sale : line
  const isGone = is === 'gone'
  const isEdition = item?.standard === TOKEN_STANDARD.ERC1155
  const remove = () => basket.remove([line])
  return (
    <LineFrame
      judged={judged}
      isGone={isGone}
      price={exactText(shown.unitPrice * line.quantity, line)}
      onFollow={onFollow}
      note={
        underWay ? (
          <span className="muted">{t(underWay === 'asking' ? 'cart.asked' : 'cart.onItsWay')}</span>
        ) : (
          <Note judged={judged} basket={basket} isFixed={isFixed} isNamed={basket.lines.length <= NAMED_LINES} />
        )
      }
      end={
        <span className="cart-line-acts">
          {isEdition && !isGone && !underWay && (
            <Quantity judged={judged} name={name} isFixed={isFixed} onChange={(quantity) => basket.change(line, { quantity })} />
          )}
          {isGone && (
            <Link className="link s12 medium" to={`${collectionPath(line.collection, line.chainId)}&status=onSale`} onClick={onFollow}>
              {t('cart.alike')}
            </Link>
          )}
          {!underWay && !isFixed && <IconButton icon={X} size="small" label={t('cart.removeOf', { name })} onClick={remove} />}
        </span>
      }
    />
  )
}

type QuantityProps = { judged: Judged; name: string; isFixed: boolean; onChange: (quantity: bigint) => void }

function Quantity({ judged: { line, sale }, name, isFixed, onChange }: QuantityProps) {
  const { t } = useTranslation()
  const most = sale?.left ?? line.quantity
  return (
    <span className="cart-quantity">
      <IconButton
        icon={Minus}
        size="small"
        label={t('cart.less', { name })}
        disabled={isFixed || line.quantity <= 1n}
        onClick={() => onChange(line.quantity - 1n)}
      />
      <b className="num" aria-live="polite">
        {line.quantity.toString()}
      </b>
      <IconButton
        icon={Plus}
        size="small"
        label={t('cart.more', { name })}
        disabled={isFixed || line.quantity >= most}
        onClick={() => onChange(line.quantity + 1n)}
      />
    </span>
  )
}

type NoteProps = { judged: Judged; basket: Basket; isFixed: boolean; isNamed: boolean }

/** Says why no sum has the line and offers a mend; otherwise names the seller. */
function Note({ judged, basket, isFixed, isNamed }: NoteProps) {
  const { t } = useTranslation()
  const { line, sale, is, reason } = judged
  const agree = (label: string) =>
    sale && (
      <button type="button" className="link medium" disabled={isFixed} onClick={() => basket.change(line, agreedTo(sale, line.quantity))}>
        {label}
      </button>
    )
  if (sale && is === 'dearer')
    return (
      <>
        <span className="warn">{t('cart.rose', { price: exactText(line.unitPrice, line) })}</span>{' '}
        {agree(t('cart.takeRise', { price: exactText(sale.unitPrice, sale) }))}
      </>
    )
  if (sale && is === 'otherMoney')
    return (
      <>
        <span className="warn">{t('cart.otherMoney', { price: exactText(sale.unitPrice, sale) })}</span>{' '}
        {agree(t('cart.takeRise', { price: exactText(sale.unitPrice, sale) }))}
      </>
    )
  if (sale && is === 'few')
    return (
      <>
        <span className="warn">{t('cart.reason.few', { count: sale.left })}</span> {agree(t('cart.reason.takeFew', { count: sale.left }))}
      </>
    )
  if (is === 'gone') return <span className="muted">{t(`cart.reason.${goneReason(reason)}`)}</span>
  if (is === 'waits') return <span className="warn">{t(`cart.reason.${reason ?? 'away'}`)}</span>
  if (is === 'unknown') return <span className="muted">{t('cart.checking')}</span>
  if (line.failedIn) return <span className="warn">{t('cart.notBought')}</span>
  if (sale && sale.unitPrice < line.unitPrice)
    return <span className="good">{t('cart.fell', { price: exactText(line.unitPrice, line) })}</span>
  return <Seller judged={judged} isNamed={isNamed} />
}

/** `few` of none. */
const goneReason = (reason: CartReason | undefined) => (reason === undefined || reason === 'few' ? 'sold' : reason)

function Seller({ judged: { line, sale }, isNamed }: { judged: Judged; isNamed: boolean }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { data } = useQuery({ ...queryOf(api.user.info, { address: line.seller }), enabled: isNamed, staleTime: 5 * 60_000 })
  const name = (data && 'nickname' in data && data.nickname) || shortAddress(line.seller)
  const until = sale?.validUntil ? dayAndTime(sale.validUntil, intl) : undefined
  return <span className="muted">{until ? t('cart.fromUntil', { name, until }) : t('cart.from', { name })}</span>
}
