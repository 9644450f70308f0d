import type { ItemRecord } from '@plinth/api'
import { Check, ShoppingBag } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/translate.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { toast } from '../../kit/toast.tsx'
import { rowKey } from '../../lib/rows.ts'
import { useSession } from '../../lib/session.ts'
import { addLines, listCart, removeLines } from './cart.ts'
import { lineOf } from './line-of.ts'
import { useInCart } from './use-cart.ts'
import './cart-act.css'

export type CartActProps = {
  work: Pick<ItemRecord, 'chainId' | 'collection' | 'tokenId'>
  name: string
  /** The record of the work, which names its listings: a card of a list has less. */
  find: () => Promise<ItemRecord | null>
  isTall?: boolean
}

/** Puts the cheapest listing of a work into the cart, or takes the work out again. */
export function CartAct({ work, name, find, isTall = false }: CartActProps) {
  const { t } = useTranslation()
  const { address } = useSession()
  const isIn = useInCart(work)
  const [isBusy, setBusy] = useState(false)
  const add = async () => {
    setBusy(true)
    const item = await find().catch(() => null)
    setBusy(false)
    const listing = item?.listings.find(({ maker, isFundable, isExpired }) => maker !== address && isFundable && !isExpired)
    if (!item || !listing) return toast(t('cart.gone'), 'bad')
    const isAdded = addLines(address, [lineOf(item, listing)])
    toast(t(isAdded ? 'cart.added' : 'cart.full'), isAdded ? 'plain' : 'bad')
  }
  const remove = () =>
    removeLines(
      address,
      listCart(address).filter((line) => rowKey(line) === rowKey(work)),
    )
  return (
    <IconButton
      icon={isIn ? Check : ShoppingBag}
      size={isTall ? 'normal' : 'small'}
      line={isTall}
      tall={isTall}
      className="cart-act"
      label={t(isIn ? 'cart.removeOf' : 'cart.addOf', { name: name || t('item.untitled', { id: work.tokenId }) })}
      aria-pressed={isIn}
      aria-busy={isBusy || undefined}
      onClick={() => {
        if (isIn) remove()
        else if (!isBusy) void add()
      }}
    />
  )
}
